import { readerOfSummaryLine } from './summary-line.ts';

/** RSpec. Limit: from its documentation; no output of ours stands behind it. */
export const rspec = readerOfSummaryLine({
  runner: 'rspec',
  alwaysSummarises: true,
  signature: null,
  patterns: [
    /^(?<total>\d+) examples?, (?<failed>\d+) failures?(?:, (?<skipped>\d+) pending)?(?:, (?<errors>\d+) errors? occurred outside of examples)?$/,
  ],
  none: /^No examples found\.$/,
  failing: /^rspec (\S+?:\d+|'[^']*'\[[\d:]+\]) # /,
});
