import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { UserError } from '../core/user-error.ts';
import { writeAtomically } from './atomic-write.ts';

export const configName = 'donegate.toml';

export type FoundConfig = { path: string; text: string };

/** Text of the nearest donegate.toml from `directory` up to `root` (both absolute), with its path relative to `root`. */
export function readConfig(root: string, directory: string): FoundConfig | null {
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

/** donegate.toml as it stood at the session's start. A change takes effect only after the person's approval. */
export function keptConfig(request: {
  root: string;
  directory: string;
  kept: string;
  isNew: boolean;
}): FoundConfig | null {
  const path = join(request.kept, 'config.json');
  if (!request.isNew) {
    try {
      return JSON.parse(readFileSync(path, 'utf8')) as FoundConfig | null;
    } catch {
      // A session that somebody else began: what stands now is all there is.
    }
  }
  const config = readConfig(request.root, request.directory);
  if (request.isNew) writeAtomically(path, JSON.stringify(config), { durable: false });
  return config;
}
