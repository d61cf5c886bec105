import { reportOf, withNamesInPart } from './suites.ts';
import type { ResultReader, Suite } from './types.ts';

const SUITES = /^Test Suites: +(.+)$/;
const TESTS = /^Tests: +(.+)$/;
const NONE = /^No tests found(?: related to files changed since last commit\.|, exiting with code \d)/;
const FILE = /^ ?(?:FAIL|PASS) +(.+?)(?: \([\d.]+ m?s\))?$/;
const NAMED = /^ {2}● (.+)$/;
const NOT_RUN = 'Test suite failed to run';

/** Jest. */
export const jest: ResultReader = {
  runner: 'jest',
  alwaysSummarises: true,
  countsFrom: 'summary',
  readAlone: null,
  read(output) {
    const lines = output.split('\n');
    // With many files all failures are listed once more.
    const found = failingNames(lines);
    const names = new Set(found.map(({ name }) => name));
    const marks = lines.flatMap((line, index) => (line === `  ● ${NOT_RUN}` ? [index] : []));
    const report = reportOf(
      lines.flatMap((_, index) => suiteAt(lines, index, marks) ?? []),
      names,
    );
    return found.some(({ file }) => file === null) ? withNamesInPart(report) : report;
  },
};

/** `Test Suites:` and, right behind it, `Tests:`. `notRun`: where files are said that could not be loaded; used up. */
function suiteAt(lines: readonly string[], index: number, notRun: number[]): Suite | null {
  if (NONE.test(lines[index] ?? '')) return { passed: 0, failed: 0, skipped: 0, note: 'no tests found' };
  const suites = SUITES.exec(lines[index - 1] ?? '')?.[1];
  const tests = TESTS.exec(lines[index] ?? '')?.[1];
  if (suites === undefined || tests === undefined) return null;
  const of = (text: string, kind: string) =>
    Number(new RegExp(String.raw`(?:^|, )(\d+) ${kind}`).exec(text)?.[1] ?? 0);
  const before = notRun.findIndex((mark) => mark > index);
  const failed = of(tests, 'failed') + notRun.splice(0, before < 0 ? notRun.length : before).length;
  return {
    passed: of(tests, 'passed'),
    failed: failed === 0 ? of(suites, 'failed') : failed,
    skipped: of(tests, 'skipped') + of(tests, 'todo'),
    note: of(tests, 'total') === 0 ? '0 tests' : null,
  };
}

function failingNames(lines: readonly string[]): { file: string | null; name: string }[] {
  const names: { file: string | null; name: string }[] = [];
  let file: string | null = null;
  for (const line of lines) {
    file = FILE.exec(line)?.[1] ?? file;
    const name = NAMED.exec(line)?.[1];
    if (name === undefined || name.startsWith('Console')) continue;
    const suite = name === NOT_RUN ? '' : ` › ${name}`;
    names.push({ file, name: file === null ? name : `${file.replace(/^\.\//, '')}${suite}` });
  }
  return names;
}
