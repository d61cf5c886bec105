import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A directory of ours, absolute and without links. */
export type TemporaryDirectory = { path: string; remove(): void };

const standing = new Set<string>();
let isExitWatched = false;

/**
 * Makes a directory in the temporary directory. It goes with this process at the latest, also where the process ends without
 * coming back to whoever made it (a closed pipe, a second Ctrl-C), unless it `stays`. Throws where none can be made.
 * Limit: a process that is killed outright leaves it there.
 */
export function makeTemporaryDirectory(name: string, options = { stays: false }): TemporaryDirectory {
  const path = mkdtempSync(join(realpathSync(tmpdir()), `donegate-${name}-`));
  if (!options.stays) standing.add(path);
  if (!isExitWatched) process.once('exit', removeAll);
  isExitWatched = true;
  return {
    path,
    remove() {
      standing.delete(path);
      rmSync(path, { recursive: true, force: true });
    },
  };
}

function removeAll(): void {
  for (const path of standing) {
    try {
      rmSync(path, { recursive: true, force: true });
    } catch {
      // Something that was killed this moment still writes there.
    }
  }
}
