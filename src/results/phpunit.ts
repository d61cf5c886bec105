import { readerOfSummaryLine } from './summary-line.ts';

/** PHPUnit. Limit: from its documentation; no output of ours stands behind it. */
export const phpunit = readerOfSummaryLine({
  runner: 'phpunit',
  alwaysSummarises: true,
  signature: null,
  patterns: [
    /^OK \((?<total>\d+) tests?, \d+ assertions?\)$/,
    /^Tests: (?<total>\d+), Assertions: \d+(?:, Errors: (?<errors>\d+))?(?:, Failures: (?<failed>\d+))?(?:, (?:PHPUnit )?(?:Warnings|Deprecations|Notices): \d+)*(?:, Skipped: (?<skipped>\d+))?(?:, (?:Incomplete|Risky|(?:PHPUnit )?(?:Warnings|Deprecations|Notices)): \d+)*\.$/,
  ],
  none: /^No tests executed!$/,
  failing: /^\d+\) (\S+::\S.*)$/,
});
