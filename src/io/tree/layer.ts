import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gitEnvironment } from '../environment.ts';
import { type GitAnswer, git, runGit } from './git.ts';
import { pinnedOptions, type Repository } from './repository.ts';

/** One repository as a session reads it: a private index and a private object directory beside the person's. */
export type Layer = {
  repository: Repository;
  /** Absolute; everything of this layer that a session keeps. */
  directory: string;
  index: string;
  /** Absolute; where objects are kept that the person's repository has not. */
  objects: string;
  environment: Readonly<Record<string, string>>;
  run(args: readonly string[], input?: string): Promise<Buffer>;
  tryRun(args: readonly string[], input?: string): Promise<GitAnswer>;
  /** With another environment: the person's index. */
  runWith(environment: Readonly<Record<string, string>>, args: readonly string[]): Promise<Buffer>;
};

/** Makes the directories. Objects are shared by the sessions of a repository, the index is the session's own. */
export function openLayer(request: { repository: Repository; directory: string; objects: string }): Layer {
  const { repository, directory, objects } = request;
  const index = join(directory, 'index');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  linkObjects(objects, join(repository.commonDirectory, 'objects'));
  const environment = gitEnvironment(process.env, {
    GIT_DIR: repository.gitDirectory,
    GIT_WORK_TREE: repository.root,
    GIT_INDEX_FILE: index,
    GIT_OBJECT_DIRECTORY: objects,
  });
  const requestOf = (args: readonly string[], input: string | undefined) => ({
    args: [...pinnedOptions, ...args],
    cwd: repository.root,
    environment,
    ...(input === undefined ? {} : { input }),
  });
  return {
    repository,
    directory,
    index,
    objects,
    environment,
    run: (args, input) => git(requestOf(args, input)),
    tryRun: (args, input) => runGit(requestOf(args, input)),
    runWith: (other, args) => git({ ...requestOf(args, undefined), environment: other }),
  };
}

function linkObjects(objects: string, persons: string): void {
  if (existsSync(join(objects, 'info/alternates'))) return;
  mkdirSync(join(objects, 'info'), { recursive: true, mode: 0o700 });
  writeFileSync(join(objects, 'info/alternates'), `${persons}\n`);
}
