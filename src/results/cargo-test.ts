import { NOTHING, outermostSessions, reportOf } from './suites.ts';
import type { ResultReader, Suite } from './types.ts';

const BEGINS = /^running \d+ tests?$/;
const RESULT =
  /^test result: (?:ok|FAILED)\. (\d+) passed; (\d+) failed; (\d+) ignored; \d+ measured; (\d+) filtered out/;
const TARGET = /^ +(?:Running .*?([^/\\]+)-[0-9a-f]{8,}(?:\.exe)?[)`]|Doc-tests (.+))$/;
const FAILED = /^(?:test (.+?) \.\.\. FAILED|(\S+) --- FAILED)$/;
const LISTED = /^ {4}(\S.*)$/;
/** What follows a name and is none of it. The line of a documentation test changes with every line above it. */
const NOT_NAME = / - (?:should panic|compile(?: fail)?)$| \(line \d+\)(?: - .*)?$/;
const TEST_FAILED = /^error: test failed, to rerun pass /;
const CLIPPED = /^\[\.\.\. \d+ \w+ left out/;

type Ended = Suite & { at: number };

/** `cargo test`. */
export const cargoTest: ResultReader = {
  runner: 'cargo-test',
  alwaysSummarises: true,
  countsFrom: 'lines',
  readAlone: null,
  read(output) {
    const lines = output.split('\n');
    const begins = (line: string) => BEGINS.test(line);
    const ended = outermostSessions(lines, { begins, ends: suiteAt });
    const own = ownHarnesses(lines);
    const failing = [...diedOf(lines), ...own.flatMap(({ target, failed }) => (failed ? [target] : []))];
    const one = (what: 'passed' | 'failed') => ({ ...NOTHING, [what]: 1 });
    const others = own.flatMap(({ failed }) => (failed ? [] : [one('passed')]));
    const suites = [...ended, ...others, ...failing.map(() => one('failed'))];
    return reportOf(suites, [...failingNames(lines, ended), ...failing]);
  },
};

function suiteAt(line: string, at: number): Ended | null {
  const result = RESULT.exec(line);
  if (result === null) return null;
  const [passed = 0, failed = 0, skipped = 0, filtered = 0] = result.slice(1).map(Number);
  const note = passed + failed + skipped === 0 && filtered > 0 ? `all ${filtered} filtered out` : null;
  return { passed, failed, skipped, note, at };
}

/**
 * Where a target's tests began and the next target came without their result, one of them ended the process. (A cargo inside
 * of a test has as many results as it has beginnings.)
 */
function diedOf(lines: readonly string[]): string[] {
  const count = (pattern: RegExp) => lines.filter((line) => pattern.test(line)).length;
  if (count(BEGINS) <= count(RESULT) || lines.some((line) => CLIPPED.test(line))) return [];
  const died: string[] = [];
  let target: string | null = null;
  let running = false;
  for (const line of lines) {
    if (RESULT.test(line)) running = false;
    const next = targetOf(line);
    if (next !== null && running && target !== null) died.push(target);
    if (next !== null) [target, running] = [next, false];
    running ||= BEGINS.test(line) && line !== 'running 0 tests';
  }
  return died;
}

/**
 * A target with `harness = false` does not say how many tests it runs: it counts as one, and failed where cargo says so
 * behind it. Where the two streams of the output came apart, there are as many beginnings as targets.
 */
function ownHarnesses(lines: readonly string[]): { target: string; failed: boolean }[] {
  const targets = lines.flatMap((line, at) => {
    const target = targetOf(line);
    return target === null ? [] : [{ target, at }];
  });
  const surplus = targets.length - lines.filter((line) => BEGINS.test(line)).length;
  if (surplus <= 0 || lines.some((line) => CLIPPED.test(line))) return [];
  const silent = targets.flatMap(({ target, at }, index) => {
    const said = lines.slice(at + 1, targets[index + 1]?.at);
    return said.some((line) => BEGINS.test(line))
      ? []
      : [{ target, failed: said.some((line) => TEST_FAILED.test(line)) }];
  });
  return silent.slice(0, surplus);
}

function targetOf(line: string): string | null {
  const [, crate, doc] = TARGET.exec(line) ?? [];
  return crate ?? doc ?? null;
}

/** Two crates can have a test of one name, so the target stands before it. */
function failingNames(lines: readonly string[], suites: readonly Ended[]): string[] {
  let from = 0;
  let target: string | null = null;
  return suites.flatMap(({ at, failed }) => {
    const own = lines.slice(from, at);
    const begin = own.findIndex((line) => BEGINS.test(line));
    target = own
      .slice(0, begin < 0 ? own.length : begin)
      .reduce((last, line) => targetOf(line) ?? last, target);
    from = at + 1;
    return failed === 0 ? [] : namesIn(own).map((name) => (target === null ? name : `${target}::${name}`));
  });
}

/** The list above the result; where a filter took it, the tests' own lines. */
function namesIn(lines: readonly string[]): string[] {
  const heading = lines.lastIndexOf('failures:');
  const list = heading < 0 ? [] : lines.slice(heading + 1);
  const end = list.findIndex((line) => !LISTED.test(line));
  const listed = list.slice(0, end < 0 ? list.length : end).flatMap((line) => LISTED.exec(line)?.[1] ?? []);
  const named = lines.flatMap((line) => {
    const [, test, quiet] = FAILED.exec(line) ?? [];
    return test ?? quiet ?? [];
  });
  return (listed.length > 0 ? listed : named).map((name) => name.replace(NOT_NAME, ''));
}
