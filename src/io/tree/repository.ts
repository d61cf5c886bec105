import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gitEnvironment } from '../environment.ts';
import { liveSession } from '../sessions.ts';
import { GitError, git, runGit } from './git.ts';
import { plainRepository } from './plain-repository.ts';

/** A working tree and the git directory by which it is read. */
export type Repository = {
  /** Absolute; the working tree's root. */
  root: string;
  gitDirectory: string;
  /** Shared by all worktrees; holds the objects. */
  commonDirectory: string;
  format: 'sha1' | 'sha256';
  /** False: no repository of the person's; a private one reads the directory. */
  isPersons: boolean;
};

export type Located =
  | { kind: 'repository'; repository: Repository; stateDirectory: string }
  | { kind: 'unreadable'; root: string; stateDirectory: string; why: string };

/**
 * `privateState`: where to keep the private git directory if there is no repository, instead of `.donegate/`.
 * `onlyLooks`: that directory is not made, for those who only ask where things are.
 */
export type LocateOptions = { privateState?: string; onlyLooks?: boolean };

/**
 * Finds the repository of a directory. State lives in `git rev-parse --git-path donegate`; outside a repository in
 * `.donegate/`, together with a private git directory.
 */
export async function locateRepository(cwd: string, options: LocateOptions = {}): Promise<Located> {
  const args = [
    'rev-parse',
    '--path-format=absolute',
    '--is-inside-work-tree',
    '--show-object-format',
    '--absolute-git-dir',
    '--git-common-dir',
    '--show-toplevel',
  ];
  const plain = plainRepository(cwd);
  if (plain !== null) return await locatePersons(plain, options);
  try {
    const answer = await runGit({ args, cwd, environment: gitEnvironment(process.env) });
    const [isInside, format, gitDirectory, commonDirectory, root] = answer.stdout
      .toString('utf8')
      .split('\n');
    if (answer.code === 0 && gitDirectory && commonDirectory && root) {
      const objects = format === 'sha256' ? 'sha256' : 'sha1';
      const repository = { root, gitDirectory, commonDirectory, format: objects, isPersons: true } as const;
      return await locatePersons(repository, options);
    }
    if (isInside === 'false' && gitDirectory) {
      const why = 'this is a bare repository or the inside of a .git directory: there is no working tree';
      return { kind: 'unreadable', root: cwd, stateDirectory: join(gitDirectory, 'donegate'), why };
    }
    if (/not a git repository/.test(answer.stderr)) return await locateOutside(cwd, options);
    throw new GitError(args, answer);
  } catch (error) {
    return { kind: 'unreadable', root: cwd, stateDirectory: join(cwd, '.donegate'), why: reasonOf(error) };
  }
}

async function locatePersons(repository: Repository, options: LocateOptions): Promise<Located> {
  const { root, gitDirectory } = repository;
  // A session that began before somebody typed `git init` goes on where it is.
  if (hasPrivate(root) && liveSession(join(root, '.donegate'), new Date()) !== null)
    return await locatePrivate(root, join(root, '.donegate'), options);
  return { kind: 'repository', repository, stateDirectory: join(gitDirectory, 'donegate') };
}

/** One sentence for a person. */
export function reasonOf(error: unknown): string {
  if (error instanceof GitError) return error.why === '' ? error.message : `git says: ${error.why}`;
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return 'the disk is full; it needs some space before anything else';
  return code === 'ENOENT' && error.message.includes('spawn git') ? 'git is not installed' : error.message;
}

function hasPrivate(root: string): boolean {
  return existsSync(join(root, '.donegate/git/HEAD'));
}

/** The folder in which a session began, seen from one below it. */
function nearestPrivate(cwd: string): string | null {
  for (let at = cwd; ; at = dirname(at)) {
    if (hasPrivate(at)) return at;
    if (at === dirname(at)) return null;
  }
}

function locateOutside(cwd: string, options: LocateOptions): Promise<Located> {
  if (options.privateState !== undefined) return locatePrivate(cwd, options.privateState, options);
  const root = nearestPrivate(cwd) ?? cwd;
  return locatePrivate(root, join(root, '.donegate'), options);
}

async function locatePrivate(
  root: string,
  stateDirectory: string,
  { onlyLooks }: LocateOptions,
): Promise<Located> {
  const gitDirectory = join(stateDirectory, 'git');
  if (onlyLooks !== true && !existsSync(join(gitDirectory, 'HEAD'))) {
    mkdirSync(stateDirectory, { recursive: true });
    const environment = gitEnvironment(process.env, { GIT_DIR: gitDirectory });
    await git({ args: ['init', '--quiet', '--template='], cwd: root, environment });
    // So that a repository that is made here later does not take our state for the person's files.
    writeFileSync(join(stateDirectory, '.gitignore'), '*\n!plan-state.json\n!.gitignore\n');
  }
  const repository: Repository = {
    root,
    gitDirectory,
    commonDirectory: gitDirectory,
    format: 'sha1',
    isPersons: false,
  };
  return { kind: 'repository', repository, stateDirectory };
}

/** Where we ask the person's git: no hook, no monitor, nothing written into the person's git directory, no git-lfs. */
const pinned: readonly string[] = [
  'core.fsmonitor=false',
  'core.untrackedCache=false',
  'core.splitIndex=false',
  'core.sparseCheckout=false',
  'core.hooksPath=/dev/null',
  'core.safecrlf=false',
  'core.fsync=none',
  'gc.auto=0',
  'filter.lfs.clean=',
  'filter.lfs.smudge=',
  'filter.lfs.process=',
  'filter.lfs.required=false',
];

export const pinnedOptions: readonly string[] = pinned.flatMap((option) => ['-c', option]);
