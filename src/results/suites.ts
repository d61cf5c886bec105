import type { TestReport } from '../core/types.ts';
import type { Suite } from './types.ts';

/** No test at all; a start for adding up. */
export const NOTHING: Suite = { passed: 0, failed: 0, skipped: 0, note: null };

/** The report of all summaries of one output together. No summary: silent. */
export function reportOf(suites: readonly Suite[], failing: Iterable<string>): TestReport {
  if (suites.length === 0) return { kind: 'silent' };
  const sum = suites.reduce(plus, NOTHING);
  const counts = { passed: sum.passed, failed: sum.failed, skipped: sum.skipped };
  if (counts.passed + counts.failed === 0) return { kind: 'empty', why: whyEmpty(sum) };
  const named = counts.failed === 0 ? [] : [...failing];
  return {
    kind: 'counted',
    counts,
    failing: [...new Set(named)],
    namesComplete: named.length >= counts.failed,
  };
}

/** A report whose names are not all that a whole output would give: the file of a test was clipped away. */
export function withNamesInPart(report: TestReport): TestReport {
  return report.kind === 'counted' && report.failing.length > 0
    ? { ...report, namesComplete: false }
    : report;
}

/** Reports of several runners in one output, added up. */
export function sumOfReports(reports: readonly TestReport[]): TestReport {
  const suites: Suite[] = [];
  const failing: string[] = [];
  let complete = true;
  let untold = false;
  for (const report of reports) {
    if (report.kind === 'empty') suites.push({ ...NOTHING, note: report.why });
    if (report.kind !== 'counted') continue;
    suites.push({ ...report.counts, note: null });
    failing.push(...report.failing);
    complete &&= report.namesComplete;
    untold ||= report.passedUntold === true;
  }
  const sum = reportOf(suites, failing);
  if (sum.kind !== 'counted') return sum;
  return { ...sum, namesComplete: complete, ...(untold ? { passedUntold: true as const } : {}) };
}

function plus(a: Suite, b: Suite): Suite {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    note: a.note ?? b.note,
  };
}

function whyEmpty(sum: Suite): string {
  if (sum.note !== null) return sum.note;
  if (sum.skipped > 0) return `all ${sum.skipped} skipped`;
  return '0 tests ran';
}

/**
 * The summaries of sessions that were not printed inside another session. `begins` and `ends` look at one line;
 * a session that prints a second summary is counted by its last one, and a session that never ends hides nothing.
 */
export function outermostSessions<Found>(
  lines: readonly string[],
  marks: {
    begins: (line: string, index: number) => boolean;
    ends: (line: string, index: number) => Found | null;
  },
): Found[] {
  const found: { value: Found; headed: boolean }[] = [];
  const all: Found[] = [];
  let depth = 0;
  lines.forEach((line, index) => {
    if (marks.begins(line, index)) depth += 1;
    const value = marks.ends(line, index);
    if (value === null) return;
    all.push(value);
    const last = found.at(-1);
    if (depth > 1) depth -= 1;
    else if (depth === 1) {
      depth = 0;
      found.push({ value, headed: true });
    } else if (last?.headed === true) found.splice(-1, 1, { value, headed: true });
    else found.push({ value, headed: false });
  });
  return depth > 0 ? all : found.map(({ value }) => value);
}
