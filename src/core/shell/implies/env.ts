import type { FunctionNode, Script } from '../parse.ts';
import type { Range, Value } from './range.ts';
import { valueKey } from './range.ts';
import type { Names, Table } from './table.ts';
import { forgetTables, put, tableId, without } from './table.ts';

export type Trap = {
  readonly script: Script;
  readonly source: string;
  readonly assumption: string | null;
  /** Variables that were put into the text when the trap was set. */
  readonly open: readonly string[];
};

type Settings = {
  /** `maybe`: not known whether a failing command ends the shell. */
  readonly errexit: 'on' | 'off' | 'maybe';
  readonly pipefail: boolean;
  readonly nounset: boolean;
  readonly variables: Table<Value>;
  readonly locals: Names;
  readonly readonlys: Names;
  readonly functions: Table<FunctionNode>;
  readonly exitTrap: Trap | null;
  /** Names of programs that may be something else here. */
  readonly tampered: 'all' | Names;
  /** `$1 $2 ...`; null: not known. */
  readonly args: readonly (Value | null)[] | null;
};

/** What a subshell copies and gives back. Equal ones are one object, within one line. */
export type Env = Settings & { readonly id: number };

/** What is waited for: the end of a subshell, a function, a pipeline member, a loop's body. Equal ones are one object. */
export type Frame = {
  readonly id: number;
  readonly saved: Env;
  readonly status: Range;
  readonly statuses: readonly Range[];
  readonly parent: Frame | null;
};

let envs = new Map<string, Env>();
let frames = new Map<string, Frame>();
let values = new Map<string, Value>();
let argLists = new Map<string, number>();

/** Forgets what the last line left behind; call it before a line is read. */
export function forgetLine(): void {
  envs = new Map();
  frames = new Map();
  values = new Map();
  argLists = new Map();
  forgetTables();
}

const ids = new WeakMap<object, number>();
let nextId = 1;
function idOf(object: object): number {
  const known = ids.get(object);
  if (known !== undefined) return known;
  ids.set(object, nextId);
  nextId += 1;
  return nextId - 1;
}

function argsId(args: Settings['args']): number {
  if (args === null) return -1;
  const key = args.map((arg) => (arg === null ? '?' : valueKey(arg))).join(' ');
  const known = argLists.get(key);
  if (known !== undefined) return known;
  argLists.set(key, argLists.size);
  return argLists.size - 1;
}

function interned(settings: Settings): Env {
  const { errexit, pipefail, nounset, exitTrap, tampered } = settings;
  const key = `${errexit}${pipefail ? 1 : 0}${nounset ? 1 : 0},${tableId(settings.variables)},${tableId(settings.locals)},${tableId(settings.readonlys)},${tableId(settings.functions)},${exitTrap === null ? 0 : idOf(exitTrap.script)},${tampered === 'all' ? '*' : tableId(tampered)},${argsId(settings.args)}`;
  const known = envs.get(key);
  if (known !== undefined) return known;
  const env = { ...settings, id: envs.size };
  envs.set(key, env);
  return env;
}

/** The environment of a new shell. */
export function freshEnv(pipefail = false): Env {
  return interned({
    errexit: 'off',
    pipefail,
    nounset: false,
    variables: null,
    locals: null,
    readonlys: null,
    functions: null,
    exitTrap: null,
    tampered: null,
    args: null,
  });
}

/** An environment with some settings changed. */
export function changed(env: Env, change: Partial<Settings>): Env {
  const isSame = (Object.keys(change) as (keyof Settings)[]).every((key) => change[key] === env[key]);
  return isSame ? env : interned({ ...env, ...change });
}

/** Longest text that is kept; of a longer one it is known that it is not empty. */
const LONGEST_TEXT = 2000;

/** The one object for a value. */
function canonical(value: Value): Value {
  const short: Value = value.kind === 'text' && value.text.length > LONGEST_TEXT ? { kind: 'filled' } : value;
  const key = valueKey(short);
  const known = values.get(key);
  if (known !== undefined) return known;
  values.set(key, short);
  return short;
}

/** The name under which the number of elements of an array is kept. */
export const sizeName = (name: string): string => `${name}[]`;

/**
 * Variables of which one gets a value; null: nothing is known of it from here on. If it was an array, the number of its
 * elements is not known any more.
 */
export function withVariable(variables: Table<Value>, name: string, value: Value | null): Table<Value> {
  const others = variables === null ? null : without(variables, sizeName(name));
  return value === null ? without(others, name) : put(others, name, canonical(value));
}

const rangeKey = (range: Range) => `${range.low},${range.high}`;

/** A frame that holds this. */
export function frameOf(frame: Omit<Frame, 'id'>): Frame {
  const { saved, status, statuses, parent } = frame;
  const key = `${saved.id}~${rangeKey(status)}~${statuses.map(rangeKey).join(' ')}~${parent?.id ?? ''}`;
  const known = frames.get(key);
  if (known !== undefined) return known;
  const fresh = { ...frame, id: frames.size };
  frames.set(key, fresh);
  return fresh;
}
