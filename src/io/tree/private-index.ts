import { statSync } from 'node:fs';
import { join } from 'node:path';
import { GitError } from './git.ts';
import { excludeFile, lateOutputRules } from './ignore-rules.ts';
import type { Layer } from './layer.ts';
import { splitZ, terminated } from './names.ts';

/** `git update-index` over paths; nothing for none. */
export async function updateIndex(
  layer: Layer,
  options: readonly string[],
  paths: readonly string[],
): Promise<void> {
  if (paths.length > 0) await layer.run(['update-index', ...options, '-z', '--stdin'], terminated(paths));
}

/**
 * Paths that differ from the private index: changed, gone, or new and not ignored by the session's rules. A nested
 * repository ends with `/`.
 * Limit: git compares times in seconds. Not seen is an edit of the same size whose modification time was set back, in the
 * very second in which the file was changed in another way that kept its modification time, and looked at.
 */
export async function listChanged(layer: Layer): Promise<readonly string[]> {
  const late = lateOutputRules(layer.repository.root).map((rule) => `--exclude=${rule}`);
  const rules = [`--exclude-from=${excludeFile(layer)}`, ...late];
  const args = ['ls-files', '-z', '--modified', '--deleted', '--others', ...rules];
  return [...new Set(splitZ(await layer.run(args)))];
}

/** Tracked by the person although the rules ignore it (`git add -f`). Asked of the person's own index. */
export async function listForced(layer: Layer): Promise<readonly string[]> {
  const args = ['ls-files', '-z', '--cached', '--ignored', `--exclude-from=${excludeFile(layer)}`];
  const answer = await layer.tryAsPerson(args);
  if (answer.code !== 0) throw new GitError(args, answer);
  return splitZ(answer.stdout);
}

/** When the person's index was written, as a signature; null: there is none. */
export function personsIndexSignature(layer: Layer): string | null {
  return layer.repository.isPersons ? signatureOf(join(layer.repository.gitDirectory, 'index')) : null;
}

/** Size, time and inode of a file as one text; null: it is not there. */
export function signatureOf(path: string): string | null {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? null : `${stat.size}-${stat.mtimeNs}-${stat.ctimeNs}-${stat.ino}`;
}
