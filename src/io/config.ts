import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { UserError } from '../core/user-error.ts';

export const configName = 'donegate.toml';

/** Text of the nearest donegate.toml from `directory` up to `root` (both absolute), with its path relative to `root`. */
export function readConfig(root: string, directory: string): { path: string; text: string } | null {
  for (let at = directory; ; at = dirname(at)) {
    const path = join(at, configName);
    const text = textOf(path);
    if (text !== null) return { path: relative(root, path), text };
    if (at === root || at === dirname(at) || !`${at}/`.startsWith(`${root}/`)) return null;
  }
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw new UserError(`${path} cannot be read: ${code ?? String(error)}`);
  }
}
