import { readerOfSummaryLine } from './summary-line.ts';

/** `dotnet test` (VSTest's console). -q prints nothing. Limit: from its documentation; no output of ours stands behind it. */
export const dotnet = readerOfSummaryLine({
  runner: 'dotnet',
  alwaysSummarises: false,
  signature: null,
  opens: null,
  summary: [
    /^(?:Passed|Failed|Skipped)! +- Failed: +(?<failed>\d+), Passed: +(?<passed>\d+), Skipped: +(?<skipped>\d+), Total: +\d+, Duration: /,
    /^Test summary: total: (?<total>\d+), failed: (?<failed>\d+), succeeded: (?<passed>\d+), skipped: (?<skipped>\d+), duration: /,
  ],
  none: /^No test (?:is available|matches the given testcase filter)/,
  failing: /^ {2}Failed (\S.*?) \[[^\]]+\]$/,
});
