import { outermostSessions, reportOf } from './suites.ts';
import type { ResultReader, Suite } from './types.ts';

const HEADER = /^ (?:RUN|DEV) +v\d/;
const FILES = /^ Test Files +(.+)$/;
const TESTS = /^ {6}Tests +(.+)$/;
const ERRORS = /^ {5}Errors +(\d+) errors?$/;
const NONE = /^No test files found, exiting with code \d$/;
const FAILED_SUITES = /Failed Suites (\d+)/;
/** A project's name stands in a coloured field, or between bars. */
const NAMED = /^ FAIL {1,2}(?: (\S+) {2})?(\S.*)$/;

/** Vitest with the reporters that people read (default, verbose, dot, tree, basic). */
export const vitest: ResultReader = {
  runner: 'vitest',
  alwaysSummarises: true,
  countsFrom: 'summary',
  readAlone: null,
  read(output) {
    const lines = output.split('\n');
    const suites = outermostSessions(lines, {
      begins: (line) => HEADER.test(line),
      ends: (_, index) => suiteAt(lines, index),
    });
    return reportOf(suites, failingNames(lines));
  },
};

/** `Test Files` and, right behind it, `Tests`: a console.log of one of the two is no summary. */
function suiteAt(lines: readonly string[], index: number): Suite | null {
  if (NONE.test(lines[index] ?? '')) return { passed: 0, failed: 0, skipped: 0, note: 'no test files found' };
  const files = FILES.exec(lines[index - 1] ?? '')?.[1];
  const tests = TESTS.exec(lines[index] ?? '')?.[1];
  if (files === undefined || tests === undefined) return null;
  const of = (text: string, kind: string) =>
    Number(new RegExp(String.raw`(?:^|\| )(\d+) ${kind}`).exec(text)?.[1] ?? 0);
  const errors = Number(ERRORS.exec(lines[index + 1] ?? '')?.[1] ?? 0);
  const failed = of(tests, 'failed') + suitesFailed(lines, index) + errors;
  return {
    passed: of(tests, 'passed'),
    failed: failed === 0 ? of(files, 'failed') : failed,
    skipped: of(tests, 'skipped') + of(tests, 'todo') + of(tests, 'expected fail'),
    note: tests === 'no tests' ? 'no tests' : null,
  };
}

/** Files that could not be loaded are no tests, but they failed. */
function suitesFailed(lines: readonly string[], before: number): number {
  for (let index = before - 2; index >= 0; index -= 1) {
    if (HEADER.test(lines[index] ?? '') || TESTS.test(lines[index] ?? '')) return 0;
    const number = FAILED_SUITES.exec(lines[index] ?? '')?.[1];
    if (number !== undefined) return Number(number);
  }
  return 0;
}

function nameIn(line: string): string | undefined {
  const [, project, name] = NAMED.exec(line) ?? [];
  const title = name?.replace(/ \[ \S.* \]$/, '');
  return title === undefined || project === undefined ? title : `|${project}| ${title}`;
}

/** An empty line or another name stands above a name, unless a filter took it; a message can hold any line. */
function failingNames(lines: readonly string[]): string[] {
  const all: string[] = [];
  const own: string[] = [];
  let above = '';
  for (const line of lines) {
    const name = nameIn(line);
    if (name !== undefined) all.push(name);
    if (name !== undefined && (above === '' || above === 'name')) own.push(name);
    above = name !== undefined && above !== 'other' ? 'name' : line === '' ? '' : 'other';
  }
  return own.length > 0 ? own : all;
}
