import { readerOfSummaryLine } from './summary-line.ts';
import type { ResultReader } from './types.ts';

const FAILURES = /^ FAILURES$/;
const NAMED = /^(\S.*? => \S+?):\d+:\d+$/;
const OUTPUT = /^-+ output -+$/;
const OUTPUT_END = /^-+ output end -+$/;

const summed = readerOfSummaryLine({
  runner: 'deno',
  alwaysSummarises: true,
  signature: null,
  opens: null,
  summary: [
    /^(?:ok|FAILED) \| (?<passed>\d+) passed(?: \(\d+ steps?\))? \| (?<failed>\d+) failed(?: \(\d+ steps?\))?(?: \| (?<skipped>\d+) ignored(?: \(\d+ steps?\))?)?(?: \| \d+ (?:measured|filtered out))* \([\d.]+\S+\)$/,
  ],
  none: /^error: No test modules found$/,
  failing: failingNames,
});

/** `deno test`. */
export const deno: ResultReader = { ...summed, read: (output) => summed.read(withoutOutput(output)) };

/** What tests print stands between two lines that say so. */
function withoutOutput(text: string): string {
  const lines = text.split('\n');
  let inside = false;
  const outside = lines.filter((line) => {
    inside = OUTPUT.test(line) || (inside && !OUTPUT_END.test(line));
    return !inside;
  });
  return inside ? text : outside.join('\n');
}

/** The list behind the details, or what a filter left of both. The place changes with every line above it. */
function failingNames(lines: readonly string[]): readonly string[] {
  const list = lines.findLastIndex((line) => FAILURES.test(line));
  const names = lines.slice(list + 1).flatMap((line) => NAMED.exec(line)?.[1] ?? []);
  return list < 0 ? [...new Set(names)] : names;
}
