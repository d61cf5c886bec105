import { NOTHING, reportOf } from './suites.ts';
import type { ResultReader, Suite } from './types.ts';

const DONE =
  /^DONE (?:(\d+) runs, )?(\d+) tests?(?:, (\d+) skipped)?(?:, (\d+) failures?)?(?:, (\d+) errors?)? in [\d.]+s$/;
const ENTRY = /^=== FAIL: (\S+) (\S*) (?:\(re-run (\d+)\) )?\((?:[\d.]+s|unknown)\)$/;

type Done = { at: number; runs: number; tests: number; skipped: number; failures: number; errors: number };

/** gotestsum. With --rerun-fails it sums up after each run, all runs so far; what fails in the last one has failed. */
export const gotestsum: ResultReader = {
  runner: 'gotestsum',
  alwaysSummarises: true,
  countsFrom: 'summary',
  readAlone: null,
  read(output) {
    const lines = output.split('\n');
    let from = 0;
    const sessions = sessionsOf(lines).map((done) => {
      const to = done.at(-1)?.at ?? lines.length;
      const read = sessionRead(done, lines.slice(from, to));
      from = to;
      return read;
    });
    return reportOf(
      sessions.map(({ suite }) => suite),
      sessions.flatMap(({ failing }) => failing),
    );
  },
};

function sessionsOf(lines: readonly string[]): Done[][] {
  const sessions: Done[][] = [];
  lines.forEach((line, at) => {
    const match = DONE.exec(line);
    if (match === null) return;
    const [runs, tests = 0, skipped = 0, failures = 0, errors = 0] = match
      .slice(1)
      .map((text) => (text === undefined ? undefined : Number(text)));
    const done = { at, runs: runs ?? 1, tests, skipped, failures, errors };
    const open = sessions.at(-1);
    if (open === undefined || done.runs === 1) sessions.push([done]);
    else open.push(done);
  });
  return sessions;
}

/** A package that was not built is an entry without a test, and an error too. */
function sessionRead(done: readonly Done[], lines: readonly string[]): { suite: Suite; failing: string[] } {
  const [first, last] = [done[0], done.at(-1)];
  if (first === undefined || last === undefined) return { suite: NOTHING, failing: [] };
  const entries = lines.flatMap((line) => {
    const [, name, test, rerun = '0'] = ENTRY.exec(line) ?? [];
    return name === undefined || Number(rerun) !== last.runs - 1 ? [] : [{ name, test }];
  });
  const failures = failuresOfLast(done) ?? entries.length;
  const packages = entries.filter(({ test }) => test === '').length;
  const passed = Math.max(0, first.tests - last.skipped - failures + packages);
  return {
    suite: { passed, failed: failures === 0 ? last.errors : failures, skipped: last.skipped, note: null },
    failing: entries.map(({ name, test }) => (test === '' ? name : `${name} ${test}`)),
  };
}

/** Null: the summary of the run before is missing. */
function failuresOfLast(done: readonly Done[]): number | null {
  const [last, before] = [done.at(-1), done.at(-2)];
  if (last === undefined || last.runs === 1) return last?.failures ?? null;
  return before === undefined ? null : last.failures - before.failures;
}
