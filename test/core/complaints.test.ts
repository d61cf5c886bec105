import { expect, test } from 'vitest';
import { type Complaints, complaintsOf } from '../../src/core/complaints.ts';
import type { JudgedRun } from '../../src/core/types.ts';

const red: JudgedRun = {
  result: 'red',
  why: '',
  commands: [],
  tests: null,
  failing: [],
  namesComplete: false,
};
const run = { judged: red, exit: { kind: 'exited', code: 1 }, output: '', outputWhole: true } as const;
const lines = (...all: readonly string[]): Complaints => ({ by: 'lines', all });

const rows: readonly [name: string, given: Partial<Parameters<typeof complaintsOf>[0]>, Complaints | null][] =
  [
    ['what is not red complains of nothing', { judged: { ...red, result: 'green' }, output: 'a.js' }, null],
    [
      'failing tests speak, whatever is printed',
      { judged: { ...red, failing: ['t'] }, output: 'a.js' },
      { by: 'tests', all: ['t'] },
    ],
    [
      'failures without names',
      { judged: { ...red, tests: { passed: 1, failed: 1, skipped: 0 } }, output: 'a.js' },
      null,
    ],
    [
      'places and times do not count, nor do colours and layout',
      { output: '\u001b[31ma.js\u001b[0m:3:12   no x\n\nb.js:4 no x\nin 1.23 s at 0x7f3a' },
      lines('exit 1', 'a.js:#:# no x', 'b.js:# no x', 'in # s at #'),
    ],
    [
      'the same twice is one more',
      { output: '1:1 no x\n2:1 no x\n' },
      lines('exit 1', '#:# no x', '#:# no x (2)'),
    ],
    ['the status is a complaint', { exit: { kind: 'exited', code: 2 } }, lines('exit 2')],
    ['an output that was cut', { output: 'a.js', outputWhole: false }, null],
    ['it did not end by itself', { exit: { kind: 'timed_out', afterMs: 1 }, output: 'a.js' }, null],
  ];

test.each(rows)('%s', (_name, given, expected) => {
  expect(complaintsOf({ ...run, ...given })).toEqual(expected);
});
