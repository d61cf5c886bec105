// CPU time of this process and of the children that it has waited for.
import { readFileSync } from 'node:fs';

/** Milliseconds so far. Linux only; the system counts children in steps of 10 ms, so many repetitions are needed. */
export function cpuOf(what: 'children' | 'all'): number {
  const stat = readFileSync('/proc/self/stat', 'latin1');
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const children = ((fields[13] ?? 0) + (fields[14] ?? 0)) * 10;
  const { user, system } = process.cpuUsage();
  return what === 'children' ? children : children + (user + system) / 1000;
}

/** Milliseconds of CPU for one repetition. */
export async function cpuPerCall(
  what: 'children' | 'all',
  repetitions: number,
  action: (n: number) => unknown,
): Promise<number> {
  const before = cpuOf(what);
  for (let n = 0; n < repetitions; n += 1) await action(n);
  return (cpuOf(what) - before) / repetitions;
}
