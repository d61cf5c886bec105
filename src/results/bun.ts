import { reportOf, withNamesInPart } from './suites.ts';
import type { ResultReader, Suite } from './types.ts';

const HEADER = /^bun test v\d/;
const RAN = /^Ran (\d+) tests? across \d+ files?\. \[[\d.]+m?s\]$/;
const COUNT = /^ ?(\d+) (\S.*)$/;
const NONE = /^(?:No tests found!|error: regex .* matched 0 tests\..*)$/;
const FILE = /^(?:::group::)?(\S.*\.[cm]?[jt]sx?):$/;
const FAILED = /^(?:\(fail\)|✗) (.+?)(?: \[[\d.]+m?s\])?$/;
const BETWEEN = '# Unhandled error between tests';

/** `bun test`. */
export const bun: ResultReader = {
  runner: 'bun',
  alwaysSummarises: true,
  countsFrom: 'summary',
  readAlone: null,
  read(output) {
    const lines = output.split('\n');
    const none = lines.flatMap((line) => (NONE.test(line) ? [nothing(line)] : []));
    const found = failingNames(lines);
    const report = reportOf(
      [...suitesOf(lines), ...none],
      found.map(({ name }) => name),
    );
    return found.some(({ file }) => file === null) ? withNamesInPart(report) : report;
  },
};

function nothing(line: string): Suite {
  return { passed: 0, failed: 0, skipped: 0, note: line.replace(/ \[[\d.]+m?s\]$/, '') };
}

/** Of what stands behind a header the last line with a total is the runner's own. */
function suitesOf(lines: readonly string[]): Suite[] {
  const headed: (number | null)[] = [];
  const all: number[] = [];
  lines.forEach((line, index) => {
    if (HEADER.test(line)) headed.push(null);
    if (!RAN.test(line)) return;
    all.push(index);
    if (headed.length > 0) headed.splice(-1, 1, index);
  });
  const own = headed.filter((index) => index !== null);
  return (own.length > 0 ? own : all).map((index) => suiteAbove(lines, index));
}

/** An error outside of a test is among those that failed. With --bail no counts are printed; what failed has its line. */
function suiteAbove(lines: readonly string[], ran: number): Suite {
  const counts = new Map<string, number>();
  for (let index = ran - 1; index >= 0 && lines[index] !== ''; index -= 1) {
    const [, number, kind] = COUNT.exec(lines[index] ?? '') ?? [];
    if (kind !== undefined) counts.set(kind === 'errors' ? 'error' : kind, Number(number));
  }
  if (!counts.has('pass')) return suiteOfLines(lines, ran);
  const of = (kind: string) => counts.get(kind) ?? 0;
  return {
    passed: of('pass'),
    failed: Math.max(of('fail'), of('error')),
    skipped: of('skip') + of('todo'),
    note: null,
  };
}

function suiteOfLines(lines: readonly string[], ran: number): Suite {
  const start = lines.findLastIndex((line, index) => index < ran && HEADER.test(line));
  const failed = failingNames(lines.slice(start + 1, ran)).length;
  const total = Number(RAN.exec(lines[ran] ?? '')?.[1]);
  return { passed: Math.max(0, total - failed), failed, skipped: 0, note: null };
}

/** A file's name stands above its tests; the second line of a message can hold anything. */
function failingNames(lines: readonly string[]): { file: string | null; name: string }[] {
  const names: { file: string | null; name: string }[] = [];
  let file: string | null = null;
  lines.forEach((line, index) => {
    file = FILE.exec(line)?.[1] ?? file;
    if (line === BETWEEN && file !== null) names.push({ file, name: file });
    const name = lines[index - 1]?.startsWith('error: ') === true ? undefined : FAILED.exec(line)?.[1];
    if (name !== undefined) names.push({ file, name: file === null ? name : `${file} > ${name}` });
  });
  return names;
}
