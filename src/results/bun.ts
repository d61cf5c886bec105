import { reportOf } from './suites.ts';
import type { ResultReader, Suite } from './types.ts';

const RAN = /^Ran (\d+) tests? across \d+ files?\. \[[\d.]+m?s\]$/;
const COUNT = /^ (\d+) (pass|fail|skip|todo|errors?)$/;
const FAILED = /^(?:\(fail\)|✗) (.+?)(?: \[[\d.]+m?s\])?$/;

/** `bun test`. Limit: from its documentation; no output of ours stands behind it. */
export const bun: ResultReader = {
  runner: 'bun',
  alwaysSummarises: false,
  countsFrom: 'summary',
  readAlone: null,
  read(output) {
    const lines = output.split('\n');
    return reportOf(
      lines.flatMap((_, index) => suiteAt(lines, index) ?? []),
      lines.flatMap((line) => FAILED.exec(line)?.[1] ?? []),
    );
  },
};

/** The counts stand above the line with the total. */
function suiteAt(lines: readonly string[], index: number): Suite | null {
  if (!RAN.test(lines[index] ?? '')) return null;
  const suite = { passed: 0, failed: 0, skipped: 0 };
  for (const line of lines.slice(Math.max(0, index - 7), index)) {
    const [, number, kind = ''] = COUNT.exec(line) ?? [];
    if (kind === 'pass') suite.passed = Number(number);
    else if (kind === 'fail' || kind.startsWith('error')) suite.failed += Number(number);
    else if (kind !== '') suite.skipped += Number(number);
  }
  return { ...suite, note: null };
}
