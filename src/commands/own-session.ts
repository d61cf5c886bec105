import { join } from 'node:path';
import { stderr } from 'node:process';
import { type AgentEvent, eventOf } from '../agent/events.ts';
import { interruptible } from '../agent/interruption.ts';
import { runAgent } from '../agent/loop.ts';
import { isMessage } from '../agent/messages.ts';
import type { Model } from '../agent/model.ts';
import { maxOutputTokens } from '../agent/models/choice.ts';
import { systemPrompt } from '../agent/prompt.ts';
import { tokensOfFrame } from '../agent/size.ts';
import { offeredTools } from '../agent/tools/index.ts';
import type { Progress } from '../agent/view/progress.ts';
import { workFiles } from '../agent/work-files.ts';
import { EXIT } from '../core/exit-status.ts';
import { parsePlan } from '../core/plan/parse.ts';
import type { Fact, Outcome } from '../core/types.ts';
import { UserError } from '../core/user-error.ts';
import { systemClock } from '../io/clock.ts';
import { openConversationStore } from '../io/conversation-store.ts';
import { openPlanStore } from '../io/plan-store.ts';
import { announceSession, type ListedSession } from '../io/sessions.ts';
import type { PlanStore, Session } from '../session-types.ts';
import { SESSION_VARIABLE, sessionsIn } from './attached-session.ts';
import { readableTree } from './directory.ts';
import { givenPlan, planFile } from './plan-file.ts';
import { sessionIn } from './session-in.ts';
import { openWorkspace, type Workspace } from './workspace.ts';

export type OwnSessionOptions = {
  /** As given by the person. */
  cwd: string;
  task: string;
  model: Model;
  /** As given, relative to `cwd`; null: what the configuration says, and no step is required by it. */
  plan: string | null;
  gated: boolean;
  /** Id of the session to go on with. */
  resume: string | null;
  /** Null: what the configuration says. */
  limits: { maxTurns: number | null; tokenBudget: number | null; contextWindow: number };
  emit: (event: AgentEvent) => void;
  progress: Progress;
};

export type OwnSessionResult = { outcome: Outcome; interrupted: boolean; facts: readonly Fact[] };

/** A session of our own loop in a directory, from its start (or where it was left) to its outcome. */
export async function runOwnSession(options: OwnSessionOptions): Promise<OwnSessionResult> {
  const interruption = interruptible({
    status: EXIT.interrupted,
    onFirst: () => stderr.write('\ninterrupted: ending what runs (once more to end at once)\n'),
  });
  const outer = process.env[SESSION_VARIABLE];
  let workspace: Workspace | null = null;
  try {
    const { repository } = await readableTree(options.cwd);
    if (options.resume === null && options.plan !== null) readable(options, options.plan);
    workspace = await openWorkspace(
      options.resume === null
        ? { cwd: options.cwd, session: { kind: 'new', host: 'run', lives: 'process' } }
        : // It goes on where it began: the paths in its history are relative to that.
          {
            cwd: join(repository.root, (await resumable(options.cwd, options.resume)).directory),
            session: { kind: 'existing', id: options.resume },
          },
    );
    const opened = await open(options, workspace);
    const agent = agentOptions(options, workspace, opened, interruption.signal);
    options.emit({ type: 'session_start', id: workspace.id });
    // What runs inside of the session, `donegate milestone` above all, belongs to it.
    process.env[SESSION_VARIABLE] = workspace.id;
    const { outcome } = await runAgent(agent, options.task);
    return { outcome, interrupted: interruption.signal.aborted, facts: opened.session.facts() };
  } finally {
    options.progress.running(null);
    interruption.end();
    if (outer === undefined) delete process.env[SESSION_VARIABLE];
    else process.env[SESSION_VARIABLE] = outer;
    await workspace?.close();
  }
}

type Opened = { session: Session; plan: Plan };

async function open(options: OwnSessionOptions, workspace: Workspace): Promise<Opened> {
  const plan = await planOf(options, workspace);
  const session = await sessionIn(workspace, {
    host: 'run',
    plan: plan.store,
    planRequired: plan.required,
    gated: options.gated,
    previousFeedback: workspace.previousFeedback,
    onFact: (fact) => {
      const event = eventOf(fact);
      if (event !== null) options.emit(event);
    },
    onProgress: (text) => options.progress.running(text),
  });
  if (options.resume !== null) takeOver(workspace);
  return { session, plan };
}

