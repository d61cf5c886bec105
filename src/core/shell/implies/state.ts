import type { FunctionNode, Script } from '../parse.ts';
import type { Range, Value } from './range.ts';
import { ANY, rangeOf, valueKey } from './range.ts';

export type Trap = {
  readonly script: Script;
  readonly source: string;
  readonly assumption: string | null;
  /** Variables that were put into the text when the trap was set. */
  readonly open: readonly string[];
};

/** What a subshell copies and gives back. */
export type Env = {
  /** `maybe`: not known whether a failing command ends the shell. */
  readonly errexit: 'on' | 'off' | 'maybe';
  readonly pipefail: boolean;
  readonly nounset: boolean;
  readonly variables: ReadonlyMap<string, Value>;
  readonly locals: ReadonlySet<string>;
  readonly readonlys: ReadonlySet<string>;
  readonly functions: ReadonlyMap<string, FunctionNode>;
  readonly exitTrap: Trap | null;
  /** Names of programs that may be something else here. */
  readonly tampered: 'all' | ReadonlySet<string>;
  /** `$1 $2 ...`; null: not known. */
  readonly args: readonly (Value | null)[] | null;
};

/** What is waited for: the end of a subshell, a function, a pipeline member, a loop's body. */
export type Frame = {
  readonly saved: Env;
  readonly status: Range;
  readonly statuses: readonly Range[];
  readonly parent: Frame | null;
};

/** One of the states in which the line can be; all that merge into one are equal but for `must` and `failed`. */
export type State = {
  readonly env: Env;
  readonly status: Range;
  readonly pipe: readonly Range[] | null;
  readonly frame: Frame | null;
  /** The assumption that does not hold in this state. */
  readonly against: string | null;
  /** Bits of the commands that have run. */
  readonly must: bigint;
  /** Bits of the commands that may have failed. */
  readonly failed: bigint;
};

/** How control leaves a statement. `gone`: the shell ends without its EXIT trap. */
export type End = 'exit' | 'gone' | 'return' | 'discard' | `break ${number}` | `continue ${number}`;
export type Left = { readonly end: End; readonly state: State };
export type Flow = { readonly normal: readonly State[]; readonly left: readonly Left[] };

export const NOTHING: Flow = { normal: [], left: [] };
export const goOn = (...normal: readonly State[]): Flow => ({ normal, left: [] });
export const leave = (end: End, state: State): Flow => ({ normal: [], left: [{ end, state }] });

const ids = new WeakMap<object, number>();
let nextId = 1;
function idOf(object: object): number {
  const known = ids.get(object);
  if (known !== undefined) return known;
  ids.set(object, nextId);
  nextId += 1;
  return nextId - 1;
}

const envKeys = new WeakMap<Env, string>();
function envKey(env: Env): string {
  const known = envKeys.get(env);
  if (known !== undefined) return known;
  const variables = [...env.variables].map(([name, value]) => `${name}=${valueKey(value)}`).sort();
  const functions = [...env.functions].map(([name, node]) => `${name}#${idOf(node)}`).sort();
  const key = [
    env.errexit,
    env.pipefail,
    env.nounset,
    variables.join(' '),
    [...env.locals].sort().join(' '),
    [...env.readonlys].sort().join(' '),
    functions.join(' '),
    env.exitTrap === null ? '' : idOf(env.exitTrap.script),
    env.tampered === 'all' ? '*' : [...env.tampered].sort().join(' '),
    env.args === null ? '*' : env.args.map((arg) => (arg === null ? '?' : valueKey(arg))).join(' '),
  ].join('|');
  envKeys.set(env, key);
  return key;
}

const rangeKey = (range: Range) => `${range.low},${range.high}`;

const frameKeys = new WeakMap<Frame, string>();
function frameKey(frame: Frame | null): string {
  if (frame === null) return '';
  const known = frameKeys.get(frame);
  if (known !== undefined) return known;
  const own = `${envKey(frame.saved)}~${rangeKey(frame.status)}~${frame.statuses.map(rangeKey).join(' ')}`;
  const interned = `#${internKey(`${own}^${frameKey(frame.parent)}`)}`;
  frameKeys.set(frame, interned);
  return interned;
}

let interned = new Map<string, number>();
function internKey(text: string): number {
  const known = interned.get(text);
  if (known !== undefined) return known;
  interned.set(text, interned.size);
  return interned.size - 1;
}

/** Forgets what the last line left behind; call it before a line is read. */
export function forgetFrames(): void {
  interned = new Map();
}

function stateKey(state: State): string {
  const pipe = state.pipe === null ? '' : state.pipe.map(rangeKey).join(' ');
  return `${rangeKey(state.status)}%${pipe}%${state.against ?? ''}%${frameKey(state.frame)}%${envKey(state.env)}`;
}

function union(one: State, other: State): State {
  return { ...one, must: one.must & other.must, failed: one.failed | other.failed };
}

/** More states than this at one point are made fewer by forgetting variables. */
const CAP = 40;

