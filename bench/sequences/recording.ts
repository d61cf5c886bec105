// A recorded session of a real agent: JSON Lines, the first about the session, then what happened, in order.
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';

const about = z.object({
  session: z.literal(true),
  agent: z.string(),
  label: z.string(),
});
const event = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('message'), role: z.string(), final: z.optional(z.boolean()) }),
  z.object({
    kind: z.literal('run'),
    command: z.string(),
    /** Null: the recording does not know it. */
    exit: z.nullable(z.number()),
    output_tail: z.optional(z.string()),
    shell_writes: z.optional(z.array(z.string())),
  }),
  z.object({
    kind: z.literal('write'),
    path: z.string(),
    tool: z.string(),
    failed: z.optional(z.boolean()),
  }),
]);

export type RecordedEvent = z.infer<typeof event>;
export type Recording = { name: string; agent: string; label: string; events: readonly RecordedEvent[] };

/** Throws what zod throws at a line of another form. */
export function readRecording(file: string, name: string): Recording {
  const [first, ...rest] = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const { agent, label } = about.parse(JSON.parse(first ?? '{}'));
  return { name, agent, label, events: rest.map((line) => event.parse(JSON.parse(line))) };
}
