import { describe, expect, it } from 'vitest';
import { judgeRun } from '../../../src/core/judge-run.ts';
import type { Testimony } from '../../../src/core/testimony.ts';
import type { RunResult, TestReport } from '../../../src/core/types.ts';
import { command, judged, reading, testified } from '../readings.ts';

const witnesses = ['none', 'unknown', 0, 1, 127, 141] as const;
const lineStatuses = [0, 1, 127, 141, null] as const;
const filters = [null, 'tail -5', 'grep FAILED', 'head -3'] as const;
const reports: Readonly<Record<string, TestReport>> = {
  passed: { kind: 'counted', counts: { passed: 5, failed: 0, skipped: 0 }, failing: [], namesComplete: true },
  failed: {
    kind: 'counted',
    counts: { passed: 4, failed: 1, skipped: 0 },
    failing: ['t'],
    namesComplete: true,
  },
  skipped: {
    kind: 'counted',
    counts: { passed: 0, failed: 0, skipped: 3 },
    failing: [],
    namesComplete: true,
  },
  empty: { kind: 'empty', why: 'no tests ran' },
  'no summary': { kind: 'no-summary' },
  silent: { kind: 'silent' },
};

type Case = {
  witness: (typeof witnesses)[number];
  line: (typeof lineStatuses)[number];
  proven: boolean;
  filter: (typeof filters)[number];
  report: string;
};

const cases: readonly Case[] = witnesses.flatMap((witness) =>
  lineStatuses.flatMap((line) =>
    [true, false].flatMap((proven) =>
      filters.flatMap((filter) =>
        Object.keys(reports).map((report) => ({ witness, line, proven, filter, report })),
      ),
    ),
  ),
);

/** The rules in words, in the order in which they count. */
function expected({ witness, line, proven, filter, report }: Case): RunResult {
  const ranNothing = report === 'empty' || report === 'no summary' || report === 'skipped';
  const atZero: RunResult = ranNothing ? 'empty' : 'green';
  if (report === 'failed') return 'red'; // whatever the status
  if (witness === 0) return atZero; // the witness first
  if (witness === 1) return 'red';
  if (witness === 127) return 'unknown'; // could not start
  if (witness === 141) return filter === null ? 'red' : 'unknown'; // cut off by its reader
  if (line === null) return 'unknown'; // no status
  if (line === 0) return proven ? atZero : 'masked'; // the reading second
  if (!proven || line === 127) return 'unknown';
  if (filter === 'grep FAILED' || filter === 'head -3') return 'unknown'; // the filter explains it
  return line === 141 && filter !== null ? 'unknown' : 'red';
}

function resultOf({ witness, line, proven, filter, report }: Case): RunResult {
  const text = filter === null ? 'pytest -q; true' : `pytest -q | ${filter}; true`;
  const own = command({
    text: 'pytest -q',
    start: 0,
    end: 9,
    proven,
    maskedBy: proven ? null : '; true',
    filteredBy: filter,
  });
  const request = judged([own], {
    reading: reading([own], { line: text }),
    status: line,
    testimony: testimonyOf(witness, filter),
    readResults: () => reports[report] ?? { kind: 'silent' },
  });
  return judgeRun(request).result;
}

function testimonyOf(witness: Case['witness'], filter: string | null): Testimony {
  if (witness === 'none') return { kind: 'none', why: 'no witness' };
  const status = witness === 'unknown' ? null : witness;
  const statuses = status === null ? null : filter === null ? [status] : [status, 0];
  const filtered = filter === null ? [] : [{ text: filter, statuses }];
  const first = filter === null ? statuses : [0];
  return testified([{ text: 'pytest -q', statuses: first }, ...filtered, { text: 'true', statuses: [0] }]);
}

describe('witness, reading and results together', () => {
  it('covers every combination', () => {
    expect(cases.length).toBe(witnesses.length * lineStatuses.length * 2 * filters.length * 6);
  });

  it('follows the rules in all of them', () => {
    const wrong = cases
      .map((one) => ({ ...one, expected: expected(one), found: resultOf(one) }))
      .filter((row) => row.expected !== row.found);
    expect(wrong).toEqual([]);
  });
});
