import { existsSync, lstatSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Repository } from './repository.ts';

/** What says to git where a repository is, or where to stop looking. */
const steering = ['GIT_CEILING_DIRECTORIES', 'GIT_DISCOVERY_ACROSS_FILESYSTEM'];

/**
 * The repository around a directory, in the ordinary case, for which no git process is needed: a `.git` folder of ours with
 * an ordinary configuration. Null: git has to be asked.
 */
export function plainRepository(cwd: string): Repository | null {
  if (steering.some((name) => process.env[name] !== undefined)) return null;
  try {
    const from = realpathSync(cwd);
    const { dev } = statSync(from);
    for (let at = from; statSync(at).dev === dev; at = dirname(at)) {
      const dotGit = lstatSync(join(at, '.git'), { throwIfNoEntry: false });
      if (dotGit !== undefined) return isPlain(at, dotGit) ? repositoryAt(at) : null;
      // The inside of a git directory, or at the end of the way.
      if (existsSync(join(at, 'HEAD')) || at === dirname(at)) return null;
    }
  } catch {
    // What cannot be read is for git to judge.
  }
  return null;
}

function isPlain(root: string, dotGit: Stats): boolean {
  const own = process.getuid?.();
  const git = join(root, '.git');
  return (
    dotGit.isDirectory() &&
    dotGit.uid === own &&
    statSync(root).uid === own &&
    lstatSync(join(git, 'HEAD')).isFile() &&
    /^(ref: refs\/|[0-9a-f]{40}\n)/.test(readFileSync(join(git, 'HEAD'), 'latin1')) &&
    statSync(join(git, 'objects')).isDirectory() &&
    statSync(join(git, 'refs')).isDirectory() &&
    !existsSync(join(git, 'commondir')) &&
    isOrdinary(readFileSync(join(git, 'config'), 'latin1'))
  );
}

/** Nothing that says where the working tree is, how objects are kept, or that more has to be read. */
function isOrdinary(configuration: string): boolean {
  return !/worktree|include|extensions|\bbare\b(?!\s*=\s*false\s*$)|formatversion(?!\s*=\s*0\s*$)/im.test(
    configuration,
  );
}

function repositoryAt(root: string): Repository {
  const gitDirectory = join(root, '.git');
  return { root, gitDirectory, commonDirectory: gitDirectory, format: 'sha1', isPersons: true };
}
