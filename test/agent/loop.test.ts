import { describe, expect, test } from 'vitest';
import type { OutcomeEvent } from '../../src/agent/events.ts';
import { runAgent } from '../../src/agent/loop.ts';
import { INTERRUPTED, madeValid } from '../../src/agent/messages.ts';
import type { Answer, Message, ToolCall } from '../../src/agent/model.ts';
import { ground, type Told } from './told-session.ts';

const bash = (id: string, command = 'ls'): ToolCall => ({ id, name: 'bash', input: { command } });
const call = (id: string, name: string, input: unknown): ToolCall => ({ id, name, input });

type Row = [
  string,
  { told?: Told; answers?: readonly Partial<Answer>[]; limits?: { maxTurns?: number; tokenBudget?: number } },
  Partial<OutcomeEvent>,
  readonly string[],
];

const RED = { decision: 'send_back', reason: 'npm test is red' } as const;
const FAILED = { decision: 'end', outcome: 'gate_failed', reason: 'red for the third time' } as const;

const outcomes: Row[] = [
  [
    'done: the claim was accepted',
    { answers: [{ toolCalls: [bash('1')] }, { text: 'All done.' }] },
    { outcome: 'done', summary: 'proven', turns: 2, tokens: { input: 20, output: 2 }, gateFailures: 0 },
    ['user task', 'run ls 120000', 'claim All done.'],
  ],
  [
    'gate_failed: the summary is the feedback',
    { told: { claims: [RED, RED, FAILED] } },
    { outcome: 'gate_failed', summary: 'red for the third time', turns: 3, gateFailures: 3 },
    ['user task', 'claim Done.', 'claim Done.', 'claim Done.'],
  ],
  [
    'gave_up: an honest end',
    { answers: [{ toolCalls: [call('1', 'give_up', { reason: 'mvn is missing' })] }] },
    { outcome: 'gave_up', summary: 'mvn is missing', turns: 1 },
    ['user task', 'giveUp mvn is missing'],
  ],
  [
    'cut_off: a cut answer, even if it looks like a claim',
    { answers: [{ text: 'All done, and', stop: 'length' }] },
    { outcome: 'cut_off', summary: 'the answer was cut at its length limit', turns: 1 },
    ['user task', 'ended cut_off: the answer was cut at its length limit'],
  ],
  [
    'cut_off: a refusal',
    { answers: [{ stop: 'refusal', error: 'refusal' }] },
    { outcome: 'cut_off', summary: 'the model refused: refusal' },
    ['user task', 'ended cut_off: the model refused: refusal'],
  ],
  [
    'cut_off: the provider failed',
    { answers: [{ stop: 'error', error: 'HTTP 500' }] },
    { outcome: 'cut_off', summary: "the model's provider failed: HTTP 500" },
    ['user task', "ended cut_off: the model's provider failed: HTTP 500"],
  ],
  [
    'out_of_tokens: asked before each answer, not in the middle of one',
    { answers: [{ toolCalls: [bash('1')] }, { toolCalls: [bash('2')] }], limits: { tokenBudget: 20 } },
    { outcome: 'out_of_tokens', summary: '22 tokens of 20 are spent', turns: 2 },
    ['user task', 'run ls 120000', 'run ls 120000', 'ended out_of_tokens: 22 tokens of 20 are spent'],
  ],
  [
    'a claim in the last answer that the budget allows is still judged',
    { answers: [{ text: 'Done.', usage: { input: 500, output: 1 } }], limits: { tokenBudget: 20 } },
    { outcome: 'done', turns: 1 },
    ['user task', 'claim Done.'],
  ],
  [
    'out_of_turns',
    { answers: [{ toolCalls: [bash('1')] }], limits: { maxTurns: 1 } },
    { outcome: 'out_of_turns', summary: 'the model has answered 1 times, the limit', turns: 1 },
    ['user task', 'run ls 120000', 'ended out_of_turns: the model has answered 1 times, the limit'],
  ],
  [
    'a pause is no claim',
    { answers: [{ text: 'I am', stop: 'paused' }, { text: 'done.' }] },
    { outcome: 'done', turns: 2 },
    ['user task', 'claim done.'],
  ],
];

