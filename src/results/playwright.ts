import { reportOf } from './suites.ts';
import type { ResultReader, Suite } from './types.ts';

const COUNT = /^ {2}(\d+) (passed|failed|skipped|flaky|did not run|interrupted)(?: \([\d.]+(?:ms|s|m|h)\))?$/;
/** Other programs count in that form too. */
const SIGNATURE =
  /^(?: {2}\d+ (?:passed|flaky) \([\d.]+(?:ms|s|m|h)\)| {4}\[.+\] › .+|Running \d+ tests? using \d+ workers?|Error: No tests found.*)$/;
const NONE = /^Error: No tests found/;
const FAILED = /^ {4}(\[.+\] › .+|\S+\.[cm]?[jt]sx?:\d+:\d+ › .+?) ─*$/;

/** Playwright's own runner. Limit: from its documentation; no output of ours stands behind it. */
export const playwright: ResultReader = {
  runner: 'playwright',
  alwaysSummarises: true,
  countsFrom: 'summary',
  readAlone: null,
  read(output) {
    const lines = output.split('\n');
    if (!lines.some((line) => SIGNATURE.test(line))) return { kind: 'silent' };
    const counts = lines.flatMap((line) => countOf(line) ?? []);
    return reportOf(
      counts,
      lines.flatMap((line) => FAILED.exec(line)?.[1] ?? []),
    );
  },
};

function countOf(line: string): Suite | null {
  if (NONE.test(line)) return { passed: 0, failed: 0, skipped: 0, note: 'No tests found' };
  const [, number, kind] = COUNT.exec(line) ?? [];
  const count = Number(number);
  switch (kind) {
    case 'passed':
    case 'flaky':
      return { passed: count, failed: 0, skipped: 0, note: null };
    case 'failed':
    case 'interrupted':
      return { passed: 0, failed: count, skipped: 0, note: null };
    case 'skipped':
    case 'did not run':
      return { passed: 0, failed: 0, skipped: count, note: null };
    default:
      return null;
  }
}
