import { readGoEvents } from './go-events.ts';
import { type GoTests, leavesOf } from './go-leaves.ts';
import { type GoResult, resultsOf } from './go-tests.ts';
import { reportOf } from './suites.ts';
import type { ResultReader, Suite } from './types.ts';

const OK = /^ok {2}\t(\S+)\t(?:[\d.]+s|\(cached\))(?:\tcoverage: .*?)?( \[no tests to run\])?$/;
const FAIL = /^FAIL\t(\S+)(?:\t[\d.]+s| \[(?:build|setup) failed\])$/;
const NO_FILES = /^\?? {3}\t(\S+)\t\[no test files\]$/;
const UNTESTED = /^\t(\S+)\t\tcoverage: 0\.0% of statements$/;

type Lists = { passed: string[]; failed: string[]; skipped: string[] };
type Package = { tests: GoTests; result: 'ok' | 'fail' | 'none' };

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
    const report = reportOf(
      [...packages.values()].map(suiteOf),
      [...packages].flatMap(([name, found]) => namesOf(name, found)),
    );
    const isVerbose = lines.some((line) => line.startsWith('=== RUN '));
    const isUntold = report.kind === 'counted' && !isVerbose && [...packages.values()].some(passedInSilence);
    return isUntold ? { ...report, passedUntold: true } : report;
  },
};

/** A package's line stands behind its tests. A line of that form that a test printed is overruled by the real one. */
function packagesOf(lines: readonly string[]): Map<string, Package> {
  const packages = new Map<string, Package>();
  const results = resultsOf(lines);
  let last = -1;
  let tests: Lists = { passed: [], failed: [], skipped: [] };
  lines.forEach((line, index) => {
    const result = results.at(index);
    if (result !== null) {
      listOf(tests, result.outcome).push(result.name);
      return;
    }
    const found = results.isPrinted(index) ? null : packageLine(line);
    if (found === null) return;
    const printed = found.result === 'ok' ? printedFailure(lines, last, index) : null;
    if (printed !== null) packages.delete(printed);
    last = index;
    const before = packages.get(found.name)?.tests ?? { passed: [], failed: [], skipped: [] };
    packages.set(found.name, { tests: both(before, tests), result: found.result });
    tests = { passed: [], failed: [], skipped: [] };
  });
  return packages;
}

/**
 * A package that ended well shows what its tests printed only where it was run alone, and then says PASS above its line. A
 * failure between would have ended with its exit status.
 */
function printedFailure(lines: readonly string[], failure: number, ok: number): string | null {
  const name = /^FAIL\t(\S+)\t/.exec(lines[failure] ?? '')?.[1];
  if (name === undefined || /^exit status \d+$/.test(lines[failure - 1] ?? '')) return null;
  const between = lines.slice(failure + 1, ok);
  return between.includes('PASS') && !between.some((line) => line.startsWith('=== RUN ')) ? name : null;
}

function listOf(tests: Lists, outcome: GoResult['outcome']): string[] {
  if (outcome === 'PASS') return tests.passed;
  return outcome === 'FAIL' ? tests.failed : tests.skipped;
}

function both(a: GoTests, b: GoTests): GoTests {
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
  const leaves = leavesOf(tests);
  const [passed, failed, skipped] = [leaves.passed.length, leaves.failed.length, leaves.skipped.length];
  if (result === 'fail') return { passed, failed: Math.max(1, failed), skipped, note: null };
  return { passed: passed + skipped === 0 ? 1 : passed, failed: 0, skipped, note: null };
}

/** Without -v a package that failed lists only what failed. */
function passedInSilence({ tests, result }: Package): boolean {
  return result === 'fail' && tests.failed.length > 0 && tests.passed.length === 0;
}

function namesOf(name: string, { tests, result }: Package): string[] {
  if (result !== 'fail') return [];
  const { failed } = leavesOf(tests);
  return failed.length === 0 ? [name] : failed.map((test) => `${name}.${test}`);
}
