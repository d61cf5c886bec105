import { reportOf } from './suites.ts';
import type { ResultReader, Suite } from './types.ts';

const PASSING = /^ {2}(\d+) passing \([\d.]+(?:ms|s|m|h)\)$/;
const OTHER = /^ {2}(\d+) (pending|failing)$/;
const TITLE = /^ {2}(\d+)\) (.*?)(:?)$/;

/** Mocha (and Cypress, which prints the same) with the reporters that people read. */
export const mocha: ResultReader = {
  runner: 'mocha',
  alwaysSummarises: true,
  countsFrom: 'summary',
  readAlone: null,
  read(output) {
    const lines = output.split('\n');
    const starts = startsOf(lines);
    const suites = starts.map((start) => suiteAt(lines, start));
    const names = starts.flatMap((start, index) => failingNames(lines.slice(start, starts[index + 1])));
    return reportOf(suites, names);
  },
};

/** Empty lines stand around the counts, unless a filter took them; titles and what tests print have other lines below. */
function startsOf(lines: readonly string[]): number[] {
  const all = lines.flatMap((line, index) => (PASSING.test(line) ? [index] : []));
  const ends = (line: string | undefined) => line === undefined || line === '' || OTHER.test(line);
  const own = all.filter((index) => lines[index - 1] === '' && ends(lines[index + 1]));
  return own.length > 0 ? own : all;
}

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

/** Behind the counts, numbered: `  1) outer` / `       inner:`; the last line of a title ends with a colon. */
function failingNames(lines: readonly string[]): string[] {
  const names: string[] = [];
  lines.forEach((line, index) => {
    const [, number, first, colon] = TITLE.exec(line) ?? [];
    if (first === undefined || Number(number) !== names.length + 1) return;
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
