import type { CommandNode, Word } from '../parse.ts';
import { expand } from './compounds.ts';
import { runBody } from './lists.ts';
import type { Context } from './machine.ts';
import { split, step } from './machine.ts';
import type { Value } from './range.ts';
import { canBeZero, isZero, numberValue, ONE } from './range.ts';
import type { Flow, Left, State } from './state.ts';
import {
  add,
  coarsen,
  each,
  forgetVariables,
  goOn,
  join,
  leave,
  merge,
  noting,
  onward,
  pop,
  push,
  setVariable,
  TooMuch,
  top,
  withStatus,
} from './state.ts';
import { held } from './table.ts';
import { computeIn, fieldsOf } from './words.ts';

type Loop = Extract<CommandNode, { type: 'For' | 'Select' | 'ArithmeticFor' }>;
type WhileLoop = Extract<CommandNode, { type: 'While' }>;

/** One test of a loop: the states that run the body, those that leave, and what else happens. */
type Entry = { yes: readonly State[]; no: readonly State[]; left: readonly Left[] };

/** Rounds in which variables are followed, then only as 0 or more; and rounds after which a loop is given up. */
const FOLLOWED = 5;
const COARSE = 6;
const ROUNDS = 60;

/** A body's ends: the states that test again, and the flow that leaves the loop. Frames hold the last status. */
function afterBody(flow: Flow): { again: readonly State[]; out: Flow } {
  const again: State[] = flow.normal.map(noteLast);
  const normal: State[] = [];
  const left: Left[] = [];
  for (const { end, state } of flow.left) {
    const [word, level] = end.split(' ');
    const levels = Number(level ?? 0);
    if (word === 'break' && levels <= 1) normal.push(pop(state, state.env));
    else if (word === 'continue' && levels <= 1) again.push(noteLast(state));
    else if (word === 'break') left.push({ end: `break ${levels - 1}`, state: pop(state, state.env) });
    else if (word === 'continue') left.push({ end: `continue ${levels - 1}`, state: pop(state, state.env) });
    else left.push({ end, state: pop(state, state.env) });
  }
  return { again: merge(again), out: { normal, left } };
}

const noteLast = (state: State): State => noting(state, { status: state.status });

/** A loop that ends by its test has the status of the body's last run, or 0. */
const ended = (state: State): State => withStatus(pop(state, state.env), top(state).status);

const entered = (states: readonly State[]) => merge(states.map((state) => push(state, state.env)));

function rounds(
  states: readonly State[],
  context: Context,
  enter: (states: readonly State[]) => Entry,
  body: (states: readonly State[]) => Flow,
): Flow {
  const outs: Flow[] = [];
  let all: readonly State[] = [];
  let pending = states;
  for (let round = 0; pending.length > 0; round += 1) {
    step(context.machine);
    if (round > ROUNDS) throw new TooMuch();
    const entry = enter(pending);
    outs.push({ normal: entry.no.map(ended), left: entry.left.map(popLeft) });
    if (entry.yes.length === 0) break;
    const { again, out } = afterBody(body(merge(entry.yes)));
    outs.push(out);
    const exact = context.loops < 2 ? FOLLOWED : 1;
    const followed = round < exact ? again : again.map(round < exact + COARSE ? coarsen : forgetVariables);
    ({ all, fresh: pending } = add(all, followed));
  }
  return join(outs);
}

const popLeft = ({ end, state }: Left): Left => ({ end, state: pop(state, state.env) });

/** `while` and `until`. */
export function runWhile(node: WhileLoop, states: readonly State[], context: Context): Flow {
  const inner = { ...context, loops: context.loops + 1 };
  const enter = (before: readonly State[]): Entry => {
    const tested = runBody(node.clause, before, { ...inner, ignoresErrors: true });
    const halves = tested.normal.flatMap(split);
    const wants = node.kind === 'while';
    const yes = merge(halves.filter(({ status }) => isZero(status) === wants));
    const no = merge(halves.filter(({ status }) => isZero(status) !== wants));
    // `break` in the condition leaves the loop as well.
    const { again, out } = afterBody({ normal: [], left: tested.left });
    const left: Left[] = out.left.map(({ end, state }) => ({ end, state: push(state, state.env) }));
    const breaks = out.normal.map((state) => noteLast(push(state, state.env)));
    return { yes: [...yes, ...again], no: [...no, ...breaks], left };
  };
  return rounds(entered(states), context, enter, (before) => runBody(node.body, before, inner));
}

/** `for x in ...`, `select`, `for ((;;))`. */
export function runFor(node: Loop, states: readonly State[], context: Context): Flow {
  const inner = { ...context, loops: context.loops + 1 };
  if (node.type === 'ArithmeticFor') return runCounting(node, states, context, inner);
  const words = node.wordlist;
  const expanded = words === undefined ? goOn(...states) : expand(words, states, context);
  return onward(expanded, (before) => each(before, (state) => runWords(node, state, context, inner)));
}

