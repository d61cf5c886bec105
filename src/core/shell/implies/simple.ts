import { literalText } from '../nested.ts';
import type { Command, Redirection, SyntaxNode, Word } from '../parse.ts';
import { argumentValues, runAssignments, SHELL_SETTERS } from './assignments.ts';
import { runBuiltin } from './builtins/index.ts';
import type { Call } from './call.ts';
import { expand, expansionErrors } from './compounds.ts';
import { substitutionsIn } from './expansions.ts';
import { runExternal } from './external.ts';
import { callFunction } from './functions.ts';
import type { Context } from './machine.ts';
import { assuming, bitOf, distrust, fell, leaf, step, watchesPipes } from './machine.ts';
import { BASH_ONLY, BUILTINS, benignPath } from './names.ts';
import { runPlain } from './plain.ts';
import type { Value } from './range.ts';
import { ANY, ONE, ZERO } from './range.ts';
import { canFail, isBashOnly } from './redirects.ts';
import type { Flow, State } from './state.ts';
import { each, goOn, join, merge, onward, setVariable, withEnv, withStatus } from './state.ts';
import { held } from './table.ts';
import { fieldsOf } from './words.ts';

/** Runs a simple command: its expansions, then the function, builtin or program that it names. */
export function runSimple(command: Command, states: readonly State[], context: Context): Flow {
  const { machine } = context;
  const bit = bitOf(machine, command);
  machine.touched |= bit;
  machine.budget -= states.length;
  step(machine);
  const plain = runPlain(command, states, context);
  if (plain !== null) return plain;
  const name = command.name;
  if (context.posix && command.redirects.some(isBashOnly)) {
    return join(states.map((state) => distrust(fell(state, bit), machine)));
  }
  if (name === undefined) return runAssignments(command, bit, states, context);
  return onward(expandAll(command, bit, states, context), (before) => {
    const flow = each(before, (state) => dispatch(command, name, bit, state, context));
    const all = command.redirects.some(canFail)
      ? join([flow, goOn(...before.map((state) => fell(state, bit, ONE)))])
      : flow;
    const normal = watchesPipes(context) ? merge(all.normal.map(seen)) : all.normal;
    return onward({ normal, left: all.left }, (ends) => leaf(ends, context));
  });
}

const seen = (state: State): State => ({ ...state, pipe: [state.status] });

/** Expands the words and redirections of a command; afterwards $? is that of the last substitution. */
function expandAll(command: Command, bit: bigint, states: readonly State[], context: Context): Flow {
  const name = command.name === undefined ? [] : [command.name];
  const items: readonly SyntaxNode[] = [...name, ...command.suffix, ...command.prefix];
  const nodes = items.filter((item) => !isHere(item) && !isBare(item));
  const heres = command.suffix.filter(isHere);
  let flow: Flow = goOn(...states);
  for (const node of nodes) flow = onward(flow, (before) => expand(node, before, context));
  for (const here of heres) {
    flow = onward(flow, (before) => {
      const ran = expand(here, before, context);
      // An error in a here-document fails the command alone.
      const broken = before.some((state) => expansionErrors(here, state, context.machine).left.length > 0);
      return broken ? join([ran, goOn(...before.map((state) => fell(state, bit, ONE)))]) : ran;
    });
  }
  const hasRun = [...nodes, ...heres].some((node) => substitutionsIn(node).length > 0);
  if (!hasRun) return flow;
  return { normal: merge(flow.normal.map((state) => withStatus(state, ANY))), left: flow.left };
}

const isHere = (item: { type: string }): item is Extract<Redirection, { type: 'HereDoc' | 'HereString' }> =>
  item.type === 'HereDoc' || item.type === 'HereString';

/** A word in which nothing is expanded, as most words of a long command are. */
const isBare = (node: SyntaxNode): boolean => node.type === 'Word' && node.parts === undefined;

type Resolved = {
  name: string | null;
  rest: readonly (Value | null)[];
  isWritten: boolean;
  /** The word expands to nothing: what follows it is the command, if anything does. */
  isGone: boolean;
};

/** The name of a command as far as it is known, and further fields of the same word. */
function resolve(word: Word, state: State, context: Context): Resolved {
  const literal = literalText(word);
  if (literal !== null) return { name: literal, rest: [], isWritten: true, isGone: false };
  const fields = fieldsOf(word, state, context.machine.splitsOddly);
  const [first, ...rest] = fields.known ?? [null];
  const isGone = fields.known?.length === 0;
  return { name: first?.kind === 'text' ? first.text : null, rest, isWritten: false, isGone };
}

