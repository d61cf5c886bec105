import { clip } from '../core/clip.ts';
import { madeValid } from './messages.ts';
import type { Message, Model, Usage } from './model.ts';
import { afterCompaction, SUMMARISE } from './prompt.ts';
import { tokensOfMessages } from './size.ts';

/** Shares of the context window. */
const FULL = 0.8;
const ENOUGH_ROOM = 0.6;
const TAIL = 0.25;
const SUMMARY = 0.15;

/** Characters that are left of a tool result which is not of the tail. */
const CLIPPED_RESULT = 400;
/** Characters of one task that a person gave, in the message that stands for the dropped history. */
const TASK = 6_000;

export type CompactionRequest = {
  messages: readonly Message[];
  /** Tokens of the next request as it stands, and of the window. */
  size: number;
  window: number;
  model: Model;
  signal: AbortSignal;
  /** What the person asked for, in order. */
  tasks: readonly string[];
  /** Records that the history was dropped; answers with what must be seen next. */
  stateAfter: (summary: string) => Promise<string | null>;
};

export type Compaction = { messages: readonly Message[]; usage: Usage; summarised: boolean };

/**
 * Makes room when the context nears its limit: tool results outside of the tail are clipped; if that is not enough, the
 * model's own summary and what the harness knows stand for everything before the tail, which is kept word for word.
 * Null: there is room, or it was interrupted, and the history is what whoever goes on needs.
 */
export async function compacted(request: CompactionRequest): Promise<Compaction | null> {
  const { messages, size, window } = request;
  if (size <= FULL * window || messages.length < 2) return null;
  const tailStart = startOfTail(messages, TAIL * window);
  const clipped = withClippedResults(messages, tailStart);
  const saved = tokensOfMessages(messages) - tokensOfMessages(clipped);
  if (size - saved <= ENOUGH_ROOM * window) {
    return { messages: clipped, usage: { input: 0, output: 0 }, summarised: false };
  }
  const { summary, usage } = await summaryOf(request, clipped);
  if (request.signal.aborted) return null;
  const state = await request.stateAfter(summary);
  const tasks = request.tasks.map((task) => clip(task, TASK));
  const opening: Message = { role: 'user', text: afterCompaction({ tasks, summary, state }) };
  const tail = withinBudget(messages.slice(tailStart), TAIL * window);
  return { messages: madeValid([opening, ...tail]), usage, summarised: true };
}

/** Index of the first message of the tail: never a tool message, so that no result loses its call. */
function startOfTail(messages: readonly Message[], budget: number): number {
  let start = messages.length;
  for (let at = messages.length - 1; at > 0; at -= 1) {
    if (messages[at]?.role === 'tool') continue;
    const fits = tokensOfMessages(messages.slice(at)) <= budget;
    if (!fits && start < messages.length) break;
    start = at;
    if (!fits) break;
  }
  return start;
}

function withClippedResults(messages: readonly Message[], before: number): readonly Message[] {
  return messages.map((message, index) =>
    index < before ? withResultsOf(message, CLIPPED_RESULT) : message,
  );
}

/**
 * The tail's last exchange alone can be larger than the tail may be: its results are clipped too, evenly; where its calls
 * are too large themselves, only what was said last to the model stays.
 */
function withinBudget(tail: readonly Message[], budget: number): readonly Message[] {
  if (tokensOfMessages(tail) <= budget) return tail;
  const results = tail.reduce(
    (sum, message) => sum + (message.role === 'tool' ? message.results.length : 0),
    0,
  );
  const each = Math.max(CLIPPED_RESULT, Math.floor((budget * 3) / Math.max(1, results)));
  const clipped = tail.map((message) => withResultsOf(message, each));
  if (tokensOfMessages(clipped) <= 2 * budget) return clipped;
  return tail.filter((message, index) => message.role === 'user' && index === tail.length - 1);
}

function withResultsOf(message: Message, characters: number): Message {
  if (message.role !== 'tool') return message;
  return {
    role: 'tool',
    results: message.results.map((result) => ({ ...result, text: clip(result.text, characters) })),
  };
}

async function summaryOf(
  { model, signal, window }: CompactionRequest,
  messages: readonly Message[],
): Promise<{ summary: string; usage: Usage }> {
  const history = clip(messages.map(asText).join('\n\n'), Math.floor(window * ENOUGH_ROOM * 3));
  const answer = await model.answer({
    purpose: 'summarise',
    system: 'You summarise the history of a coding session.',
    messages: [
      { role: 'user', text: `${SUMMARISE}\n\n--- history ---\n${history}\n--- end of the history ---` },
    ],
    tools: [],
    maxOutputTokens: Math.max(256, Math.floor(window * SUMMARY)),
    signal,
  });
  const good = answer.stop !== 'error' && answer.stop !== 'refusal' && answer.text.trim() !== '';
  const summary = good
    ? clip(answer.text.trim(), Math.floor(window * SUMMARY * 3))
    : 'No summary could be made. Look at the repository and its history to see what was done.';
  return { summary, usage: answer.usage };
}

/** The history is shown to the model as text: with tool messages in it, some providers ask for the tools as well. */
function asText(message: Message): string {
  switch (message.role) {
    case 'user':
      return `[told] ${message.text}`;
    case 'assistant': {
      const calls = message.toolCalls.map(
        (call) =>
          `[called ${call.name}] ${'invalid' in call ? call.invalid : clip(JSON.stringify(call.input), 1_000)}`,
      );
      return [message.text === '' ? '' : `[you said] ${message.text}`, ...calls]
        .filter((part) => part !== '')
        .join('\n');
    }
    case 'tool':
      return message.results.map((result) => `[result of ${result.name}] ${result.text}`).join('\n');
  }
}
