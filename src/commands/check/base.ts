import { UserError } from '../../core/user-error.ts';
import { type Base, baseRevision } from '../../io/base-revision.ts';
import { readableTree } from '../directory.ts';

/**
 * What the working tree around a directory is compared with; null: there is no git repository. Throws UserError for a
 * revision that does not exist, and where git itself refuses.
 */
export async function baseOf(cwd: string, wanted: string | null): Promise<Base | null> {
  const located = await readableTree(cwd);
  if (!located.repository.isPersons) {
    if (wanted === null) return null;
    throw new UserError(`--base ${wanted}: there is no git repository here`);
  }
  const { root, format } = located.repository;
  const base = await baseRevision({ root, wanted, format });
  if (base !== null) return base;
  throw new UserError(`--base ${wanted}: git knows no such revision`, 'in a shallow clone, fetch it first');
}