function dispatch(command: Command, word: Word, bit: bigint, state: State, context: Context): Flow {
  const { name, rest, isWritten, isGone } = resolve(word, state, context);
  const values = argumentValues(command, state, context);
  if (isGone && values?.length === 0) return goOn(withStatus(state, ZERO));
  const args = values === null ? null : [...rest, ...values];
  const call: Call = { command, bit, state, name: name ?? word.text, args, context };
  const isForwarded = /^"?\$\{?@\}?"?$/.test(word.text);
  if (name !== null && (isWritten || isForwarded || /\/|^$/.test(name) || isOwn(call))) return invoke(call);
  if (isPath(word)) return runExternal(call);
  const assumption = `${word.text} is a program`;
  if (isLoosePath(word)) {
    return each([state], (one) => {
      const flow = runExternal({ ...call, state: one });
      return join([flow, distrustAfter(call, assumption)]);
    });
  }
  const flow = name === null ? runExternal(call) : invoke(call);
  const after: Flow = {
    normal: flow.normal.map((one) => withEnv(one, { tampered: 'all' })),
    left: flow.left,
  };
  return name === null ? join([after, distrustAfter(call, assumption)]) : after;
}

function distrustAfter(call: Call, assumption: string): Flow {
  return distrust(fell(call.state, call.bit), call.context.machine, assumption);
}

/** `"$DIR/bin/x"`, `~/bin/x`: a path whatever the variable holds. */
function isPath(word: Word): boolean {
  const parts = word.parts ?? [];
  if (/^~[\w-]*\//.test(word.text))
    return parts.every(({ type }) => type === 'Literal' || type === 'DoubleQuoted');
  const hasSlash = parts.some(
    (part) =>
      (part.type === 'Literal' && part.value.includes('/')) ||
      (part.type === 'DoubleQuoted' &&
        part.parts.some((child) => child.type === 'Literal' && child.value.includes('/'))),
  );
  return (
    hasSlash &&
    parts.every(
      ({ type }) =>
        type !== 'SimpleExpansion' &&
        type !== 'ParameterExpansion' &&
        type !== 'CommandExpansion' &&
        type !== 'BraceExpansion' &&
        type !== 'Glob',
    )
  );
}

const isLoosePath = (word: Word) =>
  word.parts?.some((part) => part.type === 'Literal' && part.value.includes('/')) === true;

/** Whether a name is a function or a builtin of the shell. */
const isOwn = ({ name, state, context }: Call): boolean =>
  held(state.env.functions, name) !== undefined ||
  (BUILTINS.has(name) && !(context.posix && BASH_ONLY.has(name)));

/** `rc=0 eval ...`: the builtin sees another value, and whether it stays is not followed. */
function forgetPrefix(state: State, command: Command): State {
  let now = state;
  for (const item of command.prefix) {
    if (item.type === 'Assignment') now = setVariable(now, item.name, null);
  }
  return now;
}

/** Runs a command whose name is known. */
export function invoke(call: Call, skipsFunctions = false): Flow {
  const { name, state, context, command } = call;
  const prefix = command.prefix.filter((item) => item.type === 'Assignment');
  const isOdd = prefix.some(
    (item) => SHELL_SETTERS.test(item.name) || (item.name === 'PATH' && benignPath(item) === null),
  );
  const node = skipsFunctions ? undefined : held(state.env.functions, name);
  const isInside = isOwn(call) && (node !== undefined || BUILTINS.has(name));
  // What calls itself sh can be a bash.
  const mayBeInside = !isInside && context.posix && BASH_ONLY.has(name);
  if ((isInside || mayBeInside) && isOdd && !/^(cd|echo|true|false|:|test|\[)$/.test(name)) {
    return distrust(fell(state, call.bit), context.machine);
  }
  if (node !== undefined) return callFunction(node, call);
  const inside = () =>
    runBuiltin(prefix.length === 0 ? call : { ...call, state: forgetPrefix(state, command) });
  if (isInside) return inside();
  if (mayBeInside) return join([inside(), runExternal(call)]);
  const path = prefix.find((item) => item.name === 'PATH');
  const trusted = isOdd ? withEnv(state, { tampered: 'all' }) : state;
  const flow = runExternal({ ...call, state: trusted });
  const restored: Flow = {
    normal: isOdd
      ? merge(flow.normal.map((one) => withEnv(one, { tampered: state.env.tampered })))
      : flow.normal,
    left: flow.left,
  };
  if (path === undefined || isOdd) return restored;
  const { machine } = context;
  return join([
    restored,
    ...assuming(fell(state, call.bit), machine, benignPath(path)).left.map((one) => ({
      normal: [],
      left: [one],
    })),
  ]);
}
