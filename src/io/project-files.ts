import { readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import type { ProjectFiles } from '../core/reading-types.ts';

/** Scripts are small; a larger file is none. Bytes. */
const sizeLimit = 1024 * 1024;

/**
 * The project's files below an absolute directory, remembered while they do not change. Paths are relative to it or
 * absolute; what lies outside, also behind a link, is not there.
 */
export function projectFiles(root: string): ProjectFiles {
  const real = realOf(root) ?? root;
  const texts = new Map<string, { signature: string; text: string | null }>();
  const find = (path: string): { path: string; stat: Stats } | null => {
    const found = path.includes('\0') ? null : realOf(isAbsolute(path) ? path : join(root, path));
    if (found === null) return null;
    const from = relative(real, found);
    if (from === '..' || from.startsWith('../') || isAbsolute(from)) return null;
    const stat = statSync(found, { throwIfNoEntry: false });
    return stat === undefined ? null : { path: found, stat };
  };
  return {
    read(path) {
      const found = find(path);
      if (found === null || !found.stat.isFile() || found.stat.size > sizeLimit) return null;
      const signature = `${found.stat.size}-${found.stat.mtimeMs}-${found.stat.ctimeMs}-${found.stat.ino}`;
      const known = texts.get(found.path);
      if (known?.signature === signature) return known.text;
      const text = textOf(found.path);
      texts.set(found.path, { signature, text });
      return text;
    },
    isFile: (path) => find(path)?.stat.isFile() ?? false,
    isDirectory: (path) => find(path)?.stat.isDirectory() ?? false,
  };
}

function textOf(path: string): string | null {
  try {
    const bytes = readFileSync(path);
    return bytes.includes(0) ? null : bytes.toString('utf8');
  } catch {
    // A file that cannot be read is not there for a reading.
    return null;
  }
}

function realOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
