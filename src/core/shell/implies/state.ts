import type { Env, Frame } from './env.ts';
import { changed, frameOf, withVariable } from './env.ts';
import type { Range, Value } from './range.ts';
import { ANY, rangeOf, ZERO } from './range.ts';
import type { Table } from './table.ts';
import { entriesOf } from './table.ts';

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

const sameRange = (one: Range, other: Range) => one.low === other.low && one.high === other.high;

function samePipe(one: State['pipe'], other: State['pipe']): boolean {
  if (one === other) return true;
  if (one === null || other === null || one.length !== other.length) return false;
  return one.every((range, at) => sameRange(range, other[at] ?? range));
}

/** Whether two states are one but for what has run. Environments and frames are interned. */
const isSame = (one: State, other: State): boolean =>
  one.env === other.env &&
  one.frame === other.frame &&
  one.against === other.against &&
  sameRange(one.status, other.status) &&
  samePipe(one.pipe, other.pipe);

function stateKey({ env, frame, status, pipe, against }: State): string {
  const statuses = pipe === null ? '' : pipe.map(({ low, high }) => `${low},${high}`).join(' ');
  return `${env.id}%${frame?.id ?? ''}%${status.low},${status.high}%${statuses}%${against ?? ''}`;
}

function union(one: State, other: State): State {
  const must = one.must & other.must;
  const failed = one.failed | other.failed;
  return must === one.must && failed === one.failed ? one : { ...one, must, failed };
}

/** More states than this at one point are made fewer by forgetting variables. */
const CAP = 40;
/** So few states are compared with each other, more by a key. */
const FEW = 8;

function byKey(states: readonly State[]): readonly State[] {
  if (states.length < 2) return states;
  if (states.length <= FEW) return pairwise(states);
  const merged = new Map<string, State>();
  for (const state of states) {
    const key = stateKey(state);
    const known = merged.get(key);
    merged.set(key, known === undefined ? state : union(known, state));
  }
  return merged.size === states.length ? states : [...merged.values()];
}

function pairwise(states: readonly State[]): readonly State[] {
  const merged: State[] = [];
  for (const state of states) {
    const at = merged.findIndex((known) => isSame(known, state));
    const known = merged[at];
    if (known === undefined) merged.push(state);
    else merged[at] = union(known, state);
  }
  return merged.length === states.length ? states : merged;
}

const forgotten = new WeakMap<Frame, Frame>();
function forgetFrame(frame: Frame | null): Frame | null {
  if (frame === null) return null;
  const known = forgotten.get(frame);
  if (known !== undefined) return known;
  const saved = changed(frame.saved, { variables: null });
  const result = frameOf({ ...frame, saved, parent: forgetFrame(frame.parent) });
  forgotten.set(frame, result);
  return result;
}

/** A state without what is known of variables; it stands for more executions than before. */
export function forgetVariables(state: State): State {
  const env = changed(state.env, { variables: null });
  return { ...state, env, pipe: null, frame: forgetFrame(state.frame) };
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
  let variables: Table<Value> = state.env.variables;
  for (const [name, value] of entriesOf(variables)) {
    const kept = value.kind === 'job' ? value : coarse(value);
    if (kept !== value) variables = withVariable(variables, name, kept);
  }
  return withEnv(state, { variables });
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

/** Makes equal states that leave in the same way one. */
export function mergeLeft(all: readonly Left[]): readonly Left[] {
  const [first] = all;
  if (first === undefined || all.length < 2) return all;
  if (all.every(({ end }) => end === first.end)) {
    const states = all.map(({ state }) => state);
    const merged = merge(states);
    return merged === states ? all : merged.map((state) => ({ end: first.end, state }));
  }
  const byEnd = new Map<End, State[]>();
  for (const { end, state } of all) {
    const states = byEnd.get(end);
    if (states === undefined) byEnd.set(end, [state]);
    else states.push(state);
  }
  return [...byEnd].flatMap(([end, states]) => merge(states).map((state) => ({ end, state })));
}

/** Joins flows; equal states become one. */
export function join(flows: readonly Flow[]): Flow {
  const normal: State[] = [];
  const left: Left[] = [];
  for (const flow of flows) {
    for (const state of flow.normal) normal.push(state);
    for (const one of flow.left) left.push(one);
  }
  return { normal: merge(normal), left: mergeLeft(left) };
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

export function withEnv(state: State, change: Parameters<typeof changed>[1]): State {
  const env = changed(state.env, change);
  return env === state.env ? state : { ...state, env };
}

/** A variable gets a value; null: nothing is known of it from here on. */
export function setVariable(state: State, name: string, value: Value | null): State {
  return withEnv(state, { variables: withVariable(state.env.variables, name, value) });
}

export function push(state: State, inner: Env, statuses: readonly Range[] = []): State {
  const frame = frameOf({ saved: state.env, status: ZERO, statuses, parent: state.frame });
  return { ...state, env: inner, frame };
}

/** The state with what its frame collects changed. */
export function noting(state: State, change: Partial<Pick<Frame, 'status' | 'statuses'>>): State {
  return { ...state, frame: frameOf({ ...top(state), ...change }) };
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
