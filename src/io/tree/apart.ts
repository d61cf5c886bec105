import { createHash } from 'node:crypto';
import {
  type BigIntStats,
  closeSync,
  createReadStream,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
} from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { writeAtomically } from '../atomic-write.ts';
import { type GitAnswer, splitZ } from './git.ts';
import type { Layer } from './layer.ts';

/** Larger files are hashed, but never copied into the private objects. Bytes. */
export const largeFile = 4 * 1024 * 1024;

/**
 * What the index cannot look after by itself: large and unreadable files (`stat`), LFS files, files that git refuses
 * (each with the signature for which the hash holds), and nested repositories. A cache: the index holds the hashes, as entries that git leaves alone.
 */
export type Apart = {
  files: Record<string, { signature: string; hash: string; why: 'stat' | 'lfs' | 'refused' }>;
  nested: string[];
  nestedTrees: Record<string, string>;
};

export function readApart(layer: Layer): Apart {
  return keptApart(layer) ?? emptyApart();
}

/** Null: it is missing or torn, and the index with its entries that git leaves alone cannot be trusted without it. */
export function keptApart(layer: Layer): Apart | null {
  try {
    return JSON.parse(readFileSync(join(layer.directory, 'apart.json'), 'utf8')) as Apart;
  } catch {
    return null;
  }
}

export const emptyApart = (): Apart => ({ files: {}, nested: [], nestedTrees: {} });

export function saveApart(layer: Layer, apart: Apart): void {
  writeAtomically(join(layer.directory, 'apart.json'), JSON.stringify(apart), { durable: false });
}

/** What a path on disk is for the index. */
export type PathState =
  | { kind: 'gone' }
  | { kind: 'ordinary' | 'large' | 'unreadable'; signature: string; mode: string };

export function pathState(root: string, path: string): PathState {
  const absolute = join(root, path);
  const stat = statOf(absolute);
  if (stat === null || !(stat.isFile() || stat.isSymbolicLink()) || isBehindLink(root, path))
    return { kind: 'gone' };
  const mode = stat.isSymbolicLink() ? '120000' : (stat.mode & 0o100n) === 0n ? '100644' : '100755';
  const signature = `${stat.size}-${stat.mtimeNs}-${stat.ctimeNs}-${stat.ino}-${mode}`;
  if (stat.isSymbolicLink()) return { kind: 'ordinary', signature, mode };
  if (stat.size > largeFile) return { kind: 'large', signature, mode };
  return { kind: isReadable(absolute) ? 'ordinary' : 'unreadable', signature, mode };
}

function statOf(path: string): BigIntStats | null {
  try {
    return lstatSync(path, { bigint: true });
  } catch {
    return null;
  }
}

/** A folder on the way was replaced by a symbolic link: the file that it leads to is another one. */
function isBehindLink(root: string, path: string): boolean {
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
    if (statOf(join(root, path.slice(0, at)))?.isSymbolicLink()) return true;
  }
  return false;
}

function isReadable(path: string): boolean {
  try {
    closeSync(openSync(path, 'r'));
    return true;
  } catch {
    return false;
  }
}

/** The blob hash of a file's bytes as they are. A file that cannot be read gets one of its signature. */
export async function hashApart(
  layer: Layer,
  path: string,
  state: Exclude<PathState, { kind: 'gone' }>,
): Promise<string> {
  const { format, root } = layer.repository;
  if (state.kind === 'unreadable')
    return createHash(format).update(`unreadable ${path} ${state.signature}`).digest('hex');
  const hash = createHash(format);
  hash.update(`blob ${state.signature.slice(0, state.signature.indexOf('-'))}\0`);
  await pipeline(createReadStream(join(root, path)), hash);
  return hash.digest('hex');
}

const pointerHead = 'version https://git-lfs.github.com/spec/v1\n';

/**
 * The blob hash of an LFS file: that of its pointer, made here, so that git-lfs neither has to be installed nor writes
 * into the person's repository. A file that is a pointer itself is an ordinary one (null).
 */
export async function hashOfPointer(layer: Layer, path: string): Promise<string | null> {
  const { format, root } = layer.repository;
  const absolute = join(root, path);
  const stat = lstatSync(absolute);
  if (!stat.isFile() || startsWith(absolute, pointerHead)) return null;
  const content = createHash('sha256');
  await pipeline(createReadStream(absolute), content);
  const pointer = Buffer.from(`${pointerHead}oid sha256:${content.digest('hex')}\nsize ${stat.size}\n`);
  return createHash(format).update(`blob ${pointer.length}\0`).update(pointer).digest('hex');
}

function startsWith(path: string, text: string): boolean {
  const bytes = Buffer.alloc(text.length);
  const file = openSync(path, 'r');
  try {
    return readSync(file, bytes, 0, bytes.length, 0) === bytes.length && bytes.toString('latin1') === text;
  } finally {
    closeSync(file);
  }
}

/** Those of the paths that .gitattributes give to LFS. */
export async function lfsPaths(layer: Layer, paths: readonly string[]): Promise<ReadonlySet<string>> {
  if (paths.length === 0) return new Set();
  const answer: GitAnswer = await layer.tryRun(
    ['check-attr', '-z', '--stdin', 'filter'],
    paths.map((path) => `${path}\0`).join(''),
  );
  const fields = splitZ(answer.stdout);
  const found = new Set<string>();
  for (let at = 0; at + 2 < fields.length; at += 3) if (fields[at + 2] === 'lfs') found.add(fields[at] ?? '');
  return found;
}
