// A transcript of Claude Code (JSON Lines, as they lie in ~/.claude/projects) as a recording.
import * as z from 'zod/mini';
import type { RecordedEvent } from './recording.ts';

const block = z.looseObject({
  type: z.string(),
  id: z.optional(z.string()),
  name: z.optional(z.string()),
  input: z.optional(
    z.looseObject({
      command: z.optional(z.unknown()),
      run_in_background: z.optional(z.unknown()),
      file_path: z.optional(z.unknown()),
      notebook_path: z.optional(z.unknown()),
      content: z.optional(z.unknown()),
    }),
  ),
  text: z.optional(z.string()),
  tool_use_id: z.optional(z.string()),
  content: z.optional(z.unknown()),
  is_error: z.optional(z.boolean()),
});
const line = z.looseObject({
  type: z.enum(['user', 'assistant']),
  uuid: z.optional(z.string()),
  cwd: z.optional(z.string()),
  isMeta: z.optional(z.boolean()),
  isSidechain: z.optional(z.boolean()),
  isCompactSummary: z.optional(z.boolean()),
  message: z.looseObject({ content: z.union([z.string(), z.array(block)]) }),
});
type Line = z.infer<typeof line>;
type Block = z.infer<typeof block>;

/** What the client says in a person's place. */
const NOT_SAID =
  /^\s*(<(command-|local-command|system-reminder|task-notification|bash-)|Caveat:|This session is being continued|Stop hook feedback)/;
const NOT_DONE =
  /doesn't want to (proceed|take this)|rejected|requires approval|haven't granted|was blocked|tool_use_error/i;
const CUT = /\[\d+ lines truncated\]|<persisted-output>|Output too large|output truncated/i;

/** The events in order, up to the last statement of the agent. Subagents' tools count, their words do not. */
export function eventsOf(text: string): { directory: string | null; events: readonly RecordedEvent[] } {
  const seen = new Set<string>();
  const calls = new Map<string, { event: RecordedEvent | null }>();
  const slots: { event: RecordedEvent | null }[] = [];
  let directory: string | null = null;
  for (const raw of text.split('\n')) {
    const read = lineOf(raw);
    if (read === null || (read.uuid !== undefined && seen.has(read.uuid))) continue;
    if (read.uuid !== undefined) seen.add(read.uuid);
    directory ??= read.cwd ?? null;
    for (const one of blocksOf(read)) {
      if (one.type === 'tool_use') {
        const slot = { event: null };
        slots.push(slot);
        if (one.id !== undefined) calls.set(one.id, Object.assign(slot, { call: one, cwd: read.cwd }));
      } else if (one.type === 'tool_result') {
        const slot = calls.get(one.tool_use_id ?? '') as Called | undefined;
        if (slot !== undefined) slot.event = eventOf(slot, one);
      } else if (one.type === 'text' && read.isSidechain !== true) {
        slots.push({ event: messageOf(read, one.text ?? '') });
      }
    }
  }
  return { directory, events: upToTheLastWord(slots.flatMap(({ event }) => event ?? [])) };
}

type Called = { event: RecordedEvent | null; call: Block; cwd: string | undefined };

function lineOf(raw: string): Line | null {
  try {
    const read = z.safeParse(line, JSON.parse(raw));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

function blocksOf({ message }: Line): readonly Block[] {
  return typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content;
}

function messageOf({ type, isMeta, isCompactSummary }: Line, text: string): RecordedEvent | null {
  if (text.trim() === '') return null;
  if (type === 'assistant') return { kind: 'message', role: 'assistant' };
  if (text.startsWith('[Request interrupted')) return { kind: 'message', role: 'interrupt' };
  if (isMeta === true || isCompactSummary === true || NOT_SAID.test(text)) return null;
  return { kind: 'message', role: 'user' };
}

function eventOf({ call, cwd }: Called, result: Block): RecordedEvent | null {
  const input = call.input ?? {};
  const said = textOf(result.content);
  const failed = result.is_error === true;
  if (call.name === 'Bash' && typeof input.command === 'string') {
    const code = failed ? /^(?:Error: )?Exit code (\d+)\b\n?/.exec(said) : null;
    if (failed && code === null && NOT_DONE.test(said)) return null;
    const background = input.run_in_background === true;
    const exit = background || (failed && code === null) ? null : Number(code?.[1] ?? 0);
    const output = said.slice(code?.[0].length ?? 0);
    return {
      kind: 'run',
      command: input.command,
      exit,
      background,
      ...(CUT.test(output) ? { output_part: output } : { output }),
      ...(cwd === undefined ? {} : { workdir: cwd }),
    };
  }
  const path = input.file_path ?? input.notebook_path;
  if (typeof path !== 'string' || !/^(Edit|Write|MultiEdit|NotebookEdit)$/.test(call.name ?? '')) return null;
  const content = call.name === 'Write' ? input.content : undefined;
  return {
    kind: 'write',
    path,
    tool: call.name ?? '',
    failed,
    ...(typeof content === 'string' ? { content } : {}),
  };
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((one: { text?: unknown }) => (typeof one?.text === 'string' ? one.text : '')).join('\n');
}

function upToTheLastWord(events: readonly RecordedEvent[]): readonly RecordedEvent[] {
  const last = events.findLastIndex(
    (event, at) =>
      event.kind === 'message' &&
      event.role === 'assistant' &&
      (events[at + 1] === undefined || isUser(events[at + 1])),
  );
  return events.slice(0, last + 1);
}

function isUser(event: RecordedEvent | undefined): boolean {
  return event?.kind === 'message' && event.role === 'user';
}
