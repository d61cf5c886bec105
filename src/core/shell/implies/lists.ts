import type { AndOr, CommandNode, CompoundList, Pipeline, PipelineNode, Statement } from '../parse.ts';
import { runCompound } from './compounds.ts';
import type { Context } from './machine.ts';
import { compoundLeaf, leaf, split, step, watchesPipes } from './machine.ts';
import { asPart } from './parts.ts';
import { runPlainPipeline } from './plain.ts';
import type { Range } from './range.ts';
import { ANY, isZero, ONE, ZERO } from './range.ts';
import { inSubshell, runBeside } from './shells.ts';
import { runSimple } from './simple.ts';
import type { Flow, Left, State } from './state.ts';
import {
  goOn,
  join,
  merge,
  mergeLeft,
  noting,
  onward,
  pop,
  push,
  top,
  withEnv,
  withStatus,
} from './state.ts';

/** Runs statements one after the other. */
export function runList(statements: readonly Statement[], states: readonly State[], context: Context): Flow {
  let normal = states;
  const left = collector();
  for (const statement of statements) {
    if (normal.length === 0) break;
    if (statement.background === true) {
      normal = runBeside(normal, context, (inner, deeper) =>
        runNode(statement.command, asJob(statement, inner), deeper),
      );
      continue;
    }
    const flow = runNode(statement.command, normal, context);
    normal = merge(flow.normal);
    left.add(flow.left);
  }
  return { normal, left: left.all() };
}

/** Of a pipeline that has ended before `wait $!` bash knows the last status only, pipefail or not. */
function asJob({ command }: Statement, states: readonly State[]): readonly State[] {
  if (command.type !== 'Pipeline' || command.commands.length < 2) return states;
  return states.map((state) => withEnv(state, { pipefail: false }));
}

/** Keeps what leaves a list, and merges it now and then: not behind every statement. */
export function collector(): { add: (more: readonly Left[]) => void; all: () => readonly Left[] } {
  let left: readonly Left[] = [];
  let limit = 64;
  return {
    add: (more) => {
      if (more.length === 0) return;
      left = left.length === 0 ? more : [...left, ...more];
      if (left.length <= limit) return;
      left = mergeLeft(left);
      limit = Math.max(64, 2 * left.length);
    },
    all: () => mergeLeft(left),
  };
}

/** Runs the body of a compound command. */
export function runBody(list: CompoundList, states: readonly State[], context: Context): Flow {
  return runList(list.commands, states, context);
}

function runNode(node: PipelineNode | AndOr, states: readonly State[], context: Context): Flow {
  switch (node.type) {
    case 'AndOr':
      return runAndOr(node, states, context);
    case 'Pipeline':
      return runPipeline(node, states, context);
    default:
      return runCommand(node, states, context);
  }
}

/** Runs a simple or compound command in this shell. */
export function runCommand(node: CommandNode, states: readonly State[], context: Context): Flow {
  step(context.machine);
  return asPart(node, states, context, (before) =>
    node.type === 'Command' ? runSimple(node, before, context) : runCompound(node, before, context),
  );
}

function runAndOr(node: AndOr, states: readonly State[], context: Context): Flow {
  const ignoring = { ...context, ignoresErrors: true };
  let flow: Flow = goOn(...states);
  node.commands.forEach((member, index) => {
    const isLast = index === node.commands.length - 1;
    const operator = index === 0 ? null : (node.operators[index - 1] ?? null);
    flow = onward(flow, (before) => {
      const runs: State[] = [];
      const skips: State[] = [];
      for (const state of operator === null ? before : before.flatMap(split)) {
        const takes = operator === null || isZero(state.status) === (operator === '&&');
        (takes ? runs : skips).push(state);
      }
      if (runs.length === 0) return goOn(...skips);
      return join([runNode(member, merge(runs), isLast ? context : ignoring), goOn(...skips)]);
    });
  });
  return flow;
}

const flip = (state: State): readonly State[] =>
  split(state).map((one) => withStatus(one, isZero(one.status) ? ONE : ZERO));

function runPipeline(node: Pipeline, states: readonly State[], context: Context): Flow {
  const negations = node.prefixes.filter(({ type }) => type === 'Negation').length;
  const isNegated = negations % 2 === 1;
  const inner = isNegated ? { ...context, ignoresErrors: true } : context;
  const [only] = node.commands;
  let flow: Flow;
  if (only === undefined) flow = goOn(...states.map((state) => withStatus(state, ZERO)));
  else if (node.commands.length === 1) flow = runCommand(only, states, inner);
  else {
    const ends = runPlainPipeline(node, states, inner) ?? runMembers(node, states, inner);
    flow = node.commands.at(-1)?.type === 'Command' ? leaf(ends, inner) : compoundLeaf(ends, inner);
  }
  return isNegated ? { normal: merge(flow.normal.flatMap(flip)), left: flow.left } : flow;
}

/** All members run, each in a copy of the shell. The frame collects their statuses. */
function runMembers(node: Pipeline, states: readonly State[], context: Context): readonly State[] {
  let now = merge(states.map((state) => push(state, state.env)));
  const watches = watchesPipes(context) && node.commands.length <= 5;
  for (const member of node.commands) {
    const within = { ...context, intoPipe: context.intoPipe || member !== node.commands.at(-1) };
    const flow = asPart(member, now, context, (before) =>
      goOn(...inSubshell(before, within, (inner, deeper) => runCommand(member, inner, deeper))),
    );
    now = merge(flow.normal.flatMap(split).map((end) => noteMember(end, watches)));
  }
  return merge(
    now.map((state) => {
      const { statuses, status } = top(state);
      const outer = pop(state);
      const last = statuses.at(-1) ?? ZERO;
      return { ...outer, status: state.env.pipefail ? status : last, pipe: watches ? statuses : null };
    }),
  );
}

function noteMember(state: State, watches: boolean): State {
  const frame = top(state);
  const statuses: readonly Range[] = watches ? [...frame.statuses, state.status] : [state.status];
  const isFirst = frame.statuses.length === 0;
  const soFar = isFirst ? ZERO : frame.status;
  const status = isZero(state.status) ? soFar : state.status;
  // The next member sees the $? from before the pipeline.
  return { ...noting(state, { statuses, status }), status: ANY };
}
