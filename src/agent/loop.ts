// Our own agent: model -> tool calls -> results -> claim -> gate -> outcome.
import type { Decision, Outcome } from '../core/types.ts';
import type { Session } from '../session-types.ts';
import { compacted } from './compaction.ts';
import type { AgentEvent, OutcomeEvent } from './events.ts';
import { INTERRUPTED, madeValid, resultsFor, withUser } from './messages.ts';
import type { Answer, Message, Model, ToolCall, ToolDescription, ToolResult } from './model.ts';
import { withContext } from './prompt.ts';
import { type Measured, requestSize, tokensOfFrame } from './size.ts';
import { callTool } from './tools/index.ts';
import type { ToolContext } from './tools/tool.ts';

/** Where the messages of a session are kept, so that it can be resumed. */
export type Conversation = {
  load(): readonly Message[];
  append(message: Message): void;
  /** The history was dropped; from here on it is this. */
  replace(messages: readonly Message[]): void;
};

export type AgentOptions = {
  session: Session;
  model: Model;
  conversation: Conversation;
  /** The session was begun before: the model is told where it stands. */
  isResumed: boolean;
  system: string;
  tools: readonly ToolDescription[];
  toolContext: ToolContext;
  /** Answers of the model; tokens in and out together; tokens of the context window and of one answer. */
  limits: { maxTurns: number; tokenBudget: number; contextWindow: number; maxOutputTokens: number };
  signal: AbortSignal;
  emit: (event: AgentEvent) => void;
};

type Progress = {
  messages: readonly Message[];
  turns: number;
  tokens: { input: number; output: number };
  gateFailures: number;
  measured: Measured;
};

/** Works on a task until the session has an outcome. A resumed conversation goes on with what its store has. */
export async function runAgent(options: AgentOptions, task: string): Promise<OutcomeEvent> {
  const progress = begun(options);
  try {
    const end = await untilTheEnd(options, progress, task);
    return outcomeOf(options, progress, end);
  } catch (error) {
    await options.session.ended(
      'cut_off',
      `a fault: ${error instanceof Error ? error.message : String(error)}`,
    );
    throw error;
  }
}

type End = { outcome: Outcome; summary: string };

async function untilTheEnd(options: AgentOptions, progress: Progress, task: string): Promise<End> {
  await hearTask(options, progress, task);
  for (;;) {
    const stop = limitReached(options, progress);
    if (stop !== null) return stopped(options, stop);
    await makeRoom(options, progress);
    const answer = await ask(options, progress);
    const cut = whyCut(options, answer);
    if (cut !== null) return cutOff(options, progress, answer, cut);
    if (answer.stop === 'paused') continue;
    const decision =
      answer.toolCalls.length > 0
        ? await act(options, progress, answer.toolCalls)
        : await claim(options, progress, answer.text);
    if (decision?.decision === 'end' && !(options.signal.aborted && decision.outcome === 'gate_failed')) {
      // One who resumes this conversation has to know what stood against the last claim.
      if (decision.outcome === 'gate_failed')
        take(options, progress, { role: 'user', text: decision.reason });
      return { outcome: decision.outcome, summary: decision.reason };
    }
    if (options.signal.aborted) return stopped(options, { outcome: 'cut_off', summary: 'interrupted' });
    if (decision?.decision === 'send_back') take(options, progress, { role: 'user', text: decision.reason });
  }
}

function begun({ conversation }: AgentOptions): Progress {
  const messages = madeValid(conversation.load());
  return { messages, turns: 0, tokens: { input: 0, output: 0 }, gateFailures: 0, measured: null };
}

/** A person's message. What the session has to say before it (what refused the last one, where a plan stands) comes first. */
async function hearTask(options: AgentOptions, progress: Progress, task: string): Promise<void> {
  const decision = await options.session.user(task);
  const told = decision.decision === 'allow' ? decision.context : null;
  const stands = options.isResumed ? await options.session.compacted('The session is resumed.') : null;
  const context = [told, stands].filter((part) => part !== null).join('\n\n') || null;
  if (context !== null) options.emit({ type: 'said', by: 'harness', text: context });
  options.emit({ type: 'said', by: 'person', text: task });
  take(options, progress, { role: 'user', text: withContext(context, task) });
}

function take({ conversation }: AgentOptions, progress: Progress, message: Message): void {
  conversation.append(message);
  progress.messages =
    message.role === 'user' ? withUser(progress.messages, message.text) : [...progress.messages, message];
}

async function ask(options: AgentOptions, progress: Progress): Promise<Answer> {
  const { model, system, tools, limits, signal, emit } = options;
  const answer = await model.answer({
    purpose: 'act',
    system,
    messages: progress.messages,
    tools,
    maxOutputTokens: limits.maxOutputTokens,
    signal,
  });
  progress.turns += 1;
  spend(progress, answer.usage);
  if (answer.text !== '') emit({ type: 'said', by: 'model', text: answer.text });
  if (answer.text !== '' || answer.toolCalls.length > 0) {
    const { text, toolCalls, reasoning } = answer;
    take(options, progress, { role: 'assistant', text, toolCalls, reasoning });
  }
  progress.measured =
    answer.usage.input > 0 ? { usage: answer.usage, messages: progress.messages.length } : null;
  return answer;
}

