import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { discoverChecks, type FoundCheck } from '../checks/discover.ts';
import type { Policy } from '../core/policy-types.ts';
import type { ProjectFiles } from '../core/reading-types.ts';
import { writeAtomically } from '../io/atomic-write.ts';
import { configName } from '../io/config.ts';
import { projectIn } from '../session/context.ts';
import type { CommandCheck } from '../session-types.ts';

/**
 * The command checks that are due, asked anew at each claim: those of donegate.toml, else those found in the project at the
 * session's start (kept in the session's directory) and since. Directories are relative to the root.
 */
export function dueChecks(request: {
  policy: Policy;
  /** Where the configuration stands. */
  configured: string;
  project: ProjectFiles;
  /** Where the session works. */
  directory: string;
  kept: string;
}): () => readonly CommandCheck[] {
  const { policy, project, directory, kept } = request;
  const timeoutMs = policy.timeoutSeconds * 1000;
  const configured = policy.checks?.map((command) => ({
    command,
    directory: request.configured,
    why: configName,
    timeoutMs,
  }));
  if (configured !== undefined) return () => configured;
  const find = () => foundIn(project, directory);
  const first = foundAtStart(join(kept, 'checks.json'), find);
  return () => {
    const isKnown = (one: Placed) =>
      first.some((known) => known.command === one.command && known.directory === one.directory);
    // A check whose definition was taken away is still due; one that came with new code is due as well.
    const later = find().filter((one) => !isKnown(one));
    return [...first, ...later].map((check) => ({ ...check, timeoutMs }));
  };
}

type Placed = FoundCheck & { directory: string };

/** What the root has; where it has nothing, what the nearest folder has from where the session works upwards. */
function foundIn(project: ProjectFiles, directory: string): readonly Placed[] {
  const found = (at: string) =>
    discoverChecks(projectIn(project, at)).map((check) => ({ ...check, directory: at }));
  const ofRoot = found('.');
  if (ofRoot.length > 0) return ofRoot;
  for (let at = directory; at !== '' && at !== '.'; at = dirname(at)) {
    const here = found(at);
    if (here.length > 0) return here;
  }
  return [];
}

function foundAtStart(path: string, find: () => readonly Placed[]): readonly Placed[] {
  try {
    const kept = JSON.parse(readFileSync(path, 'utf8')) as readonly (FoundCheck & Partial<Placed>)[];
    // What earlier versions kept was found at the root.
    return kept.map((check) => ({ ...check, directory: check.directory ?? '.' }));
  } catch {
    const found = find();
    writeAtomically(path, JSON.stringify(found), { durable: false });
    return found;
  }
}
