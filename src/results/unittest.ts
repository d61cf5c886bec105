import { reportOf } from './suites.ts';
import type { ResultReader, Suite } from './types.ts';

const RULE = /^-{70}$/;
const RAN = /^Ran (\d+) tests? in [\d.]+s$/;
const RESULT = /^(OK|FAILED|NO TESTS RAN)(?: \((.*)\))?$/;
const NAMED = /^(?:FAIL|ERROR|UNEXPECTED SUCCESS): (.+)$/;
const MARKS = /^[.FEsxu]+$/;
const VERBOSE = / \.\.\. (?:ok|FAIL|ERROR|skipped .*|expected failure|unexpected success)$/;
/** What fails outside of a test is not among those that ran. */
const FIXTURE = /^(?:setUpClass|tearDownClass|setUpModule|tearDownModule) \(/;

type Session = { at: number; ran: number; details: string; ruled: boolean };

/** Python's unittest (also behind Django's manage.py test and nose2). */
export const unittest: ResultReader = {
  runner: 'unittest',
  alwaysSummarises: true,
  countsFrom: 'summary',
  readAlone: null,
  read(output) {
    const lines = output.split('\n');
    const sessions = ownSessions(lines, sessionsOf(lines));
    const suites: Suite[] = [];
    const failing: string[] = [];
    let from = 0;
    for (const session of sessions) {
      const names = failingNames(lines, from, session.at);
      suites.push(suiteOf(session, names));
      failing.push(...names);
      from = session.at;
    }
    return reportOf(suites, failing);
  },
};

/** The runner's own form: a rule of 70 dashes, `Ran N tests`, an empty line, the result. The rule may be clipped away. */
function sessionsOf(lines: readonly string[]): Session[] {
  const found = lines.flatMap((line, at) => {
    const ran = RAN.exec(line)?.[1];
    const details = ran === undefined ? null : resultBehind(lines, at);
    return details === null ? [] : [{ at, ran: Number(ran), details, ruled: RULE.test(lines[at - 1] ?? '') }];
  });
  const ruled = found.filter((session) => session.ruled);
  return ruled.length > 0 ? ruled : found.slice(-1);
}

/** What the program prints at its exit can stand between the two lines. */
function resultBehind(lines: readonly string[], ran: number): string | null {
  for (const line of lines.slice(ran + 1, ran + 8)) {
    if (RAN.test(line)) return null;
    const result = RESULT.exec(line);
    if (result !== null) return result[2] ?? '';
  }
  return null;
}

/**
 * Of several sessions: one after the other, each with as many marks before it as it ran tests; or the last one, whose tests
 * printed the others, where it ran as many tests as there are marks (without those of the others, if they have any).
 * Limit: where a test's text stands beside the marks, a summary that it prints with its rule counts too.
 */
function ownSessions(lines: readonly string[], sessions: readonly Session[]): readonly Session[] {
  const last = sessions.at(-1);
  if (last === undefined || sessions.length === 1) return sessions;
  let from = 0;
  const marks = sessions.map(({ at }) => {
    const number = marksIn(lines, from, at);
    from = at;
    return number;
  });
  if (sessions.every(({ ran }, index) => ran === marks[index])) return sessions;
  const all = marks.reduce((sum, number) => sum + number, 0);
  const inner = sessions.slice(0, -1).reduce((sum, { ran }) => sum + ran, 0);
  return all === last.ran || all - inner === last.ran ? [last] : sessions;
}

function marksIn(lines: readonly string[], from: number, to: number): number {
  let marks = 0;
  for (let at = from; at < to; at += 1) {
    const line = lines[at] ?? '';
    if (MARKS.test(line)) marks += line.length;
    else if (VERBOSE.test(line)) marks += 1;
  }
  return marks;
}

function suiteOf({ ran, details }: Session, names: readonly string[]): Suite {
  const failed =
    number(details, 'failures') + number(details, 'errors') + number(details, 'unexpected successes');
  const skipped = number(details, 'skipped') + number(details, 'expected failures');
  const tests = new Set(names.filter((name) => !FIXTURE.test(name)).map(withoutSubtest));
  const failedTests = names.length === failed ? tests.size : failed;
  const note = ran === 0 ? 'Ran 0 tests' : null;
  return { passed: Math.max(0, ran - failedTests - skipped), failed, skipped, note };
}

function number(details: string, what: string): number {
  const found = details.split(', ').find((part) => part.startsWith(`${what}=`));
  return found === undefined ? 0 : Number(found.slice(what.length + 1));
}

/** `test (module.Class.test) [message] (i=0)` is a part of `test (module.Class.test)`. */
function withoutSubtest(name: string): string {
  const end = name.indexOf(')');
  return end < 0 ? name : name.slice(0, end + 1);
}

function failingNames(lines: readonly string[], from: number, to: number): string[] {
  const names: string[] = [];
  for (let at = Math.max(1, from); at < to; at += 1) {
    const name = NAMED.exec(lines[at] ?? '')?.[1];
    if (name !== undefined && /^={70}$/.test(lines[at - 1] ?? '')) names.push(name);
  }
  return names;
}
