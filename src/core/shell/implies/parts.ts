// Parts of a line that are looked at by themselves: what a part's own success proves, whatever the line makes of it.
import type { CommandNode } from '../parse.ts';
import type { Context, Machine } from './machine.ts';
import { split } from './machine.ts';
import { isZero } from './range.ts';
import { type Flow, join, type State } from './state.ts';

/** What is gathered of one part, over all states in which it runs. */
export type PartEnds = {
  /** Ran in every run of the part that ended 0. */
  must: bigint;
  /** May have failed in a run of the part that ended 0. */
  failed: bigint;
  /** Can run in it at all. */
  reached: bigint;
  /** It can end 0. */
  canBeGreen: boolean;
  /** It can end the shell. */
  leaves: boolean;
};

export type Parts = {
  readonly ends: ReadonlyMap<CommandNode, PartEnds>;
  /** Parts that speak of what began before them, as `wait $PID` does: what ran since the line began counts. */
  readonly late: ReadonlySet<CommandNode>;
  isInside: boolean;
};

/** Nothing gathered yet. */
export function noEnds(): PartEnds {
  return { must: -1n, failed: 0n, reached: 0n, canBeGreen: false, leaves: false };
}

/** Runs a node, and gathers what its success proves if it is one of the parts that are looked at. */
export function asPart(
  node: CommandNode,
  states: readonly State[],
  { machine }: Context,
  run: (states: readonly State[]) => Flow,
): Flow {
  const { parts } = machine;
  const ends = parts?.ends.get(node);
  if (parts === null || ends === undefined || parts.isInside) return run(states);
  const isLate = parts.late.has(node);
  const before = machine.touched;
  machine.touched = 0n;
  parts.isInside = true;
  const flows = states.map((state) => {
    const flow = run([isLate ? state : afresh(state)]);
    gather(ends, flow, machine);
    return isLate ? flow : withHistory(flow, state);
  });
  parts.isInside = false;
  machine.touched = before;
  return join(flows);
}

const afresh = (state: State): State => ({ ...state, must: 0n, failed: 0n });

function gather(ends: PartEnds, flow: Flow, machine: Machine): void {
  // What cannot be followed any more may come back as if it had ended 0.
  const lost = flow.left.filter(({ end }) => end === 'gone').map(({ state }) => state);
  const zero = flow.normal.flatMap(split).filter(({ status }) => isZero(status));
  for (const state of [...zero, ...lost]) {
    if (state.against !== null) continue;
    ends.canBeGreen = true;
    ends.must &= state.must;
    ends.failed |= state.failed;
  }
  ends.reached |= machine.touched;
  ends.leaves ||= flow.left.some(({ end }) => end === 'exit' || end === 'gone');
}

/** What had run and failed before the part. */
function withHistory({ normal, left }: Flow, { must, failed }: State): Flow {
  const since = (state: State): State => ({
    ...state,
    must: state.must | must,
    failed: state.failed | failed,
  });
  return { normal: normal.map(since), left: left.map(({ end, state }) => ({ end, state: since(state) })) };
}
