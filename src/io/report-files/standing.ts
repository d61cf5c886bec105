import { readFileSync, statSync } from 'node:fs';

export type Standing = { identity: string; size: number };

/** A regular file as it stands now; another identity means that it was written. Null: there is none. */
export function standing(path: string): Standing | null {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat?.isFile() !== true) return null;
    return { identity: `${stat.dev}:${stat.ino}:${stat.size}:${stat.mtimeMs}`, size: stat.size };
  } catch {
    return null;
  }
}

/** Its text; null: it cannot be read. */
export function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
