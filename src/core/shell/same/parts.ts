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
import { PROBE, probed } from './probe.ts';
import { activated, assignedValues, environments } from './setting.ts';

/** A gate command as PLAN.md has it. */
export type GateCommand = { command: string; context: readonly string[] };

/** One simple command of a gate command, or the name that stands for one of its statements. */
export type PartCommand = { listed: ListedCommand; environment: readonly string[] };

export type GatePart =
  /** A simple command, or a pipeline of them with its operators. */
  | { kind: 'pipeline'; members: readonly PartCommand[]; operators: readonly string[] }
  /** Anything else: a loop, `[[ ]]`, `a || b`, `! a`. */
  | { kind: 'statement'; form: string; probe: PartCommand; around: Settled };

/** What a script sets for its commands. */
export type Settled = {
  activated: readonly string[];
  assigned: ReadonlyMap<string, string>;
  functions: ReadonlySet<string>;
};

export type Gate = Settled & { parts: readonly GatePart[] };

const CONTEXT: ReadonlySet<string> = new Set(['cd', 'pushd', 'export', 'set', 'source', '.']);

/** Null: the gate command is no valid shell. */
export function readGate(gate: GateCommand): Gate | null {
  const source = [...gate.context, gate.command].join('\n');
  const parsed = parseLine(source);
  if (!parsed.parsed) return null;
  const settled = settle(source);
  const parts: GatePart[] = [];
  for (const statement of parsed.script.commands) {
    for (const node of allNeeded(statement)) {
      const part = isContext(node) ? null : partOf(source, node);
      if (part !== null) parts.push(part);
    }
  }
  return { ...settled, parts };
}

type Node = CommandNode | Pipeline | AndOr | Statement;

/** `a && b && c`: each has to end 0. */
function allNeeded(statement: Statement): readonly Node[] {
  const { command } = statement;
  if (statement.background === true) return [statement];
  if (command.type !== 'AndOr') return [command];
  return command.operators.every((operator) => operator === '&&') ? command.commands : [command];
}

function isContext(node: Node): boolean {
  if (node.type === 'Function') return true;
  if (node.type !== 'Command') return false;
  const name = node.name?.value;
  if (name === undefined) return node.redirects.length === 0;
  if (name === 'source' || name === '.') return /(^|\/)activate$/.test(node.args[0]?.text ?? '');
  return CONTEXT.has(name);
}

function partOf(source: string, node: Node): GatePart | null {
  const pipeline = pipelineOf(node);
  if (pipeline !== null) {
    const parsed = parseLine(source);
    const members = parsed.parsed ? commandsAt(listCommands(parsed), pipeline.commands) : null;
    return members === null ? null : { kind: 'pipeline', members, operators: pipeline.operators };
  }
  const replaced = probed(source, node);
  const probe = probeIn(replaced);
  return probe === null ? null : { kind: 'statement', form: treeForm(node), probe, around: settle(replaced) };
}

function commandsAt(
  listed: readonly ListedCommand[],
  nodes: readonly { pos: number; end: number }[],
): readonly PartCommand[] | null {
  const around = environments(listed);
  const found = nodes.map(({ pos, end }) => {
    const command = listed.find(({ node }) => node.pos === pos && node.end === end);
    return command === undefined ? null : { listed: command, environment: around[command.index] ?? [] };
  });
  return found.every((one) => one !== null) ? found : null;
}

/** The command that stands for a statement. */
export function probeIn(source: string): PartCommand | null {
  const parsed = parseLine(source);
  if (!parsed.parsed) return null;
  const listed = listCommands(parsed);
  const command = listed.find(({ words }) => words[0] === PROBE);
  return command === undefined
    ? null
    : { listed: command, environment: environments(listed)[command.index] ?? [] };
}

/** The simple commands of a pipeline that is not negated; null for everything else. */
export function pipelineOf(
  node: Node,
): { commands: readonly Command[]; operators: readonly string[] } | null {
  if (node.type === 'Command') return { commands: [node], operators: [] };
  if (node.type !== 'Pipeline' || node.prefixes.some((prefix) => prefix.type === 'Negation')) return null;
  const commands = node.commands.filter((member) => member.type === 'Command');
  return commands.length === node.commands.length ? { commands, operators: node.operators } : null;
}

export function settle(source: string): Settled {
  const parsed = parseLine(source);
  const listed = parsed.parsed ? listCommands(parsed) : [];
  const functions = new Set(listed.flatMap(({ inFunction }) => (inFunction === null ? [] : [inFunction])));
  return { activated: activated(listed), assigned: assignedValues(listed), functions };
}
