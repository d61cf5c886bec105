import type { FunctionNode } from '../parse.ts';
import type { Call } from './call.ts';
import { changed, withVariable } from './env.ts';
import { runBody, runCommand } from './lists.ts';
import type { Context } from './machine.ts';
import { distrust, fell, judge, outsideLoops, step } from './machine.ts';
import type { Flow, Left, State } from './state.ts';
import { merge, pop, push, setVariable, top, withEnv } from './state.ts';
import { entriesOf, held } from './table.ts';

/** Calls of one function inside each other that are followed. */
const RECURSION = 2;
const DEPTH = 24;

/** Runs a function's body in this shell. `$?` is kept on entry. */
export function callFunction(node: FunctionNode, call: Call): Flow {
  const { state, context, bit } = call;
  const count = context.calls.get(node) ?? 0;
  if (count >= RECURSION || context.depth > DEPTH) return distrust(fell(state, bit), context.machine);
  step(context.machine);
  context.machine.calls |= bit;
  const inner: Context = {
    ...outsideLoops(context),
    inFunction: true,
    depth: context.depth + 1,
    calls: new Map(context.calls).set(node, count + 1),
  };
  const env = changed(state.env, { args: call.args, locals: null });
  let entered = push(state, env);
  for (const item of call.command.prefix) {
    if (item.type === 'Assignment') entered = setVariable(entered, item.name, null);
  }
  const { body } = node;
  const flow =
    body.type === 'CompoundList' ? runBody(body, [entered], inner) : runCommand(body, [entered], inner);
  const normal: State[] = [...flow.normal];
  const left: Left[] = [];
  for (const one of flow.left) {
    if (one.end === 'return') normal.push(one.state);
    else left.push({ end: one.end, state: back(one.state) });
  }
  const ends = merge(normal.map((end) => forgetPrefix(back(end), call)));
  return { normal: merge(judge(ends, bit)), left };
}

/** Back in the caller: its arguments and the variables that the function made its own. */
function back(state: State): State {
  const { saved } = top(state);
  const outer = pop(state, state.env);
  let { variables } = outer.env;
  for (const [name] of entriesOf(state.env.locals))
    variables = withVariable(variables, name, held(saved.variables, name) ?? null);
  return withEnv(outer, { variables, args: saved.args, locals: saved.locals });
}

function forgetPrefix(state: State, call: Call): State {
  let now = state;
  for (const item of call.command.prefix) {
    if (item.type === 'Assignment') now = setVariable(now, item.name, null);
  }
  return now;
}
