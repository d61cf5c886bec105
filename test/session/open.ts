// A real session in a real repository: git, bash, a test runner, a log on disk.
import { diffRules } from '../../src/checks/gate.ts';
import { openWorkspace } from '../../src/commands/workspace.ts';
import { openSession } from '../../src/session.ts';
import type { Session, SessionOptions } from '../../src/session-types.ts';

export type OpenedSession = { session: Session; log: string; close(): Promise<void> };

/** `id`: of a session that was begun before. */
export async function sessionIn(
  root: string,
  given: { id?: string; options?: Partial<SessionOptions> } = {},
): Promise<OpenedSession> {
  const kind =
    given.id === undefined
      ? ({ kind: 'new', host: 'test', lives: 'process' } as const)
      : ({ kind: 'existing', id: given.id } as const);
  const workspace = await openWorkspace({ cwd: root, session: kind });
  const session = await openSession({
    id: workspace.id,
    host: 'test',
    ports: workspace.ports,
    policy: workspace.policy,
    checks: workspace.checks(),
    diffRules: diffRules({
      tree: workspace.ports.tree,
      policy: workspace.policy,
      facts: () => workspace.ports.log.facts(),
    }),
    readResults: workspace.readResults,
    readReports: workspace.readReports,
    baselineRun: workspace.baselineRun,
    plan: null,
    planRequired: false,
    gated: true,
    previousFeedback: workspace.previousFeedback,
    ...given.options,
  });
  return { session, log: workspace.ports.log.path, close: () => workspace.close() };
}
