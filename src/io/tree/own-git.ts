import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Repository } from './repository.ts';

/** How the working tree's file system behaves, as the person's git knows it. */
export type FileSystem = {
  fileMode: boolean;
  ignoreCase: boolean;
  symlinks: boolean;
  precomposeUnicode: boolean;
};

const ordinary: FileSystem = { fileMode: true, ignoreCase: false, symlinks: true, precomposeUnicode: false };

/** The highest of all attributes: no conversion by any other file. */
const attributes = '* -text -eol -crlf -filter -ident -working-tree-encoding\n';

/**
 * The git directory by which a session reads a working tree: a few files beside its index. Nothing of the person's
 * configuration and attributes has a say in it: files are hashed as their bytes are, no filter runs, no hook and no monitor
 * is asked, and what is set up in the session changes nothing. Answers its environment.
 */
export function openOwnGit(request: {
  repository: Repository;
  directory: string;
}): Readonly<Record<string, string>> {
  const { repository, directory } = request;
  const own = join(directory, 'git');
  if (!existsSync(join(own, 'HEAD'))) {
    mkdirSync(join(own, 'refs'), { recursive: true, mode: 0o700 });
    mkdirSync(join(own, 'info'), { recursive: true, mode: 0o700 });
    writeFileSync(join(own, 'info/attributes'), attributes);
    settle(request, ordinary);
    writeFileSync(join(own, 'HEAD'), 'ref: refs/heads/none\n');
  }
  return {
    GIT_DIR: own,
    GIT_WORK_TREE: repository.root,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
  };
}

/** Keeps how the file system behaves, for the whole session. */
export function settle(request: { repository: Repository; directory: string }, system: FileSystem): void {
  const { repository, directory } = request;
  const isSha1 = repository.format === 'sha1';
  const text = [
    '[core]',
    `repositoryFormatVersion = ${isSha1 ? 0 : 1}`,
    'bare = false',
    ...Object.entries(system).map(([name, value]) => `${name} = ${value}`),
    // Names that only other systems forbid.
    'protectNTFS = false',
    'protectHFS = false',
    'looseCompression = 1',
    'fsync = none',
    ...(isSha1 ? [] : ['[extensions]', `objectFormat = ${repository.format}`]),
    '',
  ].join('\n');
  const path = join(directory, 'git/config');
  if (textOf(path) !== text) writeFileSync(path, text);
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
