// In which directory a command ran, and whether that is one of the project.
import { isOfMachine } from '../paths.ts';
import type { ReadCommand } from '../reading-types.ts';
import { readCommand } from '../shell/reading.ts';
import type { TestifiedCommand } from '../testimony.ts';
import type { JudgeRequest } from './request.ts';
import { formOf } from './trace/form.ts';

/** Most commands of scripts that are looked at. */
const MOST_INNER = 200;

/** As the line says it, or else as bash testified; relative to where the line starts, or absolute. Null: not known. */
export function directoryOf(request: JudgeRequest, command: ReadCommand): string | null {
  if (command.directory !== null) return command.directory;
  const { testimony } = request;
  if (testimony.kind === 'none') return null;
  const seen = isItself(command)
    ? ownRecords(testimony.commands, command)
    : innerRecords(testimony.commands, command);
  const [directory, ...others] = new Set(seen.map((record) => record.directory));
  return directory === undefined || others.length > 0 ? null : directory;
}

/** Not what a script does that the command calls. */
function isItself({ text, program }: ReadCommand): boolean {
  return readCommand(text).commands.some((own) => own.text === text && own.program === program);
}

function ownRecords(records: readonly TestifiedCommand[], command: ReadCommand): readonly TestifiedCommand[] {
  const form = formOf(command.text);
  if (form === null) return [];
  return records.filter(({ shell, text }) => shell === 0 && formOf(text) === form);
}

/** The runner, where a script of the line has called it. */
function innerRecords(
  records: readonly TestifiedCommand[],
  { program }: ReadCommand,
): readonly TestifiedCommand[] {
  return records
    .filter(({ shell }) => shell !== 0)
    .slice(0, MOST_INNER)
    .filter(({ text }) => readCommand(text).commands.some((inner) => inner.program === program));
}

/** What runs on another machine. Which tree lies there, nobody here knows. */
const FAR: ReadonlySet<string> = new Set(['ssh', 'autossh', 'mosh']);

/**
 * It ran on another machine, or in a directory outside of the project and names nothing inside, so it ran something else (tests of another project,
 * a copy of this one). Limit: where neither the line nor bash tells the directory, the project's is assumed.
 */
export function ranElsewhere(request: JudgeRequest, command: ReadCommand): boolean {
  if (FAR.has(command.words[0] ?? '')) return true;
  const directory = directoryOf(request, command);
  if (directory === null || !request.isOutside(directory)) return false;
  if (command.inline?.namesProject === true) return false;
  return !command.words.some((word) => word === null || namesInside(request, word));
}

/** Compilers (`go run /tmp/x.go`, `java -cp build X`) put what lies elsewhere together with the project. */
const COMPILES = new Set(['go-run', 'java', 'kotlin', 'dotnet', 'cargo', 'swift', 'zig', 'nim', 'crystal']);

/**
 * It runs a script that lies outside of the project and is not known to use it. A program outside that is called by its path may have been
 * built from the project, unless it lies where those of the machine do.
 */
export function runsForeignFile(request: JudgeRequest, command: ReadCommand): boolean {
  const { scope, inline, words, directory, program } = command;
  if (command.class !== 'run' || inline !== null || directory === null || scope.length === 0) return false;
  if (program !== null && COMPILES.has(program)) return false;
  return scope.every(
    (path) =>
      /^(\/|~\/|\.\.\/)/.test(path) && request.isOutside(path) && (words[0] !== path || isOfMachine(path)),
  );
}

function namesInside({ isOutside }: JudgeRequest, word: string): boolean {
  const path = word.replace(/^-[^=]*=/, '').replace(/::.*$/, '');
  return path.startsWith('/') && !isOutside(path);
}
