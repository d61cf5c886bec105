import type { z } from 'zod';
import type { Decision } from '../../core/types.ts';
import type { Session } from '../../session-types.ts';
import type { WorkFiles } from '../work-files.ts';

/** What a decision was about, as the events name it. */
export type About = 'write' | 'claim' | 'milestone';

export type ToolContext = {
  session: Session;
  /** Names of the tools that the model was offered. */
  offered: readonly string[];
  files: WorkFiles;
  /** Where command lines run, relative to the working tree's root. */
  directory: string;
  /** Time limit of a command line that names none. */
  defaultTimeoutMs: number;
  /** Let `milestone done` run the gate commands that are missing. */
  milestoneRun: boolean;
  signal: AbortSignal;
  onOutput: (text: string) => void;
};

export type ToolAnswer = {
  ok: boolean;
  text: string;
  /** The harness decided something: it is shown and printed. */
  decision: { about: About; decision: 'allow' | 'deny'; reason: string } | null;
  /** The session ends with this. */
  end: Extract<Decision, { decision: 'end' }> | null;
};

export type Tool<Input> = {
  name: string;
  description: string;
  input: z.ZodType<Input>;
  run(input: Input, context: ToolContext): Promise<ToolAnswer>;
};

export function answered(ok: boolean, text: string): ToolAnswer {
  return { ok, text, decision: null, end: null };
}

export function refused(about: About, reason: string): ToolAnswer {
  return { ok: false, text: reason, decision: { about, decision: 'deny', reason }, end: null };
}
