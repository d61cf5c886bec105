import { describe, expect, test } from 'vitest';
import { compacted } from '../../src/agent/compaction.ts';
import { madeValid } from '../../src/agent/messages.ts';
import type { Answer, Message, Model, ModelRequest } from '../../src/agent/model.ts';
import { requestSize, tokensOfMessages } from '../../src/agent/size.ts';

const user = (text: string): Message => ({ role: 'user', text });
const says = (text: string): Message => ({ role: 'assistant', text, reasoning: [], toolCalls: [] });
const calls = (id: string, input: unknown = {}): Message => ({
  role: 'assistant',
  text: '',
  reasoning: [],
  toolCalls: [{ id, name: 'bash', input }],
});
const result = (id: string, text: string): Message => ({
  role: 'tool',
  results: [{ id, name: 'bash', ok: true, text }],
});

const ANSWER: Answer = {
  text: 'I did A and B.',
  toolCalls: [],
  reasoning: [],
  stop: 'end',
  usage: { input: 7, output: 3 },
  error: null,
};

async function compact(
  messages: readonly Message[],
  window: number,
  changes: Partial<Answer> & { interrupted?: true } = {},
) {
  const asked: ModelRequest[] = [];
  const summaries: string[] = [];
  const stop = new AbortController();
  const model: Model = {
    name: 'test',
    async answer(request) {
      asked.push(request);
      const { interrupted, ...said } = changes;
      if (interrupted === true) stop.abort();
      return { ...ANSWER, ...said };
    },
  };
  const outcome = await compacted({
    messages,
    size: tokensOfMessages(messages),
    window,
    model,
    signal: stop.signal,
    tasks: ['Build it.'],
    stateAfter: async (summary) => {
      summaries.push(summary);
      return 'Step 3 is current.';
    },
  });
  return { outcome, asked, summaries };
}

const big = (n: number): string => `begin ${'x'.repeat(n)} end`;

test('while there is room nothing is done', async () => {
  const { outcome, asked } = await compact([user('a'), calls('1'), result('1', 'b')], 1000);
  expect([outcome, asked]).toEqual([null, []]);
});

test('clipping old tool results comes first; if that is enough, no summary is asked for', async () => {
  const messages = [user('a'), calls('1'), result('1', big(4000)), calls('2'), result('2', big(300))];
  const { outcome, asked } = await compact(messages, 1400);
  expect(asked).toEqual([]);
  expect(outcome).toMatchObject({ summarised: false, usage: { input: 0, output: 0 } });
  expect(outcome?.messages.slice(3)).toEqual(messages.slice(3));
  expect(tokensOfMessages(outcome?.messages ?? [])).toBeLessThan(600);
});

const LONG = [
  user('the first task'),
  ...Array.from({ length: 20 }, (_, n) => [calls(`${n}`), result(`${n}`, big(380))]).flat(),
  says('nearly'),
  user('the tests are red'),
];

describe('a summary and the state stand for what is dropped', () => {
  test('the tail stays word for word and no result loses its call', async () => {
    const { outcome, asked, summaries } = await compact(LONG, 2000);
    expect(outcome?.summarised).toBe(true);
    expect(outcome?.usage).toEqual({ input: 7, output: 3 });
    expect(summaries).toEqual(['I did A and B.']);
    const messages = outcome?.messages ?? [];
    expect(messages[0]).toEqual(
      user(
        'The task, as it was given:\n\nBuild it.\n\nThe history before this point was dropped. Your own summary of it:\n\nI did A and B.\n\nStep 3 is current.',
      ),
    );
    expect(messages.length).toBeGreaterThan(5);
    expect(messages.slice(1)).toEqual(LONG.slice(-(messages.length - 1)));
    expect(madeValid(messages)).toEqual(messages);
    expect(tokensOfMessages(messages)).toBeLessThan(2000 * 0.6);
    expect(asked).toMatchObject([{ purpose: 'summarise', tools: [] }]);
    expect(tokensOfMessages(asked[0]?.messages ?? [])).toBeLessThan(2000);
  });

  test.each([
    ['an error', { stop: 'error', text: '', error: 'HTTP 500' } as const],
    ['a refusal', { stop: 'refusal', text: 'no' } as const],
    ['silence', { text: '  ' }],
  ])('%s instead of a summary does not end the session', async (_name, answer) => {
    const { outcome, summaries } = await compact(LONG, 2000, answer);
    expect(summaries).toEqual([
      'No summary could be made. Look at the repository and its history to see what was done.',
    ]);
    expect(outcome?.summarised).toBe(true);
  });

  test('an interruption while it is made drops nothing', async () => {
    const interrupted = { stop: 'error', text: '', error: 'interrupted', interrupted: true } as const;
    const { outcome, asked, summaries } = await compact(LONG, 2000, interrupted);
    expect([outcome, asked.length, summaries]).toEqual([null, 1, []]);
  });

  test('a summary as long as a book is cut', async () => {
    const { outcome } = await compact(LONG, 2000, { text: big(50_000) });
    expect(tokensOfMessages(outcome?.messages ?? [])).toBeLessThan(2000 * 0.8);
  });

  test('one result that is larger than the whole window is cut', async () => {
    const messages = [user('a'), calls('1'), result('1', big(400)), calls('2'), result('2', big(60_000))];
    const { outcome } = await compact(messages, 2000);
    expect(outcome?.messages.map((message) => message.role)).toEqual(['user', 'assistant', 'tool']);
    expect(tokensOfMessages(outcome?.messages ?? [])).toBeLessThan(2000 * 0.8);
  });

  test('a call that is larger than the window is dropped with its result; what was said last stays', async () => {
    const messages = [
      user('a'),
      calls('1', { content: big(60_000) }),
      result('1', 'ok'),
      says('x'),
      user('red'),
    ];
    const { outcome } = await compact(messages, 2000);
    expect(outcome?.messages).toHaveLength(3);
    expect(outcome?.messages.slice(1)).toEqual([says('x'), user('red')]);
    const lone = await compact([user('a'), calls('1', { content: big(60_000) }), result('1', 'ok')], 2000);
    expect(lone.outcome?.messages).toHaveLength(1);
  });
});

describe('the size of the next request', () => {
  const messages = [user('x'.repeat(350)), says('y'.repeat(350))];
  test('is estimated', () => {
    expect(requestSize(messages, 10, null)).toBe(10 + 2 * 104);
  });
  test('is what the provider counted and an estimate of what came since', () => {
    const measured = { usage: { input: 900, output: 50 }, messages: 1 };
    expect(requestSize(messages, 10, measured)).toBe(950 + 104);
  });
  test('is never less than the estimate: a provider may count nothing', () => {
    expect(requestSize(messages, 10, { usage: { input: 1, output: 1 }, messages: 2 })).toBe(218);
  });
});
