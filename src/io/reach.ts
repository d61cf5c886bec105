import { isUtf8 } from 'node:buffer';
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reach } from '../core/ports.ts';
import { bytesOf, onDisk } from './tree/names.ts';

/** Long ago: on a `relatime` file system the next reading moves an access time that is older than a day. */
const longAgo = '200001020000';
const longAgoMs = Date.UTC(2000, 0, 4);

const touchMs = 10_000;

/**
 * Which files a run opened, by their access times. `before` sets them back (keeping every modification time to the
 * nanosecond, which only utimensat can); what has moved afterwards was opened.
 * `opened` has to be asked before anything of ours reads the files. A file whose time could not be set back counts as
 * opened: where the file system does not tell, nothing is said.
 * Limit: readers (`cat`, linters) open files as well; a compile cache can serve a file that nobody opens.
 */
export function openReach(request: { root: string; stateDirectory: string }): Reach {
  const { root, stateDirectory } = request;
  let works: Promise<boolean> | null = null;
  const unsettable = new Set<string>();
  return {
    works() {
      works ??= probe(stateDirectory);
      return works;
    },
    async before(paths) {
      unsettable.clear();
      for (const path of paths) if (!isArgument(path)) unsettable.add(path);
      const present = paths.filter((path) => accessed(onDisk(root, path)) !== null);
      await setBack(
        root,
        present.filter(isArgument).map((path) => bytesOf(path).toString('utf8')),
      );
      for (const path of present) if (hasMoved(onDisk(root, path))) unsettable.add(path);
    },
    opened: (paths) =>
      Promise.resolve(paths.filter((path) => unsettable.has(path) || hasMoved(onDisk(root, path)))),
  };
}

/** Other bytes than UTF-8 cannot be given to a process. */
function isArgument(path: string): boolean {
  return isUtf8(bytesOf(path));
}

function accessed(path: string | Buffer): number | null {
  return statSync(path, { throwIfNoEntry: false })?.atimeMs ?? null;
}

function hasMoved(path: string | Buffer): boolean {
  const at = accessed(path);
  return at !== null && at > longAgoMs;
}

function setBack(directory: string, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return Promise.resolve();
  return new Promise((resolve) => {
    const args = ['-a', '-c', '-t', longAgo, '--', ...paths];
    const child = spawn('touch', args, { cwd: directory, stdio: 'ignore' });
    // Not spawn's own time limit: where the start itself fails, its timer would keep the process alive until it is due.
    const timer = setTimeout(() => child.kill('SIGKILL'), touchMs);
    const over = () => {
      clearTimeout(timer);
      resolve();
    };
    child.once('error', over);
    child.once('close', over);
  });
}

/** Once a process: a file of ours, set back and read. */
async function probe(directory: string): Promise<boolean> {
  const path = join(directory, `access-probe-${process.pid}`);
  try {
    mkdirSync(directory, { recursive: true });
    writeFileSync(path, 'probe');
    await setBack(directory, [path]);
    const before = hasMoved(path);
    readFileSync(path);
    return !before && hasMoved(path);
  } catch {
    return false;
  } finally {
    rmSync(path, { force: true });
  }
}
