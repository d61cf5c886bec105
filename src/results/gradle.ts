import { readerOfSummaryLine } from './summary-line.ts';
import type { ResultReader } from './types.ts';

const TEST_TASK = /^(?:> Task )?:(?:[\w-]+:)*(?:test|\w+Test)((?: |WARNING).*)?$/;

const summed = readerOfSummaryLine({
  runner: 'gradle',
  alwaysSummarises: false,
  signature: null,
  opens: null,
  summary: [/^(?<total>\d+) tests? completed, (?<failed>\d+) failed(?:, (?<skipped>\d+) skipped)?$/],
  none: /^> No tests found for given includes: /,
  failing: /^(\S+ > \S.*?) FAILED$/,
});

/** Gradle. It prints counts only when a test failed, and nothing when all is well or up to date. */
export const gradle: ResultReader = {
  ...summed,
  read(output) {
    const report = summed.read(output);
    if (report.kind !== 'silent') return report;
    const tasks = output.split('\n').flatMap((line) => taskOutcome(line) ?? []);
    const isEmpty = tasks.length > 0 && tasks.every((outcome) => outcome === ' NO-SOURCE');
    return isEmpty ? { kind: 'empty', why: 'no test sources (NO-SOURCE)' } : report;
  },
};

/** What is said behind a task that runs tests; null: the line names none. */
function taskOutcome(line: string): string | null {
  const match = TEST_TASK.exec(line);
  return match === null ? null : (match[1] ?? '');
}
