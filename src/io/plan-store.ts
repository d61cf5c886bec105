// PLAN.md and .donegate/plan-state.json on disk.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UserError } from '../core/user-error.ts';
import type { PlanStore } from '../session-types.ts';
import { writeAtomically } from './atomic-write.ts';
import { gitEnvironment } from './environment.ts';
import { underLock } from './lock.ts';
import { runGit } from './tree/git.ts';

/** Where the state stands, from the root. */
export const STATE_FILE = '.donegate/plan-state.json';

const WAIT_AT_MOST_MS = 20_000;

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
    commit: () => headOf(request.root),
    updateState: (change) =>
      namingPath(statePath, () =>
        underLock(`${statePath}.lock`, WAIT_AT_MOST_MS, async () => {
          const before = readText(statePath);
          const after = change(before);
          if (after !== before) writeAtomically(statePath, after, { durable: true });
        }),
      ),
  };
}

async function headOf(root: string): Promise<string | null> {
  try {
    const args = ['rev-parse', '--verify', '--quiet', 'HEAD'];
    const { code, stdout } = await runGit({ args, cwd: root, environment: gitEnvironment(process.env) });
    return code === 0 ? stdout.toString('utf8').trim() : null;
  } catch {
    // No git here; the step is accepted all the same.
    return null;
  }
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null;
    throw new UserError(
      `${path} cannot be read (${codeOf(error) ?? String(error)})`,
      'make it a readable file',
    );
  }
}

async function namingPath(path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const code = codeOf(error);
    if (code === null) throw error;
    throw new UserError(`${path} cannot be written (${code})`, 'make its folder writable');
  }
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}
