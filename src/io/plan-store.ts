// PLAN.md and .donegate/plan-state.json on disk.
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../core/user-error.ts';
import type { PlanStore } from '../session-types.ts';
import { writeAtomically } from './atomic-write.ts';

/** Where the state stands, from the root. */
export const STATE_FILE = '.donegate/plan-state.json';

/** A lock whose owner cannot be asked (another machine) is taken as left behind after this. */
const ABANDONED_AFTER_MS = 60_000;
const WAIT_AT_MOST_MS = 20_000;
const TRY_AGAIN_MS = 20;

/**
 * The plan and its state. `root` is absolute; `plan` is relative to it, or absolute.
 * `updateState` is serialised between processes by a lock file beside the state and replaces the file as a whole.
 * Throws a UserError that names the file where it cannot be read or written.
 */
export function openPlanStore(request: { root: string; plan: string }): PlanStore {
  const planPath = resolve(request.root, request.plan);
  const statePath = join(request.root, STATE_FILE);
  return {
    readPlan: async () => readText(planPath),
    readState: async () => readText(statePath),
    updateState: async (change) => {
      const release = await lock(`${statePath}.lock`);
      try {
        const before = readText(statePath);
        const after = change(before);
        if (after !== before) writeState(statePath, after);
      } finally {
        release();
      }
    },
  };
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null;
    throw new UserError(`${path} cannot be read: ${messageOf(error)}`, 'make it a readable file');
  }
}

function writeState(path: string, text: string): void {
  try {
    writeAtomically(path, text, { durable: true });
  } catch (error) {
    throw new UserError(`${path} cannot be written: ${messageOf(error)}`, 'make its folder writable');
  }
}

type Owner = { id: string; pid: number; host: string };

/** Waits for the lock and answers how to give it back. */
async function lock(path: string): Promise<() => void> {
  const own: Owner = { id: randomUUID(), pid: process.pid, host: hostname() };
  const giveUpAt = Date.now() + WAIT_AT_MOST_MS;
  for (;;) {
    if (tryLock(path, own)) return () => unlock(path, own);
    if (isAbandoned(path)) takeAway(path);
    else if (Date.now() > giveUpAt)
      throw new UserError(`${path} is held by another process`, 'remove it if no donegate is running');
    else await sleep(TRY_AGAIN_MS);
  }
}

function tryLock(path: string, own: Owner): boolean {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(own), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw new UserError(`${path} cannot be written: ${messageOf(error)}`, 'make its folder writable');
  }
}

function unlock(path: string, own: Owner): void {
  if (readOwner(path)?.id === own.id) rmSync(path, { force: true });
}

function isAbandoned(path: string): boolean {
  const owner = readOwner(path);
  if (owner !== null && owner.host === hostname()) return !isAlive(owner.pid);
  const age = ageOf(path);
  // Without an owner it is being written at this moment, or its writer died while it wrote.
  return age !== null && age > (owner === null ? 2_000 : ABANDONED_AFTER_MS);
}

/** Renames it first: of several that find it abandoned only one takes it away, and never a lock that is new. */
function takeAway(path: string): void {
  const before = readOwner(path);
  const aside = `${path}.${randomUUID().slice(0, 8)}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw new UserError(`${path} cannot be removed: ${messageOf(error)}`, 'remove it by hand');
  }
  const taken = readOwner(aside);
  if (taken?.id === before?.id) rmSync(aside, { force: true });
  else renameSync(aside, path);
}

function readOwner(path: string): Owner | null {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof value !== 'object' || value === null) return null;
    const { id, pid, host } = value as Record<string, unknown>;
    return typeof id === 'string' && typeof pid === 'number' && typeof host === 'string'
      ? { id, pid, host }
      : null;
  } catch {
    return null;
  }
}

function ageOf(path: string): number | null {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
