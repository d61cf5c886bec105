import { randomUUID } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from '../core/user-error.ts';
import { isRunning } from './process-identity.ts';

/** Who holds the lock. A process id says nothing about a process of another machine. */
type Owner = { id: string; pid: number; host: string };

/**
 * A lock of another machine (a shared folder) is taken as left behind after this, and so is one that names no owner; here,
 * too, nothing that we do takes so long, and a dead owner's number can belong to another process by now.
 */
const abandonedMs = { here: 10 * 60_000, elsewhere: 60_000, unnamed: 2_000 };

/**
 * Runs `action` while no other process runs one under the same lock file. A lock whose owner is dead, or that was cut
 * off while it was written, is taken over. Rejects after `waitMs`.
 */
export async function underLock<Result>(
  path: string,
  waitMs: number,
  action: () => Promise<Result>,
): Promise<Result> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const own: Owner = { id: randomUUID(), pid: process.pid, host: hostname() };
  const deadline = performance.now() + waitMs;
  while (!take(path, own)) {
    if (isAbandoned(path)) {
      takeAway(path);
      continue;
    }
    if (performance.now() > deadline)
      throw new UserError(`another process holds ${path}; remove it if that is not so`);
    await delay(5 + Math.floor(Math.random() * 10));
  }
  try {
    return await action();
  } finally {
    if (ownerOf(path)?.id === own.id) rmSync(path, { force: true });
  }
}

function take(path: string, own: Owner): boolean {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    return false;
  }
  try {
    writeFileSync(path, JSON.stringify(own));
    return true;
  } catch (error) {
    // A lock without a name (a full disk) would make the next one wait for nobody.
    rmSync(path, { force: true });
    throw error;
  }
}

function isAbandoned(path: string): boolean {
  const owner = ownerOf(path);
  const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  if (written === undefined) return false;
  const age = Date.now() - written;
  if (owner === null) return age > abandonedMs.unnamed;
  if (owner.host !== hostname()) return age > abandonedMs.elsewhere;
  return !isRunning({ pid: owner.pid, birth: null }) || age > abandonedMs.here;
}

/** Renamed first: of several that find it abandoned one takes it away, and a lock that is new by then is put back. */
function takeAway(path: string): void {
  const found = ownerOf(path);
  const aside = `${path}.${randomUUID().slice(0, 8)}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  if (ownerOf(aside)?.id === found?.id) rmSync(aside, { force: true });
  else renameSync(aside, path);
}

function ownerOf(path: string): Owner | null {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof value !== 'object' || value === null) return null;
    const { id, pid, host } = value as Record<string, unknown>;
    const isOwner = typeof id === 'string' && typeof pid === 'number' && typeof host === 'string';
    return isOwner ? { id, pid, host } : null;
  } catch {
    // Gone, or not written yet.
    return null;
  }
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}
