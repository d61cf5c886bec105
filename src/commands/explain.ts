import { StringDecoder } from 'node:string_decoder';
import { EXIT } from '../core/exit-status.ts';
import type { ProjectFiles, Reading } from '../core/reading-types.ts';
import { readCommand } from '../core/shell/reading.ts';
import { UserError } from '../core/user-error.ts';
import { mayBeOldBash } from '../io/old-bash.ts';
import { projectFiles } from '../io/project-files.ts';
import { directoryOf } from './directory.ts';
import { showReading } from './explain/show.ts';
import { colorsFor, print } from './terminal.ts';

export type ExplainOptions = {
  line: string | null;
  json: boolean;
  /** Lines come as JSON Lines `{"line": "..."}` on standard input. */
  stdin: boolean;
  /** As given; the reading looks for scripts there. */
  cwd: string;
  color: boolean;
};

/** Prints how lines are read. Ends 0 whatever they do; a line that is missing or no JSON is a usage error. */
export async function explain(options: ExplainOptions): Promise<number> {
  const { line, stdin } = options;
  const project = projectFiles(directoryOf(options.cwd));
  if (line !== null && stdin)
    throw new UserError('a command line and --stdin exclude each other', 'leave one of them out');
  if (stdin) return explainStream(options, project);
  if (line === null)
    throw new UserError('explain needs a command line', "donegate explain 'pytest -q | tail -5', or --stdin");
  await print(shown(readCommand(line, { project, oldBash: mayBeOldBash() }), options));
  return EXIT.proven;
}

function shown(reading: Reading, { json, color }: ExplainOptions): string {
  return json ? `${JSON.stringify(reading, withoutScripts)}\n` : showReading(reading, colorsFor({ color }));
}

/** Whole scripts that a command runs are no answer about the line. */
function withoutScripts(key: string, value: unknown): unknown {
  return key === 'scripts' ? undefined : value;
}

async function explainStream(options: ExplainOptions, project: ProjectFiles): Promise<number> {
  const answer = (text: string, number: number): string => {
    if (text.trim() === '') return '';
    const answered = shown(readCommand(lineOf(text, number), { project, oldBash: mayBeOldBash() }), options);
    return options.json ? answered : `${answered}\n`;
  };
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let number = 0;
  for await (const chunk of process.stdin) {
    const texts = (rest + decoder.write(chunk)).split('\n');
    rest = texts.pop() ?? '';
    const first = number + 1;
    number += texts.length;
    // A whole chunk is answered at once: one write a line would be most of the time.
    await print(texts.map((text, at) => answer(text, first + at)).join(''));
  }
  await print(answer(rest + decoder.end(), number + 1));
  return EXIT.proven;
}

function lineOf(text: string, number: number): string {
  const value = parsed(text, number);
  if (typeof value === 'object' && value !== null && 'line' in value && typeof value.line === 'string')
    return value.line;
  throw new UserError(`standard input, line ${number}: not of the form {"line": "..."}`);
}

function parsed(text: string, number: number): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UserError(
      `standard input, line ${number}: no JSON (${error instanceof Error ? error.message : String(error)})`,
    );
  }
}
