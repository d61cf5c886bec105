import { readerOfSummaryLine } from './summary-line.ts';
import type { Suite } from './types.ts';

const SUMMARY = /^\d+% tests passed, (\d+) tests? failed out of (\d+)$/;
const TOTAL_TIME = /^Total Test time \(real\) = /;
const LISTED = /^\t *\d+ - (.+?) \((\w[^()]*)\)(?: .*)?$/;

/** CMake's ctest; -Q prints nothing. A test that is disabled is not in its total; one that is skipped is, as if it had passed. */
export const ctest = readerOfSummaryLine({
  runner: 'ctest',
  alwaysSummarises: false,
  signature: null,
  opens: null,
  summary: suiteAt,
  none: /^No tests were found!!!$/,
  failing: (lines) => listed(lines, 'The following tests FAILED:').map(({ name }) => name),
});

/** The time stands two lines below; what else has this form was printed by a test. */
function suiteAt(lines: readonly string[], index: number): Suite | null {
  const [, failed, total] = SUMMARY.exec(lines[index] ?? '') ?? [];
  if (total === undefined) return null;
  const behind = lines.slice(index + 1, index + 3).join('');
  if (behind !== '' && !TOTAL_TIME.test(behind)) return null;
  const notRun = listed(lines.slice(index, nextSummary(lines, index)), 'The following tests did not run:');
  const skipped = notRun.filter(({ why }) => why === 'Skipped').length;
  return {
    passed: Math.max(0, Number(total) - Number(failed) - skipped),
    failed: Number(failed),
    skipped,
    note: null,
  };
}

function nextSummary(lines: readonly string[], index: number): number {
  let next = index + 1;
  while (next < lines.length && !SUMMARY.test(lines[next] ?? '')) next += 1;
  return next;
}

function listed(lines: readonly string[], heading: string): { name: string; why: string }[] {
  const found: { name: string; why: string }[] = [];
  let inside = false;
  for (const line of lines) {
    const [, name, why] = LISTED.exec(line) ?? [];
    inside = line === heading || (inside && name !== undefined);
    if (inside && name !== undefined && why !== undefined) found.push({ name, why });
  }
  return found;
}
