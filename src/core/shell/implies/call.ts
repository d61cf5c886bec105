import type { Command } from '../parse.ts';
import type { Context } from './machine.ts';
import type { Value } from './range.ts';
import type { State } from './state.ts';

/** A command about to run in one state. */
export type Call = {
  readonly command: Command;
  readonly bit: bigint;
  readonly state: State;
  readonly name: string;
  /** Arguments after the name; null: their number is not known. */
  readonly args: readonly (Value | null)[] | null;
  readonly context: Context;
};

/** Text of an argument, if it is known. */
export function argument(call: Call, at: number): string | null {
  const value = call.args?.[at];
  return value?.kind === 'text' ? value.text : null;
}

/** Texts of all arguments; null when one of them is not known. */
export function knownArguments(call: Call): readonly string[] | null {
  if (call.args === null) return null;
  const texts: string[] = [];
  for (const value of call.args) {
    if (value?.kind !== 'text') return null;
    texts.push(value.text);
  }
  return texts;
}
