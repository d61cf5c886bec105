/** A test's result, as `go test` prints it. */
export type GoResult = { outcome: 'PASS' | 'FAIL' | 'SKIP'; name: string };

type Line = GoResult & { depth: number };

const RUN = /^=== RUN +(\S+)$/;
const NESTED = /^( +)--- (PASS|FAIL|SKIP): (\S+) \(\d+\.\d+s\)$/;
/** Text that a test left without an end of line can stand before it. */
const TOP = /^(?! )(.*)--- (PASS|FAIL|SKIP): (\S+) \(\d+\.\d+s\)$/;

/**
 * The runner's own lines, told from those that a test printed. With -v a test's output stands between its start and its
 * result: results in between are those of other tests that were started, and no package ends there. A subtest's result is
 * indented below its parent's; what a test logged is indented likewise, but has no such name.
 */
export function resultsOf(lines: readonly string[]): {
  at: (index: number) => GoResult | null;
  isPrinted: (index: number) => boolean;
} {
  const started = startedTests(lines);
  const results = new Map<number, GoResult>();
  let parents: string[] = [];
  lines.forEach((line, index) => {
    const found = lineOf(line);
    if (found === null) return;
    const parent = parents[found.depth - 1];
    const isOwn =
      found.depth === 0
        ? started.ends.has(index) || (!started.inside(index) && (started.none || line.startsWith('---')))
        : parent !== undefined && found.name.startsWith(`${parent}/`);
    if (!isOwn) return;
    parents = [...parents.slice(0, found.depth), found.name];
    results.set(index, found);
  });
  return { at: (index) => results.get(index) ?? null, isPrinted: started.inside };
}

function lineOf(line: string): Line | null {
  if (!line.endsWith('s)')) return null;
  const [, before = '', outcome, name] = NESTED.exec(line) ?? TOP.exec(line) ?? [];
  if (name === undefined || (outcome !== 'PASS' && outcome !== 'FAIL' && outcome !== 'SKIP')) return null;
  const depth = line.startsWith(' ') ? before.length / 4 : 0;
  return Number.isInteger(depth) ? { outcome, name, depth } : null;
}

/** `ends`: lines with the result of a test that was started; `inside`: whether a line stands between such a start and its end. */
type Started = { none: boolean; ends: ReadonlySet<number>; inside: (index: number) => boolean };

function startedTests(lines: readonly string[]): Started {
  const open = new Map<string, number>();
  const ends = new Set<number>();
  const steps = new Int32Array(lines.length + 1);
  let none = true;
  lines.forEach((line, index) => {
    const started = RUN.exec(line)?.[1];
    if (started !== undefined) open.set(started, index);
    none &&= started === undefined;
    const ended = open.size > 0 ? lineOf(line) : null;
    const start = ended?.depth === 0 ? open.get(ended.name) : undefined;
    if (ended === null || start === undefined) return;
    open.delete(ended.name);
    ends.add(index);
    steps[start + 1] = (steps[start + 1] ?? 0) + 1;
    steps[index] = (steps[index] ?? 0) - 1;
  });
  for (let index = 1; index < steps.length; index += 1)
    steps[index] = (steps[index] ?? 0) + (steps[index - 1] ?? 0);
  return { none, ends, inside: (index) => (steps[index] ?? 0) > 0 };
}
