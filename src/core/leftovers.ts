// Files that tests leave behind anew at each run: data, not code, though no name says so.
import type { Place } from './evidence.ts';
import { fromRoot } from './paths.ts';
import type { Reading } from './reading-types.ts';
import { mayWriteReport } from './report-places.ts';
import { joinPath } from './shell/commands/directory.ts';
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

/**
 * Paths (from the root) that the line names as what its test runners write: `--junitxml=r.xml`, `-coverprofile c.out`,
 * `> r.json`. What of them is data that was not there is a report, not code.
 */
export function namedOutputs(reading: Reading, { root, directory }: Place): ReadonlySet<string> {
  const found = new Set<string>();
  for (const command of reading.commands.filter(mayWriteReport)) {
    const start = joinPath(directory, command.directory ?? '.') ?? directory;
    const values = command.words.flatMap((word) => (word === null ? [] : [word.replace(/^-[^=]*=/, '')]));
    const printed = reading.writes.filter((write) => write.command === command.index && write.path !== null);
    const paths = [
      ...values.map((path) => ({ directory: start, path })),
      ...printed.map(({ path }) => ({ directory, path: path ?? '' })),
    ];
    for (const { path, directory: from } of paths) {
      const placed = fromRoot({ root, directory: from, path });
      if (placed !== null && placed !== '') found.add(placed);
    }
  }
  return found;
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
