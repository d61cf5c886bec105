import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Layer } from './layer.ts';

/**
 * Keeps a content that a look has seen and no index holds. Answers the hash that git gives to such a blob. All of them lie
 * in one file that only grows, with a list of what is in it: to make a file for each costs as much as listing the tree.
 */
export function keepContent(layer: Layer, bytes: Buffer): string {
  const hash = hashOf(layer, bytes);
  const list = join(layer.directory, 'contents.list');
  if (!(read(list)?.includes(hash) ?? false)) {
    appendFileSync(
      contentsOf(layer),
      Buffer.concat([Buffer.from(`${headOf(hash)}${bytes.length}\n`), bytes]),
    );
    appendFileSync(list, `${hash}\n`);
  }
  return hash;
}

/** Null: no look has kept it, or not whole (a full disk, a process that was killed). */
export function keptContent(layer: Layer, hash: string): Buffer | null {
  const contents = read(contentsOf(layer));
  const head = headOf(hash);
  for (
    let at = contents?.indexOf(head) ?? -1;
    contents !== null && at >= 0;
    at = contents.indexOf(head, at + 1)
  ) {
    const sizeAt = at + head.length;
    const from = contents.indexOf('\n', sizeAt) + 1;
    const bytes = contents.subarray(from, from + Number(contents.toString('latin1', sizeAt, from - 1)));
    // A content can hold what looks like the head of another one.
    if (hashOf(layer, bytes) === hash) return bytes;
  }
  return null;
}

function headOf(hash: string): string {
  return `\n${hash} `;
}

function hashOf({ repository }: Layer, bytes: Buffer): string {
  return createHash(repository.format).update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

function contentsOf({ directory }: Layer): string {
  return join(directory, 'contents');
}

function read(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}
