import { readerOfSummaryLine } from './summary-line.ts';

/** bats in its pretty form; its TAP is read by the TAP reader. */
export const bats = readerOfSummaryLine({
  runner: 'bats',
  alwaysSummarises: true,
  signature: /^(?: [✓✗-] |0 tests, )/m,
  opens: null,
  summary: [
    /^(?<total>\d+) tests?, (?<failed>\d+) failures?(?:, (?<skipped>\d+) skipped)?(?: in [\d.]+ seconds?)?$/,
  ],
  none: null,
  failing: /^ ✗ (.+?)(?: \[\d+\])?$/,
});