function byKey(states: readonly State[]): readonly State[] {
  if (states.length < 2) return states;
  const merged = new Map<string, State>();
  for (const state of states) {
    const key = stateKey(state);
    const known = merged.get(key);
    merged.set(key, known === undefined ? state : union(known, state));
  }
  return merged.size === states.length ? states : [...merged.values()];
}

const forgetIn = (env: Env): Env =>
  env.variables.size === 0 ? env : { ...env, variables: new Map<string, Value>() };

const forgotten = new WeakMap<Frame, Frame>();
function forgetFrame(frame: Frame | null): Frame | null {
  if (frame === null) return null;
  const known = forgotten.get(frame);
  if (known !== undefined) return known;
  const saved = forgetIn(frame.saved);
  const parent = forgetFrame(frame.parent);
  const result = saved === frame.saved && parent === frame.parent ? frame : { ...frame, saved, parent };
  forgotten.set(frame, result);
  return result;
}

/** A state without what is known of variables; it stands for more executions than before. */
export function forgetVariables(state: State): State {
  return { ...state, env: forgetIn(state.env), pipe: null, frame: forgetFrame(state.frame) };
}

/** Above this a counter is not followed. */
const MANY = 2 ** 30;

function coarse(value: Value): Value | null {
  const range = rangeOf(value);
  if (range === null) return value.kind === 'text' && value.text.length > 16 ? { kind: 'filled' } : value;
  if (range.low >= 1) return { kind: 'number', range: { low: 1, high: MANY } };
  return range.low === 0 && range.high === 0 ? value : null;
}

/** A state whose numbers are only known to be 0 or more than 0, so that loops come to an end. */
export function coarsen(state: State): State {
  const variables = new Map<string, Value>();
  for (const [name, value] of state.env.variables) {
    const kept = value.kind === 'job' ? value : coarse(value);
    if (kept !== null) variables.set(name, kept);
  }
  return { ...state, env: { ...state.env, variables } };
}

/** Too many states or steps: the line is given up, nothing of it is proven. */
export class TooMuch extends Error {}

/** Makes equal states one; above the cap variables are forgotten first, then the status. */
export function merge(states: readonly State[]): readonly State[] {
  const once = byKey(states);
  if (once.length <= CAP) return once;
  const twice = byKey(once.map(forgetVariables));
  if (twice.length <= CAP) return twice;
  const thrice = byKey(twice.map((state) => ({ ...state, status: ANY })));
  if (thrice.length > CAP * 4) throw new TooMuch();
  return thrice;
}

/** Adds states to those that are known; `fresh` are the ones that say something new. */
export function add(
  known: readonly State[],
  more: readonly State[],
): { all: readonly State[]; fresh: readonly State[] } {
  const before = new Map(known.map((state) => [stateKey(state), state]));
  const all = merge([...known, ...more]);
  const fresh = all.filter((state) => {
    const old = before.get(stateKey(state));
    return old === undefined || old.must !== state.must || old.failed !== state.failed;
  });
  return { all, fresh };
}

/** Joins flows; equal states become one. */
export function join(flows: readonly Flow[]): Flow {
  const normal = merge(flows.flatMap((flow) => flow.normal));
  const all = flows.flatMap((flow) => flow.left);
  if (all.length < 2) return { normal, left: all };
  const byEnd = new Map<End, State[]>();
  for (const { end, state } of all) byEnd.set(end, [...(byEnd.get(end) ?? []), state]);
  const left = [...byEnd].flatMap(([end, states]) => merge(states).map((state) => ({ end, state })));
  return { normal, left };
}

/** Goes on from the normal ends of a flow. */
export function onward(flow: Flow, next: (states: readonly State[]) => Flow): Flow {
  if (flow.normal.length === 0) return flow;
  const after = next(flow.normal);
  return flow.left.length === 0 ? after : join([after, { normal: [], left: flow.left }]);
}

/** Goes on from each normal end on its own. */
export function each(states: readonly State[], next: (state: State) => Flow): Flow {
  const [only] = states;
  if (states.length === 1 && only !== undefined) return next(only);
  return join(states.map(next));
}

export const withStatus = (state: State, status: Range): State =>
  state.status === status ? state : { ...state, status };

export const withEnv = (state: State, change: Partial<Env>): State => ({
  ...state,
  env: { ...state.env, ...change },
});

/** A variable gets a value; null: nothing is known of it from here on. */
export function setVariable(state: State, name: string, value: Value | null): State {
  const variables = new Map(state.env.variables);
  if (value === null) variables.delete(name);
  else variables.set(name, value);
  return withEnv(state, { variables });
}

export function push(state: State, inner: Env, statuses: readonly Range[] = []): State {
  return {
    ...state,
    env: inner,
    frame: { saved: state.env, status: { low: 0, high: 0 }, statuses, parent: state.frame },
  };
}

/** The frame on top; its absence is a fault of ours. */
export function top(state: State): Frame {
  if (state.frame === null) throw new Error('a frame is missing');
  return state.frame;
}

/** Leaves the frame on top with the environment given (default: the one that was saved). */
export function pop(state: State, env: Env = top(state).saved): State {
  return { ...state, env, frame: top(state).parent };
}
