import type { Command, Script } from '../parse.ts';
import type { Index } from './commands.ts';
import { forgetLine, freshEnv } from './env.ts';
import type { ProofOptions } from './index.ts';
import type { Context, Machine } from './machine.ts';
import type { Parts } from './parts.ts';
import { canBeZero, ZERO } from './range.ts';
import { endShell, runScript } from './shells.ts';
import type { State } from './state.ts';

/** The states in which a line can end 0. `isLost`: in some way it goes on that cannot be followed. */
export type Ends = {
  ends: readonly State[];
  bits: ReadonlyMap<Command, bigint>;
  machine: Machine;
  isLost: boolean;
};

/** Steps after which a line is given up. */
const MOST_STEPS = 20_000;

/** Reads a line to its ends; `parts` gathers what is seen of parts of it. Null: it is too much to read. */
export function greenEnds(
  parsed: { script: Script; source: string },
  index: Index,
  options: ProofOptions,
  parts: Parts | null = null,
): Ends | null {
  const bits = new Map([...index.places.keys()].map((command, at) => [command, 1n << BigInt(at)]));
  const [first, ...others] = options.together ?? [];
  const shared = first === undefined ? undefined : bits.get(first);
  if (shared !== undefined) for (const other of others) bits.set(other, shared);
  let again = 0n;
  for (const command of index.again) again |= bits.get(command) ?? 0n;
  const machine: Machine = {
    bits,
    again,
    touched: 0n,
    calls: 0n,
    budget: MOST_STEPS,
    splitsOddly: changesSplitting(parsed.source),
    kills: signalsItself(parsed.source),
    watchesPipes: parsed.source.includes('PIPESTATUS'),
    parts,
  };
  const context: Context = {
    machine,
    ignoresErrors: false,
    loops: 0,
    besideLoop: false,
    inFunction: false,
    posix: options.posix === true,
    oldBash: options.oldBash === true,
    intoPipe: false,
    keepsErrexit: options.posix === true || parsed.source.includes('inherit_errexit'),
    depth: 0,
    calls: new Map(),
    source: parsed.source,
  };
  forgetLine();
  try {
    const flow = runScript(parsed.script, [startState(options.pipefail)], context);
    const isLost = flow.left.some(({ end, state }) => end === 'gone' && state.against === null);
    const ends = endShell(flow, context).filter(({ status }) => canBeZero(status));
    return { ends, bits, machine, isLost };
  } catch {
    // Too many states, too many steps, or too deep for our own stack: nothing is claimed.
    return null;
  }
}

/** Whether a line names IFS other than for one `read`. */
function changesSplitting(source: string): boolean {
  return /\bIFS\b/.test(source.replace(/\bIFS=(\$?'[^']*'|"[^"$`]*"|[^\s;&|'"$`()]*)\s+read\b/g, ''));
}

/** Whether a line may send a signal to its own shell. */
function signalsItself(source: string): boolean {
  if (/\b(pkill|killall)\b/.test(source)) return true;
  return /\bkill\b/.test(source) && /\$\$|BASHPID|PPID|\bkill\b[^;&|\n]*\s-?[01]\b/.test(source);
}

function startState(pipefail: boolean): State {
  return {
    env: freshEnv(pipefail),
    status: ZERO,
    pipe: null,
    frame: null,
    against: null,
    must: 0n,
    failed: 0n,
  };
}
