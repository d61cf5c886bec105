import picocolors from 'picocolors';
import { describe, expect, test } from 'vitest';
import type { AgentEvent, RunEvent } from '../../../src/agent/events.ts';
import { harmless, shortened, wrapped } from '../../../src/agent/view/layout.ts';
import { view } from '../../../src/agent/view/view.ts';

function printed(events: readonly AgentEvent[], color = false): string {
  let text = '';
  const show = view({
    write: (piece) => {
      text += piece;
    },
    colors: picocolors.createColors(color),
    width: 60,
    lengths: { said: 4, output: 4, verdict: 6, fix: 3 },
  });
  for (const event of events) show(event);
  return text;
}

const RUN: RunEvent = {
  type: 'run',
  by: 'agent',
  command: 'npm test',
  exit: 1,
  result: 'red',
  commands: [],
  tests: { passed: 2, failed: 1, skipped: 0 },
  why: '1 failed',
};

test('a session reads as a conversation', () => {
  const text = printed([
    { type: 'session_start', id: 's1' },
    { type: 'said', by: 'person', text: 'Add coupons.' },
    { type: 'said', by: 'model', text: 'I write.' },
    { type: 'tool_call', name: 'write', input: { path: 'a.js', content: 'x' } },
    { type: 'decision', about: 'write', decision: 'deny', reason: 'Three files, and no run.' },
    { type: 'tool_result', ok: false, text: 'Three files, and no run.' },
    { type: 'tool_call', name: 'bash', input: { command: 'npm test' } },
    RUN,
    { type: 'tool_result', ok: false, text: 'one\ntwo\nthree\nfour\nfive\nsix\n[exit 1]' },
    { type: 'said', by: 'model', text: 'Done.' },
    { ...RUN, by: 'gate' },
    {
      type: 'judged',
      accepted: false,
      findings: [
        {
          check: 'command',
          level: 'block',
          says: 'refuted',
          message: 'npm test is red.\n\n```\nlong output\n```',
          fix: 'Mend it.',
          evidence: [{ path: 'a.js', line: 3 }],
        },
        { check: 'skips', level: 'warn', says: 'unproven', message: 'a note', fix: null, evidence: [] },
      ],
    },
    { type: 'decision', about: 'claim', decision: 'send_back', reason: 'npm test is red.' },
    {
      type: 'outcome',
      outcome: 'out_of_turns',
      summary: 'That was all.',
      turns: 3,
      tokens: { input: 10, output: 2 },
      gateFailures: 1,
    },
  ]);
  expect(text).toBe(`           session s1

you        Add coupons.

agent      I write.
  write    a.js
donegate   ✗ REFUSED
           Three files, and no run.
  bash     npm test
           ✗ red (exit 1, 2 passed, 1 failed)
           one
           two
           ... 3 more lines
           six
           [exit 1]

agent      Done.
  check    npm test
           ✗ red (exit 1, 2 passed, 1 failed)
donegate   ✗ NOT DONE: one thing stands against it
           • npm test is red. (a.js:3)
             → Mend it.

donegate   ✗ OUT OF TURNS (3 answers of the model, 12
           tokens, 1 false claim refused)
           That was all.
`);
});

test('a status that the line hid is named', () => {
  const run: RunEvent = {
    ...RUN,
    exit: 0,
    tests: null,
    commands: [{ text: 'npm test', exit: 1, by: 'witness' }],
  };
  expect(printed([run])).toBe('           ✗ red (exit 0, but `npm test` ended with 1)\n');
});

test('a milestone: its status is shown, and what was decided once', () => {
  const text = printed([
    { type: 'tool_call', name: 'milestone', input: { action: 'status' } },
    { type: 'tool_result', ok: true, text: 'Step 1 is current.' },
    { type: 'tool_call', name: 'milestone', input: { action: 'done', step: 1 } },
    { type: 'decision', about: 'milestone', decision: 'allow', reason: 'Step 1 is done.' },
    { type: 'tool_result', ok: true, text: 'Step 1 is done.' },
  ]);
  expect(text).toBe(`  milestone status
           Step 1 is current.
  milestone done 1
donegate   ✓ Step 1 is done.
`);
});

test('what proves nothing says why', () => {
  const run: RunEvent = { ...RUN, exit: 0, tests: null, result: 'masked', why: 'masked by `|| true`' };
  expect(printed([run])).toBe('           ? masked (exit 0, masked by `|| true`)\n');
});

test('what others say cannot move the cursor or colour what follows', () => {
  const text = printed([{ type: 'said', by: 'model', text: 'a\u001b[2J\u001b[31mb\u0007\rc\u009b2Jd' }]);
  expect(text).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/);
});

test('a red run stands against a claim where the red check beside it does not', () => {
  const finding = { says: 'refuted', fix: null, evidence: [] } as const;
  const text = printed([
    {
      type: 'judged',
      accepted: false,
      findings: [
        { ...finding, check: 'command', level: 'warn', message: 'npm test is red by what is older.' },
        { ...finding, check: 'run-rule', level: 'block', message: 'The last word is red.' },
      ],
    },
  ]);
  expect(text).toBe(`donegate   ✗ NOT DONE: one thing stands against it
           • The last word is red.
`);
});

test('colours are used only where they are wanted', () => {
  expect(printed([RUN], true)).toContain('\u001b[31m');
  expect(printed([RUN], false)).not.toContain('\u001b[');
});

describe('layout', () => {
  test.each([
    ['breaks at spaces', 'one two three', 8, ['one two', 'three']],
    ['breaks a long word where it must', 'abcdefghij', 4, ['abcd', 'efgh', 'ij']],
    ['keeps the indent of a list', '- one two three', 9, ['- one two', '  three']],
    ['keeps empty lines', 'a\n\nb', 5, ['a', '', 'b']],
    ['ends with an indent as wide as the line', `${' '.repeat(30)}x y`, 8, undefined],
  ])('%s', (_name, text, width, expected) => {
    const lines = wrapped(text, width);
    if (expected !== undefined) expect(lines).toEqual(expected);
    expect(lines.every((line) => line.length <= width)).toBe(true);
  });

  test('shortens to head and tail, but not for one line', () => {
    expect(shortened(['1', '2', '3', '4', '5'], { head: 1, tail: 1 })).toEqual([
      '1',
      '... 3 more lines',
      '5',
    ]);
    expect(shortened(['1', '2', '3'], { head: 1, tail: 1 })).toEqual(['1', '2', '3']);
  });

  test('harmless text keeps its lines', () => {
    expect(harmless('a\r\nb\tc\nprogress 1\rprogress 2')).toBe('a\nb  c\nprogress 1\nprogress 2');
  });
});
