// The process groups that we have started and not seen end: none outlives us, however we end.
import { type ChildProcess, spawn } from 'node:child_process';
import { signalGroup } from './process-group.ts';

const standing = new Set<number>();
let isExitWatched = false;
let watcher: ChildProcess | null = null;

/**
 * A bash that hears which groups stand and which have ended. Where it hears no more, we are gone: it ends what stands. It is in
 * a session of its own, so that what ends us does not end it first.
 */
const WATCH = `
while read -r sign group; do
  if [ "$sign" = + ]; then standing[group]=1; else unset "standing[group]"; fi
done
[ "\${#standing[@]}" -gt 0 ] || exit 0
for group in "\${!standing[@]}"; do kill -TERM -- "-$group"; done
sleep 2
for group in "\${!standing[@]}"; do kill -KILL -- "-$group"; done
`;

export function groupStarted(group: number): void {
  standing.add(group);
  if (!isExitWatched) process.once('exit', endAll);
  isExitWatched = true;
  watcher ??= startWatcher();
  tell(`+ ${group}`);
}

export function groupEnded(group: number): void {
  if (standing.delete(group)) tell(`- ${group}`);
}

function endAll(): void {
  for (const group of standing) signalGroup(group, 'SIGKILL');
}

/** For an end that leaves us no time to do anything: `kill -9`, or no memory left. Without it all is as it was. */
function startWatcher(): ChildProcess {
  const child = spawn('bash', ['--norc', '--noprofile', '-c', WATCH], {
    cwd: '/',
    detached: true,
    env: { PATH: process.env.PATH },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.on('error', () => {});
  child.stdin?.on('error', () => {});
  child.unref();
  // A pipe, which keeps the process alive unless told otherwise.
  (child.stdin as { unref?: () => void } | null)?.unref?.();
  return child;
}

function tell(text: string): void {
  watcher?.stdin?.write(`${text}\n`);
}
