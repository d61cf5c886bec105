// A recorded session of a real agent: JSON Lines, the first about the session, then what happened, in order.
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { eventsOf } from './claude-code.ts';

const about = z.object({
  session: z.literal(true),
  agent: z.string(),
  label: z.string(),
  /** Where the repository lay, and where the client stood in it, where the recording says so. */
  root: z.optional(z.string()),
  directory: z.optional(z.string()),
  /** Files that define what its commands run (package.json, .gitignore, ...), where they are known. */
  files: z.optional(z.record(z.string(), z.string())),
});
const event = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('message'), role: z.string(), final: z.optional(z.boolean()) }),
  z.object({
    kind: z.literal('run'),
    command: z.string(),
    /** Null: the recording does not know it. */
    exit: z.nullable(z.number()),
    output_tail: z.optional(z.string()),
    /** All that was printed, where the recording has it. */
    output: z.optional(z.string()),
    /** Of a long output more than its end, and not all. */
    output_part: z.optional(z.string()),
    background: z.optional(z.boolean()),
    /** Where the line began, for clients that say it. */
    workdir: z.optional(z.string()),
    shell_writes: z.optional(z.array(z.string())),
  }),
  z.object({
    kind: z.literal('write'),
    path: z.string(),
    tool: z.string(),
    /** What the tool wrote, where it is the whole file. */
    content: z.optional(z.string()),
    failed: z.optional(z.boolean()),
  }),
]);

export type RecordedEvent = z.infer<typeof event>;
export type Recording = z.infer<typeof about> & { name: string; events: readonly RecordedEvent[] };

/** A recording, or a transcript of Claude Code as one. Throws what zod throws at a line of another form. */
export function readRecording(file: string, name: string): Recording {
  const text = readFileSync(file, 'utf8');
  const [first, ...rest] = text.split('\n').filter((line) => line.trim() !== '');
  if (!first?.includes('"session"')) {
    const { directory, events } = eventsOf(text);
    const place = directory === null ? {} : { root: directory, directory };
    return { session: true, agent: 'claude-code', label: 'transcript', name, events, ...place };
  }
  const said = about.parse(JSON.parse(first ?? '{}'));
  return { ...said, name, events: rest.map((line) => event.parse(JSON.parse(line))) };
}
