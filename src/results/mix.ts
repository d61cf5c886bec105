import { readerOfSummaryLine } from './summary-line.ts';

/** Elixir's `mix test` (ExUnit). Limit: from its documentation; no output of ours stands behind it. */
export const mix = readerOfSummaryLine({
  runner: 'mix',
  alwaysSummarises: true,
  signature: /^Finished in [\d.]+ seconds/m,
  patterns: [
    /^(?:\d+ doctests?, )?(?:\d+ propert(?:y|ies), )?(?<total>\d+) tests?, (?<failed>\d+) failures?(?:, (?:\d+) excluded)?(?:, (?<errors>\d+) invalid)?(?:, (?<skipped>\d+) skipped)?$/,
  ],
  none: /^There are no tests to run$/,
  failing: /^ {2}\d+\) ((?:test|property|doctest) .+ \(\S+\))$/,
});
