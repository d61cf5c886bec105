import { z } from 'zod';
import type { Message, ToolCall, ToolResult } from './model.ts';

/** What a tool call is answered with that was cut off before its result was there. */
export const INTERRUPTED = 'Interrupted before it ended: nothing is known of its result.';

/** Results for the calls that have none yet, so that the list stays valid. */
export function resultsFor(
  calls: readonly ToolCall[],
  given: readonly ToolResult[],
  otherwise: string,
): readonly ToolResult[] {
  const answered = new Map(given.map((result) => [result.id, result]));
  return calls.map(
    (call) => answered.get(call.id) ?? { id: call.id, name: call.name, ok: false, text: otherwise },
  );
}

/**
 * Makes a list of messages valid that may have been cut anywhere (kill -9, a torn line): calls without a result get an
 * honest one, results without a call and leading messages that are not the user's are dropped, users' messages in a row
 * are joined.
 */
export function madeValid(messages: readonly Message[]): readonly Message[] {
  const valid: Message[] = [];
  messages.forEach((message, index) => {
    const last = valid.at(-1);
    if (message.role === 'tool' || (last === undefined && message.role !== 'user')) return;
    if (message.role === 'user' && last?.role === 'user') {
      valid[valid.length - 1] = { role: 'user', text: `${last.text}\n\n${message.text}` };
      return;
    }
    valid.push(message);
    if (message.role !== 'assistant' || message.toolCalls.length === 0) return;
    const next = messages[index + 1];
    const given = next?.role === 'tool' ? next.results : [];
    valid.push({ role: 'tool', results: resultsFor(message.toolCalls, given, INTERRUPTED) });
  });
  return valid;
}

/** Adds what a user says; joined with a user's message that stands last, since some providers refuse two in a row. */
export function withUser(messages: readonly Message[], text: string): readonly Message[] {
  return madeValid([...messages, { role: 'user', text }]);
}

const MESSAGE = z.discriminatedUnion('role', [
  z.object({ role: z.literal('user'), text: z.string() }),
  z.object({
    role: z.literal('assistant'),
    text: z.string(),
    toolCalls: z.array(
      z
        .object({ id: z.string(), name: z.string(), input: z.unknown(), invalid: z.string().optional() })
        .refine((call) => call.invalid !== undefined || 'input' in call),
    ),
    reasoning: z.array(z.object({ text: z.string(), metadata: z.unknown() })),
  }),
  z.object({
    role: z.literal('tool'),
    results: z.array(z.object({ id: z.string(), name: z.string(), ok: z.boolean(), text: z.string() })),
  }),
]);

/** Whether what stands in a store is a message. */
export function isMessage(value: unknown): value is Message {
  return MESSAGE.safeParse(value).success;
}
