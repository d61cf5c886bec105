import type { Command, FunctionNode } from '../parse.ts';
import type { Parts } from './parts.ts';
import { ANY, canBeZero, isZero, NONZERO, ZERO } from './range.ts';
import type { Flow, Left, State } from './state.ts';
import { each, goOn, join, TooMuch, withStatus } from './state.ts';

/** What is the same for a whole line. */
export type Machine = {
  /** Bit of each command. */
  readonly bits: ReadonlyMap<Command, bigint>;
  /** Bits of commands in loops, functions and traps: they may run again. */
  readonly again: bigint;
  /** Bits of the commands that have been walked over since it was last set to 0. */
  touched: bigint;
  /** Bits of commands that were calls of functions of the line. */
  calls: bigint;
  /** Steps that are left before the line is given up. */
  budget: number;
  /** `$IFS` is named somewhere: no word is split as usual. */
  readonly splitsOddly: boolean;
  readonly watchesPipes: boolean;
  /** The line sends signals. */
  readonly kills: boolean;
  /** Parts that are looked at by themselves; null: only the whole is. */
  readonly parts: Parts | null;
};

/** What is handed down the syntax tree. */
export type Context = {
  readonly machine: Machine;
  /** A failure ends nothing here: a condition, a member of `&&` and `||` before the last, under `!`. */
  readonly ignoresErrors: boolean;
  readonly loops: number;
  /** A loop runs around the function, subshell or substitution that this stands in. */
  readonly besideLoop: boolean;
  readonly inFunction: boolean;
  readonly posix: boolean;
  /** A bash 3.2 may run it. */
  readonly oldBash: boolean;
  /** What is written goes into a pipe, whose reader may have gone. */
  readonly intoPipe: boolean;
  /** `$( )` keeps errexit (shopt inherit_errexit, or a shell that does so). */
  readonly keepsErrexit: boolean;
  readonly depth: number;
  readonly calls: ReadonlyMap<FunctionNode, number>;
  /** Text that positions of the nodes point into. */
  readonly source: string;
};

/** PIPESTATUS is followed; a plain sh has no such variable. */
export function watchesPipes({ machine, posix }: Context): boolean {
  return machine.watchesPipes && !posix;
}

export function bitOf(machine: Machine, command: Command): bigint {
  return machine.bits.get(command) ?? 0n;
}

/** Counts a step; throws when the line is too much work. */
export function step(machine: Machine): void {
  machine.budget -= 1;
  if (machine.budget < 0) throw new TooMuch();
}

/** A command ended 0. */
export function ran(state: State, bit: bigint): State {
  return { ...state, status: ZERO, must: state.must | bit };
}

/** A command failed, or did not start. */
export function fell(state: State, bit: bigint, status = NONZERO): State {
  return { ...state, status, failed: state.failed | bit };
}

/** Both ends of a command. */
export function eitherWay(state: State, bit: bigint): Flow {
  return goOn(ran(state, bit), fell(state, bit));
}

/** A state whose status is not known, as one that is 0 and one that is not. */
export function split(state: State): readonly State[] {
  if (!canBeZero(state.status) || isZero(state.status)) return [state];
  const high = { low: 1, high: state.status.high };
  return [withStatus(state, ZERO), withStatus(state, state.status.low < 0 ? NONZERO : high)];
}

/** The command's own bit, as its status says. */
export function judge(states: readonly State[], bit: bigint): readonly State[] {
  return states
    .flatMap(split)
    .map((state) =>
      isZero(state.status) ? { ...state, must: state.must | bit } : { ...state, failed: state.failed | bit },
    );
}

/** errexit at a leaf: a failing one ends the shell. */
export function leaf(states: readonly State[], context: Context): Flow {
  if (context.ignoresErrors || states.every(({ env }) => env.errexit === 'off'))
    return { normal: states, left: [] };
  return each(states, (state) => {
    if (state.env.errexit === 'off') return goOn(state);
    const flows = split(state).map((one): Flow => {
      if (isZero(one.status)) return goOn(one);
      const left: Left[] = [{ end: 'exit', state: one }];
      return { normal: one.env.errexit === 'maybe' ? [one] : [], left };
    });
    return join(flows);
  });
}

/** errexit at a leaf that is no simple command: before bash 4 it acts on those alone. */
export function compoundLeaf(states: readonly State[], context: Context): Flow {
  const flow = leaf(states, context);
  return context.oldBash ? join([flow, goOn(...states)]) : flow;
}

/** In a function, a subshell or a substitution `break` finds no loop of its own. */
export function outsideLoops(context: Context): Context {
  return { ...context, loops: 0, besideLoop: context.besideLoop || context.loops > 0 };
}

/**
 * Nothing that follows in this shell can be believed (`source x`, `eval "$x"`): the shell may go on in any way and
 * end with any status. What has run stays proven unless it can run again.
 */
export function distrust(state: State, machine: Machine, assumption: string | null = null): Flow {
  const against = state.against ?? assumption;
  const failed = state.failed | machine.again;
  return { normal: [], left: [{ end: 'gone', state: { ...state, status: ANY, failed, against } }] };
}

/** Goes on, on an assumption; the state in which it does not hold is kept beside. */
export function assuming(state: State, machine: Machine, assumption: string | null): Flow {
  if (assumption === null) return goOn(state);
  return join([goOn(state), distrust(state, machine, assumption)]);
}

/** Walks over something whose end is never seen; everything in it may fail. */
export function unseen(states: readonly State[], machine: Machine, walk: () => void): readonly State[] {
  const before = machine.touched;
  machine.touched = 0n;
  walk();
  const failed = machine.touched;
  machine.touched |= before;
  return states.map((state) => ({ ...state, failed: state.failed | failed }));
}
