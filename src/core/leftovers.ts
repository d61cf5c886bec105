// What tests and programs make as they run: data, though no name says so.
import { type Place, placedWrites } from './evidence.ts';
import { fromRoot, isWithin } from './paths.ts';
import type { ReadCommand, Reading } from './reading-types.ts';
import { mayWriteReport } from './report-places.ts';
import { joinPath } from './shell/commands/directory.ts';
import type { FileChange, JudgedRun } from './types.ts';

/** Kinds of files that programs write as they run. Sources, snapshots and configuration by name are never taken for such. */
const DATA =
  /\.(db|db-wal|db-shm|db-journal|sqlite3?|sqlite3?-(wal|shm|journal)|json|jsonl|ndjson|csv|tsv|xml|html|txt|dat|bin|out|tmp|pickle|pkl|parquet|arrow|feather|np[yz]|h5|hdf5|pth?|onnx|joblib|safetensors|png|jpe?g|pdf|wav|mp3|avi|zip|gz|bz2|xz|tar|jar|wasm|so|a|dylib|dll|elf|hex|img|iso|tap|trace|dump|cache)$/i;
const NAMED =
  /(^|\/)(package(-lock)?|tsconfig[^/]*|jsconfig|composer|deno|biome|nx|turbo|lerna|angular|vercel|manifest|pom|build|index|requirements|CMakeLists|constraints)\.[^/]+$/i;

/** What a package manager resolves before it starts anything. */
const LOCK =
  /(^|\/)((Cargo|uv|poetry|Pipfile|pdm|Gemfile|composer|mix|pubspec|deno|flake|bun|yarn|Podfile)\.lock|package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|Package\.resolved|go\.sum|gradle\.lockfile|packages\.lock\.json)$/;

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

/** Files that changed although no word of the line names them: what its tests or its programs and builds made. */
export type Made = { by: 'tests' | 'programs'; paths: ReadonlySet<string> };

/** What a line that runs only tests, or only programs and builds, has made; null: it runs both, something else, or nothing. */
export function madeByRun(given: {
  reading: Reading;
  judged: JudgedRun;
  place: Place;
  changes: readonly FileChange[];
}): Made | null {
  const { reading, judged, place, changes } = given;
  const classes = reading.commands.filter((command) => command.executes).map((command) => command.class);
  if (judged.result === 'none' || classes.length === 0) return null;
  const isMade = ({ path }: FileChange) => !isWritten(reading, place, path);
  const paths = new Set(changes.filter(isMade).map(({ path }) => path));
  if (classes.every((one) => one === 'test')) return { by: 'tests', paths };
  return classes.every((one) => one === 'run' || one === 'build') ? { by: 'programs', paths } : null;
}

/** By a command that only writes, or by code that stands in the line; what a program prints into a file is its output. */
function isWritten(reading: Reading, place: Place, path: string): boolean {
  const isProgram = (command: ReadCommand | undefined) =>
    command?.executes === true && command.inline === null;
  const writes = reading.writes.filter(({ command }) => !isProgram(reading.commands[command]));
  return placedWrites({ ...reading, writes }, place).some(
    (write) => write.path === null || isWithin(path, write.path),
  );
}

/** The line itself brings content of its own into that file. */
export function isWrittenByHand(reading: Reading, place: Place, path: string): boolean {
  return placedWrites(reading, place).some((write) => write.kind === 'author' && write.path === path);
}

/**
 * What a run made and is evidence for the tree with it all the same: lock files, which are resolved before anything runs; and
 * new data and binaries of programs and builds, or such as they made before. Data of tests is none of it: they may have
 * written down what they were to compare with.
 */
export function productsOf(given: {
  made: Made | null;
  madeBefore: ReadonlySet<string>;
  changes: readonly FileChange[];
  code: ReadonlyMap<string, { hash: string | null }>;
  /** Paths that the baseline has as text, and paths that are no text now. */
  wasThere: ReadonlySet<string>;
  binaries: ReadonlySet<string>;
}): ReadonlySet<string> {
  const { made, madeBefore, changes, code, wasThere, binaries } = given;
  if (made === null) return new Set();
  const isOwn = ({ path, hash }: FileChange) =>
    hash !== null && ((code.get(path)?.hash ?? null) === null || madeBefore.has(path)) && !wasThere.has(path);
  const isData = (change: FileChange) => canBeLeftover(change) || binaries.has(change.path);
  const isProduct = (change: FileChange) =>
    LOCK.test(change.path) || (made.by === 'programs' && isOwn(change) && isData(change));
  const products = changes.filter((change) => made.paths.has(change.path) && isProduct(change));
  return new Set(products.map(({ path }) => path));
}

/** A name that says nothing of what the file holds: a program that was built, or a script. */
export function mayBeBinary({ path, kind, hash }: FileChange): boolean {
  return kind === 'source' && hash !== null && !/\.[^/]*$/.test(path);
}

/**
 * The changes with those marked as no code (`other`) that are leftovers: known as such, read as reports of the run, or made
 * by runs twice with other content each time and by nobody in between. `wasThere`: paths that the baseline has as text.
 */
export function withLeftovers(given: {
  changes: readonly FileChange[];
  known: ReadonlyMap<string, string | null>;
  made: Made | null;
  /** Paths whose last change was made by a run. */
  madeBefore: ReadonlySet<string>;
  wasThere: ReadonlySet<string>;
  /** Paths of report files that the run's test runners wrote. */
  reports: ReadonlySet<string>;
}): readonly FileChange[] {
  const { changes, known, made, madeBefore, wasThere, reports } = given;
  return changes.map((change) => {
    const { path } = change;
    const again = made?.paths.has(path) === true && madeBefore.has(path) && canBeLeftover(change);
    const left = (again || reports.has(path)) && !wasThere.has(path);
    return known.has(path) || left ? { ...change, kind: 'other' } : change;
  });
}
