import { numbersIn } from './numbers.ts';
import { readerOfSummaryLine } from './summary-line.ts';
import type { Suite } from './types.ts';

const OK = /^OK \((\d+) tests?, \d+ assertions?\)$/;
const NUMBERS = /^(Tests: \d+, Assertions: \d+.*)\.$/;
const PEST = /^ +Tests: +(\d+ .*) \(\d+ assertions?\)$/;
const SECTION = /^There (?:was|were) \d+ (.+):$/;
const ENTRY = /^(\d+)\) (.+)$/;

/** PHPUnit, and Pest and `artisan test`, which sum up in their own way. */
export const phpunit = readerOfSummaryLine({
  runner: 'phpunit',
  alwaysSummarises: true,
  signature: null,
  opens: /^Time: [\d:.]+(?: \w+)?, Memory: /,
  summary: suiteAt,
  none: /^No tests executed!$|^ +INFO {2}No tests found\.$/,
  failing: failingNames,
});

function suiteAt(lines: readonly string[], index: number): Suite | null {
  const line = lines[index] ?? '';
  const ok = OK.exec(line)?.[1];
  if (ok !== undefined) return { passed: Number(ok), failed: 0, skipped: 0, note: null };
  const numbers = numbersIn(NUMBERS.exec(line)?.[1] ?? PEST.exec(line)?.[1] ?? '');
  if (numbers === null) return null;
  const of = (...names: string[]) => names.reduce((sum, name) => sum + (numbers.get(name) ?? 0), 0);
  // Until PHPUnit 9 a warning is a test that could not run; later it is something that a test triggered.
  const warned = lines[index - 1] === 'WARNINGS!' ? of('warning') : 0;
  const failed = of('error', 'failure', 'failed');
  const skipped = of('skipped', 'incomplete', 'todo') + warned;
  const passed = numbers.get('passed') ?? Math.max(0, of('test') - failed - skipped);
  return { passed, failed, skipped, note: null };
}

/** Errors and failures are numbered, each kind for itself; so are warnings and risky tests, which have not failed. */
function failingNames(lines: readonly string[]): readonly string[] {
  const names: string[] = [];
  let counted = true;
  let last: number | null = null;
  for (const line of lines) {
    const section = SECTION.exec(line)?.[1];
    if (section !== undefined) {
      counted = /^(?:errors?|failures?)$/.test(section);
      last = 0;
    }
    const [, number, name] = ENTRY.exec(line) ?? [];
    if (
      name === undefined ||
      !counted ||
      (last === null ? !name.includes('::') : Number(number) !== last + 1)
    )
      continue;
    names.push(name);
    last = last === null ? null : last + 1;
  }
  return names;
}