/** Longest list of words that is followed word by word. */
const UNROLLED = 4;

function runWords(
  node: Exclude<Loop, { type: 'ArithmeticFor' }>,
  state: State,
  context: Context,
  inner: Context,
): Flow {
  const list = listOf(node.wordlist, state, context);
  const body = (before: readonly State[], value: Value | null): Flow =>
    each(before, (one) => {
      const isFixed = held(one.env.readonlys, node.name.value) === true;
      const run = runBody(node.body, [setVariable(one, node.name.value, value)], inner);
      return isFixed ? join([run, leave('discard', withStatus(one, ONE))]) : run;
    });
  const start = entered([state]);
  if (node.type === 'For' && list.known !== null && list.known.length <= (context.loops < 2 ? UNROLLED : 1)) {
    return unroll(list.known, start, body);
  }
  const isSure = node.type === 'For' && list.known === null ? list.atLeast > 0 : node.type === 'For';
  const enter = (before: readonly State[]): Entry => ({ yes: before, no: before, left: [] });
  const anyBody = (before: readonly State[]) => body(before, null);
  if (!isSure) return rounds(start, context, enter, anyBody);
  const first = afterBody(anyBody(start));
  if (first.again.length === 0) return first.out;
  return join([first.out, rounds(first.again, context, enter, anyBody)]);
}

function unroll(
  values: readonly (Value | null)[],
  start: readonly State[],
  body: (before: readonly State[], value: Value | null) => Flow,
): Flow {
  const outs: Flow[] = [];
  let now = start;
  for (const value of values) {
    if (now.length === 0) break;
    const { again, out } = afterBody(body(now, value));
    outs.push(out);
    now = again;
  }
  return join([...outs, goOn(...now.map(ended))]);
}

type List = { known: readonly (Value | null)[] } | { known: null; atLeast: number };

function listOf(words: readonly Word[] | undefined, state: State, context: Context): List {
  if (words === undefined) {
    const { args } = state.env;
    return args === null ? { known: null, atLeast: 0 } : { known: args };
  }
  const all: (Value | null)[] = [];
  let atLeast = 0;
  let isKnown = true;
  for (const word of words) {
    const fields = fieldsOf(word, state, context.machine.splitsOddly);
    atLeast += fields.known === null ? fields.atLeast : fields.known.length;
    if (fields.known === null) isKnown = false;
    else all.push(...fields.known);
  }
  return isKnown ? { known: all } : { known: null, atLeast };
}

function runCounting(
  node: Extract<Loop, { type: 'ArithmeticFor' }>,
  states: readonly State[],
  context: Context,
  inner: Context,
): Flow {
  const compute = (expression: typeof node.test, before: State) => {
    const { range, sets, mayFail } = computeIn(expression, before);
    let state = before;
    for (const [name, value] of sets)
      state = setVariable(state, name, value === null ? null : numberValue(value));
    return { range, state, mayFail };
  };
  const failing = (state: State) => noting(state, { status: ONE });
  const enter = (before: readonly State[]): Entry => {
    const yes: State[] = [];
    const no: State[] = [];
    for (const one of before) {
      const { range, state, mayFail } = compute(node.test, one);
      const always = node.test === undefined;
      if (always || range === null || !isZero(range)) yes.push(state);
      if (!always && (range === null || canBeZero(range))) no.push(state);
      if (mayFail) no.push(failing(state));
    }
    return { yes, no, left: [] };
  };
  const body = (before: readonly State[]): Flow => {
    const flow = runBody(node.body, before, inner);
    const next = (state: State) => compute(node.update, state);
    const isContinue = (left: Left) => left.end === 'continue 1';
    const again = [...flow.normal, ...flow.left.filter(isContinue).map(({ state }) => state)];
    const updated = again.map((state) => withStatus(next(state).state, state.status));
    const broken = again.filter((state) => next(state).mayFail);
    const left: Left[] = broken.map((state) => ({ end: 'break 1', state: withStatus(state, ONE) }));
    return { normal: updated, left: [...flow.left.filter((one) => !isContinue(one)), ...left] };
  };
  const initialized = (state: State): readonly State[] => {
    const first = compute(node.initialize, state);
    return [first.state];
  };
  const fails = states.filter((state) => compute(node.initialize, state).mayFail);
  const hasScripts = [node.initialize, node.test, node.update].filter((one) => one !== undefined);
  let flow: Flow = goOn(...states);
  for (const one of hasScripts) flow = onward(flow, (before) => expand(one, before, context));
  return onward(flow, (before) =>
    join([
      rounds(entered(before.flatMap(initialized)), context, enter, body),
      goOn(...fails.map((state) => withStatus(state, ONE))),
    ]),
  );
}
