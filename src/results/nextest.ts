import { reportOf } from './suites.ts';
import type { ResultReader, Suite } from './types.ts';

const SUMMARY = /^ *Summary \[ *[\d.]+s\] (?:\d+\/)?(\d+) tests? run: (.*)$/;
const NONE = /^error: no tests to run$/;
const FAILED = /^ *(?:TRY \d+ )?(?:FAIL|TIMEOUT|SIG[A-Z]+|ABORT) \[ *[\d.]+s\] (?:\( *\d+\/\d+\) )?(.+)$/;

/** cargo-nextest. Limit: from its documentation; no output of ours stands behind it. */
export const nextest: ResultReader = {
  runner: 'nextest',
  alwaysSummarises: true,
  countsFrom: 'summary',
  readAlone: null,
  read(output) {
    const lines = output.split('\n');
    return reportOf(
      lines.flatMap((line) => suiteOf(line) ?? []),
      lines.flatMap((line) => FAILED.exec(line)?.[1] ?? []),
    );
  },
};

function suiteOf(line: string): Suite | null {
  if (NONE.test(line)) return { passed: 0, failed: 0, skipped: 0, note: 'no tests to run' };
  const details = SUMMARY.exec(line)?.[2];
  if (details === undefined) return null;
  const of = (kind: string) => Number(new RegExp(String.raw`(?:^|, )(\d+) ${kind}`).exec(details)?.[1] ?? 0);
  const failed = of('failed') + of('timed out') + of('exec failed');
  return { passed: of('passed'), failed, skipped: of('skipped'), note: null };
}
