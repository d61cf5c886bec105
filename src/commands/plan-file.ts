import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { UserError } from '../core/user-error.ts';
import { writeAtomically } from '../io/atomic-write.ts';
import type { Workspace } from './workspace.ts';

/**
 * The plan's file, relative to the root: as given by the person (relative to `cwd`), or as given when the session began, or
 * as configured. `isGiven`: a person named it. One that `stays` is the session's from then on, which is for the person who begins
 * or resumes it; to ask about another one changes nothing.
 */
export function planFile(
  workspace: Workspace,
  given: { cwd: string; plan: string | null; stays?: boolean },
): { file: string; isGiven: boolean } {
  const kept = join(workspace.sessionDirectory, 'plan-file.json');
  const before = keptFile(kept);
  if (given.plan === null) {
    return { file: before ?? workspace.policy.plan.file, isGiven: before !== null };
  }
  const file = relative(workspace.root, resolve(given.cwd, given.plan));
  if (given.stays === true) writeAtomically(kept, JSON.stringify(file), { durable: false });
  return { file, isGiven: true };
}

/** Text of the plan that a person named, relative to `cwd`. Throws UserError where there is none. */
export function givenPlan(cwd: string, plan: string): string {
  try {
    return readFileSync(resolve(cwd, plan), 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    throw new UserError(
      code === 'ENOENT' || code === 'ENOTDIR'
        ? `there is no plan ${plan} in ${resolve(cwd)}`
        : `the plan ${plan} cannot be read (${code ?? String(error)})`,
      'write one, or name it with --plan FILE',
    );
  }
}

function keptFile(path: string): string | null {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}
