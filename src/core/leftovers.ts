// Files that tests leave behind anew at each run: data, not code, though no name says so.
import type { Reading } from './reading-types.ts';
import type { FileChange, JudgedRun } from './types.ts';

/** Kinds of files that programs write as they run. Sources, snapshots and configuration by name are never taken for such. */
const DATA =
  /\.(db|db-wal|db-shm|db-journal|sqlite3?|sqlite3?-(wal|shm|journal)|json|jsonl|ndjson|csv|tsv|xml|html|txt|dat|bin|out|tmp|pickle|pkl|parquet|png|jpe?g|pdf|zip|gz|tap|trace|dump|cache)$/i;
const NAMED =
  /(^|\/)(package(-lock)?|tsconfig[^/]*|jsconfig|composer|deno|biome|nx|turbo|lerna|angular|vercel|manifest|pom|build|index|requirements|CMakeLists|constraints)\.[^/]+$/i;

/** A file of this name may be what a run leaves behind. */
export function canBeLeftover({ path, kind }: FileChange): boolean {
  return (kind === 'source' || kind === 'config') && DATA.test(path) && !NAMED.test(path);
}

/** The line runs tests and nothing else, and writes nothing itself. */
export function isPureTestRun(reading: Reading, judged: JudgedRun): boolean {
  const executing = reading.commands.filter((command) => command.executes);
  return (
    reading.writes.length === 0 &&
    executing.length > 0 &&
    executing.every((command) => command.class === 'test') &&
    judged.result !== 'none'
  );
}

/**
 * The changes with those marked as no code (`other`) that are leftovers: known as such, read as reports of the run, or written
 * by pure test runs twice with other content each time and by nobody in between. `wasThere`: paths that the baseline has as text.
 */
export function withLeftovers(given: {
  changes: readonly FileChange[];
  known: ReadonlyMap<string, string | null>;
  /** Paths whose last change came from a pure test run. */
  testWritten: ReadonlySet<string>;
  pureTestRun: boolean;
  wasThere: ReadonlySet<string>;
  /** Paths of report files that the run's test runners wrote. */
  reports: ReadonlySet<string>;
}): readonly FileChange[] {
  const { changes, known, testWritten, pureTestRun, wasThere, reports } = given;
  return changes.map((change) => {
    const again = pureTestRun && testWritten.has(change.path) && canBeLeftover(change);
    const left = (again || reports.has(change.path)) && !wasThere.has(change.path);
    return known.has(change.path) || left ? { ...change, kind: 'other' } : change;
  });
}
