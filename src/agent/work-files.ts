import { mkdir, readdir, readFile, readlink, realpath, stat, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/** A path that a tool was given, once it is known where it leads. `fromRoot` is relative to the working tree's root. */
export type Place = { kind: 'inside'; absolute: string; fromRoot: string } | { kind: 'refused'; why: string };

export type FileContent =
  | { kind: 'text'; text: string }
  | { kind: 'directory'; entries: readonly string[] }
  | { kind: 'missing' }
  /** Not to be shown as text: binary, too large, a device, no permission. */
  | { kind: 'unreadable'; why: string };

/** The files that the tools may touch: those under the working directory and the directories that the policy allows. */
export type WorkFiles = {
  /** Follows symbolic links; a path that leads outside is refused, also one that does not exist yet. */
  locate(path: string): Promise<Place>;
  read(absolute: string): Promise<FileContent>;
  /** Creates the directories above. Null, or why it could not be written. */
  write(absolute: string, text: string): Promise<string | null>;
};

/** Larger files are not for reading whole. */
const LARGEST = 10_000_000;

/**
 * The files under `directory` (absolute) and the `allowed` ones (absolute, or relative to it). `root` is the working tree's.
 * Limit: a link that is exchanged between the look and the use is followed; only a sandbox would hold against that.
 */
export function workFiles(options: {
  directory: string;
  root: string;
  allowed: readonly string[];
}): WorkFiles {
  const { directory, root } = options;
  const bounds = [directory, ...options.allowed.map((path) => resolve(directory, path))];
  return {
    locate: (path) => locate(path, { directory, root, bounds }),
    read,
    async write(absolute, text) {
      try {
        await mkdir(dirname(absolute), { recursive: true });
        await writeFile(absolute, text);
        return null;
      } catch (error) {
        return why(error);
      }
    },
  };
}

async function locate(
  path: string,
  within: { directory: string; root: string; bounds: readonly string[] },
): Promise<Place> {
  if (path.includes('\0')) return { kind: 'refused', why: 'A path has no NUL byte.' };
  const asked = resolve(within.directory, path);
  const real = await followed(asked);
  if (real === null) return { kind: 'refused', why: `${path} is a link that leads nowhere.` };
  for (const bound of within.bounds) {
    const realBound = await followed(bound);
    if (realBound === null || !isUnder(real, realBound)) continue;
    const realRoot = (await followed(within.root)) ?? within.root;
    return { kind: 'inside', absolute: real, fromRoot: relative(realRoot, real).split(sep).join('/') };
  }
  const link = isUnder(asked, within.directory) ? ` (a link leads to ${real})` : '';
  return { kind: 'refused', why: `${path} is outside of the working directory${link}. Work inside of it.` };
}

/** Where a path leads, every link followed, the part that does not exist yet kept. Null: links in a circle. */
async function followed(path: string, depth = 0): Promise<string | null> {
  if (depth > 40) return null;
  try {
    return await realpath(path);
  } catch (error) {
    if (codeOf(error) === 'ELOOP') return null;
  }
  const target = await readlink(path).catch(() => null);
  if (target !== null) {
    return followed(isAbsolute(target) ? target : join(dirname(path), target), depth + 1);
  }
  const above = dirname(path);
  if (above === path) return path;
  const realAbove = await followed(above, depth + 1);
  return realAbove === null ? null : join(realAbove, path.slice(above.length).replace(/^[/\\]+/, ''));
}

function isUnder(path: string, bound: string): boolean {
  const between = relative(bound, path);
  return between === '' || !(between === '..' || between.startsWith(`..${sep}`) || isAbsolute(between));
}

async function read(absolute: string): Promise<FileContent> {
  try {
    const found = await stat(absolute);
    if (found.isDirectory()) {
      const entries = await readdir(absolute, { withFileTypes: true });
      const shown = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
      return { kind: 'directory', entries: shown.sort() };
    }
    if (!found.isFile()) return { kind: 'unreadable', why: 'it is no regular file' };
    if (found.size > LARGEST) {
      return {
        kind: 'unreadable',
        why: `it has ${found.size} bytes; look at parts of it with bash (head, sed -n, grep)`,
      };
    }
    const bytes = await readFile(absolute);
    const text = bytes.includes(0) ? null : decoded(bytes);
    return text === null ? { kind: 'unreadable', why: 'it is binary' } : { kind: 'text', text };
  } catch (error) {
    const missing = codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR';
    return missing ? { kind: 'missing' } : { kind: 'unreadable', why: why(error) };
  }
}

/** The text of bytes that are UTF-8, a byte order mark included; null: writing it back would change other bytes. */
function decoded(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null;
}

function why(error: unknown): string {
  const sentences: Record<string, string> = {
    EACCES: 'no permission',
    EPERM: 'no permission',
    EROFS: 'the file system is read-only',
    ENOSPC: 'the disk is full',
    EISDIR: 'it is a directory',
    ENOTDIR: 'a part of its path is a file',
    EEXIST: 'a part of its path is a file',
    ENAMETOOLONG: 'its name is too long',
    ELOOP: 'its links go in a circle',
  };
  const code = codeOf(error);
  const known = typeof code === 'string' ? sentences[code] : undefined;
  return known ?? (error instanceof Error ? error.message : String(error));
}
