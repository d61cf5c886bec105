import { readerOfSummaryLine } from './summary-line.ts';
import type { Suite } from './types.ts';

const COUNTS = [/^ {2}Total: +(\d+)$/, /^ {2}Passed: +(\d+)$/, /^ {2}Skipped: +(\d+)$/, /^ {2}Duration: +\d/];

/** uvu: one count a line. */
export const uvu = readerOfSummaryLine({
  runner: 'uvu',
  alwaysSummarises: true,
  signature: null,
  opens: null,
  summary: suiteAt,
  none: null,
  failing: /^ {3}FAIL {2}"(.*)"$/,
});

function suiteAt(lines: readonly string[], index: number): Suite | null {
  const found = COUNTS.map((pattern, offset) => pattern.exec(lines[index + offset] ?? ''));
  if (found.some((match) => match === null)) return null;
  const [total = 0, passed = 0, skipped = 0] = found.map((match) => Number(match?.[1]));
  // What is skipped is not in the total.
  return { passed, failed: Math.max(0, total - passed), skipped, note: null };
}
