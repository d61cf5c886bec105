// Whose status an announcement brings, without a bash: texts as bash announces them, and the statuses that came with the next one.
import { expect, test } from 'vitest';
import { traceScript } from '../../../src/core/judge/trace/traced.ts';

type Said = readonly [text: string, statuses: readonly number[] | null];
type Row = {
  name: string;
  line: string;
  /** Statuses that came with the first announcement. */
  first?: readonly number[];
  said: readonly Said[];
  /** Source text of an element, and what is known of its runs. */
  runs: Readonly<Record<string, readonly (number | null)[]>>;
  isComplete?: boolean;
};

const ROWS: readonly Row[] = [
  {
    name: 'each is told by the next',
    line: 'a; b',
    said: [
      ['a', [3]],
      ['b', [0]],
    ],
    runs: { a: [3], b: [0] },
  },
  {
    name: 'a pipeline by its last',
    line: 'a | b; c',
    said: [
      ['a', [9]],
      ['b', [1, 0]],
      ['c', [0]],
    ],
    runs: { a: [1], b: [0] },
  },
  {
    name: 'a subshell before the first',
    line: '(a); b',
    first: [4],
    said: [['b', [0]]],
    runs: { '(a)': [4] },
  },
  {
    name: 'a subshell between',
    line: 'a; (b); c',
    said: [
      ['a', [4]],
      ['c', [0]],
    ],
    runs: { a: [null], '(b)': [4] },
  },
  {
    name: 'two subshells',
    line: '(a); (b); c',
    first: [4],
    said: [['c', [0]]],
    runs: { '(a)': [null], '(b)': [4] },
  },
  {
    name: 'the second ran for the first was 0',
    line: '(a) && (b); c',
    first: [0],
    said: [['c', [0]]],
    runs: { '(a)': [0], '(b)': [0] },
  },
  {
    name: 'either of them may have failed',
    line: '(a) && (b); c',
    first: [4],
    said: [['c', [0]]],
    runs: { '(a)': [null], '(b)': [null] },
  },
  {
    name: 'one that was left out',
    line: 'a && (b); c',
    said: [
      ['a', [4]],
      ['c', [0]],
    ],
    runs: { a: [null], '(b)': [null] },
  },
  {
    name: 'one that was not',
    line: 'a && (b); c',
    said: [
      ['a', [0]],
      ['c', [0]],
    ],
    runs: { a: [0], '(b)': [0] },
  },
  {
    name: 'one that a condition left out',
    line: 'if a; then (b); c; fi; d',
    said: [
      ['a', [4]],
      ['d', [0]],
    ],
    runs: { a: [4], '(b)': [] },
    isComplete: true,
  },
  {
    name: 'each turn of a loop',
    line: 'for i in 1 2; do (a); done; b',
    said: [
      ['for i in 1 2', [0]],
      ['for i in 1 2', [3]],
      ['b', [0]],
    ],
    runs: { '(a)': [0, 3] },
  },
  {
    name: 'turns that nothing announces',
    line: 'while (a); do (b); done; c',
    first: [4],
    said: [['c', [0]]],
    runs: { '(a)': [4, null], '(b)': [null] },
  },
  {
    name: 'a way that is open at 0 only',
    line: 'a && b; c',
    said: [
      ['a', null],
      ['b', [0]],
      ['c', [0]],
    ],
    runs: { a: [0] },
  },
  {
    name: 'a redirection that fails sets no status',
    line: 'a; { (b); } <x; c',
    said: [
      ['a', [0]],
      ['c', [0]],
    ],
    runs: { '(b)': [null] },
  },
  {
    name: 'text that is not in the line',
    line: '(a); b',
    first: [0],
    said: [
      ['x', [0]],
      ['b', [0]],
    ],
    runs: { '(a)': [null, null] },
    isComplete: false,
  },
  {
    name: 'a way that there is not',
    line: 'a; (b); c',
    said: [['c', [0]]],
    runs: { '(b)': [null] },
    isComplete: false,
  },
];

test.each(ROWS)('$name: $line', ({ line, first = [0], said, runs, isComplete }) => {
  const records = said.map(([text, statuses], at) => ({ text, statuses, isTwice: false, at }));
  const heard = { records, first, hasEnd: true, isWhole: true, isOver: true };
  const traced = traceScript({ source: line, before: 0, pipefail: true }, heard);
  if (traced === null) throw new Error('not parsed');
  const known = Object.keys(runs).map((text) => {
    const node = [...traced.stepOf.keys()].find(({ pos, end }) => line.slice(pos, end) === text);
    return [text, node === undefined ? null : traced.runs.ofNode(node).map(({ status }) => status)];
  });
  expect(Object.fromEntries(known)).toEqual(runs);
  if (isComplete !== undefined) expect(traced.runs.isComplete).toBe(isComplete);
});
