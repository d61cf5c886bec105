// .donegate/plan-state.json: which steps are done. A cache of facts, meant to be committed.
import type { Fact } from '../types.ts';
import { UserError } from '../user-error.ts';

const VERSION = 1;

export type StateEntry = {
  step: number;
  title: string;
  /** ISO 8601, for people only. */
  doneAt: string;
  commit: string | null;
  tree: string | null;
  /** The gate commands that were green, each as a script. */
  gates: readonly string[];
  session: string;
  /** Sequence numbers of the runs in that session's log. */
  facts: readonly number[];
};

export type PlanState = { version: 1; plan: string; steps: readonly StateEntry[] };

export type StateText =
  | { kind: 'none' }
  | { kind: 'state'; state: PlanState }
  /** `why` completes "plan-state.json ...". */
  | { kind: 'wrong'; why: string };

/** Reads the file's text; null = there is none. Never a silent fresh start. */
export function parseState(text: string | null): StateText {
  if (text === null) return { kind: 'none' };
  const value = parseJson(text);
  if (value === undefined) {
    const torn = text.trim() === '' ? 'is empty' : 'is no JSON: it was cut or edited';
    return { kind: 'wrong', why: torn };
  }
  if (!isRecord(value)) return wrong('an object');
  const { version, plan, steps } = value;
  if (typeof version === 'number' && version > VERSION)
    return {
      kind: 'wrong',
      why: `was written by a newer donegate (version ${version}; this one knows ${VERSION})`,
    };
  if (version !== VERSION) return wrong(`"version": ${VERSION}`);
  if (typeof plan !== 'string') return wrong('"plan", a path');
  if (!Array.isArray(steps)) return wrong('"steps", a list');
  const entries: StateEntry[] = [];
  for (const [at, step] of steps.entries()) {
    const entry = entryOf(step, `steps[${at}]`);
    if (typeof entry === 'string') return wrong(entry);
    if (entries.some((other) => other.step === entry.step))
      return { kind: 'wrong', why: `names Step ${entry.step} twice` };
    entries.push(entry);
  }
  return { kind: 'state', state: { version: VERSION, plan, steps: entries } };
}

/** The file's text: stable, so that it can be committed without noise. */
export function printState(state: PlanState): string {
  const steps = [...state.steps].sort((a, b) => a.step - b.step);
  return `${JSON.stringify({ version: VERSION, plan: state.plan, steps }, null, 2)}\n`;
}

/**
 * The text after one change of the steps. Throws a UserError if the text before is not a state that this version
 * can read: what it says must not be lost.
 */
export function changeState(
  before: string | null,
  given: { plan: string; change: (steps: readonly StateEntry[]) => readonly StateEntry[] },
): string {
  const read = parseState(before);
  if (read.kind === 'wrong')
    throw new UserError(
      `.donegate/plan-state.json ${read.why}`,
      'mend it, or write it anew from the logs: donegate plan show --rebuild',
    );
  const steps = read.kind === 'none' ? [] : read.state.steps;
  return printState({ version: VERSION, plan: given.plan, steps: given.change(steps) });
}

/** The steps with one put in. */
export function withStep(steps: readonly StateEntry[], entry: StateEntry): readonly StateEntry[] {
  return [...withoutStep(steps, entry.step), entry];
}

export function withoutStep(steps: readonly StateEntry[], step: number): readonly StateEntry[] {
  return steps.filter((other) => other.step !== step);
}

/** What the logs of several sessions say, the oldest session first. */
export function rebuildState(
  plan: string,
  logs: readonly { session: string; facts: Iterable<Fact> }[],
): PlanState {
  let steps: readonly StateEntry[] = [];
  for (const { session, facts } of logs) {
    for (const fact of facts) {
      if (fact.type === 'step_done') steps = withStep(steps, entryOfFact(fact, session));
      if (fact.type === 'step_reset') steps = withoutStep(steps, fact.step);
    }
  }
  return { version: VERSION, plan, steps: [...steps].sort((a, b) => a.step - b.step) };
}

export function entryOfFact(fact: Extract<Fact, { type: 'step_done' }>, session: string): StateEntry {
  const { step, title, at, commit, tree, gates, facts } = fact;
  return { step, title, doneAt: at, commit, tree, gates, session, facts };
}

function entryOf(value: unknown, place: string): StateEntry | string {
  if (!isRecord(value)) return `${place}, an object`;
  const { step, title, doneAt, commit, tree, gates, session, facts } = value;
  if (typeof step !== 'number' || !Number.isInteger(step) || step < 0) return `${place}.step, a number`;
  if (typeof title !== 'string') return `${place}.title, a text`;
  if (typeof doneAt !== 'string' || Number.isNaN(Date.parse(doneAt))) return `${place}.doneAt, a time`;
  if (commit !== null && typeof commit !== 'string') return `${place}.commit, a revision or null`;
  if (tree !== null && typeof tree !== 'string') return `${place}.tree, a hash or null`;
  if (!isListOf(gates, isText)) return `${place}.gates, a list of commands`;
  if (typeof session !== 'string') return `${place}.session, a text`;
  if (!isListOf(facts, isNumber)) return `${place}.facts, a list of numbers`;
  return { step, title, doneAt, commit, tree, gates, session, facts };
}

function wrong(expected: string): StateText {
  return { kind: 'wrong', why: `is not a state of donegate: ${expected} is expected` };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isListOf<T>(value: unknown, is: (one: unknown) => one is T): value is readonly T[] {
  return Array.isArray(value) && value.every(is);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}
