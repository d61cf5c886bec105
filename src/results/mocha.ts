import { reportOf } from './suites.ts';
import type { ResultReader, Suite } from './types.ts';

const PASSING = /^ {2}(\d+) passing \([\d.]+(?:ms|s|m|h)\)$/;
const OTHER = /^ {2}(\d+) (pending|failing)$/;
const TITLE = /^ {2}\d+\) (.*?)(:?)$/;

/** Mocha (and Cypress, which prints the same) with the reporters that people read. */
export const mocha: ResultReader = {
  runner: 'mocha',
  alwaysSummarises: true,
  countsFrom: 'summary',
  readAlone: null,
  read(output) {
    const lines = output.split('\n');
    const starts = lines.flatMap((line, index) => (PASSING.test(line) ? [index] : []));
    const suites = starts.map((start) => suiteAt(lines, start));
    return reportOf(suites, starts[0] === undefined ? [] : failingNames(lines.slice(starts[0])));
  },
};

function suiteAt(lines: readonly string[], start: number): Suite {
  const suite: Suite = {
    passed: Number(PASSING.exec(lines[start] ?? '')?.[1]),
    failed: 0,
    skipped: 0,
    note: null,
  };
  let [failed, skipped] = [0, 0];
  for (const line of lines.slice(start + 1, start + 3)) {
    const [, number, kind] = OTHER.exec(line) ?? [];
    if (kind === 'failing') failed = Number(number);
    if (kind === 'pending') skipped = Number(number);
  }
  return { ...suite, failed, skipped };
}

/** Behind the counts: `  1) outer` / `       inner:`; the last line of a title ends with a colon. */
function failingNames(lines: readonly string[]): string[] {
  const names: string[] = [];
  lines.forEach((line, index) => {
    const [, first, colon] = TITLE.exec(line) ?? [];
    if (first === undefined) return;
    const title = [first];
    for (let next = index + 1; colon === '' && next < Math.min(index + 20, lines.length); next += 1) {
      const part = (lines[next] ?? '').trim();
      title.push(part.replace(/:$/, ''));
      if (part.endsWith(':') || part === '') break;
    }
    names.push(title.join(' > '));
  });
  return names;
}
