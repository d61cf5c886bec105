import {
  constants,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { Difference } from './differences.ts';
import { GitError } from './git.ts';
import type { Layer } from './layer.ts';
import { onDisk } from './names.ts';

/** Larger trees are not copied for a run. Files. */
export const copyLimit = 20_000;

/** The files that a copy needs: what stands unchanged in the working tree, and what has to come from the baseline. */
export type CopyPlan = {
  unchanged: readonly string[];
  restored: readonly { path: string; mode: string; bytes: Buffer }[];
};

/** Copies a tree into an empty directory. */
export function copyTree(root: string, target: string, plan: CopyPlan): void {
  const made = new Set<string>();
  const parentOf = (path: string) => {
    const parent = dirname(path);
    if (!made.has(parent)) mkdirSync(onDisk(target, parent), { recursive: true });
    made.add(parent);
    return onDisk(target, path);
  };
  for (const path of plan.unchanged) copyEntry(onDisk(root, path), parentOf(path));
  for (const { path, mode, bytes } of plan.restored) {
    if (mode === '120000') symlinkSync(bytes, parentOf(path));
    else writeFileSync(parentOf(path), bytes, { mode: mode === '100755' ? 0o755 : 0o644 });
  }
}

function copyEntry(from: string | Buffer, to: string | Buffer): void {
  if (lstatSync(from).isSymbolicLink()) symlinkSync(readlinkSync(from, 'buffer'), to);
  else copyFileSync(from, to, constants.COPYFILE_FICLONE);
}

/** What a copy of the baseline consists of. Throws where a file of the baseline cannot be read any more. */
export async function planBaseline(
  files: readonly string[],
  found: readonly Difference[],
  readBlob: (path: string, hash: string) => Promise<Buffer>,
): Promise<CopyPlan> {
  const changed = new Set(found.map(({ path }) => path));
  const restored: { path: string; mode: string; bytes: Buffer }[] = [];
  for (const { path, before } of found) {
    if (before === null) continue;
    restored.push({ path, mode: before.mode, bytes: await readBlob(path, before.hash) });
  }
  return { unchanged: files.filter((path) => !changed.has(path)), restored };
}

/** A blob of the baseline as a working tree has it: of a commit, with line ends as the project wants them. */
export function readBlob(layer: Layer, isCommit: boolean): (path: string, hash: string) => Promise<Buffer> {
  return async (path, hash) => {
    if (!isCommit) return await layer.run(['cat-file', 'blob', hash]);
    const args = ['cat-file', '--filters', `--path=${path}`, hash];
    const answer = await layer.tryAsPerson(args);
    if (answer.code !== 0) throw new GitError(args, answer);
    return answer.stdout;
  };
}
