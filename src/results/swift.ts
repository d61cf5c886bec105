import { readerOfSummaryLine } from './summary-line.ts';

/** Swift Testing's closing line. Limit: XCTest's nested suites are not read; from its documentation. */
export const swift = readerOfSummaryLine({
  runner: 'swift',
  alwaysSummarises: false,
  signature: null,
  opens: null,
  summary: [
    /^\S+ +Test run with (?<total>\d+) tests?(?: in \d+ suites?)? passed after /,
    /^\S+ +Test run with \d+ tests?(?: in \d+ suites?)? failed after [\d.]+ seconds with (?<failed>\d+) issues?\.$/,
  ],
  none: null,
  failing: /^\S+ +Test (.+?) failed after /,
});
