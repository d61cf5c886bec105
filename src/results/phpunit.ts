import { readerOfSummaryLine } from './summary-line.ts';

/** PHPUnit, and Pest and `artisan test`, which sum up in their own way. Limit: from its documentation; no output of ours stands behind it. */
export const phpunit = readerOfSummaryLine({
  runner: 'phpunit',
  alwaysSummarises: true,
  signature: null,
  patterns: [
    /^OK \((?<total>\d+) tests?, \d+ assertions?\)$/,
    /^Tests: (?<total>\d+), Assertions: \d+(?:, Errors: (?<errors>\d+))?(?:, Failures: (?<failed>\d+))?(?:, (?:PHPUnit )?(?:Warnings|Deprecations|Notices): \d+)*(?:, Skipped: (?<skipped>\d+))?(?:, (?:Incomplete|Risky|(?:PHPUnit )?(?:Warnings|Deprecations|Notices)): \d+)*\.$/,
    /^ +Tests: +(?=(?:.*?(?<failed>\d+) failed)?)(?=(?:.*?(?<skipped>\d+) skipped)?)(?=(?:.*?(?<passed>\d+) passed)?).*\(\d+ assertions?\)$/,
  ],
  none: /^No tests executed!$|^ +INFO {2}No tests found\.$/,
  failing: /^\d+\) (\S+::\S.*)$/,
});
