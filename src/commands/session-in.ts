import { diffRules } from '../checks/gate.ts';
import { openSession } from '../session.ts';
import type { Session, SessionOptions } from '../session-types.ts';
import type { Workspace } from './workspace.ts';

/** What a workspace does not say of a session. */
export type SessionHere = Omit<
  SessionOptions,
  'id' | 'ports' | 'policy' | 'checks' | 'diffRules' | 'readResults' | 'readReports' | 'baselineRun'
>;

/** Opens a session with everything that a workspace has for it. */
export function sessionIn(workspace: Workspace, given: SessionHere): Promise<Session> {
  const { id, ports, policy, readResults, readReports, baselineRun } = workspace;
  return openSession({
    ...given,
    id,
    ports,
    policy,
    readResults,
    readReports,
    baselineRun,
    diffRules: diffRules({ tree: ports.tree, policy, facts: () => ports.log.facts() }),
    // Asked anew at each claim: the project may have got another check meanwhile.
    get checks() {
      return workspace.checks();
    },
  });
}
