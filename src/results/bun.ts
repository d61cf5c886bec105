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
  runner: 'bun-test',
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

type Ran = { from: number; at: number };

/** Of what stands behind a header the last line with a total is the runner's own. */
function suitesOf(lines: readonly string[]): Suite[] {
  const headed: (Ran | null)[] = [];
  const all: Ran[] = [];
  let from = 0;
  lines.forEach((line, at) => {
    if (HEADER.test(line)) {
      headed.push(null);
      from = at + 1;
    }
    if (!RAN.test(line)) return;
    all.push({ from, at });
    if (headed.length > 0) headed.splice(-1, 1, { from, at });
    else from = at + 1;
  });
  const own = headed.filter((ran) => ran !== null);
  return (own.length > 0 ? own : all).map((ran) => suiteAbove(lines, ran));
}

/** The counts and what stands between them. */
const MOST_COUNTS = 12;

/** An error outside of a test is among those that failed. With --bail no counts are printed; what failed has its line. */
function suiteAbove(lines: readonly string[], { from, at }: Ran): Suite {
  const counts = new Map<string, number>();
  const first = Math.max(from, at - MOST_COUNTS);
  for (let index = at - 1; index >= first && lines[index] !== ''; index -= 1) {
    const [, number, kind] = COUNT.exec(lines[index] ?? '') ?? [];
    if (kind !== undefined) counts.set(kind === 'errors' ? 'error' : kind, Number(number));
  }
  const of = (kind: string) => counts.get(kind) ?? 0;
  const failed = counts.has('pass')
    ? Math.max(of('fail'), of('error'))
    : failingNames(lines.slice(from, at)).length;
  const total = Number(RAN.exec(lines[at] ?? '')?.[1]);
  return {
    passed: counts.get('pass') ?? Math.max(0, total - failed),
    failed,
    skipped: of('skip') + of('todo'),
    note: null,
  };
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
