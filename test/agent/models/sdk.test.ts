import { afterEach, describe, expect, test } from 'vitest';
import type { Answer, Message, ModelRequest } from '../../../src/agent/model.ts';
import { modelChoice } from '../../../src/agent/models/choice.ts';
import { sdkModel } from '../../../src/agent/models/sdk.ts';
import { offeredTools } from '../../../src/agent/tools/index.ts';
import { type FakeAnswer, type FakeProvider, fakeProvider } from '../fake-provider.ts';

const KEYS = { ANTHROPIC_API_KEY: 'k', OPENAI_API_KEY: 'k' };
const open: FakeProvider[] = [];

afterEach(async () => {
  for (const provider of open.splice(0)) await provider.close();
});

async function provider(answers: readonly FakeAnswer[]): Promise<FakeProvider> {
  const fake = await fakeProvider(answers);
  open.push(fake);
  return fake;
}

function request(changes: Partial<ModelRequest> = {}): ModelRequest {
  return {
    purpose: 'act',
    system: 'You are tested.',
    messages: [{ role: 'user', text: 'hello' }],
    tools: offeredTools({ plan: false }),
    maxOutputTokens: 500,
    signal: new AbortController().signal,
    ...changes,
  };
}

async function answerTo(model: string, answers: readonly FakeAnswer[], retries = 2): Promise<Answer> {
  const { url } = await provider(answers);
  return sdkModel(modelChoice({ model, baseUrl: url }, KEYS), { retries }).answer(request());
}

const PLAIN: Answer = {
  text: '',
  toolCalls: [],
  reasoning: [],
  stop: 'end',
  usage: { input: 100, output: 10 },
  error: null,
};
const FAILED: Answer = { ...PLAIN, stop: 'error', usage: { input: 0, output: 0 } };
const LS = { name: 'bash', input: { command: 'ls' } };
const CAT = { name: 'read', input: { path: 'a.py' } };

describe.each(['anthropic/fake', 'openai-compatible/fake'])('%s', (model) => {
  const anthropic = model.startsWith('anthropic');
  const id = (n: number): string => (anthropic ? `toolu_${n}` : `call_${n}`);
  const rows: [string, FakeAnswer[], Answer][] = [
    ['text is a claim', [{ text: 'Done.' }], { ...PLAIN, text: 'Done.' }],
    [
      'tool calls made in parallel keep their order',
      [{ text: 'I look.', tools: [LS, CAT] }],
      {
        ...PLAIN,
        text: 'I look.',
        toolCalls: [
          { id: id(0), ...LS },
          { id: id(1), ...CAT },
        ],
        stop: 'tools',
      },
    ],
    [
      'an answer cut at its length',
      [{ text: 'I wil', stop: anthropic ? 'max_tokens' : 'length' }],
      { ...PLAIN, text: 'I wil', stop: 'length' },
    ],
    [
      'a refusal',
      [{ text: '', stop: anthropic ? 'refusal' : 'content_filter' }],
      { ...PLAIN, stop: 'refusal', error: anthropic ? 'refusal' : 'content_filter' },
    ],
    [
      'a tool that does not exist is a call like any other',
      [{ tools: [{ name: 'teleport', input: { to: 'end' } }] }],
      { ...PLAIN, toolCalls: [{ id: id(0), name: 'teleport', input: { to: 'end' } }], stop: 'tools' },
    ],
    [
      'an error that does not pass is not tried again',
      [{ status: 401, error: 'bad key' }, { text: 'never reached' }],
      { ...FAILED, error: 'HTTP 401: bad key' },
    ],
    [
      'an error that passes is tried again',
      [{ status: 529, error: 'overloaded', headers: { 'retry-after-ms': '1' } }, { text: 'Done.' }],
      { ...PLAIN, text: 'Done.' },
    ],
    [
      'retries are bounded',
      [{ status: 500, error: 'broken', headers: { 'retry-after-ms': '1' } }],
      { ...FAILED, error: 'HTTP 500: broken (tried 3 times)' },
    ],
  ];
  test.each(rows)('%s', async (_name, answers, expected) => {
    expect(await answerTo(model, answers)).toEqual(expected);
  });

  test('an abort ends the request', async () => {
    const fake = await provider([{ hang: true }]);
    const stop = new AbortController();
    const answer = sdkModel(modelChoice({ model, baseUrl: fake.url }, KEYS)).answer(
      request({ signal: stop.signal }),
    );
    await fake.arrived(1);
    stop.abort();
    expect(await answer).toEqual({ ...FAILED, error: 'interrupted' });
  });

  test('a connection that breaks in the middle of an answer: once more, then it is an error', async () => {
    const answer = await answerTo(model, [{ torn: 'I wi' }, { text: 'Done.' }]);
    expect(answer).toEqual({ ...PLAIN, text: 'Done.' });
    const failed = await answerTo(model, [{ torn: 'I wi' }]);
    expect([failed.stop, failed.error === '']).toEqual(['error', false]);
  });

  test('an answer without an end is no claim', async () => {
    const answer = await answerTo(model, [{ unfinished: 'All do' }]);
    expect(answer).toEqual({ ...FAILED, error: expect.stringMatching(/ended (before|without)/) });
  });

  test('a tool call with bad JSON is marked, not thrown', async () => {
    const answer = await answerTo(model, [{ tools: [{ name: 'bash', input: '{"command": "ls' }, LS] }]);
    expect(answer).toEqual({
      ...PLAIN,
      stop: 'tools',
      toolCalls: [
        { id: id(0), name: 'bash', invalid: 'its input is no valid JSON: {"command": "ls' },
        { id: id(1), ...LS },
      ],
    });
  });

  test('a server that is not there is an error', async () => {
    const { url, close } = await fakeProvider([]);
    await close();
    const answer = await sdkModel(modelChoice({ model, baseUrl: url }, KEYS), { retries: 0 }).answer(
      request(),
    );
    expect([answer.stop, answer.error]).toEqual(['error', expect.stringContaining('Cannot connect')]);
  });
});

