// A session that decides as it is told, to see what the loop makes of each decision. Real sessions: test/commands/run.test.ts.

import type { AgentEvent } from '../../src/agent/events.ts';
import type { AgentOptions } from '../../src/agent/loop.ts';
import type { Answer, Message, Model, ModelRequest } from '../../src/agent/model.ts';
import { offeredTools } from '../../src/agent/tools/index.ts';
import { workFiles } from '../../src/agent/work-files.ts';
import type { Decision, Fact, RunResult } from '../../src/core/types.ts';
import type { Session } from '../../src/session-types.ts';

export const ALLOW: Decision = { decision: 'allow', context: null, note: null };
const SAID: Answer = {
  text: '',
  toolCalls: [],
  reasoning: [],
  stop: 'end',
  usage: { input: 10, output: 1 },
  error: null,
};

export type Told = {
  user?: Decision;
  beforeWrite?: (path: string) => Decision;
  beforeRun?: (command: string) => Decision;
  /** One for each claim; the last one is repeated. */
  claims?: readonly Decision[];
  /** Called when a line runs; its text is the output. */
  run?: (command: string, signal: AbortSignal | undefined) => Promise<string>;
  result?: RunResult;
  compacted?: string | null;
};

/** The session, and what it was asked, in order. */
export function toldSession(told: Told): { session: Session; asked: string[] } {
  const asked: string[] = [];
  const facts: Fact[] = [];
  let claims = 0;
  const session: Session = {
    id: 's1',
    async user(text) {
      asked.push(`user ${text}`);
      facts.push({ seq: facts.length + 1, at: '', type: 'turn_started', text });
      return told.user ?? ALLOW;
    },
    async beforeWrite({ path }) {
      asked.push(`beforeWrite ${path}`);
      return told.beforeWrite?.(path) ?? ALLOW;
    },
    async wrote({ path }) {
      asked.push(`wrote ${path}`);
    },
    async beforeRun({ command }) {
      return told.beforeRun?.(command) ?? ALLOW;
    },
    async run({ command, directory, timeoutMs, signal }) {
      asked.push(`run ${command} ${timeoutMs}`);
      const output = (await told.run?.(command, signal)) ?? '';
      const seen = {
        command,
        directory,
        exit: { kind: 'exited', code: 0 } as const,
        output,
        outputWhole: true,
        log: '/logs/1.log',
        durationMs: 1,
        testimony: { kind: 'none', why: '' } as const,
        background: false,
      };
      return { seen, result: told.result ?? 'none', note: null };
    },
    ran: async () => ALLOW,
    async claim({ text }) {
      asked.push(`claim ${text}`);
      const list = told.claims ?? [{ decision: 'end', outcome: 'done', reason: 'proven' }];
      const decision = list[Math.min(claims, list.length - 1)] ?? ALLOW;
      claims += 1;
      return decision;
    },
    async milestone(request) {
      asked.push(`milestone ${JSON.stringify({ ...request, signal: undefined })}`);
      const structured = { current: null, title: null, gates: [], done: [] };
      return { decision: request.action === 'done' ? 'deny' : 'allow', text: 'red', structured };
    },
    async giveUp(reason) {
      asked.push(`giveUp ${reason}`);
      return { decision: 'end', outcome: 'gave_up', reason };
    },
    async compacted(summary) {
      asked.push(`compacted ${summary}`);
      return told.compacted ?? null;
    },
    async ended(outcome, summary) {
      asked.push(`ended ${outcome}: ${summary}`);
    },
    state: () => ({ unverified: false, files: [], streak: 0, lastRun: null, step: null }),
    facts: () => facts,
  };
  return { session, asked };
}

/** A model that gives these answers, then claims; what it was asked stands in `requests`. */
export function toldModel(answers: readonly Partial<Answer>[]): { model: Model; requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  let next = 0;
  const model: Model = {
    name: 'told',
    async answer(request) {
      requests.push(request);
      if (request.purpose === 'summarise') return { ...SAID, text: 'a summary' };
      const answer = answers[next] ?? { text: 'Done.' };
      next += 1;
      const stop = (answer.toolCalls ?? []).length > 0 ? 'tools' : 'end';
      return { ...SAID, stop, ...answer };
    },
  };
  return { model, requests };
}

export type Ground = {
  options: AgentOptions;
  asked: string[];
  requests: ModelRequest[];
  events: AgentEvent[];
  stored: Message[];
  stop: AbortController;
};

/** Everything that the loop needs, in a directory. */
export function ground(given: {
  told?: Told;
  answers?: readonly Partial<Answer>[];
  directory?: string;
  stored?: readonly Message[];
  limits?: Partial<AgentOptions['limits']>;
}): Ground {
  const { session, asked } = toldSession(given.told ?? {});
  const { model, requests } = toldModel(given.answers ?? []);
  const events: AgentEvent[] = [];
  const stored: Message[] = [...(given.stored ?? [])];
  const stop = new AbortController();
  const root = given.directory ?? '/nowhere';
  const options: AgentOptions = {
    session,
    model,
    conversation: {
      load: () => given.stored ?? [],
      append: (message) => stored.push(message),
      replace: (messages) => stored.splice(0, stored.length, ...messages),
    },
    isResumed: given.stored !== undefined,
    system: 'system',
    tools: offeredTools({ plan: true }),
    toolContext: {
      session,
      offered: offeredTools({ plan: true }).map(({ name }) => name),
      files: workFiles({ directory: root, root, allowed: [] }),
      directory: '.',
      defaultTimeoutMs: 120_000,
      milestoneRun: false,
      signal: stop.signal,
      onOutput: () => {},
    },
    limits: {
      maxTurns: 50,
      tokenBudget: 1_000_000,
      contextWindow: 100_000,
      maxOutputTokens: 1000,
      ...given.limits,
    },
    signal: stop.signal,
    emit: (event) => events.push(event),
  };
  return { options, asked, requests, events, stored, stop };
}
