import { readerOfSummaryLine } from './summary-line.ts';

/** `deno test`. Limit: from its documentation; no output of ours stands behind it. */
export const deno = readerOfSummaryLine({
  runner: 'deno',
  alwaysSummarises: true,
  signature: null,
  opens: null,
  summary: [
    /^(?:ok|FAILED) \| (?<passed>\d+) passed(?: \(\d+ steps?\))? \| (?<failed>\d+) failed(?: \(\d+ steps?\))?(?: \| (?<skipped>\d+) ignored(?: \(\d+ steps?\))?)?(?: \| \d+ (?:measured|filtered out))* \([\d.]+\S+\)$/,
  ],
  none: /^error: No test modules found$/,
  failing: /^(\S.*? => \S+:\d+:\d+)$/,
});
