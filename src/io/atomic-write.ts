import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Replaces a file as a whole: a reader, and a crash at any moment, sees the old text or the new one. */
export function writeAtomically(
  path: string,
  text: string | Uint8Array,
  options: { durable: boolean },
): void {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.${randomUUID().slice(0, 8)}`;
  try {
    const file = openSync(temporary, 'wx', 0o600);
    try {
      writeFileSync(file, text);
      if (options.durable) fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
