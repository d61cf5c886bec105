import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { stderr, stdout } from 'node:process';
import { type AgentEvent, eventLine } from '../agent/events.ts';
import type { Model } from '../agent/model.ts';
import { defaultWindow, modelChoice } from '../agent/models/choice.ts';
import { parseScript, scriptedModel } from '../agent/models/scripted.ts';
import { CONTINUE } from '../agent/prompt.ts';
import { type Progress, progressOn } from '../agent/view/progress.ts';
import { view } from '../agent/view/view.ts';
import { EXIT } from '../core/exit-status.ts';
import { UserError } from '../core/user-error.ts';
import { runOwnSession } from './own-session.ts';
import { colorsFor } from './terminal.ts';

export type RunOptions = {
  task: string | null;
  cwd: string;
  color: boolean;
  gate: boolean;
  plan?: string;
  model?: string;
  baseUrl?: string;
  script?: string;
  maxTurns?: number;
  tokenBudget?: number;
  contextWindow?: number;
  resume?: string;
  json?: true;
};

/** Works on a task with our own loop. Status 0 only if the session ended as `done`. */
export async function run(options: RunOptions): Promise<number> {
  // Whatever ends this process early, a reader that closes the pipe above all, nothing was proven by then.
  process.exitCode = EXIT.notProven;
  const task = taskOf(options);
  const { model, contextWindow } = await modelFor(options);
  const progress = progressOn(options.json === true ? { write() {} } : stderr);
  const { interrupted, outcome } = await runOwnSession({
    cwd: options.cwd,
    task,
    model,
    plan: options.plan ?? null,
    gated: options.gate,
    resume: options.resume ?? null,
    limits: {
      maxTurns: options.maxTurns ?? null,
      tokenBudget: options.tokenBudget ?? null,
      contextWindow: options.contextWindow ?? contextWindow,
    },
    emit: options.json === true ? printLine : printed(options, progress),
    progress,
  });
  if (outcome === 'done') return EXIT.proven;
  return interrupted ? EXIT.interrupted : EXIT.notProven;
}

function taskOf({ task, plan, resume, cwd }: RunOptions): string {
  if (task !== null && task.trim() !== '') return task;
  if (resume !== undefined) return CONTINUE;
  if (plan !== undefined)
    return `Work through the plan in ${plan}, one step after the other, until all steps are done.`;
  throw new UserError(
    'no task',
    `donegate run "what is to be done"${cwd === '.' ? '' : ` --cwd ${cwd}`}, or --plan PLAN.md`,
  );
}

async function modelFor(options: RunOptions): Promise<{ model: Model; contextWindow: number }> {
  const { script, model } = options;
  if (script !== undefined && model !== undefined)
    throw new UserError('--script and --model exclude each other', 'leave one of them out');
  if (script !== undefined && options.baseUrl !== undefined)
    throw new UserError('--base-url goes with --model, and a script asks no server', 'leave it out');
  if (script !== undefined) {
    return {
      model: scriptedModel(parseScript(textOf(script, options.cwd), script)),
      contextWindow: defaultWindow('script'),
    };
  }
  if (model === undefined) {
    throw new UserError(
      'no model',
      'add --model anthropic/claude-sonnet-4-5, or --script FILE for a scripted one',
    );
  }
  const choice = modelChoice({ model, baseUrl: options.baseUrl ?? null }, process.env);
  const { sdkModel } = await import('../agent/models/sdk.ts');
  return { model: sdkModel(choice), contextWindow: defaultWindow(choice.provider) };
}

/** `script` is relative to where the command was typed; one that is not there is looked for in the directory to work in. */
function textOf(script: string, cwd: string): string {
  try {
    return readFileSync(existsSync(script) ? script : resolve(cwd, script), 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new UserError(`the script ${script} cannot be read (${code})`, 'name a JSON file with --script');
  }
}

function printLine(event: AgentEvent): void {
  const line = eventLine(event);
  if (line !== null) stdout.write(line);
  if (event.type === 'trouble') stderr.write(`${event.text}\n`);
}

function printed({ color }: RunOptions, progress: Progress): (event: AgentEvent) => void {
  const show = view({
    write: (text) => stdout.write(text),
    colors: colorsFor({ color }),
    width: Math.min(stdout.columns || 100, 120),
    lengths: { said: 30, output: 12, verdict: 24, fix: 3 },
  });
  return (event) => {
    progress.clear();
    show(event);
    progress.running(whatRuns(event));
  };
}

/** What goes on after an event, until the next one comes. */
function whatRuns(event: AgentEvent): string | null {
  switch (event.type) {
    case 'tool_call':
      return event.name;
    case 'tool_result':
    case 'session_start':
    case 'compacted':
      return 'the model is answering';
    case 'said':
      return event.by === 'model' ? null : 'the model is answering';
    case 'decision':
      return event.decision === 'send_back' ? 'the model is answering' : null;
    case 'run':
    case 'judged':
    case 'trouble':
    case 'outcome':
      return null;
  }
}