function spend(progress: Progress, usage: Answer['usage']): void {
  progress.tokens.input += usage.input;
  progress.tokens.output += usage.output;
}

/** Does the tool calls in the model's order; each one gets a result, also after an interruption or the session's end. */
async function act(
  options: AgentOptions,
  progress: Progress,
  calls: readonly ToolCall[],
): Promise<Decision | null> {
  const results: ToolResult[] = [];
  let end: Decision | null = null;
  for (const call of calls) {
    if (options.signal.aborted || end !== null) break;
    options.emit({ type: 'tool_call', name: call.name, input: 'invalid' in call ? null : call.input });
    const answer = await callTool(call, options.toolContext);
    if (answer.decision !== null) options.emit({ type: 'decision', ...answer.decision });
    options.emit({ type: 'tool_result', ok: answer.ok, text: answer.text });
    results.push({ id: call.id, name: call.name, ok: answer.ok, text: answer.text });
    end = answer.end;
  }
  const otherwise = options.signal.aborted ? INTERRUPTED : 'Not called: the session had ended.';
  take(options, progress, { role: 'tool', results: resultsFor(calls, results, otherwise) });
  return end;
}

async function claim(options: AgentOptions, progress: Progress, text: string): Promise<Decision> {
  const decision = await options.session.claim({ text, signal: options.signal });
  // Interrupted: whatever was judged, it was not judged to the end.
  if (options.signal.aborted && !(decision.decision === 'end' && decision.outcome === 'done'))
    return decision;
  const refused =
    decision.decision === 'send_back' || (decision.decision === 'end' && decision.outcome !== 'done');
  if (refused) progress.gateFailures += 1;
  const reason = 'reason' in decision ? decision.reason : (decision.note ?? decision.context ?? '');
  options.emit({ type: 'decision', about: 'claim', decision: decision.decision, reason });
  // Let go although nothing is proven, since the person knows already: that is no `done`.
  return decision.decision === 'allow' ? { decision: 'end', outcome: 'gate_failed', reason } : decision;
}

async function makeRoom(options: AgentOptions, progress: Progress): Promise<void> {
  const { session, conversation, system, tools, limits, model, signal, emit } = options;
  const size = requestSize(progress.messages, tokensOfFrame(system, tools), progress.measured);
  const result = await compacted({
    messages: progress.messages,
    size,
    window: limits.contextWindow,
    model,
    signal,
    tasks: session.facts().flatMap((fact) => (fact.type === 'turn_started' ? [fact.text] : [])),
    stateAfter: (summary) => session.compacted(summary),
  });
  if (result === null) return;
  spend(progress, result.usage);
  progress.messages = result.messages;
  progress.measured = null;
  conversation.replace(result.messages);
  const after = requestSize(result.messages, tokensOfFrame(system, tools), null);
  emit({ type: 'compacted', before: size, after, summarised: result.summarised });
}

function limitReached({ limits }: AgentOptions, { turns, tokens }: Progress): Stop | null {
  const spent = tokens.input + tokens.output;
  if (spent >= limits.tokenBudget) {
    return { outcome: 'out_of_tokens', summary: `${spent} tokens of ${limits.tokenBudget} are spent` };
  }
  if (turns >= limits.maxTurns) {
    return { outcome: 'out_of_turns', summary: `the model has answered ${turns} times, the limit` };
  }
  return null;
}

/** Why an answer ends the session, or null. */
function whyCut({ signal }: AgentOptions, answer: Answer): string | null {
  if (signal.aborted) return 'interrupted';
  switch (answer.stop) {
    case 'length':
      return 'the answer was cut at its length limit';
    case 'refusal':
      return `the model refused: ${answer.error ?? 'no reason given'}`;
    case 'error':
      return `the model's provider failed: ${answer.error ?? 'no reason given'}`;
    case 'end':
    case 'tools':
    case 'paused':
      return null;
  }
}

type Stop = { outcome: 'cut_off' | 'out_of_tokens' | 'out_of_turns'; summary: string };

async function cutOff(options: AgentOptions, progress: Progress, answer: Answer, why: string): Promise<End> {
  if (answer.toolCalls.length > 0) {
    const results = resultsFor(answer.toolCalls, [], `Not called: ${why}.`);
    take(options, progress, { role: 'tool', results });
  }
  return stopped(options, { outcome: 'cut_off', summary: why });
}

async function stopped({ session }: AgentOptions, stop: Stop): Promise<End> {
  await session.ended(stop.outcome, stop.summary);
  return stop;
}

function outcomeOf(options: AgentOptions, progress: Progress, end: End): OutcomeEvent {
  const { turns, tokens, gateFailures } = progress;
  const event: OutcomeEvent = { type: 'outcome', ...end, turns, tokens, gateFailures };
  options.emit(event);
  return event;
}
