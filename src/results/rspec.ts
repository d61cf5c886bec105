import { readerOfSummaryLine } from './summary-line.ts';

/** RSpec. */
export const rspec = readerOfSummaryLine({
  runner: 'rspec',
  alwaysSummarises: true,
  signature: null,
  opens: /^Finished in /,
  summary: [
    /^(?<total>\d+) examples?, (?<failed>\d+) failures?(?:, (?<skipped>\d+) pending)?(?:, (?<outside>\d+) errors? occurred outside of examples)?$/,
  ],
  none: /^No examples found\.$/,
  failing: failingNames,
});

/** `rspec FILE:LINE # description`, or with a place in brackets; the place changes with every line above it. */
function failingNames(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => {
    const [, file, description] = /^rspec '?(\S+?)(?::\d+|\[[\d:]+\])'? # (.*)$/.exec(line) ?? [];
    return file === undefined ? [] : [`${file} > ${description}`];
  });
}
