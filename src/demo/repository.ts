import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UserError } from '../core/user-error.ts';
import { gitEnvironment } from '../io/environment.ts';
import { makeTemporaryDirectory, type TemporaryDirectory } from '../io/temporary-directory.ts';
import { FILES } from './story.ts';

/** Makes the demo's git repository in a temporary directory. Throws UserError without git. */
export function makeRepository(options: { stays: boolean }): TemporaryDirectory {
  const made = makeTemporaryDirectory('demo', options);
  try {
    for (const [path, content] of Object.entries(FILES)) {
      mkdirSync(dirname(join(made.path, path)), { recursive: true });
      writeFileSync(join(made.path, path), content);
    }
    git(made.path, 'init', '-q', '-b', 'main');
    git(made.path, 'add', '.');
    git(made.path, 'commit', '-q', '-m', 'a shop');
  } catch (error) {
    made.remove();
    throw error;
  }
  return made;
}

/** With an identity of its own and none of the user's settings: signing, hooks and templates are not the demo's. */
function git(directory: string, ...args: string[]): void {
  const identity = ['-c', 'user.name=demo', '-c', 'user.email=demo@localhost', '-c', 'commit.gpgSign=false'];
  const nobodys = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
  const done = spawnSync('git', [...identity, ...args], {
    cwd: directory,
    env: gitEnvironment(process.env, nobodys),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 30_000,
  });
  if (done.error !== undefined)
    throw new UserError('the demo needs git, which could not be started', 'install git');
  if (done.status !== 0) throw new UserError(`git ${args[0]} failed: ${done.stderr.trim()}`);
}
