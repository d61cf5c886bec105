import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { keep, kept } from './kept.ts';
import { type Layer, openLayer } from './layer.ts';
import { bytesOf } from './names.ts';
import { locateRepository, type Repository } from './repository.ts';

const opened = new Map<string, Layer>();

/**
 * The layer of a nested repository (a submodule, a clone, a folder with its own `git init`), also after its `.git` is gone;
 * null: it is a worktree of the outer one, which is no part of this one.
 */
export async function nestedLayer(layer: Layer, path: string): Promise<Layer | null> {
  const directory = directoryOf(layer, path);
  const known = opened.get(directory);
  if (known !== undefined) return known;
  const repository = repositoryOf(directory) ?? (await locateNested(layer, path, directory));
  if (repository === null) return null;
  const nested = openLayer({ repository, directory, objects: join(directory, 'objects') });
  keep(nested, 'repository', repository);
  opened.set(directory, nested);
  return nested;
}

/** Has this path been a nested repository in this session? */
export function wasNested(layer: Layer, path: string): boolean {
  return existsSync(directoryOf(layer, path));
}

function directoryOf(layer: Layer, path: string): string {
  return join(layer.directory, 'nested', createHash('sha1').update(path).digest('hex'));
}

function repositoryOf(directory: string): Repository | null {
  return kept<Repository>({ directory }, 'repository');
}

async function locateNested(layer: Layer, path: string, directory: string): Promise<Repository | null> {
  const { format, commonDirectory } = layer.repository;
  const root = join(layer.repository.root, bytesOf(path).toString('utf8'));
  const located = await locateRepository(root, { onlyLooks: true });
  const found = located.kind === 'repository' && located.repository.root === root ? located.repository : null;
  if (found?.commonDirectory === commonDirectory) return null;
  // Git refuses to read it (it is somebody else's, or broken), or knows objects of another kind. Its files stand there all the same.
  const none = join(directory, 'none');
  return found?.format === format
    ? found
    : { root, gitDirectory: none, commonDirectory: none, format, isPersons: false };
}
