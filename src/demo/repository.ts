import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { UserError } from '../core/user-error.ts';
import { FILES } from './story.ts';

/** Makes the demo's git repository in a temporary directory, and says how to take it away. Throws UserError without git. */
export function makeRepository(): { directory: string; remove: () => void } {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'donegate-demo-')));
  const remove = (): void => rmSync(directory, { recursive: true, force: true });
  try {
    for (const [path, content] of Object.entries(FILES)) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), content);
    }
    git(directory, 'init', '-q', '-b', 'main');
    git(directory, 'add', '.');
    git(directory, 'commit', '-q', '-m', 'a shop');
  } catch (error) {
    remove();
    throw error;
  }
  return { directory, remove };
}

/** With an identity of its own and none of the user's settings: signing, hooks and templates are not the demo's. */
function git(directory: string, ...args: string[]): void {
  const identity = ['-c', 'user.name=demo', '-c', 'user.email=demo@localhost', '-c', 'commit.gpgSign=false'];
  const environment: Record<string, string | undefined> = {
    ...process.env,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
  };
  for (const name of ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE']) delete environment[name];
  const done = spawnSync('git', [...identity, ...args], {
    cwd: directory,
    env: environment,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 30_000,
  });
  if (done.error !== undefined)
    throw new UserError('the demo needs git, which could not be started', 'install git');
  if (done.status !== 0) throw new UserError(`git ${args[0]} failed: ${done.stderr.trim()}`);
}
