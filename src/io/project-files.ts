import { readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { ProjectFiles } from '../core/reading-types.ts';
import { onDisk } from './tree/names.ts';

/** Scripts are small; a larger file is none. Bytes. */
const sizeLimit = 1024 * 1024;

/**
 * The project's files below an absolute directory, remembered while they do not change. Paths are relative to it or
 * absolute; what lies outside, also behind a link, is not there.
 */
export function projectFiles(root: string): ProjectFiles {
  const real = realOf(root) ?? Buffer.from(root);
  const texts = new Map<string, { signature: string; text: string | null }>();
  const find = (path: string): { file: Buffer; stat: Stats } | null => {
    const found = path.includes('\0') ? null : realOf(isAbsolute(path) ? path : onDisk(root, path));
    if (found === null || !isBelow(found, real)) return null;
    const stat = statSync(found, { throwIfNoEntry: false });
    return stat === undefined ? null : { file: found, stat };
  };
  return {
    read(path) {
      const found = find(path);
      if (found === null || !found.stat.isFile() || found.stat.size > sizeLimit) return null;
      const signature = `${found.stat.size}-${found.stat.mtimeMs}-${found.stat.ctimeMs}-${found.stat.ino}`;
      const key = found.file.toString('latin1');
      const known = texts.get(key);
      if (known?.signature === signature) return known.text;
      const text = textOf(found.file);
      texts.set(key, { signature, text });
      return text;
    },
    isFile: (path) => find(path)?.stat.isFile() ?? false,
    isDirectory: (path) => find(path)?.stat.isDirectory() ?? false,
    outside(path) {
      const whole = path.startsWith('~/') ? join(homedir(), path.slice(2)) : path;
      const found = isAbsolute(whole) && !whole.includes('\0') ? realOf(whole) : null;
      if (found === null || isBelow(found, real)) return null;
      const stat = statSync(found, { throwIfNoEntry: false });
      return stat?.isFile() === true && stat.size <= sizeLimit ? textOf(found) : null;
    },
  };
}

function isBelow(path: Buffer, folder: Buffer): boolean {
  const [start, next] = [path.subarray(0, folder.length), path[folder.length]];
  return start.equals(folder) && (next === undefined || next === slash || folder.at(-1) === slash);
}

const slash = '/'.charCodeAt(0);

function textOf(file: Buffer): string | null {
  try {
    const bytes = readFileSync(file);
    return bytes.includes(0) ? null : bytes.toString('utf8');
  } catch {
    // A file that cannot be read is not there for a reading.
    return null;
  }
}

function realOf(path: string | Buffer): Buffer | null {
  try {
    // Not node's own way, which takes names for text.
    return realpathSync.native(path, 'buffer');
  } catch {
    return null;
  }
}
