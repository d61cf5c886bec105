import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { UserError } from '../core/user-error.ts';
import { type Located, locateRepository } from '../io/tree/repository.ts';

/** Absolute path of the directory that a person named. Throws UserError where there is none. */
export function directoryOf(cwd: string): string {
  const absolute = resolve(cwd);
  if (statSync(absolute, { throwIfNoEntry: false })?.isDirectory() === true) return absolute;
  throw new UserError(`there is no directory ${absolute}`, 'name another one with --cwd');
}

/**
 * The repository around a directory; nothing is made there. Throws UserError where git does not read it: nothing could
 * ever be proven there.
 */
export async function readableTree(cwd: string): Promise<Extract<Located, { kind: 'repository' }>> {
  const located = await locateRepository(realpathSync(directoryOf(cwd)), { onlyLooks: true });
  if (located.kind === 'repository') return located;
  throw new UserError(`the working tree cannot be read: ${located.why}`, mending(located));
}

function mending({ root, why }: { root: string; why: string }): string {
  if (why.includes('dubious ownership')) return `git config --global --add safe.directory ${root}`;
  return why === 'git is not installed'
    ? 'donegate needs it'
    : 'go to a working tree, or name one with --cwd';
}
