import { reportOf } from './suites.ts';
import type { ResultReader, Suite } from './types.ts';

const RULE = /^ {2}─$/;
const COUNT =
  /^ {2}(\d+) (?:tests? )?(passed|failed|skipped|todo|known failures?|uncaught exceptions?|unhandled rejections?)(?: \[.*\])?$/;
const NONE = /^ {2}✘ No tests found in /;
const FAILED = /^ {2}✘ \[fail\]: (.+?)(?: \([\d.]+m?s\))?$/;

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
      ? [{ passed: 0, failed: 0, skipped: 0, note: 'No tests found' }]
      : [];
    return reportOf(
      [...counts, ...none],
      lines.flatMap((line) => FAILED.exec(line)?.[1] ?? []),
    );
  },
};

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
