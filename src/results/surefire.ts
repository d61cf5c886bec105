import { reportOf } from './suites.ts';
import type { ResultReader, Suite } from './types.ts';

const TOTAL =
  /^\[(?:INFO|WARNING|ERROR)\] Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)(?:, Flakes: \d+)?$/;
/** Before Surefire 2.20 and without Maven's levels. */
const OLD_TOTAL = /^Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)$/;
/** Above a total; with -q only the second kind is printed. */
const HEADING = /^(?:(?:\[INFO\] )?Results ?:|\[ERROR\] (?:Failures|Errors): *)$/;
/** Behind a total. */
const CLOSING = /^\[INFO\] -{3}|^\[ERROR\] Failed to execute goal |^\[INFO\] --- /;
const SKIPPED = /^\[INFO\] (?:Tests are skipped\.|No tests to run\.)$/;
const GOAL = /^\[INFO\] --- (?:maven-)?(?:surefire|failsafe)(?:-plugin)?:[^:\s]+:(?:test|integration-test) /;
const FAILED = /^(?:\[ERROR\] )?(\S.*?)(?: --)? +Time elapsed: [\d.,]+ s(?:ec)? +<<< (?:FAILURE|ERROR)!/;
const OTHER_TEST = /^\[ERROR\] \S.* (?:Time elapsed: [\d.,]+ s|skipped)$/;
const CLASS_LINE = /^(?:\[ERROR\] )?Tests run: /;

/** Maven's Surefire and Failsafe. -q prints nothing when all is well. */
export const surefire: ResultReader = {
  runner: 'maven',
  alwaysSummarises: false,
  countsFrom: 'lines',
  readAlone: null,
  read(output) {
    const lines = output.split('\n');
    const headed = headedTotals(lines);
    const suites = headed.length > 0 ? headed : lines.flatMap((line) => suiteOf(TOTAL.exec(line)) ?? []);
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

/**
 * A heading, what failed, an empty line (not with -q) and the total. Messages of several lines in between, and tests above,
 * print lines of its form.
 */
function headedTotals(lines: readonly string[]): Suite[] {
  const suites: Suite[] = [];
  let headed = false;
  let last: Suite | null = null;
  const close = () => {
    if (last !== null) suites.push(last);
    [headed, last] = [false, null];
  };
  lines.forEach((line, index) => {
    if (CLOSING.test(line)) close();
    headed ||= HEADING.test(line);
    const suite = headed ? suiteOf(TOTAL.exec(line) ?? OLD_TOTAL.exec(line)) : null;
    if (suite === null) return;
    last = suite;
    if (/^(?:\[INFO\])?$/.test(lines[index - 1] ?? '')) close();
  });
  close();
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

/** An empty line, the line of its class or another test stands above a test, unless a filter took it; messages can hold any line. */
function failingNames(lines: readonly string[]): string[] {
  const all: string[] = [];
  const own: string[] = [];
  lines.forEach((line, index) => {
    const name = CLASS_LINE.test(line) ? undefined : FAILED.exec(line)?.[1];
    if (name === undefined) return;
    const above = lines[index - 1] ?? '';
    all.push(name);
    if (above === '' || CLASS_LINE.test(above) || OTHER_TEST.test(above)) own.push(name);
  });
  return own.length > 0 ? own : all;
}
