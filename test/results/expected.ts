import type { TestReport } from '../../src/core/types.ts';

export const SILENT: TestReport = { kind: 'silent' };
export const NO_SUMMARY: TestReport = { kind: 'no-summary' };

export function empty(why: string): TestReport {
  return { kind: 'empty', why };
}

export function counted(
  passed: number,
  failed: number,
  skipped: number,
  failing: readonly string[] = [],
  names: 'complete' | 'incomplete' = 'complete',
): TestReport {
  return {
    kind: 'counted',
    counts: { passed, failed, skipped },
    failing,
    namesComplete: names === 'complete',
  };
}

/** The runner does not say how many passed beside those that failed. */
export function untold(report: TestReport): TestReport {
  return report.kind === 'counted' ? { ...report, passedUntold: true } : report;
}
