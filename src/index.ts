// The public API: re-exports only.

export { type SessionHere, sessionIn } from './commands/session-in.ts';
export {
  openWorkspace,
  type Workspace,
  type WorkspaceRequest,
  type WorkspaceSession,
} from './commands/workspace.ts';
export { parsePlan } from './core/plan/parse.ts';
export type * from './core/plan/types.ts';
export { DEFAULT_POLICY, policyFrom } from './core/policy.ts';
export type { Policy, RuleLevel } from './core/policy-types.ts';
export type * from './core/ports.ts';
export type * from './core/reading-types.ts';
export { readCommand } from './core/shell/reading.ts';
export type * from './core/testimony.ts';
export type * from './core/types.ts';
export { UserError } from './core/user-error.ts';
export { openPlanStore } from './io/plan-store.ts';
export { readResults } from './results/index.ts';
export { openSession } from './session.ts';
export type * from './session-types.ts';
