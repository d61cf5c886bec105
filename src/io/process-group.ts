import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Name of the variable by which children of one run are found again, wherever they went. */
export const runMark = 'DONEGATE_RUN';

/** Some process of the group is still there. */
export function isGroupAlive(group: number): boolean {
  return signalGroup(group, 0);
}

/** Sends a signal to every process of a group; false: there is none. */
export function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-group, signal);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** SIGTERM, then SIGKILL after `graceMs` to what is still there. */
export async function endGroup(group: number, graceMs: number): Promise<void> {
  if (!signalGroup(group, 'SIGTERM')) return;
  const deadline = performance.now() + graceMs;
  for (let looks = 1; isGroupAlive(group) && performance.now() < deadline; looks += 1) {
    // Where nobody reaps orphans (a container without init) a dead group can still be signalled.
    if (looks % 10 === 0 && isAllZombies(group)) return;
    await delay(10);
  }
  signalGroup(group, 'SIGKILL');
}

function isAllZombies(group: number): boolean {
  const states = listProcesses().flatMap((name) => {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
      const [state, , memberOf] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return Number(memberOf) === group ? [state] : [];
    } catch {
      return [];
    }
  });
  return states.length > 0 && states.every((state) => state === 'Z');
}

/**
 * Ends the processes that carry a run's mark in their environment: those that left the group by `setsid`.
 * Limit: Linux only; a process that cleans its environment is not found.
 */
export function killMarked(mark: string): void {
  for (const name of listProcesses()) {
    const id = Number(name);
    if (!Number.isInteger(id) || id === process.pid) continue;
    try {
      if (isMarked(readFileSync(`/proc/${name}/environ`, 'latin1'), mark)) process.kill(id, 'SIGKILL');
    } catch {
      // It ended meanwhile, or belongs to somebody else.
    }
  }
}

function isMarked(environment: string, mark: string): boolean {
  const own = environment.split('\0').find((variable) => variable.startsWith(`${runMark}=`)) ?? '';
  return own
    .slice(runMark.length + 1)
    .split(' ')
    .includes(mark);
}

function listProcesses(): readonly string[] {
  try {
    return readdirSync('/proc');
  } catch {
    return [];
  }
}
