// The host-neutral messages of a replay: one JSON object a line.
import * as z from 'zod/mini';
import { UserError } from '../core/user-error.ts';

const written = z.union([
  z.string(),
  z.object({ path: z.string(), content: z.optional(z.nullable(z.string())) }),
]);
const step = z.number().check(z.int(), z.positive());

const MESSAGES = {
  session_start: z.object({ files: z.optional(z.record(z.string(), z.string())) }),
  user: z.object({ text: z.optional(z.string()) }),
  write: z.object({ path: z.string(), content: z.optional(z.nullable(z.string())) }),
  before_run: z.object({ command: z.string(), directory: z.optional(z.string()) }),
  run: z.object({
    command: z.string(),
    directory: z.optional(z.string()),
    exit: z.optional(z.nullable(z.number().check(z.int()))),
    output: z.optional(z.string()),
    /** False: `output` is a part of what was printed, as a recording keeps it. */
    outputWhole: z.optional(z.boolean()),
    writes: z.optional(z.array(written)),
    background: z.optional(z.boolean()),
    interrupted: z.optional(z.boolean()),
  }),
  give_up: z.object({ reason: z.optional(z.string()) }),
  claim: z.object({ text: z.optional(z.string()) }),
  milestone: z.discriminatedUnion('action', [
    z.object({ action: z.literal('status') }),
    z.object({ action: z.literal('done'), step }),
    z.object({ action: z.literal('reset'), step }),
  ]),
  compacted: z.object({ summary: z.optional(z.string()) }),
  plan: z.object({ text: z.string() }),
  stop: z.object({}),
  config: z.object({ toml: z.string() }),
} as const;

type Kinds = typeof MESSAGES;
export type Message = { [K in keyof Kinds]: { type: K; body: z.infer<Kinds[K]> } }[keyof Kinds];

/** Messages of a JSON Lines text; blank lines are skipped. Throws UserError that names the file and the line. */
export function parseMessages(text: string, file: string): readonly Message[] {
  return text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [parseMessage(line, `${file}:${index + 1}`)]));
}

function parseMessage(line: string, place: string): Message {
  const raw = parsedJson(line, place);
  const { type } = raw;
  if (typeof type !== 'string' || !isKind(type)) {
    throw new UserError(
      `${place}: unknown message type ${JSON.stringify(type)}`,
      `known: ${Object.keys(MESSAGES).join(', ')}`,
    );
  }
  const result = z.safeParse(MESSAGES[type], raw);
  if (result.success) return { type, body: result.data } as Message;
  const [issue] = result.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? type : `${type}.${issue.path.join('.')}`;
  throw new UserError(`${place}: ${where} is not as it must be: ${issue?.message ?? 'unknown form'}`);
}

function parsedJson(line: string, place: string): Readonly<Record<string, unknown>> {
  let raw: unknown;
  try {
    raw = JSON.parse(line);
  } catch (error) {
    throw new UserError(
      `${place}: no valid JSON: ${error instanceof Error ? error.message : String(error)}`,
      'one JSON object a line',
    );
  }
  if (typeof raw === 'object' && raw !== null && !Array.isArray(raw))
    return raw as Readonly<Record<string, unknown>>;
  throw new UserError(
    `${place}: a message is a JSON object, not ${Array.isArray(raw) ? 'a list' : JSON.stringify(raw)}`,
  );
}

function isKind(type: string): type is keyof Kinds {
  return Object.hasOwn(MESSAGES, type);
}
