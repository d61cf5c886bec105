import { reportOf } from './suites.ts';
import type { ResultReader, Suite } from './types.ts';

/** How a runner that sums up on one line says it. */
export type SummaryLine = {
  runner: string;
  alwaysSummarises: boolean;
  /** What must stand somewhere before an opaque output is taken for this runner's; null: the summary says enough. */
  signature: RegExp | null;
  /**
   * A line that the runner prints above its summary, once: of what stands between two of them the last summary is its own, and
   * the program under test may have printed the others. Null: there is none.
   */
  opens: RegExp | null;
  /**
   * Patterns with named groups (total, passed, failed, errors, outside: errors that are not of the total, skipped); passed is
   * what is left of the total, unless it is named. Or what the line at an index says.
   */
  summary: readonly RegExp[] | ((lines: readonly string[], index: number) => Suite | null);
  /** A line that says that nothing ran. */
  none: RegExp | null;
  /** First group: name of a failing test. Or the names in all lines. */
  failing: RegExp | ((lines: readonly string[]) => readonly string[]);
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
      return reportOf([...summariesOf(form, lines), ...nothingRan(form, lines)], namesOf(form, lines));
    },
  };
}

function summariesOf(form: SummaryLine, lines: readonly string[]): Suite[] {
  const all: Suite[] = [];
  const own: (Suite | null)[] = [];
  lines.forEach((line, index) => {
    if (form.opens?.test(line) === true) own.push(null);
    const suite = suiteAt(form, lines, index);
    if (suite === null) return;
    all.push(suite);
    if (own.length > 0) own.splice(-1, 1, suite);
  });
  const found = own.filter((suite) => suite !== null);
  return found.length > 0 ? found : all;
}

function nothingRan({ none }: SummaryLine, lines: readonly string[]): Suite[] {
  return lines.flatMap((line) =>
    none?.test(line) === true ? [{ passed: 0, failed: 0, skipped: 0, note: line.trim() }] : [],
  );
}

function suiteAt({ summary }: SummaryLine, lines: readonly string[], index: number): Suite | null {
  if (typeof summary === 'function') return summary(lines, index);
  for (const pattern of summary) {
    const groups = pattern.exec(lines[index] ?? '')?.groups;
    if (groups !== undefined) return suiteOf(new Map(Object.entries(groups)));
  }
  return null;
}

function suiteOf(groups: ReadonlyMap<string, string | undefined>): Suite {
  const of = (name: string) => Number(groups.get(name) ?? 0);
  const [failed, skipped] = [of('failed') + of('errors'), of('skipped')];
  const left = Math.max(0, of('total') - failed - skipped);
  const passed = groups.get('passed') === undefined ? left : of('passed');
  return { passed, failed: failed + of('outside'), skipped, note: null };
}

function namesOf({ failing }: SummaryLine, lines: readonly string[]): readonly string[] {
  if (typeof failing === 'function') return failing(lines);
  return lines.flatMap((line) => failing.exec(line)?.[1] ?? []);
}
