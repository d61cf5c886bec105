// Tasks of a project's task runner: `just test`, `mise run lint`, `composer test`, `deno task check`, `poe all`.
import type { InnerMask } from '../../reading-types.ts';
import type { Context, ProgramReading } from '../programs/program-reading.ts';
import type { Outcome, Words } from '../programs/types.ts';
import { asTask } from './as-task.ts';
import { digestScript, scriptAt } from './script.ts';
import { readShellScript } from './shell-script.ts';
import { fileOfTask, type Task, type TaskFile, taskFileOf } from './task-file.ts';

type Call = Extract<Outcome, { kind: 'task' }>;

/** A line of a task as its shell gets it. */
type Piece = { text: string; line: number };

const MAX_PIECES = 200;

/** What the tasks do; null: no file of the runner lists them, so that their names decide. */
export function readTask(call: Call, words: Words, context: Context): ProgramReading | null {
  const { project, directory } = context;
  const { runner } = call;
  const names = call.isDefault === true ? [''] : call.called === undefined ? call.names : [call.called];
  const [name] = names;
  if (project === null || directory === null || runner === undefined || typeof name !== 'string') return null;
  const script = runner === 'mise' ? fileOfTask(name, project, directory) : null;
  if (script !== null)
    return readShellScript(
      { kind: 'file', path: script, shell: true, isDirect: true, arguments: call.arguments ?? [] },
      { ...context, directory: '.' },
    );
  const file = taskFileOf(runner, project, directory, call.file ?? null);
  if (file === null) return null;
  const pieces = piecesOf(names, call.arguments ?? [], file);
  return pieces === null ? null : readPieces(name === '' ? 'build' : name, pieces, file, words, context);
}

/** All lines that run, in their order; null: one of the tasks is not there, or is no text for a shell. */
function piecesOf(names: Words, given: Words, file: TaskFile): readonly Piece[] | null {
  const pieces: Piece[] = [];
  const seen = new Set<string>();
  const take = (name: string | null, own: Words): boolean => {
    const task = name === null ? null : file.find(name, own);
    if (task === null || name === null || pieces.length > MAX_PIECES) return false;
    if (seen.has(name)) return true;
    seen.add(name);
    if (!task.needs.every((need) => take(need, []))) return false;
    pieces.push(...withOwn(task, own));
    return task.after.every((need) => take(need, []));
  };
  const [first, ...more] = names;
  if (first === undefined || !take(first, given)) return null;
  return more.every((name) => take(name, [])) ? pieces : null;
}

/** Words behind the task go to its last line, where the runner does so. */
function withOwn(task: Task, own: Words): readonly Piece[] {
  if (!task.takesWords || own.length === 0) return task.steps;
  const words = own.map((word) =>
    word === null
      ? '"$_computed"'
      : /^[\w@%+=:,./-]+$/.test(word)
        ? word
        : `'${word.replaceAll("'", `'\\''`)}'`,
  );
  return task.steps.map((step, at) =>
    at === task.steps.length - 1 ? { ...step, text: `${step.text} ${words.join(' ')}` } : step,
  );
}

/** A script with a first line of its own has the options that stand there, or is no script of a shell at all. */
function shellText(text: string): string {
  const [first = ''] = text.split('\n');
  if (!first.startsWith('#!')) return text;
  const program = /^#!\s*(?:\S*\/env\s+(?:-\S+\s+)*)?(?:\S*\/)?([\w.+-]+)/.exec(first)?.[1] ?? '';
  if (!/^(ba|da|z|k|a)?sh$/.test(program)) return `${program} recipe`;
  return (/\s-\w*e/.test(first) ? 'set -e' : 'set +e') + text.slice(first.length);
}

function readPieces(
  name: string,
  pieces: readonly Piece[],
  file: TaskFile,
  words: Words,
  context: Context,
): ProgramReading | null {
  const lines: number[] = [];
  // Each piece has a shell of its own, and the runner ends at the first that fails; in a list errexit would be off.
  const between = file.options.errexit ? '; ' : ' && ';
  let text = '';
  for (const { text: piece, line } of pieces) {
    piece.split('\n').forEach((_, at) => {
      lines.push(line + at);
    });
    text += `${text === '' ? '' : between}( ${shellText(piece)}\n)`;
  }
  const inside: Context = { ...context, directory: file.directory, stdin: { kind: 'none' }, isListed: false };
  const posix = file.options.posix && !pieces.some((piece) => /^#!.*\b(ba|z|k)sh\b/.test(piece.text));
  const found = digestScript(text === '' ? 'true' : text, { ...file.options, posix }, inside);
  if (found === null) return null;
  const lineAt = (line: number): number => lines[line - 1] ?? 1;
  const mask: InnerMask | null =
    found.mask === null
      ? null
      : (found.reading.innerMask ?? {
          path: file.path,
          line: lineAt(found.mask.line),
          text: found.mask.text,
        });
  const scripts = [scriptAt(found, { path: file.path, isFile: false, lineAt })];
  return asTask(
    { ...found.reading, scripts },
    {
      name,
      body: pieces.map((piece) => piece.text).join('; '),
      words,
      mask,
      context,
    },
  );
}
