import { copyFileSync, existsSync, lstatSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '../atomic-write.ts';
import type { Form } from './conversions.ts';
import {
  hashBytes,
  type IndexEntry,
  type IndexFile,
  isSeen,
  type Kept,
  nameBytes,
  readIndex,
  rootTree,
  writeIndex,
} from './index-entries.ts';
import type { Layer } from './layer.ts';
import { standsFor } from './lfs.ts';
import { nameOf, onDisk } from './names.ts';

/** The person's index as it stands. `written`: when, in seconds. */
export type PersonsIndex = { index: IndexFile; written: number };

const submodule = 0o160000;

/**
 * Starts the private index from the person's, which saves hashing what git knows already. `formsOf`: what each entry says
 * about the file's bytes; git reads those files again of which that is not known, and all of them without it. Answers the
 * tree of the index, or null where git has to write it.
 */
export async function seedIndex(
  layer: Layer,
  { index, written }: PersonsIndex,
  formsOf: ((entries: readonly IndexEntry[]) => Promise<readonly Form[]>) | null,
): Promise<string | null> {
  const entries = index.entries.filter(
    ({ mode, stage }, n) => mode !== submodule && (stage === 0 || !isOtherSide(index, n)),
  );
  const forms = (await formsOf?.(entries)) ?? [];
  const { format, root } = layer.repository;
  const kept = entries.map((entry, n): Kept => {
    const form = isSettled(entry, written) ? forms[n] : 'unknown';
    if (form === 'same') return { entry, change: null };
    if (form === 'unknown' || form === undefined) return { entry, change: 'unseen' };
    return { entry, change: { hash: standsFor(format, hashBytes(index, entry)) } };
  });
  const hasTrees =
    formsOf !== null &&
    kept.length === index.entries.length &&
    kept.every(({ entry, change }) => holdsFor(entry, change));
  writeAtomically(layer.index, writeIndex(index, kept, { format, hasTrees }), { durable: false });
  // What git has to read, and what differs by nothing but a time, is settled once and not at every look.
  const isUnsettled = kept.some(({ change }) => change === 'unseen') || isMoved(root, index, entries);
  if (isUnsettled) await layer.tryRun(['update-index', '-q', '--refresh']);
  return hasTrees ? rootTree(index) : null;
}

/** Git's trees of the index know nothing of a conflict, of what is only intended, and of our hashes. */
function holdsFor({ stage, isIntended }: IndexEntry, change: Kept['change']): boolean {
  return stage === 0 && !isIntended && (change === null || change === 'unseen');
}

/** Looks at so many files whether the working tree was copied since git last saw it. */
const sampled = 32;

function isMoved(root: string, index: IndexFile, entries: readonly IndexEntry[]): boolean {
  const step = Math.ceil(entries.length / sampled);
  return entries.some((entry, n) => {
    if (n % step !== 0) return false;
    const stat = lstatSync(onDisk(root, nameOf(nameBytes(index, entry))), { throwIfNoEntry: false });
    return stat !== undefined && !isSeen(index, entry, stat);
  });
}

/** Submodules that stand there. */
export function submodulesOf(layer: Layer, { index }: PersonsIndex): readonly string[] {
  return index.entries
    .filter((entry) => entry.mode === submodule)
    .map((entry) => nameOf(nameBytes(index, entry)))
    .filter((path) => existsSync(onDisk(layer.repository.root, `${path}/.git`)));
}

export async function readPersonsIndex(layer: Layer): Promise<PersonsIndex> {
  const path = join(layer.repository.gitDirectory, 'index');
  const length = layer.repository.format === 'sha1' ? 20 : 32;
  const stat = layer.repository.isPersons ? statSync(path, { throwIfNoEntry: false }) : undefined;
  const none = { index: { bytes: Buffer.alloc(0), hashBytes: length, entries: [], trees: null }, written: 0 };
  if (stat === undefined) return none;
  const index = readIndex(readFileSync(path), length);
  if (index !== null) return { index, written: Math.floor(stat.mtimeMs / 1000) };
  // The copy gets a time before the original's: with a later one git would trust entries that were changed within the
  // second of the last `git add`.
  const copy = `${layer.index}.person`;
  try {
    copyFileSync(path, copy);
    const before = stat.mtimeMs / 1000 - 1;
    utimesSync(copy, before, before);
    const args = ['-c', 'index.sparse=false', 'update-index', '--index-version=2', '--force-write-index'];
    await layer.tryAsPerson(args, { index: copy });
    const plain = readIndex(readFileSync(copy), length);
    const written = Math.floor(statSync(copy).mtimeMs / 1000);
    return plain === null ? none : { index: plain, written };
  } finally {
    rmSync(copy, { force: true });
  }
}

/** Of a conflict the first side stands for the file, and git has to compare the two. */
function isOtherSide(index: IndexFile, n: number): boolean {
  const [before, entry] = [index.entries[n - 1], index.entries[n]];
  if (before === undefined || entry === undefined) return false;
  return nameBytes(index, before).equals(nameBytes(index, entry));
}

/** A file that was changed in the second in which the index was written can have changed again since: git's own rule. */
function isSettled({ stage, isIntended, modified }: IndexEntry, written: number): boolean {
  return stage === 0 && !isIntended && modified < written;
}
