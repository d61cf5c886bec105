import { NOTHING, reportOf } from './suites.ts';
import type { ResultReader, Suite } from './types.ts';

const COUNT = /^(?:#|ℹ) (tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) ([\d.]+)$/;
const SPEC_FAILED = /^( *)✖ (.+?) \([\d.]+ms\)(?: #.*)?$/;
const SPEC_FILE_PASSED = /^✔ (\S+\.[cm]?[jt]sx?) \([\d.]+ms\)$/;
const TAP_FAILED = /^( *)not ok \d+ - (.+?)(?: # (?:TODO|SKIP).*)?$/;
const TAP_FILE_PASSED = /^ok \d+ - (\S+\.[cm]?[jt]sx?)$/;

/** Node's own runner: reporters spec, tap and dot. */
export const nodeTest: ResultReader = {
  runner: 'node-test',
  alwaysSummarises: true,
  countsFrom: 'summary',
  read(output) {
    const lines = output.split('\n').map((line) => line.trimEnd());
    const suites = suitesOf(lines);
    return reportOf(suites.length > 0 ? suites : dots(lines), failingNames(lines));
  },
};

function suitesOf(lines: readonly string[]): Suite[] {
  const suites: Suite[] = [];
  let open: Map<string, number> | null = null;
  for (const line of lines) {
    const [, what, number] = COUNT.exec(line) ?? [];
    if (what === undefined) continue;
    if (what === 'tests') open = new Map();
    open?.set(what, Number(number));
    if (what !== 'duration_ms' || open === null) continue;
    suites.push(suiteOf(open));
    open = null;
  }
  const [first, ...rest] = suites;
  return first === undefined ? [] : [withoutFiles(first, lines), ...rest];
}

function suiteOf(counts: ReadonlyMap<string, number>): Suite {
  const of = (what: string) => counts.get(what) ?? 0;
  const failed = of('fail') + of('cancelled');
  return { passed: of('pass'), failed, skipped: of('skipped') + of('todo'), note: null };
}

/** A file without a single test counts for Node as a test that passed. */
function withoutFiles(suite: Suite, lines: readonly string[]): Suite {
  const files = lines.filter((line) => SPEC_FILE_PASSED.test(line) || TAP_FILE_PASSED.test(line)).length;
  if (files === 0) return suite;
  return { ...suite, passed: Math.max(0, suite.passed - files), note: 'the files held no test' };
}

/** Limit: the dot reporter prints nothing but dots and X, so only an output of nothing else is read. */
function dots(lines: readonly string[]): Suite[] {
  const printed = lines.filter((line) => line !== '');
  if (printed.length === 0 || !printed.every((line) => /^[.X]+$/.test(line))) return [];
  const marks = printed.join('');
  const failed = [...marks].filter((mark) => mark === 'X').length;
  return [{ ...NOTHING, passed: marks.length - failed, failed }];
}

/** Leaves only: a suite that fails because of its tests is not a test. */
function failingNames(lines: readonly string[]): string[] {
  const names: string[] = [];
  for (const line of lines) {
    const spec = SPEC_FAILED.exec(line) ?? TAP_FAILED.exec(line);
    if (spec?.[2] !== undefined) names.push(spec[2]);
  }
  return names;
}
