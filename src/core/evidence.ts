// For which tree a run is evidence, and which of its changes the line itself authored.
import { fileKind } from './code-files.ts';
import { fromRoot, isWithin, mayReach } from './paths.ts';
import type { LineWrite, ReadCommand, Reading } from './reading-types.ts';
import type { FileChange, RanBody } from './types.ts';

/** Where a line starts: the root is absolute, the directory relative to it. */
export type Place = { root: string; directory: string };

/** A write of a line, by its path from the root; null = some path, not known which. Writes outside of the root are left out. */
export type PlacedWrite = { path: string | null; kind: LineWrite['kind'] };

/** The writes of a line that can touch the tree. */
export function placedWrites(reading: Reading, place: Place): readonly PlacedWrite[] {
  return reading.writes.flatMap(({ path, kind, folder }): readonly PlacedWrite[] => {
    if (path === null)
      return folder === undefined || mayReach(place.root, folder) ? [{ path: null, kind }] : [];
    const placed = fromRoot({ ...place, path });
    return placed === null ? [] : [{ path: placed, kind }];
  });
}

/** Writes of a line that bring new content: a file that is moved or copied within the project keeps its own, and `touch` has none. */
export function authoredWrites(reading: Reading, place: Place): readonly PlacedWrite[] {
  return placedWrites(
    { ...reading, writes: reading.writes.filter((write) => authors(write, reading, place)) },
    place,
  );
}

function authors({ kind, command }: LineWrite, reading: Reading, place: Place): boolean {
  const by = reading.commands[command];
  return kind === 'author' && !(by !== undefined && keepsContent(by, place));
}

function keepsContent({ words, directory }: ReadCommand, { root, directory: start }: Place): boolean {
  const [program, first] = words;
  if (program === 'touch') return true;
  const moved =
    program === 'mv' || program === 'cp'
      ? words.slice(1)
      : program === 'git' && first === 'mv'
        ? words.slice(2)
        : null;
  if (moved === null || directory === null) return false;
  const from = directory.startsWith('/') ? directory : `${root}/${start}/${directory}`;
  return moved.every(
    (word) => word !== null && fromRoot({ root, directory: '.', path: absolute(word, from) }) !== null,
  );
}

function absolute(path: string, from: string): string {
  return path.startsWith('/') ? path : `${from}/${path}`;
}

/**
 * A run during which nothing changed is evidence for the tree. One that changed code is evidence for the tree after it only if the
 * line wrote all of that before it checked; a snapshot update, an edit made meanwhile or a tree that was moved away make it evidence for none.
 * Writes behind the first check count only where they may have touched what was changed; those of what is no code never do.
 */
export function evidenceFor(given: {
  reading: Reading;
  place: Place;
  changes: readonly FileChange[];
}): RanBody['evidenceFor'] {
  const { reading, changes, place } = given;
  if (reading.moves.length > 0) return 'nothing';
  if (changes.length === 0) return 'tree-after';
  const first = firstCheck(reading);
  const isEarly = ({ command }: LineWrite): boolean => first < 0 || command < first;
  const early = placedWrites({ ...reading, writes: reading.writes.filter(isEarly) }, place);
  const late = placedWrites(
    { ...reading, writes: reading.writes.filter((write) => !isEarly(write)) },
    place,
  ).filter(({ path }) => path === null || fileKind(path) !== 'other');
  const touched = [...changes.map(({ path }) => path), ...early.map(({ path }) => path)];
  if (late.some((write) => touched.some((path) => mayMeet(write, path)))) return 'nothing';
  return changes.every(({ path }) => early.some((write) => explains(write, path))) ? 'tree-after' : 'nothing';
}

/** Index of the command that first executes something, or, where none does, that first checks something; -1 = none. */
function firstCheck({ commands }: Reading): number {
  const executing = commands.findIndex((command) => command.executes);
  return executing >= 0 ? executing : commands.findIndex((command) => command.class === 'check');
}

/** A write and a path of which one is the other, holds it, or is not known. */
function mayMeet(write: PlacedWrite, path: string | null): boolean {
  if (path === null || write.path === null) return true;
  return isWithin(path, write.path) || isWithin(write.path, path);
}

/** Paths of the changes whose new content the line brought itself. */
export function authoredChanges(given: {
  reading: Reading;
  place: Place;
  changes: readonly FileChange[];
}): readonly string[] {
  const { reading, place } = given;
  const written = authoredWrites(reading, place);
  const rest = reading.writes.filter((write) => !authors(write, reading, place));
  const others = placedWrites({ ...reading, writes: rest }, place);
  return given.changes
    .filter(({ hash }) => hash !== null)
    .map(({ path }) => path)
    .filter((path) =>
      written.some(
        (write) =>
          write.path === path || (write.path === null && !others.some((other) => explains(other, path))),
      ),
    );
}

function explains(write: PlacedWrite, path: string): boolean {
  return write.path === null || isWithin(path, write.path);
}
