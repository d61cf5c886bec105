import { describe, expect, test } from 'vitest';
import type { Answer, ModelRequest } from '../../../src/agent/model.ts';
import { parseScript, scriptedModel } from '../../../src/agent/models/scripted.ts';
import { UserError } from '../../../src/core/user-error.ts';

const REQUEST: ModelRequest = {
  purpose: 'act',
  system: '',
  messages: [],
  tools: [],
  maxOutputTokens: 1,
  signal: new AbortController().signal,
};
const ZERO = { input: 0, output: 0 };
const SAID: Answer = { text: '', toolCalls: [], reasoning: [], stop: 'end', usage: ZERO, error: null };

test('one entry is one answer, then the final one for ever; a summary takes no entry', async () => {
  const model = scriptedModel(
    parseScript(
      '{"turns":[{"text":"a","tools":[{"name":"bash","input":{"command":"ls"}},{"name":"x"}]},{"usage":{"input":3,"output":4},"stop":"length"}],"final":{"text":"bye"}}',
      's.json',
    ),
  );
  const answers = [
    await model.answer(REQUEST),
    await model.answer({ ...REQUEST, purpose: 'summarise' }),
    await model.answer(REQUEST),
    await model.answer(REQUEST),
    await model.answer(REQUEST),
  ];
  expect(answers).toEqual([
    {
      ...SAID,
      text: 'a',
      toolCalls: [
        { id: 'call-1-1', name: 'bash', input: { command: 'ls' } },
        { id: 'call-1-2', name: 'x', input: {} },
      ],
      stop: 'tools',
    },
    { ...SAID, text: 'A scripted model has no summary of its own.' },
    { ...SAID, stop: 'length', usage: { input: 3, output: 4 } },
    { ...SAID, text: 'bye' },
    { ...SAID, text: 'bye' },
  ]);
});

describe('a mistake in a script names its place', () => {
  test.each([
    ['no JSON', '{"turns": [', /^s\.json: no valid JSON: /],
    ['no list', '{"turns": 1}', /^s\.json: turns: Invalid input: expected array/],
    ['no turns', '{}', /^s\.json: turns: /],
    ['a wrong key', '{"turns": [], "finall": {}}', /^s\.json: Unrecognized key: "finall"/],
    [
      'a wrong key in an entry',
      '{"turns": [{"texts": "a"}]}',
      /^s\.json: turns\[0\]: Unrecognized key: "texts"/,
    ],
    ['a wrong type', '{"turns": [{"tools": [{"name": 1}]}]}', /^s\.json: turns\[0\]\.tools\[0\]\.name: /],
    ['an unknown stop', '{"turns": [{"stop": "never"}]}', /^s\.json: turns\[0\]\.stop: /],
  ])('%s', (_name, text, message) => {
    const parse = (): unknown => parseScript(text, 's.json');
    expect(parse).toThrow(UserError);
    expect(parse).toThrow(message);
  });
});
