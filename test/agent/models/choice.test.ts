import { describe, expect, test } from 'vitest';
import { type ModelChoice, modelChoice } from '../../../src/agent/models/choice.ts';

type Row = [string, { model: string; baseUrl: string | null }, Record<string, string>, ModelChoice];

const LOCAL = 'http://localhost:11434/v1';
const chosen: Row[] = [
  [
    'the key comes from the usual variable',
    { model: 'anthropic/claude-x', baseUrl: null },
    { ANTHROPIC_API_KEY: 'k' },
    { provider: 'anthropic', id: 'claude-x', apiKey: 'k', baseUrl: null },
  ],
  [
    'an address without a path gets /v1',
    { model: 'anthropic/claude-x', baseUrl: null },
    { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: 'http://localhost:1/' },
    { provider: 'anthropic', id: 'claude-x', apiKey: 'k', baseUrl: 'http://localhost:1/v1' },
  ],
  [
    'a local server needs no key; the name may have slashes',
    { model: 'openai-compatible/qwen/qwen3', baseUrl: LOCAL },
    {},
    { provider: 'openai-compatible', id: 'qwen/qwen3', apiKey: null, baseUrl: LOCAL },
  ],
  [
    'the option wins over the variable; another path stays',
    { model: 'openai-compatible/m', baseUrl: 'http://host/api/' },
    { OPENAI_BASE_URL: LOCAL, OPENAI_API_KEY: 'k' },
    { provider: 'openai-compatible', id: 'm', apiKey: 'k', baseUrl: 'http://host/api' },
  ],
];

test.each(chosen)('%s', (_name, options, environment, expected) => {
  expect(modelChoice(options, environment)).toEqual(expected);
});

describe('what is missing is named', () => {
  test.each([
    ['no provider', 'gpt-5', null, {}, '--model gpt-5: no provider "gpt-5"'],
    ['an unknown provider', 'foo/bar', null, {}, '--model foo/bar: no provider "foo"'],
    ['no name', 'anthropic/', null, {}, "--model anthropic/: the model's name is missing"],
    ['no key', 'anthropic/x', null, { ANTHROPIC_API_KEY: '' }, 'ANTHROPIC_API_KEY is not set'],
    [
      'no address',
      'openai-compatible/x',
      null,
      {},
      '--base-url is missing: where does the openai-compatible server listen?',
    ],
    ['a bad address', 'openai-compatible/x', 'localhost:1', {}, 'localhost:1 is no address of a server'],
  ])('%s', (_name, model, baseUrl, environment, message) => {
    expect(() => modelChoice({ model, baseUrl }, environment)).toThrow(message);
  });
});