/** The session to go on with. Throws UserError where that cannot be. */
async function resumable(cwd: string, id: string): Promise<ListedSession> {
  const { sessions } = await sessionsIn(cwd);
  const found = sessions.find(({ session }) => session === id);
  const last = sessions.find(({ host }) => host === 'run');
  const hint =
    last === undefined ? 'no session of `donegate run` was here' : `the last one is ${last.session}`;
  if (found === undefined) throw new UserError(`there is no session ${id} in this working tree`, hint);
  if (found.host !== 'run') {
    throw new UserError(`session ${id} is one of ${found.host}, not of \`donegate run\``, hint);
  }
  if (found.isLive)
    throw new UserError(`session ${id} is still running (process ${found.pid})`, 'end that process first');
  return found;
}

/** The session lives with this process now. */
function takeOver({ stateDirectory, id, ports }: Workspace): void {
  const { directory } = ports;
  announceSession({
    stateDirectory,
    session: id,
    host: 'run',
    pid: process.pid,
    directory,
    now: systemClock.now(),
  });
}

type Plan = { store: PlanStore; exists: boolean; required: boolean };

async function planOf(options: OwnSessionOptions, workspace: Workspace): Promise<Plan> {
  const { root, policy } = workspace;
  const { file, isGiven } = planFile(workspace, { ...options, stays: true });
  const store = openPlanStore({ root, plan: file });
  const text = await store.readPlan();
  return { store, exists: text !== null, required: isGiven || policy.plan.required };
}

function planIn({ exists, required }: Plan): Parameters<typeof systemPrompt>[0]['plan'] {
  if (!exists) return 'none';
  return required ? 'is-the-task' : 'lies-there';
}

/** Mistakes of the plan are named before anything is spent on it. Throws UserError where there is nothing to work through. */
function readable({ cwd, emit }: OwnSessionOptions, file: string): void {
  const text = givenPlan(cwd, file);
  const { steps, errors } = parsePlan(text);
  const said = errors.map(({ line, message }) => `${file}:${line}: ${message}`);
  if (steps.length === 0) {
    throw new UserError(
      said[0] ?? `${file}: no step`,
      'a step begins with a heading such as "## Step 1 — Title"',
    );
  }
  for (const error of said) emit({ type: 'trouble', text: error });
}

function agentOptions(
  options: OwnSessionOptions,
  workspace: Workspace,
  { session, plan }: Opened,
  signal: AbortSignal,
): Parameters<typeof runAgent>[0] {
  const { policy, ports, root, sessionDirectory } = workspace;
  const directory = join(root, ports.directory);
  const { contextWindow, maxTurns, tokenBudget } = options.limits;
  const system = systemPrompt({ directory, plan: planIn(plan), gated: options.gated });
  const tools = offeredTools({ plan: plan.exists });
  const frame = tokensOfFrame(system, tools);
  if (2 * frame > contextWindow) {
    const text = `--context-window ${contextWindow} leaves hardly any room: the instructions and tools alone take about ${frame} tokens`;
    options.emit({ type: 'trouble', text });
  }
  return {
    session,
    model: options.model,
    conversation: openConversationStore(join(sessionDirectory, 'conversation.jsonl'), isMessage),
    isResumed: options.resume !== null,
    system,
    tools,
    toolContext: {
      session,
      offered: tools.map(({ name }) => name),
      files: workFiles({ directory, root, allowed: policy.allowPaths }),
      directory: ports.directory,
      defaultTimeoutMs: policy.timeoutSeconds * 1000,
      milestoneRun: policy.plan.run,
      signal,
      onOutput: (text) => options.progress.output(text),
    },
    limits: {
      maxTurns: maxTurns ?? policy.limits.maxTurns,
      tokenBudget: tokenBudget ?? policy.limits.tokenBudget,
      contextWindow,
      maxOutputTokens: maxOutputTokens(contextWindow),
    },
    signal,
    emit: options.emit,
  };
}