test.each(outcomes)('%s', async (_name, given, expected, asked) => {
  const at = ground(given);
  const outcome = await runAgent(at.options, 'task');
  expect(outcome).toMatchObject({ type: 'outcome', ...expected });
  expect(at.events.at(-1)).toEqual(outcome);
  expect(at.asked).toEqual(asked);
  expect(madeValid(at.stored)).toEqual(at.stored);
});

test('what a claim is sent back with is the next message of the user', async () => {
  const { options, requests } = ground({
    told: { claims: [RED, { decision: 'end', outcome: 'done', reason: '' }] },
  });
  await runAgent(options, 'task');
  expect(requests.at(-1)?.messages).toEqual([
    { role: 'user', text: 'task' },
    { role: 'assistant', text: 'Done.', toolCalls: [], reasoning: [] },
    { role: 'user', text: 'npm test is red' },
  ]);
});

test('what the session has to say comes before the task', async () => {
  const { options, requests } = ground({
    told: { user: { decision: 'allow', context: 'The last session failed.', note: null } },
  });
  await runAgent(options, 'task');
  expect(requests[0]?.messages).toEqual([{ role: 'user', text: 'The last session failed.\n\ntask' }]);
});

test('every tool call gets a result, also a bad one, in the order of the calls', async () => {
  const toolCalls: ToolCall[] = [
    { id: '1', name: 'bash', invalid: 'its input is no valid JSON: {' },
    call('2', 'teleport', {}),
    call('3', 'bash', { command: 5 }),
    call('4', 'bash', null),
    call('5', 'read', { path: '../x' }),
    call('6', 'milestone', { action: 'done' }),
    call('7', 'milestone', { action: 'done', step: '2' }),
    call('8', 'bash', { command: 'ls', timeout: '5', shell: 'zsh' }),
  ];
  const { options, requests, events, asked } = ground({ answers: [{ toolCalls }] });
  await runAgent(options, 'task');
  const [, , tool] = requests[1]?.messages ?? [];
  expect(tool).toEqual({
    role: 'tool',
    results: [
      ['1', 'bash', false, 'bash was not called: its input is no valid JSON: {'],
      [
        '2',
        'teleport',
        false,
        'There is no tool "teleport". The tools are: bash, read, write, edit, milestone, give_up.',
      ],
      ['3', 'bash', false, 'bash was not called: command: Invalid input: expected string, received number'],
      ['4', 'bash', false, 'bash was not called: input: Invalid input: expected object, received null'],
      ['5', 'read', false, '../x is outside of the working directory. Work inside of it.'],
      [
        '6',
        'milestone',
        false,
        'milestone done needs the number of the step, e.g. {"action": "done", "step": 1}.',
      ],
      ['7', 'milestone', false, 'red'],
      ['8', 'bash', true, '[exit 0]'],
    ].map(([id, name, ok, text]) => ({ id, name, ok, text })),
  });
  expect(asked).toContain('run ls 5000');
  expect(asked).toContain('milestone {"action":"done","step":2,"run":false}');
  const counted = (type: string): number => events.filter((event) => event.type === type).length;
  expect([counted('tool_call'), counted('tool_result')]).toEqual([8, 8]);
});

test('fifty calls in one answer are done one after the other', async () => {
  const toolCalls = Array.from({ length: 50 }, (_, n) => bash(`${n}`, `echo ${n}`));
  const { options, requests, asked } = ground({ answers: [{ toolCalls }] });
  await runAgent(options, 'task');
  const [, , tool] = requests[1]?.messages ?? [];
  expect(tool?.role === 'tool' ? tool.results.map((result) => result.id) : []).toEqual(
    toolCalls.map((made) => made.id),
  );
  expect(asked.filter((line) => line.startsWith('run'))).toEqual(
    toolCalls.map((_, n) => `run echo ${n} 120000`),
  );
});

test('after give_up nothing more is done', async () => {
  const toolCalls = [call('1', 'give_up', { reason: 'no' }), bash('2')];
  const { options, asked, stored } = ground({ answers: [{ toolCalls }] });
  await runAgent(options, 'task');
  expect(asked).toEqual(['user task', 'giveUp no']);
  expect(stored.at(-1)).toMatchObject({
    results: [
      { id: '1', ok: true },
      { id: '2', ok: false, text: 'Not called: the session had ended.' },
    ],
  });
});

