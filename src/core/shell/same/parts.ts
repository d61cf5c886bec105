// A gate command taken apart: what must hold before it, and the commands that have to end 0.
import { type ListedCommand, listCommands } from '../commands.ts';
import {
  type AndOr,
  type Command,
  type CommandNode,
  type Pipeline,
  parseLine,
  type Statement,
} from '../parse.ts';
import { treeForm } from './form.ts';
import { activated, assignedValues, environments } from './setting.ts';

/** A gate command as PLAN.md has it. */
export type GateCommand = { command: string; context: readonly string[] };

/** One simple command of a gate command. */
export type PartCommand = { listed: ListedCommand; environment: readonly string[] };

export type GatePart =
  /** A simple command, or a pipeline of them with its operators. */
  | { kind: 'pipeline'; members: readonly PartCommand[]; operators: readonly string[] }
  /** Anything else: a loop, `[[ ]]`, `a || b`, `! a`. */
  | { kind: 'statement'; form: string; directory: string | null };

export type Gate = {
  parts: readonly GatePart[];
  activated: readonly string[];
  assigned: ReadonlyMap<string, string>;
};

const CONTEXT: ReadonlySet<string> = new Set(['cd', 'pushd', 'export', 'set', 'source', '.']);

/** Null: the gate command is no valid shell. */
export function readGate(gate: GateCommand): Gate | null {
  const parsed = parseLine([...gate.context, gate.command].join('\n'));
  if (!parsed.parsed) return null;
  const listed = listCommands(parsed);
  const around = environments(listed);
  const find = (node: Command): PartCommand | null => {
    const at = listed.findIndex((command) => command.node === node);
    const command = listed[at];
    return command === undefined ? null : { listed: command, environment: around[at] ?? [] };
  };
  const parts: GatePart[] = [];
  for (const statement of parsed.script.commands) {
    for (const node of allNeeded(statement)) {
      if (isContext(node)) continue;
      parts.push(partOf(node, find, placeOf(node, listed)));
    }
  }
  return { parts, activated: activated(listed), assigned: assignedValues(listed) };
}

/** `a && b && c`: each has to end 0. */
function allNeeded(statement: Statement): readonly AndOr['commands'][number][] | readonly [Statement] {
  const { command } = statement;
  if (statement.background === true) return [statement];
  if (command.type !== 'AndOr') return [command];
  return command.operators.every((operator) => operator === '&&') ? command.commands : [statement];
}

function isContext(node: CommandNode | Pipeline | Statement): boolean {
  if (node.type === 'Function') return true;
  if (node.type !== 'Command') return false;
  const name = node.name?.value;
  if (name === undefined) return node.redirects.length === 0;
  if (name === 'source' || name === '.') return /(^|\/)activate$/.test(node.args[0]?.text ?? '');
  return CONTEXT.has(name);
}

function partOf(
  node: CommandNode | Pipeline | Statement,
  find: (node: Command) => PartCommand | null,
  directory: string | null,
): GatePart {
  const pipeline = pipelineOf(node);
  if (pipeline !== null) {
    const members = pipeline.commands.map(find);
    if (members.every((member) => member !== null)) {
      return { kind: 'pipeline', members, operators: pipeline.operators };
    }
  }
  return { kind: 'statement', form: treeForm(node), directory };
}

/** The simple commands of a pipeline that is not negated; null for everything else. */
export function pipelineOf(
  node: CommandNode | Pipeline | Statement,
): { commands: readonly Command[]; operators: readonly string[] } | null {
  if (node.type === 'Command') return { commands: [node], operators: [] };
  if (node.type !== 'Pipeline' || node.prefixes.some((prefix) => prefix.type === 'Negation')) return null;
  const commands = node.commands.filter((member) => member.type === 'Command');
  return commands.length === node.commands.length ? { commands, operators: node.operators } : null;
}

/** Where the shell stands when a statement begins: where the last `cd` before it led. */
export function placeOf(node: { pos: number }, listed: readonly ListedCommand[]): string | null {
  let place: string | null = '.';
  for (const [at, command] of listed.entries()) {
    if (command.start >= node.pos) break;
    if (command.words[0] !== 'cd' && command.words[0] !== 'pushd') continue;
    const next = listed[at + 1];
    const target = command.words[1] ?? null;
    place = next !== undefined && next.start < node.pos ? next.shellDirectory : movedTo(place, target);
  }
  return place;
}

function movedTo(place: string | null, target: string | null): string | null {
  if (target === null) return null;
  if (target.startsWith('/')) return target;
  if (place === null) return null;
  return target === '.'
    ? place
    : place === '.'
      ? target.replace(/^\.\//, '').replace(/\/$/, '')
      : `${place}/${target}`;
}
