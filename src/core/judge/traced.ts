// Which commands of a line bash announces before it runs them, and whose announcement can be believed.

import {
  type Command,
  type CommandNode,
  type CompoundList,
  type PipelineNode,
  parseLine,
  type Statement,
} from '../shell/parse.ts';
import { wordForm } from '../shell/same/form.ts';

/**
 * A simple command that runs in the line's own shell, so that a DEBUG trap sees it. (Subshells, substitutions and functions
 * are not traced.)
 */
export type TracedCommand = {
  /** Offset in the line. */
  start: number;
  /** Words and assignments, quoting normalised; redirections left out, as bash prints some that were not written. */
  form: string;
  /** Elements of its pipeline, and which one it is, from 0. */
  length: number;
  position: number;
  /** Traced elements of the pipeline that come after it: their announcements stand between its own and the pipeline's status. */
  behind: number;
  /**
   * Something may run right after its pipeline that sets the status and is not announced, such as `(true)`: the status that
   * comes with the next announcement is then perhaps not its own.
   */
  overwritten: boolean;
};

/** The traced commands of a line; empty if it cannot be parsed. */
export function tracedCommands(line: string): readonly TracedCommand[] {
  const parsed = parseLine(line);
  if (!parsed.parsed) return [];
  const found: TracedCommand[] = [];
  walkStatements(found, parsed.script.commands, false);
  return found;
}

/** The form of a command as bash prints it; null where it is no simple command. */
export function formOf(text: string): string | null {
  const parsed = parseLine(text);
  if (!parsed.parsed) return null;
  const [statement, more] = parsed.script.commands;
  if (statement === undefined || more !== undefined || statement.command.type !== 'Command') return null;
  return commandForm(statement.command);
}

function commandForm(command: Command): string {
  const words = [...(command.name === undefined ? [] : [command.name]), ...command.args];
  const assignments = command.prefix.filter((part) => part.type === 'Assignment').map((part) => part.text);
  return [...assignments, ...words.map((word) => (word.type === 'Word' ? wordForm(word) : word.text))]
    .map(squeezed)
    .join('\n');
}

/** Bash prints what stands in `$( )` anew, with white space and separators of its own. */
function squeezed(word: string): string {
  return word.includes('$(') ? word.replace(/[\s;]+/g, '') : word;
}

/** `after`: what may follow the list sets the status unannounced. */
function walkStatements(found: TracedCommand[], statements: readonly Statement[], after: boolean): void {
  statements.forEach((statement, index) => {
    walk(found, statement.command, followsUnannounced(statements.slice(index + 1), after));
  });
}

/** What runs next may set the status unannounced; a loop without a word and a definition pass silently. */
function followsUnannounced(later: readonly Statement[], after: boolean): boolean {
  for (const { command } of later) {
    if (beginsUnannounced(command)) return true;
    if (!passesSilently(command)) return false;
  }
  return after;
}

function passesSilently(node: Statement['command']): boolean {
  if (node.type === 'Redirected') return passesSilently(node.command);
  return (
    node.type === 'For' || node.type === 'ArithmeticFor' || node.type === 'Select' || node.type === 'Function'
  );
}

function walk(found: TracedCommand[], node: Statement['command'], after: boolean): void {
  switch (node.type) {
    case 'AndOr':
      node.commands.forEach((part, index) => {
        const later = node.commands.slice(index + 1).some(beginsUnannounced);
        walk(found, part, after || later);
      });
      return;
    case 'Pipeline':
      walkPipeline(found, node.commands, after);
      return;
    case 'Command':
      walkPipeline(found, [node], after);
      return;
    case 'Redirected':
      walk(found, node.command, after);
      return;
    case 'BraceGroup':
      walkStatements(found, node.body.commands, after);
      return;
    case 'If':
      walkIf(found, node, after);
      return;
    case 'While':
      walkStatements(found, node.clause.commands, after || listBegins(node.body));
      walkStatements(found, node.body.commands, after || listBegins(node.clause));
      return;
    case 'For':
    case 'ArithmeticFor':
    case 'Select':
      walkStatements(found, node.body.commands, after);
      return;
    case 'Case':
      for (const item of node.items)
        walkStatements(found, item.body.commands, after || item.terminator !== ';;');
      return;
    case 'Subshell':
    case 'Function':
    case 'Coproc':
    case 'TestCommand':
    case 'ArithmeticCommand':
      return;
  }
}

function walkIf(found: TracedCommand[], node: Extract<CommandNode, { type: 'If' }>, after: boolean): void {
  const clauses = [node.clause, ...node.elif.map((branch) => branch.clause)];
  const bodies = [
    node.then,
    ...node.elif.map((branch) => branch.then),
    ...(node.else === undefined ? [] : [node.else]),
  ];
  const inner = [...clauses.slice(1), ...bodies].some(listBegins);
  for (const clause of clauses) walkStatements(found, clause.commands, after || inner);
  for (const body of bodies) walkStatements(found, body.commands, after);
}

function walkPipeline(found: TracedCommand[], elements: readonly CommandNode[], after: boolean): void {
  const simple = elements.flatMap((element, position) =>
    element.type === 'Command' ? [{ element, position }] : [],
  );
  simple.forEach(({ element, position }, index) => {
    found.push({
      start: element.pos,
      form: commandForm(element),
      length: elements.length,
      position,
      behind: simple.length - 1 - index,
      overwritten: after,
    });
  });
  // A group alone is no pipeline: it runs in the shell itself.
  const [only] = elements;
  if (elements.length === 1 && only !== undefined && only.type !== 'Command') walk(found, only, after);
}

/** It may set the status before bash announces anything. */
function beginsUnannounced(node: Statement['command'] | PipelineNode): boolean {
  switch (node.type) {
    case 'AndOr':
      return node.commands.some(beginsUnannounced);
    case 'Pipeline':
      if (node.commands.some((element) => element.type === 'Command')) return false;
      // The elements of a pipeline run in subshells, where nothing is announced.
      return node.commands.length > 1 || node.commands.some(beginsUnannounced);
    case 'Redirected':
      return beginsUnannounced(node.command);
    case 'Subshell':
    case 'Coproc':
      return true;
    case 'BraceGroup':
      return listBegins(node.body);
    case 'If':
      return listBegins(node.clause);
    case 'While':
      return listBegins(node.clause);
    case 'Command':
    case 'Function':
    case 'For':
    case 'ArithmeticFor':
    case 'Select':
    case 'Case':
    case 'TestCommand':
    case 'ArithmeticCommand':
      return false;
  }
}

function listBegins(list: CompoundList): boolean {
  const [first] = list.commands;
  return first !== undefined && beginsUnannounced(first.command);
}
