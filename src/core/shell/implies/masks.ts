import { nestedScript } from '../nested.ts';
import type { Command, Pipeline, SyntaxNode } from '../parse.ts';
import type { Index, Place } from './commands.ts';
import { carrierOf } from './external.ts';
import type { ProofOptions } from './index.ts';
import { isBashOnly } from './redirects.ts';

const LONGEST = 40;

/** Source text on one line, cut when long. */
function short(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1).trimEnd()}…` : line;
}

const textOf = (node: SyntaxNode, place: Place) => short(place.source.slice(node.pos, node.end));

/** The construct that hides a command's status, looked for from the inside out; null: none to name. */
export function maskOf(command: Command, index: Index, options: ProofOptions): string | null {
  const own = ownMask(command, index) ?? besideSh(command, options);
  if (own !== null) return own;
  const seen = new Set<Place>();
  let place = index.places.get(command) ?? null;
  while (place?.parent != null && !seen.has(place)) {
    seen.add(place);
    const found = maskAt(place, place.parent, options);
    if (found !== null) return found;
    place = place.parent.node.type === 'Function' ? callOf(place.parent, index) : place.parent;
    if (place === null) return 'a function that is never called';
  }
  return distrustIn(index.places.get(command) ?? null);
}

/** `&> log` in a plain sh: the command is started beside the line. */
function besideSh(command: Command, { posix }: ProofOptions): string | null {
  const redirect = posix === true ? command.redirects.find(isBashOnly) : undefined;
  return redirect === undefined ? null : `${redirect.operator} in a plain sh`;
}

/** What the command itself does to the status of what it starts. */
function ownMask(command: Command, index: Index): string | null {
  const { lost } = carrierOf(command);
  if (lost !== null) return lost;
  const name = command.name?.value;
  return name !== undefined && index.functions.has(name) ? `${name}() { }` : null;
}

/** The first call of a function, where the way out goes on. */
function callOf(definition: Place, index: Index): Place | null {
  const name = definition.node.type === 'Function' ? definition.node.name.value : '';
  for (const [command, place] of index.places) {
    if (command.name?.value === name) return place;
  }
  return null;
}

function maskAt(place: Place, parent: Place, options: { pipefail: boolean }): string | null {
  const { node } = place;
  const outer = parent.node;
  switch (outer.type) {
    case 'AndOr':
      return maskInAndOr(node, outer, parent);
    case 'Pipeline':
      return maskInPipeline(node, outer, parent, options);
    case 'Statement':
      return outer.background === true ? '&' : null;
    case 'Script':
    case 'CompoundList':
      return maskInList(node, outer.commands, parent);
    case 'If':
    case 'Elif':
      return node === outer.clause ? 'if' : `if ${textOf(outer.clause, parent)}`;
    case 'While':
      return node === outer.clause ? outer.kind : `${outer.kind} ${textOf(outer.clause, parent)}`;
    case 'For':
    case 'Select':
      return `for ${outer.name.value}`;
    case 'ArithmeticFor':
      return 'for ((;;))';
    case 'CaseItem':
      return 'case';
    case 'Coproc':
      return 'coproc';
    case 'ProcessSubstitution':
      return `${outer.operator}( )`;
    case 'CommandExpansion':
    case 'ArithmeticCommandExpansion':
      return maskInSubstitution(parent);
    case 'Command':
      return maskInCommand(node, outer);
    default:
      return null;
  }
}

/** What follows `||` and leaves with a failure hides nothing. */
const LEAVES = /\b(exit|return)\b(?!\s+0\b)|^false$/;

function maskInAndOr(
  node: SyntaxNode,
  outer: Extract<SyntaxNode, { type: 'AndOr' }>,
  place: Place,
): string | null {
  const at = (outer.commands as readonly SyntaxNode[]).indexOf(node);
  const rescue = outer.operators.findIndex((operator, index) => index >= at && operator === '||');
  const rescuer = rescue < 0 ? undefined : outer.commands[rescue + 1];
  if (rescuer !== undefined && !LEAVES.test(textOf(rescuer, place))) return `|| ${textOf(rescuer, place)}`;
  const before = at > 0 && outer.operators[at - 1] === '||' ? outer.commands[at - 1] : undefined;
  return before === undefined ? null : `${textOf(before, place)} ||`;
}

function maskInPipeline(
  node: SyntaxNode,
  outer: Pipeline,
  place: Place,
  options: { pipefail: boolean },
): string | null {
  if (outer.prefixes.filter(({ type }) => type === 'Negation').length % 2 === 1) return '!';
  const at = (outer.commands as readonly SyntaxNode[]).indexOf(node);
  const next = outer.commands[at + 1];
  if (next === undefined || pipefailAt(place, options)) return null;
  return `| ${textOf(next, place)}`;
}

function pipefailAt(place: Place, options: { pipefail: boolean }): boolean {
  if (/set \+o pipefail/.test(place.source)) return false;
  if (/\bset\s[^;\n]*pipefail/.test(place.source)) return true;
  for (let now: Place | null = place; now !== null; now = now.parent) {
    const nested = now.node.type === 'Command' && now.source !== place.source ? nestedScript(now.node) : null;
    if (nested !== null && /^(bash|sh)/.test(nested.kind)) return nested.options.includes('pipefail');
  }
  return options.pipefail;
}

function maskInList(node: SyntaxNode, statements: readonly SyntaxNode[], place: Place): string | null {
  const at = statements.indexOf(node);
  const next = statements[at + 1];
  const before = place.source.slice(0, node.pos);
  const [last] = [...before.matchAll(/\bset\s+[-+](?:[a-z]*e|[a-z]*o\s+errexit)/g)].slice(-1);
  const isErrexit = last?.[0].includes('-') === true;
  if (next === undefined || isErrexit) return null;
  return `; ${textOf(next, place)}`;
}

function maskInSubstitution(place: Place): string | null {
  let now = place.parent;
  while (now !== null && now.node.type !== 'Command') {
    if (now.node.type === 'For' || now.node.type === 'Case' || now.node.type === 'TestCommand') return '$( )';
    now = now.parent;
  }
  if (now?.node.type !== 'Command' || now.node.name === undefined) return null;
  const name = now.node.name.value;
  return /^(export|local|declare|typeset|readonly)$/.test(name) ? `${name} x=$( )` : `${short(name)} $( )`;
}

function maskInCommand(node: SyntaxNode, command: Command): string | null {
  if (node.type !== 'Script') return null;
  const nested = nestedScript(command);
  if (nested?.kind === 'trap') return `trap ${nested.options.join(' ')}`;
  return carrierOf(command).lost;
}

/** What makes a shell that is not to be trusted, when nothing around the command hides its status. */
function distrustIn(place: Place | null): string | null {
  if (place === null) return null;
  const before = place.source.slice(0, place.node.end);
  const causes = [
    /\btrap\s+(?!-)[^;\n]*/,
    /\b(?:source|eval)\s+[^;&|\n]+/,
    /(?:^|[;&|]\s*)\.\s+[^;&|\n]+/,
    /\b(?:export\s+)?PATH=[^\s;]*/,
    /\b(?:alias|hash -p|enable|exec)\s+[^;&|\n]+/,
    /\bset\s+-[nt]\b/,
  ];
  for (const cause of causes) {
    const found = cause.exec(before);
    if (found !== null) return short(found[0]);
  }
  return null;
}
