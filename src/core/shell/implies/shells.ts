import type { Script, Statement } from '../parse.ts';
import type { Env } from './env.ts';
import { changed } from './env.ts';
import type { Substitution } from './expansions.ts';
import { collector, runList } from './lists.ts';
import type { Context } from './machine.ts';
import { outsideLoops, step, unseen } from './machine.ts';
import { ANY, numberValue, ONE, rangeOf, ZERO } from './range.ts';
import type { Flow, State } from './state.ts';
import { join, merge, NOTHING, pop, push, setVariable, top, withEnv, withStatus } from './state.ts';
import { held } from './table.ts';

/** Statements that bash reads at once: an error of an expansion drops the rest of them, and no more. */
function linesOf(script: Script, source: string): readonly (readonly Statement[])[] {
  const text = script.source ?? source;
  const lines: Statement[][] = [];
  let end = -1;
  for (const statement of script.commands) {
    const gap = end < 0 ? '\n' : text.slice(end, statement.pos).replaceAll('\\\n', '');
    if (gap.includes('\n')) lines.push([]);
    lines.at(-1)?.push(statement);
    end = statement.end;
  }
  return lines;
}

/** Runs a script line by line, as bash reads it. `afterLine` sees the states between two lines. */
export function runScript(
  script: Script,
  states: readonly State[],
  context: Context,
  afterLine: ((states: readonly State[]) => Flow) | null = null,
): Flow {
  const inner = { ...context, source: script.source ?? context.source };
  const lines = linesOf(script, context.source);
  let normal = states;
  const left = collector();
  for (const [index, line] of lines.entries()) {
    if (normal.length === 0) break;
    const after = runList(line, normal, inner);
    const dropped = after.left.filter(({ end }) => end === 'discard');
    normal = merge([...after.normal, ...dropped.map(({ state }) => withStatus(state, ONE))]);
    left.add(dropped.length === 0 ? after.left : after.left.filter(({ end }) => end !== 'discard'));
    if (afterLine === null || index === lines.length - 1) continue;
    const next = afterLine(normal);
    normal = next.normal;
    left.add(next.left);
  }
  return { normal, left: left.all() };
}

const TRAP_STATUS = ' trap';

/** The status that the shell had when its EXIT trap began; null: no trap runs, or it is not known any more. */
export function trapStatus(state: State) {
  return rangeOf(held(state.env.variables, TRAP_STATUS));
}

/** All ends of a shell as states with its status, its EXIT trap run. The frame stays. */
export function endShell(flow: Flow, context: Context): readonly State[] {
  const ends = [...flow.normal];
  const gone: State[] = [];
  for (const { end, state } of flow.left) {
    if (end === 'gone') gone.push(state);
    else ends.push(end === 'discard' ? withStatus(state, ONE) : state);
  }
  const merged = merge(ends);
  const plain = merged.filter(({ env }) => env.exitTrap === null);
  const trapped = merged.filter(({ env }) => env.exitTrap !== null);
  return merge([...plain, ...gone, ...trapped.flatMap((state) => runTrap(state, context))]);
}

function runTrap(state: State, context: Context): readonly State[] {
  const trap = state.env.exitTrap;
  if (trap === null) return [state];
  step(context.machine);
  // Whether errors count in the trap depends on where the shell ended.
  const errexit = state.env.errexit === 'on' && context.ignoresErrors ? 'maybe' : state.env.errexit;
  const bare = withEnv(state, { exitTrap: null, errexit });
  const begun = setVariable(bare, TRAP_STATUS, numberValue(state.status));
  const start = trap.open.reduce((now, name) => setVariable(now, name, null), begun);
  const outside = outsideLoops(context);
  const inner = { ...outside, ignoresErrors: false, inFunction: false, source: trap.source };
  const flow = runScript(trap.script, [start], inner);
  const normal = flow.normal.map((end) => withStatus(end, trapStatus(end) ?? ANY));
  const left = flow.left.map((one) =>
    one.end === 'exit' || one.end === 'gone' ? one.state : withStatus(one.state, ANY),
  );
  const all = [...normal, ...left];
  if (trap.assumption === null) return all;
  // The trap is not the text that was read: it can end the shell with any status.
  return [...all, { ...state, env: start.env, status: ANY, against: state.against ?? trap.assumption }];
}

/** Environment of a forked copy of the shell. */
const forked = (env: Env): Env => changed(env, { exitTrap: null });

/** Runs a part of the line in a copy of the shell; the states come back with its status. */
export function inSubshell(
  states: readonly State[],
  context: Context,
  body: (states: readonly State[], context: Context) => Flow,
): readonly State[] {
  const inner = outsideLoops(context);
  const entered = merge(states.map((state) => push(state, forked(state.env))));
  return merge(endShell(body(entered, inner), inner).map((state) => pop(state)));
}

/** Runs a `$( )`; the states come back with its status. */
function runSubstitution(script: Script, states: readonly State[], context: Context): readonly State[] {
  const inner = outsideLoops(context);
  const entered = merge(
    states.map((state) => {
      const kept = context.keepsErrexit && state.env.errexit === 'on' ? 'maybe' : 'off';
      return push(state, changed(state.env, { exitTrap: null, errexit: kept }));
    }),
  );
  const flow = runScript(script, entered, inner);
  // An error of an expansion ends the copy of the shell, or only drops its line.
  const whole = { ...inner, source: script.source ?? inner.source };
  const flat = script.commands.length > 1 ? runList(script.commands, entered, whole) : NOTHING;
  const dropped: Flow = { normal: [], left: flat.left.filter(({ end }) => end === 'discard') };
  return merge(endShell(join([flow, dropped]), inner).map((state) => pop(state)));
}

/** Runs the substitutions of a word in order. The status is that of the last one; that of the states if none ran. */
export function runSubstitutions(
  substitutions: readonly Substitution[],
  states: readonly State[],
  context: Context,
): readonly State[] {
  let now = states;
  for (const { script, certain, unseen: isUnseen } of substitutions) {
    step(context.machine);
    const before = now;
    if (isUnseen) {
      now = unseen(before, context.machine, () => {
        runSubstitution(script, before, context);
      });
      // $! is now that of the process substitution.
      now = now.map((state) => setVariable(state, '!', null));
      continue;
    }
    const after = runSubstitution(script, before, context);
    now = certain ? after : merge([...before, ...after]);
  }
  return now;
}

/** Runs a job beside the line. `$!` is the job; its end is chosen now and seen by `wait`. */
export function runBeside(
  states: readonly State[],
  context: Context,
  body: (states: readonly State[], context: Context) => Flow,
): readonly State[] {
  const { machine } = context;
  const before = machine.touched;
  machine.touched = 0n;
  const ends = inBackground(states, context, body);
  const touched = machine.touched;
  machine.touched |= before;
  const killed = states.map((state) => ({
    ...setVariable(state, '!', { kind: 'job', range: { low: 1, high: 255 } }),
    status: ZERO,
    failed: state.failed | touched,
  }));
  return merge([...ends, ...killed]).map((state) => ({ ...state, pipe: null }));
}

function inBackground(
  states: readonly State[],
  context: Context,
  body: (states: readonly State[], context: Context) => Flow,
): readonly State[] {
  const inner = outsideLoops(context);
  const entered = merge(states.map((state) => push(state, forked(state.env))));
  return endShell(body(entered, inner), inner).map((end) => {
    const outer = pop(end, top(end).saved);
    return { ...setVariable(outer, '!', { kind: 'job', range: end.status }), status: ZERO };
  });
}
