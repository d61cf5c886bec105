import { reportOf } from './suites.ts';
import type { ResultReader, Suite } from './types.ts';

/** How a runner that sums up on one line says it. The groups of the patterns are numbers; those not named are 0. */
export type SummaryLine = {
  runner: string;
  alwaysSummarises: boolean;
  /** What must stand somewhere before an opaque output is taken for this runner's; null: the summary says enough. */
  signature: RegExp | null;
  /** Named groups: total, passed, failed, errors, skipped. Passed is what is left of the total, unless it is named. */
  patterns: readonly RegExp[];
  /** A line that says that nothing ran. */
  none: RegExp | null;
  /** First group: name of a failing test. */
  failing: RegExp | null;
};

/** A reader for a runner that sums up on one line of its own. */
export function readerOfSummaryLine(form: SummaryLine): ResultReader {
  return {
    runner: form.runner,
    alwaysSummarises: form.alwaysSummarises,
    countsFrom: 'summary',
    readAlone: null,
    read(output) {
      if (form.signature?.test(output) === false) return { kind: 'silent' };
      const lines = output.split('\n');
      return reportOf(
        lines.flatMap((line) => suiteOf(form, line) ?? []),
        lines.flatMap((line) => form.failing?.exec(line)?.[1] ?? []),
      );
    },
  };
}

function suiteOf({ patterns, none }: SummaryLine, line: string): Suite | null {
  if (none?.test(line) === true) return { passed: 0, failed: 0, skipped: 0, note: line.trim() };
  for (const pattern of patterns) {
    const groups = pattern.exec(line)?.groups;
    if (groups === undefined) continue;
    const named = new Map(Object.entries(groups));
    const of = (name: string) => Number(named.get(name) ?? 0);
    const failed = of('failed') + of('errors');
    const skipped = of('skipped');
    const passed =
      named.get('passed') === undefined ? Math.max(0, of('total') - failed - skipped) : of('passed');
    return { passed, failed, skipped, note: null };
  }
  return null;
}
