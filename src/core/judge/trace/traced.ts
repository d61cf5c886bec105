import type { ReadCommand } from '../../reading-types.ts';
import { definedFunctions, listCommands } from '../../shell/commands.ts';
import { type PartProofs, proveParts } from '../../shell/implies/part-proofs.ts';
import { nestedScript } from '../../shell/nested.ts';
import {
  type Command,
  type CommandNode,
  forEachChild,
  type ParsedLine,
  parseLine,
  type SyntaxNode,
} from '../../shell/parse.ts';
import { flowOf } from './flow.ts';
import { commandForm, formOf } from './form.ts';
import { type Heard, type Run, type Runs, runsOf } from './runs.ts';
import type { Flow, Step } from './steps.ts';

/** A script, and what the shell that ran it said. */
export type Traced = {
  parsed: Extract<ParsedLine, { parsed: true }>;
  flow: Flow;
  /** The step that an element of a pipeline stands in. */
  stepOf: ReadonlyMap<CommandNode, Step>;
  runs: Runs;
  /** The syntax of a command of the reading; null: it is not there. */
  nodeOf(command: ReadCommand): Command | null;
  /** Elements in which commands run that are not announced. */
  parts: readonly CommandNode[];
  /** What the success of those parts proves; null: nothing is known of any. */
  proofs(): PartProofs | null;
};

/** Joins a script with what was heard; null where it cannot be read. `before`: statements that its shell did not really run. */
export function traceScript(
  script: { source: string; before: number; pipefail: boolean },
  heard: Heard,
): Traced | null {
  const parsed = parseLine(script.source);
  if (!parsed.parsed) return null;
  const flow = flowOf(parsed.script, parsed.source, script.before);
  const functions = definedFunctions(parsed);
  const stepOf = new Map(flow.steps.flatMap((step) => step.elements.map((node) => [node, step] as const)));
  const parts = [...stepOf.keys()].filter((node) => waits(node) || holdsOthers(node, functions));
  let proofs: PartProofs | null | undefined;
  return {
    parsed,
    flow,
    stepOf,
    runs: runsOf(flow, withEnd(heard, functions), TRAPS.test(script.source)),
    nodeOf: nodesOf(parsed),
    parts,
    proofs() {
      const late = new Set(parts.filter(waits));
      proofs ??= parts.length === 0 ? null : proveParts(parsed, { parts, late }, script);
      return proofs;
    },
  };
}

/** A shell that is over has run nothing more than it announced, if its last command cannot have taken the DEBUG trap away. */
function withEnd(heard: Heard, functions: ReadonlySet<string>): Heard {
  const last = heard.records.at(-1);
  if (heard.hasEnd || !heard.isOver || !heard.isWhole || last === undefined) return heard;
  const words = (formOf(last.text) ?? '').split('\n').filter((word) => !/^\w+\+?=/.test(word));
  const name = /^text:(.+)$/.exec(words[0] ?? '')?.[1];
  const isOrdinary = name !== undefined && !functions.has(name) && !SETTERS.test(name);
  return isOrdinary ? { ...heard, hasEnd: true } : heard;
}

/** Builtins that can take a trap away, or that run something else in the shell itself. */
const SETTERS = /^(?:trap|set|shopt|enable|exec|eval|source|\.|builtin|command|exit|return|fc|bind)$/;

/** What can set a trap. */
const TRAPS = /\b(?:trap|source|eval)\b|(?:^|[\s;&|({])\.\s/;

function nodesOf(parsed: Traced['parsed']): Traced['nodeOf'] {
  const listed = listCommands(parsed);
  return ({ index, start, text }) => {
    const isIt = (one: (typeof listed)[number]) => one.start === start && one.text === text;
    const at = listed[index];
    return (at !== undefined && isIt(at) ? at : listed.find(isIt))?.node ?? null;
  };
}

/** It speaks of what began before it. */
export function waits(node: CommandNode): boolean {
  return node.type === 'Command' && node.name?.value === 'wait';
}

/** Commands run in it that are not announced. */
function holdsOthers(node: CommandNode, functions: ReadonlySet<string>): boolean {
  if (node.type !== 'Command') return node.type !== 'TestCommand' && node.type !== 'ArithmeticCommand';
  return functions.has(node.name?.value ?? '') || nestedScript(node) !== null || hasSubstitution(node);
}

function hasSubstitution(node: SyntaxNode): boolean {
  if (node.type === 'CommandExpansion') return true;
  let found = false;
  forEachChild(node, (child) => {
    found ||= hasSubstitution(child);
  });
  return found;
}

/** Bash announces it in the shell itself. */
export function isAnnounced({ stepOf }: Traced, node: Command): boolean {
  return stepOf.has(node);
}

/** All runs in which a command can have run, its own or those of the parts that it stands in; null: it may have run elsewhere. */
export function runsAround(traced: Traced, command: ReadCommand): readonly Run[] | null {
  const node = traced.nodeOf(command);
  if (node === null) return null;
  if (isAnnounced(traced, node)) return traced.runs.ofForm(commandForm(node));
  const proofs = traced.proofs();
  if (proofs === null || proofs.outside.has(node)) return null;
  return traced.parts
    .filter((part) => proofs.of.get(part)?.reaches.has(node) === true)
    .flatMap((part) => traced.runs.ofNode(part));
}
