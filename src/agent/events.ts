import type { Fact, Finding, Outcome, RunResult, TestCounts } from '../core/types.ts';
import type { Usage } from './model.ts';
import type { About } from './tools/tool.ts';

/** What happens in a session of our own loop. Those in `CONTRACT` are what `run --json` prints; the rest is for people. */
export type AgentEvent =
  | { type: 'session_start'; id: string }
  /** Who speaks: the person who asks, the harness that has something to say before it, or the model. */
  | { type: 'said'; by: 'person' | 'harness' | 'model'; text: string }
  | { type: 'tool_call'; name: string; input: unknown }
  | { type: 'tool_result'; ok: boolean; text: string }
  | RunEvent
  /** What stands against a claim, or beside it. The decision follows. */
  | { type: 'judged'; accepted: boolean; findings: readonly Finding[] }
  | { type: 'decision'; about: About; decision: 'allow' | 'deny' | 'send_back' | 'end'; reason: string }
  /** Tokens before and after; `summarised`: history was dropped, not only tool results clipped. */
  | { type: 'compacted'; before: number; after: number; summarised: boolean }
  | { type: 'trouble'; text: string }
  | OutcomeEvent;

export type RunEvent = {
  type: 'run';
  by: 'agent' | 'gate';
  command: string;
  /** Null: killed, not started, or not known. */
  exit: number | null;
  result: RunResult;
  commands: readonly { text: string; exit: number | null; by: 'witness' | 'reading' }[];
  tests: TestCounts | null;
  /** Why it has this result; for people, not in the contract. */
  why: string;
};

export type OutcomeEvent = {
  type: 'outcome';
  outcome: Outcome;
  summary: string;
  /** Answers of the model. */
  turns: number;
  tokens: Usage;
  /** Claims that were refused. */
  gateFailures: number;
};

const CONTRACT: ReadonlySet<AgentEvent['type']> = new Set([
  'session_start',
  'tool_call',
  'tool_result',
  'run',
  'decision',
  'outcome',
]);

/** The line that `run --json` prints for an event; null: the contract does not have it. */
export function eventLine(event: AgentEvent): string | null {
  if (!CONTRACT.has(event.type)) return null;
  if (event.type !== 'run') return `${JSON.stringify(event)}\n`;
  const { why: _, ...rest } = event;
  return `${JSON.stringify(rest)}\n`;
}

/** What a fact shows that the loop does not say itself; null: nothing. */
export function eventOf(fact: Fact): AgentEvent | null {
  if (fact.type === 'claim_judged') {
    return { type: 'judged', accepted: fact.accepted, findings: fact.findings };
  }
  if (fact.type !== 'ran') return null;
  return {
    type: 'run',
    by: fact.by,
    command: fact.command,
    exit: fact.exit.kind === 'exited' ? fact.exit.code : null,
    result: fact.judged.result,
    commands: fact.judged.commands.map(({ text, exit, by }) => ({ text, exit, by })),
    tests: fact.judged.tests,
    why: fact.judged.why,
  };
}
