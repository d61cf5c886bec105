import { literalText, nestedScript } from '../nested.ts';
import type { Command, CommandNode, Pipeline, SyntaxNode } from '../parse.ts';
import { hazardsOf, namesSetBy, substitutionsIn } from './expansions.ts';
import { carrierOf, hasShellSetter } from './external.ts';
import type { Context } from './machine.ts';
import { bitOf, fell, leaf, ran, step, watchesPipes } from './machine.ts';
import { BUILTINS, isTampered } from './names.ts';
import { NONZERO, ZERO } from './range.ts';
import { isBashOnly } from './redirects.ts';
import type { Flow, State } from './state.ts';
import { merge } from './state.ts';
import { held } from './table.ts';

/** A program of which nothing has to be followed: it ends 0 or not, and nothing else happens. */
type Plain = { readonly name: string; readonly readsNames: boolean; readonly isBashOnly: boolean };

const known = new WeakMap<Command, { plain: Plain | null }>();

function plainOf(command: Command): Plain | null {
  const before = known.get(command);
  if (before !== undefined) return before.plain;
  const plain = look(command);
  known.set(command, { plain });
  return plain;
}

function look(command: Command): Plain | null {
  const name = command.name === undefined ? null : literalText(command.name);
  if (name === null || name === '' || BUILTINS.has(name) || command.prefix.length > 0) return null;
  const items: readonly SyntaxNode[] = [...command.suffix, ...command.redirects];
  if (!items.every(isQuiet) || nestedScript(command) !== null || hasShellSetter(command)) return null;
  const { lost, assumption } = carrierOf(command);
  if (lost !== null || assumption !== null) return null;
  return {
    name,
    readsNames: items.some((item) => hazardsOf(item).names),
    isBashOnly: command.redirects.some(isBashOnly),
  };
}

/** Nothing in it runs, sets a variable, or can be an error but for a name that is not set. */
function isQuiet(item: SyntaxNode): boolean {
  if (item.type === 'HereDoc' || item.type === 'HereString') return false;
  if (item.type === 'Word' && (item.parts === undefined || literalText(item) !== null)) return true;
  const { exits, discards, computes } = hazardsOf(item);
  if (exits || discards || computes) return false;
  return substitutionsIn(item).length === 0 && namesSetBy(item).size === 0;
}

function isPlainIn(plain: Plain, { env }: State, context: Context): boolean {
  return (
    !(context.posix && plain.isBashOnly) &&
    !(plain.readsNames && env.nounset) &&
    held(env.functions, plain.name) === undefined &&
    !isTampered(env.tampered, plain.name)
  );
}

function arePlain(nodes: readonly CommandNode[], states: readonly State[], context: Context): boolean {
  return nodes.every((node) => {
    const plain = node.type === 'Command' ? plainOf(node) : null;
    return plain !== null && states.every((state) => isPlainIn(plain, state, context));
  });
}

/** Runs a simple command of which nothing has to be followed; null: it has to be. */
export function runPlain(command: Command, states: readonly State[], context: Context): Flow | null {
  if (!arePlain([command], states, context)) return null;
  const bit = bitOf(context.machine, command);
  const ends: State[] = [];
  for (const state of states) ends.push(ran(state, bit), fell(state, bit));
  return leaf(
    merge(watchesPipes(context) ? ends.map((end) => ({ ...end, pipe: [end.status] })) : ends),
    context,
  );
}

/** Runs a pipeline of such commands; null: one of them has to be followed. */
export function runPlainPipeline(
  node: Pipeline,
  states: readonly State[],
  context: Context,
): readonly State[] | null {
  const { machine } = context;
  if (machine.watchesPipes || !arePlain(node.commands, states, context)) return null;
  const bits = node.commands.map((member) => (member.type === 'Command' ? bitOf(machine, member) : 0n));
  const last = bits.at(-1) ?? 0n;
  // Two members may share a bit.
  const before = bits.slice(0, -1).reduce((one, other) => one | other, 0n);
  const all = before | last;
  for (const _ of bits) step(machine);
  machine.touched |= all;
  const ends: State[] = [];
  for (const state of states) {
    const { must, failed, env } = state;
    const green = env.pipefail
      ? { must: must | all, failed }
      : { must: must | last, failed: failed | before };
    ends.push({ ...state, ...green, status: ZERO, pipe: null });
    ends.push({ ...state, failed: failed | all, status: NONZERO, pipe: null });
  }
  return merge(ends);
}