describe('an interruption', () => {
  const rows: [string, (stop: AbortController) => Parameters<typeof ground>[0], readonly string[]][] = [
    [
      'while a line runs',
      (stop) => ({
        answers: [{ toolCalls: [bash('1'), bash('2')] }],
        told: {
          run: async () => {
            stop.abort();
            return '';
          },
        },
      }),
      ['user task', 'run ls 120000', 'ended cut_off: interrupted'],
    ],
    [
      'while the gate judges: a refusal is no longer of interest',
      (stop) => ({
        answers: [],
        told: {
          get claims() {
            stop.abort();
            return [FAILED];
          },
        },
      }),
      ['user task', 'claim Done.', 'ended cut_off: interrupted'],
    ],
  ];
  test.each(rows)('%s', async (_name, given, asked) => {
    const stop = new AbortController();
    const at = ground(given(stop));
    stop.signal.addEventListener('abort', () => at.stop.abort());
    const outcome = await runAgent(at.options, 'task');
    expect(outcome).toMatchObject({ outcome: 'cut_off', summary: 'interrupted', gateFailures: 0 });
    expect(at.asked).toEqual(asked);
    expect(madeValid(at.stored)).toEqual(at.stored);
  });

  test('before the first answer', async () => {
    const at = ground({ answers: [{ stop: 'error', error: 'interrupted', toolCalls: [bash('1')] }] });
    at.stop.abort();
    const outcome = await runAgent(at.options, 'task');
    expect([outcome.outcome, outcome.summary]).toEqual(['cut_off', 'interrupted']);
    expect(at.stored.at(-1)).toMatchObject({ results: [{ id: '1', text: 'Not called: interrupted.' }] });
  });
});

describe('a resumed conversation', () => {
  const stored: Message[] = [
    { role: 'user', text: 'task' },
    { role: 'assistant', text: '', toolCalls: [bash('1')], reasoning: [] },
  ];
  test('goes on where it stopped; a call that was cut off has an honest result', async () => {
    const { options, requests } = ground({ stored, told: { compacted: 'Step 3 is current.' } });
    await runAgent(options, 'go on');
    expect(requests[0]?.messages).toEqual([
      ...stored,
      { role: 'tool', results: [{ id: '1', name: 'bash', ok: false, text: INTERRUPTED }] },
      { role: 'user', text: 'Step 3 is current.\n\ngo on' },
    ]);
  });
});

test('after a compaction the model sees its summary and where the work stands', async () => {
  const big = 'x'.repeat(3000);
  const answers = Array.from({ length: 12 }, (_, n) => ({
    text: 'y'.repeat(2000),
    toolCalls: [bash(`${n}`)],
  }));
  const { options, requests, asked, events, stored } = ground({
    answers,
    told: { run: async () => big, compacted: 'Step 3 is current.' },
    limits: { contextWindow: 6_000 },
  });
  const outcome = await runAgent(options, 'task');
  expect(outcome.outcome).toBe('done');
  const compactions = asked.filter((line) => line === 'compacted a summary').length;
  expect(compactions).toBeGreaterThan(1);
  expect(events.filter((event) => event.type === 'compacted' && event.summarised)).toHaveLength(compactions);
  const last = requests.at(-1)?.messages ?? [];
  expect(last[0]).toMatchObject({ role: 'user', text: expect.stringContaining('Step 3 is current.') });
  expect(requests.every((request) => madeValid(request.messages).length === request.messages.length)).toBe(
    true,
  );
  expect(madeValid(stored)).toEqual(stored);
});

test('a fault is recorded before it is thrown', async () => {
  const at = ground({
    answers: [{ toolCalls: [bash('1')] }],
    told: { run: () => Promise.reject(new Error('broken')) },
  });
  await expect(runAgent(at.options, 'task')).rejects.toThrow('broken');
  expect(at.asked.at(-1)).toBe('ended cut_off: a fault: broken');
});
