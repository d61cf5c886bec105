import { readFileSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import type { ProjectFiles } from '../core/reading-types.ts';

/** Larger files are nothing that a reading has to follow. Bytes. */
const sizeLimit = 1024 * 1024;

/** The project's files, with paths relative to `root` or absolute. What lies outside of `root`, also behind a link, is not there. */
export function openProjectFiles(root: string): ProjectFiles {
  const real = realOf(root) ?? root;
  const inside = (path: string): string | null => {
    if (path.includes('\0')) return null;
    const found = realOf(isAbsolute(path) ? path : join(root, path));
    if (found === null) return null;
    const from = relative(real, found);
    return from === '..' || from.startsWith('../') || isAbsolute(from) ? null : found;
  };
  const stat = (path: string) => {
    const found = inside(path);
    return found === null ? null : (statSync(found, { throwIfNoEntry: false }) ?? null);
  };
  return {
    read(path) {
      const found = inside(path);
      const size = found === null ? undefined : statSync(found, { throwIfNoEntry: false });
      if (found === null || !size?.isFile() || size.size > sizeLimit) return null;
      try {
        const bytes = readFileSync(found);
        return bytes.includes(0) ? null : bytes.toString('utf8');
      } catch {
        return null;
      }
    },
    isFile: (path) => stat(path)?.isFile() ?? false,
    isDirectory: (path) => stat(path)?.isDirectory() ?? false,
  };
}

function realOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
