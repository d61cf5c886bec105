import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gitEnvironment } from '../environment.ts';
import { type GitAnswer, git, runGit } from './git.ts';
import { openOwnGit } from './own-git.ts';
import { pinnedOptions, type Repository } from './repository.ts';

type Input = string | Buffer;

/** One repository as a session reads it: with a git directory, an index and objects of its own, beside the person's. */
export type Layer = {
  repository: Repository;
  /** Absolute; everything of this layer that a session keeps. */
  directory: string;
  index: string;
  /** Absolute; where objects are kept that the person's repository has not. */
  objects: string;
  run(args: readonly string[], input?: Input): Promise<Buffer>;
  tryRun(args: readonly string[], input?: Input): Promise<GitAnswer>;
  /** With the person's git directory and configuration; `index`: default the person's. Objects are read from both. */
  tryAsPerson(args: readonly string[], options?: { input?: Input; index?: string }): Promise<GitAnswer>;
};

/** Makes the directories. Objects are shared by the sessions of a repository, the index is the session's own. */
export function openLayer(request: { repository: Repository; directory: string; objects: string }): Layer {
  const { repository, directory, objects } = request;
  const index = join(directory, 'index');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  linkObjects(objects, join(repository.commonDirectory, 'objects'));
  const own = gitEnvironment(withoutGit(process.env), {
    ...openOwnGit({ repository, directory }),
    GIT_INDEX_FILE: index,
    GIT_OBJECT_DIRECTORY: objects,
  });
  const persons = gitEnvironment(process.env, {
    GIT_DIR: repository.gitDirectory,
    GIT_WORK_TREE: repository.root,
    GIT_OBJECT_DIRECTORY: objects,
  });
  const requestOf = (
    args: readonly string[],
    environment: Readonly<Record<string, string>>,
    input: Input | undefined,
  ) => ({
    args,
    // Objects can be read where the working tree is gone.
    cwd: existsSync(repository.root) ? repository.root : directory,
    environment,
    ...(input === undefined ? {} : { input }),
  });
  return {
    repository,
    directory,
    index,
    objects,
    run: (args, input) => git(requestOf(args, own, input)),
    tryRun: (args, input) => runGit(requestOf(args, own, input)),
    tryAsPerson: (args, options = {}) =>
      runGit(
        requestOf(
          [...pinnedOptions, ...args],
          options.index === undefined ? persons : { ...persons, GIT_INDEX_FILE: options.index },
          options.input,
        ),
      ),
  };
}

/** What the person's environment says to git is for the person's git. */
function withoutGit(source: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(source).filter(([name]) => !name.startsWith('GIT_')));
}

function linkObjects(objects: string, persons: string): void {
  const alternates = join(objects, 'info/alternates');
  if (existsSync(alternates)) return;
  mkdirSync(join(objects, 'info'), { recursive: true, mode: 0o700 });
  writeFileSync(alternates, existsSync(persons) ? `${persons}\n` : '');
}
