import { reportOf } from './suites.ts';
import type { ResultReader, Suite } from './types.ts';

const RULE = /^-{70}$/;
const RAN = /^Ran (\d+) tests? in [\d.]+s$/;
const RESULT = /^(OK|FAILED|NO TESTS RAN)(?: \((.*)\))?$/;
const NAMED = /^(?:FAIL|ERROR|UNEXPECTED SUCCESS): (.+)$/;

/** Python's unittest (also behind Django's manage.py test and nose2). */
export const unittest: ResultReader = {
  runner: 'unittest',
  alwaysSummarises: true,
  countsFrom: 'summary',
  readAlone: null,
  read(output) {
    const lines = output.split('\n');
    return reportOf(suitesOf(lines), failingNames(lines));
  },
};

/** The runner's own form: a rule of 70 dashes, `Ran N tests`, an empty line, the result. The rule may be clipped away. */
function suitesOf(lines: readonly string[]): Suite[] {
  const ruled: Suite[] = [];
  let unruled: Suite | null = null;
  lines.forEach((line, index) => {
    const ran = RAN.exec(line)?.[1];
    if (ran === undefined) return;
    const suite = suiteOf(Number(ran), lines.slice(index + 1, index + 8));
    if (suite === null) return;
    if (RULE.test(lines[index - 1] ?? '')) ruled.push(suite);
    else unruled = suite;
  });
  if (ruled.length > 0) return ruled;
  return unruled === null ? [] : [unruled];
}

/** What the program prints at its exit can stand between the two lines. */
function suiteOf(ran: number, following: readonly string[]): Suite | null {
  for (const line of following) {
    if (RAN.test(line)) return null;
    const result = RESULT.exec(line);
    if (result === null) continue;
    const details = result[2] ?? '';
    const failed =
      number(details, 'failures') + number(details, 'errors') + number(details, 'unexpected successes');
    const skipped = number(details, 'skipped') + number(details, 'expected failures');
    const note = ran === 0 ? 'Ran 0 tests' : null;
    return { passed: Math.max(0, ran - failed - skipped), failed, skipped, note };
  }
  return null;
}

function number(details: string, what: string): number {
  const found = details.split(', ').find((part) => part.startsWith(`${what}=`));
  return found === undefined ? 0 : Number(found.slice(what.length + 1));
}

function failingNames(lines: readonly string[]): string[] {
  return lines.flatMap((line, index) => {
    const name = NAMED.exec(line)?.[1];
    return name !== undefined && /^={70}$/.test(lines[index - 1] ?? '') ? [name] : [];
  });
}
