import { NOTHING, reportOf } from './suites.ts';
import type { ResultReader, Suite } from './types.ts';

const RULE = /^ {2}─$/;
const COUNT =
  /^ {2}(\d+) (?:tests? )?(passed|failed|skipped|todo|known failures?|uncaught exceptions?|unhandled rejections?|remained pending after a timeout)(?: \[.*\])?$/;
const NONE = /^ {2}✘ (?:No tests found in |Couldn.t find any (?:matching tests|files to test))/;
const PASSED = /^ {2}✔ (?!\[expected fail\])/;
const FAILED = /^ {2}✘ \[(?:fail|unexpected pass)\]: (.+?)(?: \([\d.]+m?s\))?$/;

/** AVA: counts stand behind a rule, one kind a line. */
export const ava: ResultReader = {
  runner: 'ava',
  alwaysSummarises: true,
  countsFrom: 'summary',
  readAlone: null,
  read(output) {
    const lines = output.split('\n');
    const last = lines.findLastIndex((line) => RULE.test(line));
    const counts = last < 0 ? [] : lines.slice(last + 1).flatMap((line) => countOf(line) ?? []);
    const none: Suite[] = lines.some((line) => NONE.test(line))
      ? [{ ...NOTHING, note: 'No tests found' }]
      : [];
    return reportOf([...withPassed(counts, lines), ...none], failingNames(lines));
  },
};

/** Beside failures the number of those that passed is not printed; each has its line. */
function withPassed(counts: readonly Suite[], lines: readonly string[]): readonly Suite[] {
  if (counts.length === 0 || counts.some(({ passed }) => passed > 0)) return counts;
  return [...counts, { ...NOTHING, passed: lines.filter((line) => PASSED.test(line)).length }];
}

/** Behind a title stands the message, if it is not a difference; the title alone heads the details. */
function failingNames(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => RULE.test(line));
  const headings = new Set(lines.slice(first + 1).map((line) => line.replace(/^ {2}/, '')));
  return lines.flatMap((line) => {
    const text = FAILED.exec(line)?.[1];
    if (text === undefined) return [];
    for (let end = text.length; end > 0; end = text.lastIndexOf(' ', end - 1)) {
      if (headings.has(text.slice(0, end))) return [text.slice(0, end)];
    }
    return [text];
  });
}

function countOf(line: string): Suite | null {
  const [, number, kind] = COUNT.exec(line) ?? [];
  if (kind === undefined) return null;
  const count = Number(number);
  if (kind === 'passed') return { passed: count, failed: 0, skipped: 0, note: null };
  if (kind === 'skipped' || kind === 'todo' || kind.startsWith('known')) {
    return { passed: 0, failed: 0, skipped: count, note: null };
  }
  return { passed: 0, failed: count, skipped: 0, note: null };
}
