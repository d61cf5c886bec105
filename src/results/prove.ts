import { reportOf } from './suites.ts';
import type { ResultReader, Suite } from './types.ts';

const FILES = /^Files=\d+, Tests=(\d+), /;
const RESULT = /^Result: (PASS|FAIL|NOTESTS)$/;
const FAILED = /^(\S.*?) +\(Wstat: .*?Tests: \d+ Failed: (\d+)\)$/;

/** Perl's prove; -QQ prints nothing. */
export const prove: ResultReader = {
  runner: 'prove',
  alwaysSummarises: false,
  countsFrom: 'summary',
  readAlone: null,
  read(output) {
    const lines = output.split('\n');
    return reportOf(
      lines.flatMap((_, index) => suiteAt(lines, index) ?? []),
      lines.flatMap((line) => FAILED.exec(line)?.[1] ?? []),
    );
  },
};

/** Limit: tests that were skipped one by one count as passed, and files are named, not tests. */
function suiteAt(lines: readonly string[], index: number): Suite | null {
  const ran = Number(FILES.exec(lines[index - 1] ?? '')?.[1] ?? Number.NaN);
  const result = RESULT.exec(lines[index] ?? '')?.[1];
  if (Number.isNaN(ran) || result === undefined) return null;
  if (result === 'NOTESTS') return { passed: 0, failed: 0, skipped: 0, note: 'Result: NOTESTS' };
  if (result === 'PASS') return { passed: ran, failed: 0, skipped: 0, note: null };
  const failed = failedBefore(lines, index);
  return { passed: Math.max(0, ran - failed), failed: Math.max(1, failed), skipped: 0, note: null };
}

/** Failed tests of the files that the report above the result names. */
function failedBefore(lines: readonly string[], result: number): number {
  let failed = 0;
  for (let index = result - 1; index >= 0 && !RESULT.test(lines[index] ?? ''); index -= 1) {
    failed += Number(FAILED.exec(lines[index] ?? '')?.[2] ?? 0);
  }
  return failed;
}
