import { realpathSync } from 'node:fs';
import { systemClock } from '../io/clock.ts';
import { openPlanStore } from '../io/plan-store.ts';
import { type ListedSession, listSessions, liveSession } from '../io/sessions.ts';
import { locateRepository } from '../io/tree/repository.ts';
import type { Session } from '../session-types.ts';
import { directoryOf } from './directory.ts';
import { planFile } from './plan-file.ts';
import { sessionIn } from './session-in.ts';
import { openWorkspace, type Workspace, type WorkspaceSession } from './workspace.ts';

/** Names the session that a command belongs to, in the environment of what it runs. */
export const SESSION_VARIABLE = 'DONEGATE_SESSION';

export type Attached = {
  session: Session;
  workspace: Workspace;
  /** False: no session lives here, and there is no log to look into. */
  isLive: boolean;
};

/**
 * The session that a command in this directory belongs to: the one of DONEGATE_SESSION, else the newest live one of the
 * working tree; else one that lasts as long as the command.
 */
export async function attachedSession(options: {
  cwd: string;
  plan: string | null;
  onProgress?: (text: string) => void;
}): Promise<Attached> {
  const found = await sessionHere(options.cwd);
  const about: WorkspaceSession =
    found === null ? { kind: 'none', baseline: { kind: 'now' } } : { kind: 'existing', id: found.session };
  const workspace = await openWorkspace({ cwd: options.cwd, session: about });
  const { file } = planFile(workspace, options);
  const [first] = workspace.ports.log.facts();
  const session = await sessionIn(workspace, {
    host: found?.host ?? 'command',
    plan: openPlanStore({ root: workspace.root, plan: file }),
    planRequired: first?.type === 'session_started' && first.planRequired,
    gated: true,
    previousFeedback: null,
    ...(options.onProgress === undefined ? {} : { onProgress: options.onProgress }),
  });
  return { session, workspace, isLive: found !== null };
}

/**
 * DONEGATE_SESSION may come from a session in another working tree whose agent works in this one as well: one that is not
 * known here is passed over.
 */
async function sessionHere(cwd: string): Promise<ListedSession | null> {
  const { stateDirectory, sessions } = await sessionsIn(cwd);
  const wanted = process.env[SESSION_VARIABLE];
  return sessions.find(({ session }) => session === wanted) ?? liveSession(stateDirectory, systemClock.now());
}

/** The sessions of a directory's working tree, the newest first. */
export async function sessionsIn(
  cwd: string,
): Promise<{ stateDirectory: string; sessions: readonly ListedSession[] }> {
  const { stateDirectory } = await locateRepository(realpathSync(directoryOf(cwd)), { onlyLooks: true });
  return { stateDirectory, sessions: listSessions(stateDirectory, systemClock.now()) };
}
