// Shell scripts of the project, which have options of their own: no pipefail and no errexit unless they say so.
import { joinPath } from '../commands/directory.ts';
import { type Context, isExecuting, type ProgramReading, plain } from '../programs/program-reading.ts';
import { classOfTask } from '../programs/rows.ts';
import type { Outcome } from '../programs/types.ts';
import { digestScript, maskAt, scriptAt } from './script.ts';

type Call = Extract<Outcome, { kind: 'file' }>;

/** What a script file does; null: it is not there, or no shell script, so that its name decides. */
export function readShellScript(call: Call, context: Context): ProgramReading | null {
  if (!call.shell || call.path === null || context.project === null) return null;
  const path = joinPath(context.directory, call.path);
  if (path === null) return null;
  const text = context.project.read(path);
  if (text === null || !isShell(text, path, call.path)) return null;
  const errexit =
    call.errexit === true || (call.isDirect === true && /^#!.*\b(ba|da|z|k)?sh\s+-\w*e/.test(text));
  const inside: Context = { ...context, stdin: { kind: 'none' }, isListed: false };
  const posix =
    call.posix === true || (call.isDirect === true && /^#!\s*\S*\/(env\s+)?(da|a)?sh\b/.test(text));
  const options = { pipefail: false, errexit, posix, arguments: call.arguments };
  const found = digestScript(text, options, inside);
  if (found === null) return null;
  const scripts = [scriptAt(found, { path, isFile: true, lineAt: (line) => line })];
  return asScript({ ...found.reading, scripts }, path, context, maskAt(found, path, 1));
}

/** The script is code of the project itself: it runs even if all that it calls is inert. */
function asScript(
  reading: ProgramReading,
  path: string,
  context: Context,
  innerMask: ProgramReading['innerMask'],
): ProgramReading {
  const base = { ...reading, words: [path], innerMask };
  if (isExecuting(reading.class) || reading.class === 'check') return base;
  const promised = classOfTask(path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, ''));
  if (promised === 'test')
    return { ...base, innerMask: null, disarmed: reading.disarmed ?? `${path} runs no test` };
  return { ...plain('run', null, [path], context), scope: [path] };
}

function isShell(text: string, path: string, asWritten: string): boolean {
  const first = text.slice(0, text.indexOf('\n') < 0 ? text.length : text.indexOf('\n'));
  if (first.startsWith('#!')) return /\b(ba|da|z|k)?sh\b/.test(first);
  return /\.(sh|bash|zsh|ksh)$/.test(path) || !/\.\w+$/.test(asWritten);
}
