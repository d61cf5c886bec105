// The public API: re-exports only.

export { DEFAULT_POLICY, policyFrom } from './core/policy.ts';
export type { Policy, RuleLevel } from './core/policy-types.ts';
export type * from './core/ports.ts';
export type * from './core/reading-types.ts';
export type * from './core/testimony.ts';
export type * from './core/types.ts';
export { UserError } from './core/user-error.ts';
export type * from './session-types.ts';
