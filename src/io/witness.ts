import { chmodSync, closeSync, fstatSync, openSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Testimony } from '../core/testimony.ts';
import { environmentFile } from '../witness/environment-file.ts';
import { readTestimony } from '../witness/testimony.ts';
import type { WitnessStation } from './exec.ts';
import { makeTemporaryDirectory, type TemporaryDirectory } from './temporary-directory.ts';

/** More of the log is not read. */
const MOST_BYTES = 8 * 1024 * 1024;

/**
 * Lets bash testify. A private directory in the temporary directory (the repository may be read-only for the command)
 * holds the file that BASH_ENV names and the log, which is nobody else's; `collect` reads the log and removes both.
 */
export function openWitness(): WitnessStation {
  return {
    prepare(environment) {
      let directory: TemporaryDirectory;
      try {
        directory = makeTemporaryDirectory('witness');
      } catch (error) {
        return { environment: {}, collect: () => noWitness(error) };
      }
      const log = join(directory.path, 'log');
      const file = join(directory.path, 'environment');
      try {
        // A bash of another user (`su postgres -c ...`) complains of a BASH_ENV that it may not read.
        chmodSync(directory.path, 0o711);
        writeFileSync(log, '', { mode: 0o600 });
        const { BASH_ENV: previous = '' } = environment;
        const text = environmentFile({
          log,
          parent: process.pid,
          previous: previous === '' ? null : previous,
        });
        writeFileSync(file, text);
        chmodSync(file, 0o644);
      } catch (error) {
        directory.remove();
        return { environment: {}, collect: () => noWitness(error) };
      }
      return { environment: { BASH_ENV: file }, collect: () => collect(directory, log) };
    },
  };
}

function noWitness(error: unknown): Testimony {
  const why = error instanceof Error ? error.message : String(error);
  return { kind: 'none', why: `the witness's files could not be written: ${why}` };
}

function collect(directory: TemporaryDirectory, log: string): Testimony {
  try {
    const { text, whole } = head(log);
    return readTestimony(text, whole);
  } catch (error) {
    return {
      kind: 'none',
      why: `the testimony could not be read: ${error instanceof Error ? error.message : error}`,
    };
  } finally {
    directory.remove();
  }
}

function head(path: string): { text: string; whole: boolean } {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, MOST_BYTES));
    const read = readSync(file, bytes, 0, bytes.length, 0);
    return { text: bytes.toString('utf8', 0, read), whole: size <= MOST_BYTES };
  } finally {
    closeSync(file);
  }
}
