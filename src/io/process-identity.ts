import { readFileSync } from 'node:fs';

/** What `/proc` says of a process: its state, and when it started, in ticks since the system did. */
function statOf(pid: number): { state: string; started: string } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name before it may hold spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', started: fields[19] ?? '' };
  } catch {
    return null;
  }
}

/** Tells a process from a later one that got its number; null where the system does not say (not Linux, no such process). */
export function birthOf(pid: number): string | null {
  const stat = statOf(pid);
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    return stat === null ? null : `${boot} ${stat.started}`;
  } catch {
    return null;
  }
}

/** Whether that very process runs on this machine. `birth` null: it is not known, and the number has to do. */
export function isRunning({ pid, birth }: { pid: number; birth: string | null }): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  // Killed, and nobody has taken note of it.
  if (statOf(pid)?.state === 'Z') return false;
  const now = birth === null ? null : birthOf(pid);
  return now === null || now === birth;
}
