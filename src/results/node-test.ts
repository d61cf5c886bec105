import { reportOf } from './suites.ts';
import type { ResultReader, Suite } from './types.ts';

const COUNT = /^(?:#|ℹ) (tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) ([\d.]+)$/;
const FAILED = /^✖ (.+?) \([\d.]+ms\)$/;
const TIMED = / \([\d.]+ms\)(?: # .*)?$/;
/** Node 18 gives whole addresses, which are others in another place. */
const PLACE = /^test at (?:file:.*\/)?(.+?):\d+:\d+$/;
const TAP_POINT = /^( *)not ok \d+ - (.+?)$/;
const TAP_LOCATION = /^ *location: '(?:.*[/\\])?([^/\\]+):\d+:\d+'$/;
const TAP_GROUP = /^ *failureType: 'subtestsFailed'$/;
const FILE_PASSED = /^(?:✔ (.+) \([\d.]+ms\)|ok \d+ - (.+))$/;
const FILE = /\.[cm]?[jt]sx?$/;
const SECTION = /^✖ failing tests:$/;

/** Node's own runner: reporters spec, tap and dot. */
export const nodeTest: ResultReader = {
  runner: 'node-test',
  alwaysSummarises: true,
  countsFrom: 'lines',
  readAlone(output) {
    const lines = output.split('\n');
    return reportOf(dots(lines), dotNames(lines));
  },
  read(output) {
    const lines = output.split('\n');
    const names = [...new Set([...specNames(lines), ...tapNames(lines)])];
    return reportOf(asListed(suitesOf(lines), names.length), names);
  },
};

/** A test that fails because of its subtests is counted by Node and not listed; a suite whose hook failed, the other way round. */
function asListed(suites: readonly Suite[], listed: number): readonly Suite[] {
  const [only, ...more] = suites;
  return only === undefined || more.length > 0 || listed === 0 ? suites : [{ ...only, failed: listed }];
}

/** The block from `tests` to `duration_ms` (Node 18 has no `suites`); words of the same form that a test prints make no whole block. */
function suitesOf(lines: readonly string[]): Suite[] {
  const suites: Suite[] = [];
  let open: Map<string, number> | null = null;
  for (const line of lines) {
    const [, what, number] = COUNT.exec(line) ?? [];
    if (what === undefined) {
      open = null;
      continue;
    }
    if (what === 'tests') open = new Map();
    open?.set(what, Number(number));
    if (what !== 'duration_ms' || open === null || open.size < 7) continue;
    suites.push(suiteOf(open));
    open = null;
  }
  return withoutFiles(suites, lines);
}

function suiteOf(counts: ReadonlyMap<string, number>): Suite {
  const of = (what: string) => counts.get(what) ?? 0;
  const failed = of('fail') + of('cancelled');
  return { passed: of('pass'), failed, skipped: of('skipped') + of('todo'), note: null };
}

/** A file without a single test (or that ended itself before its tests) counts for Node as a test that passed. */
function withoutFiles(suites: readonly Suite[], lines: readonly string[]): Suite[] {
  let files = lines.filter((line) => {
    const match = FILE_PASSED.exec(line);
    return FILE.test(match?.[1] ?? match?.[2] ?? '');
  }).length;
  return suites.map((suite) => {
    const taken = Math.min(files, suite.passed);
    files -= taken;
    return taken === 0 ? suite : { ...suite, passed: suite.passed - taken, note: 'the files held no test' };
  });
}

/** Limit: the dot reporter counts suites, todo tests and empty files as well; output of tests between its dots hides them. */
function dots(lines: readonly string[]): Suite[] {
  const end = lines.indexOf('Failed tests:');
  // What a script runner says of the command that it runs begins with an angle.
  const printed = (end < 0 ? lines : lines.slice(0, end)).filter(
    (line) => line !== '' && !line.startsWith('> '),
  );
  if (printed.length === 0 || !printed.every((line) => /^[.X]+$/.test(line))) return [];
  const marks = printed.join('');
  const crosses = [...marks].filter((mark) => mark === 'X').length;
  const listed = dotNames(lines).length;
  return [{ passed: marks.length - crosses, failed: listed > 0 ? listed : crosses, skipped: 0, note: null }];
}

function dotNames(lines: readonly string[]): string[] {
  return lines.flatMap((line, index) => {
    const isGroup = /^ {2}'\d+ subtests? failed'$/.test(lines[index + 1] ?? '');
    return isGroup ? [] : (FAILED.exec(line)?.[1] ?? []);
  });
}

/** The list behind the counts: leaves only, each below the place where it stands. */
function specNames(lines: readonly string[]): string[] {
  const start = lines.findIndex((line) => SECTION.test(line));
  if (start < 0) return [];
  const listed = lines.slice(start);
  return listed.flatMap((line, index) => {
    const file = PLACE.exec(line)?.[1];
    const name = file === undefined ? null : listedName(listed, index + 1);
    return file === undefined || name === null ? [] : [qualified(name, file)];
  });
}

/** A name can hold ends of lines; a test that was cancelled has no time behind it. Null: it may fail (todo), or is no name. */
function listedName(lines: readonly string[], from: number): string | null {
  if (lines[from]?.startsWith('✖ ') !== true) return null;
  let to = from;
  while (to < from + 20 && !TIMED.test(lines[to] ?? '') && /^\S/.test(lines[to + 1] ?? '')) to += 1;
  const name = lines
    .slice(from, to + 1)
    .join('\n')
    .slice(2);
  return / # (?:TODO|SKIP)\b[^\n]*$/.test(name) ? null : name.replace(TIMED, '');
}

/** A file that failed as a whole is named by its path. */
function qualified(name: string, file: string): string {
  return name.endsWith(file) ? file : `${file} > ${name}`;
}

function tapNames(lines: readonly string[]): string[] {
  const names: string[] = [];
  let point: string | null = null;
  let file: string | null = null;
  let group = false;
  for (const line of lines) {
    const found = TAP_POINT.exec(line)?.[2];
    if (found !== undefined) {
      point = / # (?:TODO|SKIP)\b/.test(found) ? null : found;
      file = null;
      group = false;
    }
    file = TAP_LOCATION.exec(line)?.[1] ?? file;
    group ||= TAP_GROUP.test(line);
    if (!/^ *\.\.\.$/.test(line) || point === null) continue;
    if (!group) names.push(file === null ? point : qualified(point, file));
    point = null;
  }
  return names;
}
