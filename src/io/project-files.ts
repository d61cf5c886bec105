import { readFileSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { ProjectFiles } from '../core/reading-types.ts';

/** Scripts are small; a bigger file is none. */
const MAX_BYTES = 512 * 1024;

/** The project's files below an absolute directory, read when they are asked for and remembered while this value lives. */
export function projectFiles(root: string): ProjectFiles {
  const texts = new Map<string, string | null>();
  const at = (path: string): string => (isAbsolute(path) ? path : join(root, path));
  return {
    read(path) {
      const known = texts.get(path);
      if (known !== undefined) return known;
      const text = readSmall(at(path));
      texts.set(path, text);
      return text;
    },
    isFile: (path) => statSync(at(path), { throwIfNoEntry: false })?.isFile() === true,
    isDirectory: (path) => statSync(at(path), { throwIfNoEntry: false })?.isDirectory() === true,
  };
}

function readSmall(path: string): string | null {
  try {
    if (statSync(path).size > MAX_BYTES) return null;
    return readFileSync(path, 'utf8');
  } catch {
    // A file that cannot be read is not there for a reading.
    return null;
  }
}
