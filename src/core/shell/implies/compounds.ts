import type { CommandNode, If, Redirection, SyntaxNode, TestExpression, Word } from '../parse.ts';
import { runCase } from './cases.ts';
import { hazardsOf, namesSetBy, substitutionsIn } from './expansions.ts';
import { runBody, runCommand } from './lists.ts';
import { runFor, runWhile } from './loops.ts';
import type { Context, Machine } from './machine.ts';
import { compoundLeaf, distrust, leaf, split, watchesPipes } from './machine.ts';
import type { Range } from './range.ts';
import { canBeZero, isZero, NONZERO, ONE, ZERO } from './range.ts';
import { canFail, isBashOnly } from './redirects.ts';
import { inSubshell, runBeside, runSubstitutions } from './shells.ts';
import type { Flow, State } from './state.ts';
import { goOn, join, leave, merge, onward, setVariable, withEnv, withStatus } from './state.ts';
import { put } from './table.ts';
import { judgeExpression } from './tests.ts';
import { arithmeticIn, computeIn } from './words.ts';

type Compound = Exclude<CommandNode, { type: 'Command' }>;

/** Runs anything but a simple command. */
export function runCompound(node: Compound, states: readonly State[], context: Context): Flow {
  switch (node.type) {
    case 'BraceGroup':
      return runBody(node.body, states, context);
    case 'Subshell': {
      const ends = inSubshell(states, context, (inner, deeper) => runBody(node.body, inner, deeper));
      return compoundLeaf(watchesPipes(context) ? ends.map(seen) : ends, context);
    }
    case 'If':
      return runIf(node, states, context);
    case 'While':
      return runWhile(node, states, context);
    case 'For':
    case 'Select':
    case 'ArithmeticFor':
      return runFor(node, states, context);
    case 'Case':
      return runCase(node, states, context);
    case 'Function':
      return join(states.map((state) => define(node, state, context)));
    case 'Coproc':
      // To a bash 3.2 it is the name of a program.
      if (context.oldBash) return join(states.map((state) => distrust(state, context.machine)));
      return goOn(...runBeside(states, context, (inner, deeper) => runCoproc(node.body, inner, deeper)));
    case 'TestCommand':
      return runTest(node, node.expression, states, context);
    case 'ArithmeticCommand':
      return runArithmetic(node, states, context);
    case 'Redirected':
      return runRedirected(node.redirects, states, context, (inner) =>
        runCompound(node.command, inner, context),
      );
  }
}

/** PIPESTATUS after a command that is a pipeline of its own. */
const seen = (state: State): State => ({ ...state, pipe: [state.status] });

function runCoproc(
  body: Extract<Compound, { type: 'Coproc' }>['body'],
  states: readonly State[],
  context: Context,
): Flow {
  return body.type === 'CompoundList' ? runBody(body, states, context) : runCommand(body, states, context);
}

/** Names that a plain sh runs itself whatever function there is. */
const SPECIAL = /^(\.|:|break|continue|eval|exec|exit|export|readonly|return|set|shift|times|trap|unset)$/;

function define(node: Extract<Compound, { type: 'Function' }>, state: State, context: Context): Flow {
  const name = node.name.value;
  if (context.posix && SPECIAL.test(name)) return distrust(state, context.machine);
  const functions = put(state.env.functions, name, node);
  // Names that are not found are this function's from here on.
  const tampered = name === 'command_not_found_handle' ? 'all' : state.env.tampered;
  return goOn(withStatus(withEnv(state, { functions, tampered }), ZERO));
}

function runIf(node: If, states: readonly State[], context: Context): Flow {
  const branches = [node, ...node.elif];
  const ignoring = { ...context, ignoresErrors: true };
  let open: Flow = goOn(...states);
  const done: Flow[] = [];
  for (const branch of branches) {
    if (open.normal.length === 0) break;
    const tested = runBody(branch.clause, open.normal, ignoring);
    const halves = tested.normal.flatMap(split);
    const yes = merge(halves.filter(({ status }) => isZero(status)));
    const no = merge(halves.filter(({ status }) => !isZero(status)));
    done.push({ normal: [], left: tested.left }, runBody(branch.then, yes, context));
    open = goOn(...no);
  }
  if (open.normal.length > 0) {
    done.push(
      node.else === undefined
        ? goOn(...merge(open.normal.map((state) => withStatus(state, ZERO))))
        : runBody(node.else, open.normal, context),
    );
  }
  return join(done);
}

