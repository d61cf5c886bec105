import { createHash } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { writeAtomically } from '../atomic-write.ts';

/** Keeps bytes as a blob in an object directory, as `git hash-object -w` would. Answers the blob's hash. */
export function keepBlob(objects: string, format: 'sha1' | 'sha256', bytes: Buffer): string {
  const object = Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]);
  const hash = createHash(format).update(object).digest('hex');
  const folder = join(objects, hash.slice(0, 2));
  const path = join(folder, hash.slice(2));
  if (existsSync(path)) return hash;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeAtomically(path, deflateSync(object, { level: 1 }), { durable: false });
  return hash;
}
