// From the text of a fenced shell block to gate commands.
import type { SyntaxNode } from '../shell/parse.ts';
import { forEachChild, parseLine, type Statement } from '../shell/parse.ts';
import type { Gate, PlanProblem } from './types.ts';

/** `line` is the line in the plan of the block's first line of text. */
export type Block = { language: string; text: string; line: number; step: number };

const PROMPT = /^\s*(?:\([\w.-]+\)\s*)?[$%]\s+/;

/** The gate commands of a block, with what is wrong in it. A block that is no valid shell has none. */
export function readBlock(block: Block): { gates: readonly Gate[]; errors: readonly PlanProblem[] } {
  const text = withoutPrompts(block);
  const parsed = parseLine(text);
  if (!parsed.parsed) {
    return {
      gates: [],
      errors: [
        {
          line: errorLine(block, text, parsed.error),
          message: `no valid shell: ${parsed.error}`,
          step: block.step,
        },
      ],
    };
  }
  const gates: Gate[] = [];
  const errors: PlanProblem[] = [];
  let context: readonly string[] = [];
  for (const statement of parsed.script.commands) {
    const line = block.line + lineOffset(text, statement.pos);
    const command = statementText(text, statement);
    if (hasOpenHeredoc(statement))
      errors.push({ line, message: 'a here-document that begins here is never closed', step: block.step });
    if (isContext(statement)) context = [...context, command];
    else gates.push({ command, line, context });
  }
  return { gates, errors };
}

/** The statement with its context, as a line or script that can be run from the repository's root. */
export function gateScript({ command, context }: Pick<Gate, 'command' | 'context'>): string {
  if (context.length === 0) return command;
  return [...context, bindsLooser(command) ? `{\n${command}\n}` : command].join(' && ');
}

/** `a || b` and `a &` would take the context into their own hands. */
function bindsLooser(command: string): boolean {
  const parsed = parseLine(command);
  if (!parsed.parsed) return true;
  const [statement, ...more] = parsed.script.commands;
  if (statement === undefined || more.length > 0 || statement.background === true) return true;
  return statement.command.type === 'AndOr' && statement.command.operators.includes('||');
}

/** Prompts dropped; where a session is shown with its output, only what stands behind a prompt is a command. */
function withoutPrompts(block: Block): string {
  const lines = block.text.split('\n');
  const first = lines.find((line) => line.trim() !== '' && !line.trim().startsWith('#'));
  if (first === undefined || !PROMPT.test(first)) return block.text;
  const showsOutput = block.language === 'console' || block.language === 'shell';
  let open = '';
  return lines
    .map((line) => {
      const behind = line.replace(PROMPT, '');
      const isPrompted = behind !== line;
      if (!isPrompted && open === '') return showsOutput ? '' : line;
      const piece = isPrompted ? behind : line.replace(/^\s*> /, '');
      const whole = isPrompted ? behind : `${open}\n${piece}`;
      open = whole.length < MOST_OPEN && isUnfinished(whole) ? whole : '';
      return piece;
    })
    .join('\n');
}

/** A command in a session that is still open after so many characters is taken as it is. */
const MOST_OPEN = 2000;

function isUnfinished(text: string): boolean {
  if (/(^|[^\\])(\\\\)*\\$/.test(text)) return true;
  const parsed = parseLine(text);
  return !parsed.parsed || parsed.script.commands.some(hasOpenHeredoc);
}

/** `cd`, `export`, `source .../activate`, `set` and plain assignments are no gates, but hold for what comes after. */
function isContext(statement: Statement): boolean {
  const { command } = statement;
  if (statement.background === true) return false;
  if (command.type === 'Function') return true;
  if (command.type !== 'Command' || command.redirects.length > 0) return false;
  const name = command.name?.value;
  if (name === undefined) return command.prefix.some((part) => part.type === 'Assignment');
  if (command.prefix.length > 0) return false;
  if (name === 'source' || name === '.') {
    const [script] = command.args;
    return script?.type === 'Word' && /(^|\/)activate$/.test(script.value);
  }
  return name === 'cd' || name === 'pushd' || name === 'export' || name === 'set';
}

function statementText(text: string, statement: Statement): string {
  let { end } = statement;
  visitHeredocs(statement, (closing) => {
    if (closing !== undefined) end = Math.max(end, closing);
  });
  const written = text.slice(statement.pos, end);
  return statement.background === true ? written : written.replace(/\s*;$/, '');
}

function hasOpenHeredoc(statement: Statement): boolean {
  let isOpen = false;
  visitHeredocs(statement, (closing) => {
    isOpen ||= closing === undefined;
  });
  return isOpen;
}

function visitHeredocs(node: SyntaxNode, visit: (closing: number | undefined) => void): void {
  if (node.type === 'HereDoc') visit(node.closing?.end);
  forEachChild(node, (child) => {
    if (child.type !== 'CommandExpansion' && child.type !== 'ProcessSubstitution')
      visitHeredocs(child, visit);
  });
}

function lineOffset(text: string, offset: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

function errorLine(block: Block, text: string, error: string): number {
  const offset = /at offset (\d+)$/.exec(error)?.[1];
  return offset === undefined ? block.line : block.line + lineOffset(text, Number(offset));
}
