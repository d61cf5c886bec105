import { readerOfSummaryLine } from './summary-line.ts';

/** gotestsum. Limit: from its documentation; no output of ours stands behind it. */
export const gotestsum = readerOfSummaryLine({
  runner: 'gotestsum',
  alwaysSummarises: true,
  signature: null,
  patterns: [
    /^DONE (?:\d+ runs, )?(?<total>\d+) tests?(?:, (?<skipped>\d+) skipped)?(?:, (?<failed>\d+) failures?)?(?:, (?<errors>\d+) errors?)? in [\d.]+s$/,
  ],
  none: null,
  failing: /^=== (?:RE-RUN \d+ )?FAIL: (\S+ \S+) \(/,
});
