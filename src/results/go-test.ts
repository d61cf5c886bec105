import { readGoEvents } from './go-events.ts';
import { reportOf } from './suites.ts';
import type { ResultReader, Suite } from './types.ts';

const OK = /^ok {2}\t(\S+)\t(?:[\d.]+s|\(cached\))(?:\tcoverage: .*?)?( \[no tests to run\])?$/;
const FAIL = /^FAIL\t(\S+)(?:\t[\d.]+s| \[(?:build|setup) failed\])$/;
const NO_FILES = /^\?? {3}\t(\S+)\t\[no test files\]$/;
const UNTESTED = /^\t(\S+)\t\tcoverage: 0\.0% of statements$/;
const TEST = /^( *)--- (PASS|FAIL|SKIP): (\S+) \([\d.]+s\)$/;

type Tests = { passed: string[]; failed: string[]; skipped: string[] };
type Package = { tests: Tests; result: 'ok' | 'fail' | 'none' };

/** `go test`: plain, -v and -json. */
export const goTest: ResultReader = {
  runner: 'go-test',
  alwaysSummarises: true,
  countsFrom: 'lines',
  readAlone: null,
  read(output) {
    const lines = output.split('\n');
    const events = readGoEvents(lines);
    if (events !== null) return events;
    const packages = packagesOf(lines);
    return reportOf(
      [...packages.values()].map(suiteOf),
      [...packages].flatMap(([name, found]) => namesOf(name, found)),
    );
  },
};

/** A package's line stands behind its tests. A line of that form that a test printed is overruled by the real one. */
function packagesOf(lines: readonly string[]): Map<string, Package> {
  const packages = new Map<string, Package>();
  let tests: Tests = { passed: [], failed: [], skipped: [] };
  for (const line of lines) {
    const [, , kind, name] = TEST.exec(line) ?? [];
    if (name !== undefined) {
      (kind === 'PASS' ? tests.passed : kind === 'FAIL' ? tests.failed : tests.skipped).push(name);
      continue;
    }
    const found = packageLine(line);
    if (found === null) continue;
    const before = packages.get(found.name)?.tests ?? { passed: [], failed: [], skipped: [] };
    packages.set(found.name, { tests: both(before, tests), result: found.result });
    tests = { passed: [], failed: [], skipped: [] };
  }
  return packages;
}

function both(a: Tests, b: Tests): Tests {
  return {
    passed: [...a.passed, ...b.passed],
    failed: [...a.failed, ...b.failed],
    skipped: [...a.skipped, ...b.skipped],
  };
}

function packageLine(line: string): { name: string; result: Package['result'] } | null {
  const ok = OK.exec(line);
  if (ok?.[1] !== undefined) return { name: ok[1], result: ok[2] === undefined ? 'ok' : 'none' };
  const failed = FAIL.exec(line)?.[1];
  if (failed !== undefined) return { name: failed, result: 'fail' };
  const none = (NO_FILES.exec(line) ?? UNTESTED.exec(line))?.[1];
  return none === undefined ? null : { name: none, result: 'none' };
}

/**
 * Limit: without -v go prints no number, so an `ok` package counts as one passed test; and a package whose tests
 * were all skipped is `ok` like any other.
 */
function suiteOf({ tests, result }: Package): Suite {
  if (result === 'none')
    return { passed: 0, failed: 0, skipped: 0, note: 'no test files or no tests to run' };
  const passed = leaves(tests.passed).length;
  const skipped = leaves(tests.skipped).length;
  const failed = leaves(tests.failed).length;
  if (result === 'fail') return { passed, failed: Math.max(1, failed), skipped, note: null };
  return { passed: passed + skipped === 0 ? 1 : passed, failed: 0, skipped, note: null };
}

function namesOf(name: string, { tests, result }: Package): string[] {
  if (result !== 'fail') return [];
  const failed = leaves(tests.failed);
  return failed.length === 0 ? [name] : failed.map((test) => `${name}.${test}`);
}

/** A test that has subtests is counted by them. */
function leaves(names: readonly string[]): string[] {
  const parents = new Set(names.flatMap((name) => parentsOf(name)));
  return [...new Set(names)].filter((name) => !parents.has(name));
}

function parentsOf(name: string): string[] {
  const parts = name.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}
