import { readerOfSummaryLine } from './summary-line.ts';

const ENTRY = /^(\d+)\) (.+)$/;

/** Jasmine. */
export const jasmine = readerOfSummaryLine({
  runner: 'jasmine',
  alwaysSummarises: true,
  signature: /^Finished in [\d.]+ seconds?$/m,
  opens: /^Started$/,
  summary: [/^(?<total>\d+) specs?, (?<failed>\d+) failures?(?:, (?<skipped>\d+) pending specs?)?$/],
  none: /^Incomplete: No specs found$/,
  failing: failingNames,
});

/** Numbered; the pending ones are numbered in a list of their own. */
function failingNames(lines: readonly string[]): readonly string[] {
  const names: string[] = [];
  let inside = false;
  let last = 0;
  for (const line of lines) {
    if (line === 'Failures:' || line === 'Pending:') [inside, last] = [line === 'Failures:', 0];
    const [, number, name] = ENTRY.exec(line) ?? [];
    if (!inside || name === undefined || Number(number) !== last + 1) continue;
    names.push(name);
    last += 1;
  }
  return names;
}
