// Whole sessions of our own loop in a real repository, with a scripted model that remembers what it was asked.

import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { AgentEvent } from '../../src/agent/events.ts';
import type { ModelRequest } from '../../src/agent/model.ts';
import { type Script, scriptedModel } from '../../src/agent/models/scripted.ts';
import {
  type OwnSessionOptions,
  type OwnSessionResult,
  runOwnSession,
} from '../../src/commands/own-session.ts';

export type Turn = Script['turns'][number];

export const bash = (command: string): Turn => ({ tools: [{ name: 'bash', input: { command } }] });
export const write = (path: string, content: string): Turn => ({
  tools: [{ name: 'write', input: { path, content } }],
});
export const edit = (path: string, old: string, replacement: string): Turn => ({
  tools: [{ name: 'edit', input: { path, old, new: replacement } }],
});
export const step = (action: string, number?: number): Turn => ({
  tools: [{ name: 'milestone', input: number === undefined ? { action } : { action, step: number } }],
});
export const say = (text: string): Turn => ({ text });

export type Played = OwnSessionResult & {
  events: readonly AgentEvent[];
  requests: readonly ModelRequest[];
  /** `run` events as `by: command -> result`. */
  runs: readonly string[];
  /** What was decided about claims, writes and milestones. */
  decisions: readonly string[];
  summary: string;
};

/** Plays a script in a directory. */
export async function play(
  cwd: string,
  turns: readonly Turn[],
  changes: Partial<Omit<OwnSessionOptions, 'limits'>> & {
    limits?: Partial<OwnSessionOptions['limits']>;
    /** Called before each answer, the first one is 0. */
    before?: (answer: number) => Promise<void>;
  } = {},
): Promise<Played> {
  const events: AgentEvent[] = [];
  const requests: ModelRequest[] = [];
  const scripted = scriptedModel({ turns: [...turns], final: { text: 'Done.' } });
  const { limits, before, ...rest } = changes;
  const result = await runOwnSession({
    cwd,
    task: 'the task',
    model: {
      ...scripted,
      answer: async (request) => {
        await before?.(requests.length);
        requests.push(request);
        return scripted.answer(request);
      },
    },
    plan: null,
    gated: true,
    resume: null,
    emit: (event) => events.push(event),
    progress: { running() {}, output() {}, clear() {} },
    ...rest,
    limits: { maxTurns: null, tokenBudget: null, contextWindow: 200_000, ...limits },
  });
  const last = events.at(-1);
  return {
    ...result,
    events,
    requests,
    runs: events.flatMap((event) =>
      event.type === 'run' ? [`${event.by}: ${event.command} -> ${event.result}`] : [],
    ),
    decisions: events.flatMap((event) =>
      event.type === 'decision' ? [`${event.about} ${event.decision}`] : [],
    ),
    summary: last?.type === 'outcome' ? last.summary : '',
  };
}

/** As built; DONEGATE_CLI names another build. */
const cli = process.env.DONEGATE_CLI ?? resolve(import.meta.dirname, '../../dist/cli.js');

/** Puts a script where it is no part of the working tree, and answers its path. */
export function scriptIn(root: string, content: unknown): string {
  const path = resolve(root, '.git/script.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

export type Running = {
  pid: number;
  /** What it has said so far beside the events. */
  stderr(): string;
  /** Resolves with the first event that fits. */
  event(fits: (event: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>;
  ended: Promise<{ status: number | null; signal: string | null; stderr: string; lines: readonly string[] }>;
};

/** The command line in a process of its own; stdin is empty, and it is killed after a minute. */
export function start(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Running {
  const child = spawn(process.execPath, [cli, ...args, '--cwd', cwd], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', ...env },
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), 60_000);
  const lines: string[] = [];
  const waiting: ((line: string) => void)[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    for (const wake of waiting) wake(line);
  });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString('utf8');
  });
  return {
    pid: child.pid ?? -1,
    stderr: () => stderr,
    event: (fits) =>
      new Promise((found, fail) => {
        const look = (line: string): void => {
          const event = line.startsWith('{') ? (JSON.parse(line) as Record<string, unknown>) : {};
          if (fits(event)) found(event);
        };
        lines.forEach(look);
        waiting.push(look);
        child.once('close', () => fail(new Error(`it ended before: ${stderr}\n${lines.join('\n')}`)));
      }),
    ended: new Promise((resolve) =>
      child.once('close', (status, signal) => {
        clearTimeout(timer);
        resolve({ status, signal, stderr, lines });
      }),
    ),
  };
}
