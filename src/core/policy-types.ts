// What donegate.toml can set, with every default filled in by policy.ts.
import type { CheckName } from './types.ts';

export type RuleLevel = 'block' | 'warn' | 'off';

export type Policy = {
  /** Null: found in the project. */
  checks: readonly string[] | null;
  timeoutSeconds: number;
  limits: { writeCap: number; gateFailures: number; maxTurns: number; tokenBudget: number };
  rules: Readonly<Partial<Record<CheckName, RuleLevel>>>;
  plan: { file: string; required: boolean; run: boolean };
  code: { include: readonly string[]; exclude: readonly string[] };
  /** Directories outside the working directory that our own loop's tools may touch. */
  allowPaths: readonly string[];
};
