import { createHash } from 'node:crypto';
import { closeSync, createReadStream, lstatSync, openSync, readSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Layer } from './layer.ts';
import { onDisk } from './names.ts';

const pointerHead = 'version https://git-lfs.github.com/spec/v1\n';

/**
 * What a look calls the content that an LFS pointer stands for: known by the pointer's hash, so that gigabytes need not be
 * read, and another than the pointer itself.
 */
export function standsFor(format: 'sha1' | 'sha256', pointer: Buffer): Buffer {
  return createHash(format).update('content of the LFS pointer ').update(pointer).digest();
}

/**
 * The same of an LFS file on disk. Its pointer is made here, so that git-lfs neither has to be installed nor writes into
 * the person's repository. A file that is a pointer itself is an ordinary one (null).
 */
export async function hashOfContent(layer: Layer, path: string): Promise<string | null> {
  const { format, root } = layer.repository;
  const file = onDisk(root, path);
  const stat = lstatSync(file);
  if (!stat.isFile() || startsWith(file, pointerHead)) return null;
  const content = createHash('sha256');
  await pipeline(createReadStream(file), content);
  const pointer = Buffer.from(`${pointerHead}oid sha256:${content.digest('hex')}\nsize ${stat.size}\n`);
  const hash = createHash(format).update(`blob ${pointer.length}\0`).update(pointer).digest();
  return standsFor(format, hash).toString('hex');
}

function startsWith(path: string | Buffer, text: string): boolean {
  const bytes = Buffer.alloc(text.length);
  const file = openSync(path, 'r');
  try {
    return readSync(file, bytes, 0, bytes.length, 0) === bytes.length && bytes.toString('latin1') === text;
  } finally {
    closeSync(file);
  }
}
