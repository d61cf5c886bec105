import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { discoverChecks, type FoundCheck } from '../checks/discover.ts';
import type { Policy } from '../core/policy-types.ts';
import type { ProjectFiles } from '../core/reading-types.ts';
import { writeAtomically } from '../io/atomic-write.ts';
import { configName } from '../io/config.ts';
import type { CommandCheck } from '../session-types.ts';

/**
 * The command checks that are due, asked anew at each claim: those of donegate.toml, else those found in the project at the
 * session's start (kept in the session's directory) and since.
 */
export function dueChecks(request: {
  policy: Policy;
  project: ProjectFiles;
  kept: string;
}): () => readonly CommandCheck[] {
  const { policy, project, kept } = request;
  const timeoutMs = policy.timeoutSeconds * 1000;
  const configured = policy.checks?.map((command) => ({ command, why: configName, timeoutMs }));
  if (configured !== undefined) return () => configured;
  const first = foundAtStart(join(kept, 'checks.json'), () => discoverChecks(project));
  return () => {
    const known = new Set(first.map(({ command }) => command));
    // A check whose definition was taken away is still due; one that came with new code is due as well.
    const later = discoverChecks(project).filter(({ command }) => !known.has(command));
    return [...first, ...later].map(({ command, why }) => ({ command, why, timeoutMs }));
  };
}

function foundAtStart(path: string, find: () => readonly FoundCheck[]): readonly FoundCheck[] {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as readonly FoundCheck[];
  } catch {
    const found = find();
    writeAtomically(path, JSON.stringify(found), { durable: false });
    return found;
  }
}
