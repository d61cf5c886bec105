import { reportOf } from './suites.ts';
import type { ResultReader, Suite } from './types.ts';

const TOTAL =
  /^\[(?:INFO|WARNING|ERROR)\] Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)(?:, Flakes: \d+)?$/;
/** Before Surefire 2.20 and without Maven's levels. */
const OLD_TOTAL = /^Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)$/;
const RESULTS = /^(?:\[INFO\] )?Results ?:$/;
const SKIPPED = /^\[INFO\] (?:Tests are skipped\.|No tests to run\.)$/;
const GOAL = /^\[INFO\] --- (?:maven-)?(?:surefire|failsafe)(?:-plugin)?:\S+:\S+ /;
const FAILED = /^\[ERROR\] (\S+?)(?: --)? +Time elapsed: .*<<< (?:FAILURE|ERROR)!(?: -- in (\S+))?/;
const CLASS_LINE = /^\[ERROR\] Tests run: /;

/** Maven's Surefire and Failsafe. -q prints nothing when all is well. */
export const surefire: ResultReader = {
  runner: 'maven',
  alwaysSummarises: false,
  countsFrom: 'lines',
  readAlone: null,
  read(output) {
    const lines = output.split('\n');
    const totals = lines.flatMap((line) => suiteOf(TOTAL.exec(line)) ?? []);
    const suites = totals.length > 0 ? totals : oldTotals(lines);
    if (suites.length > 0) return reportOf(suites, failingNames(lines));
    return reportOf(nothingRan(lines), []);
  },
};

function suiteOf(match: RegExpExecArray | null): Suite | null {
  if (match === null) return null;
  const [run = 0, failures = 0, errors = 0, skipped = 0] = match.slice(1).map(Number);
  const failed = failures + errors;
  return { passed: Math.max(0, run - failed - skipped), failed, skipped, note: null };
}

/** Without a level before it, the total is only told from a test's own words by the heading above it. */
function oldTotals(lines: readonly string[]): Suite[] {
  let headed = false;
  const suites: Suite[] = [];
  for (const line of lines) {
    headed ||= RESULTS.test(line);
    const suite = headed ? suiteOf(OLD_TOTAL.exec(line)) : null;
    if (suite === null) continue;
    suites.push(suite);
    headed = false;
  }
  return suites;
}

/** The goal ran and the next thing said is a rule or another goal. */
function nothingRan(lines: readonly string[]): Suite[] {
  const none = (note: string): Suite[] => [{ passed: 0, failed: 0, skipped: 0, note }];
  const said = lines.find((line) => SKIPPED.test(line));
  if (said !== undefined) return none(said.replace('[INFO] ', ''));
  const idle = lines.some((line, index) => GOAL.test(line) && /^\[INFO\] -{3}/.test(lines[index + 1] ?? ''));
  return idle ? none('Surefire ran no test') : [];
}

function failingNames(lines: readonly string[]): string[] {
  return lines.flatMap((line) => (CLASS_LINE.test(line) ? [] : (FAILED.exec(line)?.[1] ?? [])));
}
