import { readerOfSummaryLine } from './summary-line.ts';

/**
 * Gradle. It prints counts only when a test failed, and nothing when all is well or up to date.
 * Limit: from its documentation; no output of ours stands behind it.
 */
export const gradle = readerOfSummaryLine({
  runner: 'gradle',
  alwaysSummarises: false,
  signature: null,
  opens: null,
  summary: [/^(?<total>\d+) tests? completed, (?<failed>\d+) failed(?:, (?<skipped>\d+) skipped)?$/],
  none: /^> No tests found for given includes: /,
  failing: /^(\S+ > \S.*?) FAILED$/,
});
