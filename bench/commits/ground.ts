// A clone in which sessions are played, and what is true in it without us.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Change } from './change.ts';

export type Ground = {
  /** Absolute path of the clone. */
  clone: string;
  /** The line that runs the project's tests. */
  line: string;
  git(...words: string[]): string;
  remove(): void;
};

/** Clones a repository and sets it up once; what the set-up leaves has to be ignored by git. */
export function openGround(given: { source: string; line: string; setUp: string }): Ground {
  const place = mkdtempSync(join(tmpdir(), 'donegate-bench-commits-'));
  const clone = join(place, 'clone');
  execFileSync('git', ['clone', '-q', '--no-hardlinks', given.source, clone], { stdio: 'ignore' });
  const git = (...words: string[]): string =>
    execFileSync('git', words, {
      cwd: clone,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  git('config', 'user.name', 'Bench');
  git('config', 'user.email', 'bench@localhost');
  const remove = (): void => rmSync(place, { recursive: true, force: true });
  if (spawnSync('bash', ['-c', given.setUp], { cwd: clone, stdio: 'ignore' }).status !== 0) {
    remove();
    throw new Error(`commits: the set-up ended red: ${given.setUp}`);
  }
  return { clone, line: given.line, git, remove };
}

/** The files of a revision, nothing of an earlier session. */
export function checkOut({ git }: Ground, revision: string): void {
  git('checkout', '-q', '-f', revision);
  git('clean', '-fdq');
  rmSync(git('rev-parse', '--path-format=absolute', '--git-path', 'donegate').trim(), {
    recursive: true,
    force: true,
  });
}

/** How a line ends on a revision with changes, by its own exit status; `seconds`: how long it took. */
export function runAt(
  ground: Ground,
  at: { revision: string; changes?: readonly Change[]; line?: string },
): { green: boolean; seconds: number } {
  checkOut(ground, at.revision);
  for (const { path, after } of at.changes ?? []) {
    const [command, input] =
      after === null ? ['rm -f -- "$0"', ''] : ['mkdir -p "$(dirname "$0")"; cat >"$0"', after];
    spawnSync('bash', ['-c', command, path], { cwd: ground.clone, input });
  }
  const started = performance.now();
  const { status } = spawnSync('bash', ['-c', at.line ?? ground.line], {
    cwd: ground.clone,
    stdio: 'ignore',
    timeout: 180_000,
  });
  return { green: status === 0, seconds: (performance.now() - started) / 1000 };
}

/** The working tree holds what the revision holds, with nothing more. */
export function standsAt({ git }: Ground, revision: string): boolean {
  git('add', '-A');
  return git('diff', '--cached', '--name-only', revision) === '';
}

/** Processes that work in the clone. */
export function processesIn({ clone }: Ground): readonly string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readlinkSync(`/proc/${name}/cwd`).startsWith(clone);
    } catch {
      return false;
    }
  });
}