/** What expanding a node can end in before anything of it runs. */
export function expansionErrors(node: SyntaxNode, state: State, machine: Machine): Flow {
  const { runsHere, exits, discards, names } = hazardsOf(node);
  const flows: Flow[] = [];
  if (runsHere) flows.push(distrust(state, machine));
  if (exits || (names && state.env.nounset)) flows.push(leave('exit', withStatus(state, NONZERO)));
  if (discards || (names && arithmeticIn(node, state).mayFail))
    flows.push(leave('discard', withStatus(state, ONE)));
  return join(flows);
}

/** Forgets the variables that expanding a node may set. */
export function forgetSet(node: SyntaxNode, state: State): State {
  let now = state;
  const names = hazardsOf(node).names ? arithmeticIn(node, state).sets : [];
  for (const name of [...namesSetBy(node), ...names]) now = setVariable(now, name, null);
  return now;
}

/** Expands a node that has no status of its own. */
export function expand(node: SyntaxNode | readonly Word[], states: readonly State[], context: Context): Flow {
  const nodes = Array.isArray(node) ? (node as readonly Word[]) : [node as SyntaxNode];
  let now = states;
  const errors: Flow[] = [];
  for (const one of nodes) {
    if (one.type === 'Word' && one.parts === undefined) continue;
    now = runSubstitutions(substitutionsIn(one), now, context);
    errors.push(...now.map((state) => expansionErrors(one, state, context.machine)));
    now = now.map((state) => forgetSet(one, state));
  }
  return join([goOn(...merge(now)), ...errors]);
}

/** A compound command with redirections: when one fails it does not run and its status is 1. */
function runRedirected(
  redirects: readonly Redirection[],
  states: readonly State[],
  context: Context,
  body: (states: readonly State[]) => Flow,
): Flow {
  if (context.posix && redirects.some(isBashOnly))
    return join(states.map((one) => distrust(one, context.machine)));
  let flow: Flow = goOn(...states);
  for (const redirect of redirects) flow = onward(flow, (before) => expand(redirect, before, context));
  const [failing] = redirects.filter(canFail);
  return onward(flow, (before) =>
    failing === undefined ? body(before) : join([body(before), runUnopened(failing, before, context)]),
  );
}

/** A redirection failed. With errexit bash goes on all the same before 5.1. */
function runUnopened(redirect: Redirection, states: readonly State[], context: Context): Flow {
  const failed = states.map((state) => withStatus(state, ONE));
  const flow = leaf(failed, context);
  if (flow.left.length === 0 || context.oldBash) return join([flow, goOn(...failed)]);
  const target = redirect.type === 'HereDoc' ? undefined : redirect.target;
  const assumption = `${redirect.operator} ${target?.text ?? ''} can be opened`;
  const against = failed.map((state) => ({ ...state, against: state.against ?? assumption }));
  return join([flow, goOn(...against)]);
}

function runTest(
  node: SyntaxNode,
  expression: TestExpression,
  states: readonly State[],
  context: Context,
): Flow {
  const before = states;
  const hasScripts = substitutionsIn(node).length > 0;
  return onward(expand(node, before, context), (expanded) => {
    const judged = expanded.flatMap((state) => {
      const truth = hasScripts || context.posix ? 'maybe' : judgeExpression(expression, state);
      return byTruth(state, truth);
    });
    return compoundLeaf(merge(judged.map((state) => ({ ...state, pipe: null }))), context);
  });
}

/** A test's states: 0 where it can be true, not 0 where it can be false. */
export function byTruth(state: State, truth: 'yes' | 'no' | 'maybe', no: Range = NONZERO): readonly State[] {
  const states: State[] = [];
  if (truth !== 'no') states.push(withStatus(state, ZERO));
  if (truth !== 'yes') states.push(withStatus(state, no));
  return states;
}

function runArithmetic(
  node: Extract<Compound, { type: 'ArithmeticCommand' }>,
  states: readonly State[],
  context: Context,
): Flow {
  return onward(expand(node, states, context), (expanded) => {
    const judged = expanded.flatMap((state) => {
      const { range, sets, mayFail } = computeIn(node.expression, state);
      let next = state;
      for (const [name, value] of sets) {
        // A plain sh takes `((n++))` for a subshell in a subshell: n stays what it was.
        next = setVariable(next, name, value === null || context.posix ? null : rangeValue(value));
      }
      if (node.expression === undefined) return byTruth(next, 'no', ONE);
      const truth =
        range === null || context.posix ? 'maybe' : isZero(range) ? 'no' : canBeZero(range) ? 'maybe' : 'yes';
      return byTruth(next, mayFail && truth === 'yes' ? 'maybe' : truth, ONE);
    });
    return compoundLeaf(merge(judged.map((state) => ({ ...state, pipe: null }))), context);
  });
}

function rangeValue(range: Range) {
  return range.low === range.high
    ? ({ kind: 'text', text: String(range.low) } as const)
    : ({ kind: 'number', range } as const);
}
