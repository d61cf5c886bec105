import { createHash } from 'node:crypto';
import { accessSync, type BigIntStats, constants, createReadStream, lstatSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { kept } from './kept.ts';
import type { Layer } from './layer.ts';
import { hashOfContent } from './lfs.ts';
import { onDisk } from './names.ts';

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

export const emptyApart = (): Apart => ({ files: {}, nested: [], nestedTrees: {} });

/** Without it, or where it is torn, the index with its entries that git leaves alone cannot be trusted. */
export function readApart(layer: Layer): Apart {
  return kept<Apart>(layer, 'apart') ?? emptyApart();
}

/** What a path on disk is for the index. */
export type PathState =
  | { kind: 'gone' }
  | { kind: 'ordinary' | 'large' | 'unreadable'; signature: string; mode: string };

/** `links`: which folders are known to be reached by a link; for many paths at once. */
export function pathState(root: string, path: string, links: Map<string, boolean> = new Map()): PathState {
  const absolute = onDisk(root, path);
  const stat = statOf(absolute);
  if (stat === null || !(stat.isFile() || stat.isSymbolicLink())) return { kind: 'gone' };
  if (isBehindLink(root, path, links)) return { kind: 'gone' };
  const mode = stat.isSymbolicLink() ? '120000' : (stat.mode & 0o100n) === 0n ? '100644' : '100755';
  const signature = `${stat.size}-${stat.mtimeNs}-${stat.ctimeNs}-${stat.ino}-${mode}`;
  if (stat.isSymbolicLink()) return { kind: 'ordinary', signature, mode };
  if (stat.size > largeFile) return { kind: 'large', signature, mode };
  return { kind: isReadable(absolute) ? 'ordinary' : 'unreadable', signature, mode };
}

function statOf(path: string | Buffer): BigIntStats | null {
  try {
    return lstatSync(path, { bigint: true });
  } catch {
    return null;
  }
}

/** A folder on the way was replaced by a symbolic link: the file that it leads to is another one. */
function isBehindLink(root: string, path: string, links: Map<string, boolean>): boolean {
  const end = path.lastIndexOf('/');
  if (end < 0) return false;
  const folder = path.slice(0, end);
  const known = links.get(folder);
  if (known !== undefined) return known;
  const answer =
    (statOf(onDisk(root, folder))?.isSymbolicLink() ?? false) || isBehindLink(root, folder, links);
  links.set(folder, answer);
  return answer;
}

function isReadable(path: string | Buffer): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The blob hash of a file's bytes as they are, or what stands for the content of an LFS file. A file that cannot be read gets
 * one of its signature.
 */
export async function hashApart(
  layer: Layer,
  path: string,
  { state, isLfs }: { state: Exclude<PathState, { kind: 'gone' }>; isLfs: boolean },
): Promise<string> {
  const { format, root } = layer.repository;
  try {
    const content = isLfs ? await hashOfContent(layer, path) : null;
    if (content !== null) return content;
    const hash = createHash(format);
    hash.update(`blob ${state.signature.slice(0, state.signature.indexOf('-'))}\0`);
    await pipeline(createReadStream(onDisk(root, path)), hash);
    return hash.digest('hex');
  } catch {
    return createHash(format).update(`unreadable ${path} ${state.signature}`).digest('hex');
  }
}
