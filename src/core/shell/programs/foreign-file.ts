// Scripts outside of the project: they say as much about it as code in the line itself does.
import { isOfMachine } from '../../paths.ts';
import { isAbsolute } from '../commands/directory.ts';
import { type Context, type Of, type ProgramReading, plain } from './program-reading.ts';
import type { Language, Words } from './types.ts';

/** What a script outside of the project does, where its text is known; null: it is inside, or nobody knows its text. */
export function readForeignFile(
  outcome: Of<'file'>,
  program: string,
  words: Words,
  context: Context,
): ProgramReading | null {
  const { path } = outcome;
  if (path === null || !(isAbsolute(path) || path.startsWith('~/'))) return null;
  if (context.project?.isFile(path) === true || isOfMachine(path)) return null;
  const text = context.textAt?.(path) ?? null;
  if (text === null) return null;
  const first = text.slice(0, text.indexOf('\n') < 0 ? text.length : text.indexOf('\n'));
  if (outcome.shell && (/^#!.*\b(ba|da|z|k)?sh\b/.test(first) || !first.startsWith('#!'))) {
    const errexit = outcome.errexit === true || (outcome.isDirect === true && /\s-\w*e/.test(first));
    const line = { kind: 'line', text, pipefail: false, errexit } as const;
    const reading = context.inner.line(line, words, { ...context, depth: context.depth + 1 });
    if (reading.class !== 'inert' || reading.disarmed !== null) return reading;
  }
  const language = languageOf(path, `${program} ${first}`);
  return { ...plain('run', program, words, context), scope: [path], inline: { language, code: text } };
}

function languageOf(path: string, runner: string): Language {
  if (/\.pyw?$/.test(path) || /\bpy(thon)?[\d.]*\b/.test(runner)) return 'python';
  return /\.[mc]?[jt]sx?$/.test(path) || /\b(node|deno|bun|tsx)\b/.test(runner) ? 'javascript' : 'other';
}