test('a paused answer is told apart from a claim', async () => {
  const answer = await answerTo('anthropic/fake', [{ text: 'Still', stop: 'pause_turn' }]);
  expect(answer).toEqual({ ...PLAIN, text: 'Still', stop: 'paused' });
});

test('what Anthropic thought goes back with its signature', async () => {
  const fake = await provider([{ thinking: 'Let me see.', tools: [LS] }, { text: 'ok' }]);
  const model = sdkModel(modelChoice({ model: 'anthropic/fake', baseUrl: fake.url }, KEYS));
  const { text, toolCalls, reasoning } = await model.answer(request());
  expect(reasoning).toMatchObject([
    { text: 'Let me see.', metadata: { anthropic: { signature: 'signed' } } },
  ]);
  const history: Message[] = [
    { role: 'user', text: 'hello' },
    { role: 'assistant', text, toolCalls, reasoning },
    { role: 'tool', results: [{ id: 'toolu_0', name: 'bash', ok: true, text: 'a.py' }] },
  ];
  // As a store gives it back.
  await model.answer(request({ messages: JSON.parse(JSON.stringify(history)) }));
  expect(fake.requests[1]).toMatchObject({
    messages: [
      {},
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Let me see.', signature: 'signed' },
          { type: 'tool_use', id: 'toolu_0' },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result' }] },
    ],
  });
});

test('a tool call that stands in the text is found', async () => {
  const answer = await answerTo('openai-compatible/fake', [
    { text: 'I look.\n```json\n{"name": "bash", "arguments": {"command": "ls"}}\n```' },
  ]);
  expect(answer).toEqual({
    ...PLAIN,
    text: 'I look.',
    toolCalls: [{ id: 'text-1', ...LS }],
    stop: 'tools',
  });
});

const HISTORY: readonly Message[] = [
  { role: 'user', text: 'task' },
  {
    role: 'assistant',
    text: '',
    reasoning: [],
    toolCalls: [
      { id: 'a', ...LS },
      { id: 'b', name: 'bash', invalid: 'no JSON' },
    ],
  },
  {
    role: 'tool',
    results: [
      { id: 'a', name: 'bash', ok: true, text: 'x.py' },
      { id: 'b', name: 'bash', ok: false, text: 'no JSON' },
    ],
  },
  { role: 'assistant', text: '', toolCalls: [], reasoning: [] },
  { role: 'user', text: 'go on' },
];

test('a history with bad calls and empty answers is sent in the shape that Anthropic asks for', async () => {
  const fake = await provider([{ text: 'ok' }]);
  const model = sdkModel(modelChoice({ model: 'anthropic/fake', baseUrl: fake.url }, KEYS));
  await model.answer(request({ messages: HISTORY }));
  expect(fake.requests).toMatchObject([
    {
      max_tokens: 500,
      system: [{ type: 'text', text: 'You are tested.', cache_control: { type: 'ephemeral' } }],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'task' }] },
        {
          role: 'assistant',
          content: [
            { type: 'tool_use', id: 'a', name: 'bash', input: { command: 'ls' } },
            { type: 'tool_use', id: 'b', name: 'bash', input: { invalid: 'no JSON' } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'a', content: 'x.py' },
            { type: 'tool_result', tool_use_id: 'b', content: 'no JSON', is_error: true },
            { type: 'text', text: 'go on' },
          ],
        },
      ],
    },
  ]);
});

test('a history is sent in the shape that OpenAI asks for', async () => {
  const fake = await provider([{ text: 'ok' }]);
  const model = sdkModel(modelChoice({ model: 'openai-compatible/fake', baseUrl: fake.url }, KEYS));
  await model.answer(request({ messages: HISTORY }));
  expect(fake.requests).toMatchObject([
    {
      max_tokens: 500,
      messages: [
        { role: 'system', content: 'You are tested.' },
        { role: 'user', content: 'task' },
        { role: 'assistant', tool_calls: [{ id: 'a' }, { id: 'b' }] },
        { role: 'tool', tool_call_id: 'a', content: 'x.py' },
        { role: 'tool', tool_call_id: 'b', content: 'no JSON' },
        { role: 'user', content: 'go on' },
      ],
    },
  ]);
});
