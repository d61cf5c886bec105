// Feeds recorded messages through the same session that hosts use.
import { parse, TomlError } from 'smol-toml';
import { discoverChecks } from '../checks/discover.ts';
import { exitOf } from '../core/exit.ts';
import { DEFAULT_POLICY, policyFrom } from '../core/policy.ts';
import type { Policy } from '../core/policy-types.ts';
import type { Decision, Outcome, StateView } from '../core/types.ts';
import { UserError } from '../core/user-error.ts';
import { readResults } from '../results/index.ts';
import { readReports } from '../results/report-files.ts';
import { openSession } from '../session.ts';
import type { RunSeen, Session } from '../session-types.ts';
import { type KeptText, type MemoryWorld, memoryPlanStore, memoryText, memoryWorld } from './memory.ts';
import type { Message } from './messages.ts';

/** The answer to one message; `n` counts messages from 1. */
export type Answer = {
  n: number;
  decision: Decision['decision'];
  reason: string | null;
  outcome: Outcome | null;
  state: StateView;
  context: string | null;
};

/** Answers each message in turn. Nothing is executed and nothing is read from disk. */
export async function* replayMessages(messages: readonly Message[]): AsyncGenerator<Answer> {
  const planned = messages.some((message) => message.type === 'plan');
  let place: Place = { policy: DEFAULT_POLICY, planned, state: memoryText(), sessions: 0, refused: null };
  let world = newWorld(place, {});
  let session: Session | null = null;
  for (const [index, message] of messages.entries()) {
    if (message.type === 'session_start') {
      place = { ...place, sessions: place.sessions + 1 };
      world = newWorld(place, message.body.files ?? world.files());
      session = null;
    }
    if (message.type === 'config') {
      place = { ...place, policy: policyOf(message.body.toml) };
      world = { ...world, ...place };
      world.setCodePaths(world.policy.code);
      session = null;
    }
    session ??= await open(world);
    const decision = await answer(message, session, world);
    if (decision.decision === 'end') place = { ...place, refused: refusedBy(decision) };
    yield answered(index + 1, decision, session.state());
  }
}

/** What outlives a session: its place, and what was said there last. */
type Place = {
  policy: Policy;
  planned: boolean;
  /** Text of the plan's state file. */
  state: KeptText;
  /** Sessions begun so far. */
  sessions: number;
  /** Feedback of the session that ended last, if it ended as `gate_failed`. */
  refused: string | null;
};

type World = Place & MemoryWorld;

function newWorld(place: Place, files: Readonly<Record<string, string>>): World {
  const memory = memoryWorld(files);
  memory.setCodePaths(place.policy.code);
  return { ...place, ...memory };
}

function refusedBy(decision: Extract<Decision, { decision: 'end' }>): string | null {
  return decision.outcome === 'gate_failed' ? decision.reason : null;
}

function open(world: World): Promise<Session> {
  const { ports, policy, planned, sessions, refused } = world;
  return openSession({
    id: sessions < 2 ? 'replay' : `replay-${sessions}`,
    host: 'replay',
    ports,
    policy,
    checks: [],
    mention: () => checkOf(world),
    diffRules: { judge: async () => [] },
    readResults,
    readReports,
    baselineRun: async () => null,
    plan: memoryPlanStore(world, policy.plan.file, world.state),
    planRequired: planned || policy.plan.required,
    gated: true,
    previousFeedback: refused,
  });
}

/** The check that would run last at a claim, were anything run here. */
function checkOf({ policy, ports, files }: World): string | null {
  if (policy.checks !== null) return policy.checks.at(-1) ?? null;
  return discoverChecks(ports.project, Object.keys(files())).at(-1)?.command ?? null;
}

const ALLOW = { decision: 'allow', context: null, note: null } as const;

async function answer(message: Message, session: Session, world: World): Promise<Decision> {
  switch (message.type) {
    case 'session_start':
    case 'config':
      return ALLOW;
    case 'user':
      return session.user(message.body.text ?? '');
    case 'write':
      return write(message.body, session, world);
    case 'before_run':
      return session.beforeRun({ command: message.body.command, directory: message.body.directory ?? '.' });
    case 'run':
      return run(message.body, session, world);
    case 'plan':
      world.write(world.policy.plan.file, message.body.text);
      await session.wrote({ path: world.policy.plan.file });
      return ALLOW;
    case 'milestone': {
      const { body } = message;
      const asked = body.action === 'done' ? { ...body, run: false } : body;
      const { decision, text } = await session.milestone(asked);
      return decision === 'deny' ? { decision, reason: text } : { decision, context: null, note: text };
    }
    case 'compacted':
      return { ...ALLOW, context: await session.compacted(message.body.summary ?? '') };
    case 'give_up':
      return session.giveUp(message.body.reason ?? '');
    case 'claim':
      return session.claim({ text: message.body.text ?? '' });
    case 'stop':
      // The model stops without a word: that too says that it is done.
      return session.claim({ text: '' });
  }
}

type Body<K extends Message['type']> = Extract<Message, { type: K }>['body'];

async function write({ path, content }: Body<'write'>, session: Session, world: World): Promise<Decision> {
  const decision = await session.beforeWrite({ path });
  if (decision.decision !== 'allow') return decision;
  world.write(path, content);
  await session.wrote({ path });
  return decision;
}

async function run(body: Body<'run'>, session: Session, world: World): Promise<Decision> {
  for (const written of body.writes ?? []) {
    if (typeof written === 'string') world.write(written, undefined);
    else world.write(written.path, written.content);
  }
  const seen: RunSeen = {
    command: body.command,
    directory: body.directory ?? '.',
    exit: exitOf(body.interrupted === true ? null : (body.exit ?? null)),
    output: body.output ?? '',
    outputWhole: body.outputWhole ?? body.output !== undefined,
    log: null,
    durationMs: 0,
    testimony: { kind: 'none', why: 'a replay has no witness' },
    background: body.background ?? false,
  };
  return session.ran(seen);
}

function answered(n: number, decision: Decision, state: StateView): Answer {
  const said = { n, decision: decision.decision, outcome: null, context: null, state };
  switch (decision.decision) {
    case 'allow':
      return { ...said, reason: decision.note, context: decision.context };
    case 'deny':
    case 'send_back':
      return { ...said, reason: decision.reason };
    case 'end':
      return { ...said, reason: decision.reason, outcome: decision.outcome };
  }
}

function policyOf(toml: string): Policy {
  try {
    return policyFrom(parse(toml), 'config.toml');
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw new UserError(`config.toml:${error.line}:${error.column}: ${error.message.split('\n')[0] ?? ''}`);
  }
}
