import { readerOfSummaryLine } from './summary-line.ts';

/** minitest and test-unit (also behind `rails test`). Limit: from its documentation; no output of ours stands behind it. */
export const minitest = readerOfSummaryLine({
  runner: 'minitest',
  alwaysSummarises: true,
  signature: /^Finished in [\d.]+ ?s/m,
  patterns: [
    /^(?<total>\d+) (?:runs|tests), \d+ assertions, (?<failed>\d+) failures, (?<errors>\d+) errors(?:, \d+ pendings, \d+ omissions, \d+ notifications)?(?:, (?<skipped>\d+) skips)?$/,
  ],
  none: null,
  failing: /^ *(?:Failure|Error): ?([\w:]+#\w+|test\w*\(\w+\))/,
});
