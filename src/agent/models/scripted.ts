import { z } from 'zod';
import { UserError } from '../../core/user-error.ts';
import type { Answer, Model } from '../model.ts';

const ENTRY = z.strictObject({
  text: z.string().optional(),
  tools: z.array(z.strictObject({ name: z.string().min(1), input: z.unknown().default({}) })).optional(),
  usage: z.strictObject({ input: z.int().min(0).default(0), output: z.int().min(0).default(0) }).optional(),
  stop: z.enum(['end', 'tools', 'length', 'refusal', 'error']).optional(),
});
const SCRIPT = z.strictObject({
  turns: z.array(ENTRY),
  final: ENTRY.default({ text: 'Done.' }),
});

export type Script = z.infer<typeof SCRIPT>;
type Entry = z.infer<typeof ENTRY>;

const LOOKS_LIKE =
  'a script looks like {"turns": [{"text": "...", "tools": [{"name": "bash", "input": {"command": "..."}}]}], "final": {"text": "Done."}}';

/** Reads a script file's text. Throws UserError that names the place of a mistake (`s.json: turns[2].tools[0].name: ...`). */
export function parseScript(text: string, file: string): Script {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch (error) {
    throw new UserError(
      `${file}: no valid JSON: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`,
      LOOKS_LIKE,
    );
  }
  const parsed = SCRIPT.safeParse(raw);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UserError(
    `${file}: ${issue === undefined ? 'no script' : `${place(issue.path)}${issue.message}`}`,
    LOOKS_LIKE,
  );
}

function place(path: readonly PropertyKey[]): string {
  if (path.length === 0) return '';
  const shown = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return `${shown.replace(/^\./, '')}: `;
}

/**
 * A model that says what a script has: one entry an answer, then `final` for ever. It starts with the first entry,
 * in a resumed session too. A summary takes no entry: when a history is dropped is not the script's business.
 */
export function scriptedModel(script: Script, options: { pace?: () => Promise<void> } = {}): Model {
  let next = 0;
  return {
    name: 'script',
    async answer(request) {
      await options.pace?.();
      if (request.signal.aborted) return failed('interrupted');
      if (request.purpose === 'summarise') return said('A scripted model has no summary of its own.');
      const at = next;
      next += 1;
      return answerOf(script.turns[at] ?? script.final, at);
    },
  };
}

function answerOf(entry: Entry, at: number): Answer {
  const toolCalls = (entry.tools ?? []).map((tool, index) => ({
    id: `call-${at + 1}-${index + 1}`,
    name: tool.name,
    input: tool.input,
  }));
  const stop = entry.stop ?? (toolCalls.length > 0 ? 'tools' : 'end');
  const error = stop === 'error' || stop === 'refusal' ? (entry.text ?? `the script says ${stop}`) : null;
  return {
    text: entry.text ?? '',
    toolCalls,
    reasoning: [],
    stop,
    usage: entry.usage ?? { input: 0, output: 0 },
    error,
  };
}

function said(text: string): Answer {
  return { text, toolCalls: [], reasoning: [], stop: 'end', usage: { input: 0, output: 0 }, error: null };
}

function failed(error: string): Answer {
  return { text: '', toolCalls: [], reasoning: [], stop: 'error', usage: { input: 0, output: 0 }, error };
}
