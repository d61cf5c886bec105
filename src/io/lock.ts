import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Runs `action` while no other process of this machine runs one under the same lock file. A lock whose owner is dead is
 * taken over. Rejects after `waitMs`.
 */
export async function underLock<Result>(
  path: string,
  waitMs: number,
  action: () => Promise<Result>,
): Promise<Result> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const deadline = performance.now() + waitMs;
  while (!take(path)) {
    if (performance.now() > deadline)
      throw new Error(`another process holds ${path}; remove it if that is not so`);
    await delay(5 + Math.floor(Math.random() * 10));
  }
  try {
    return await action();
  } finally {
    rmSync(path, { force: true });
  }
}

function take(path: string): boolean {
  try {
    const file = openSync(path, 'wx', 0o600);
    writeSync(file, `${process.pid}`);
    closeSync(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    dropDead(path);
    return false;
  }
}

/** Limit: two processes that find the same dead owner at the same instant can both believe that they took over. */
function dropDead(path: string): void {
  let owner: number;
  try {
    owner = Number(readFileSync(path, 'utf8'));
  } catch {
    return;
  }
  if (!Number.isInteger(owner) || owner <= 0 || owner === process.pid) return;
  try {
    process.kill(owner, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') rmSync(path, { force: true });
  }
}
