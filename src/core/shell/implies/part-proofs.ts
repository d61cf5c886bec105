import type { Command, CommandNode, Script } from '../parse.ts';
import { indexCommands } from './commands.ts';
import { greenEnds } from './green-ends.ts';
import { MOST_COMMANDS } from './index.ts';
import { noEnds, type PartEnds } from './parts.ts';

/** Commands times parts, above which nothing is said of any. */
const MOST_PAIRS = 500_000;

/** What the success of one part of a line says. */
export type PartProof = {
  /** Exit 0 of the part implies that these ran in it and that every run of them in it ended 0. */
  proves: ReadonlySet<Command>;
  /** What can run in it at all. */
  reaches: ReadonlySet<Command>;
  /** It can end the shell: then what is seen as its status may be another's. */
  leaves: boolean;
};

export type PartProofs = {
  of: ReadonlyMap<CommandNode, PartProof>;
  /** Commands that can run besides, in none of the parts. */
  outside: ReadonlySet<Command>;
  /** Commands in loops, functions and traps: they may run more than once. */
  again: ReadonlySet<Command>;
};

/**
 * Reads what the success of parts of a line proves; parts are simple and compound commands that run in the line's own shell,
 * or as members of its pipelines. `late`: those that speak of what began before them (`wait $PID`), since the line's beginning.
 * Null: the line goes on in a way that cannot be followed, so that nothing is known of any part.
 */
export function proveParts(
  parsed: { script: Script; source: string },
  nodes: { parts: readonly CommandNode[]; late: ReadonlySet<CommandNode> },
  options: { pipefail: boolean },
): PartProofs | null {
  const index = indexCommands(parsed.script, parsed.source);
  if (index.places.size > MOST_COMMANDS || index.places.size * nodes.parts.length > MOST_PAIRS) return null;
  const ends = new Map(nodes.parts.map((node) => [node, noEnds()]));
  const found = greenEnds(parsed, index, options, { ends, late: nodes.late, isInside: false });
  if (found === null || found.isLost) return null;
  const { bits, machine } = found;
  const holding = (mask: bigint): ReadonlySet<Command> =>
    new Set([...bits].filter(([, bit]) => (mask & bit) !== 0n).map(([command]) => command));
  const proofOf = ({ must, failed, reached, canBeGreen, leaves }: PartEnds): PartProof => ({
    proves: canBeGreen ? holding(must & ~failed) : new Set(),
    reaches: holding(reached),
    leaves,
  });
  return {
    of: new Map([...ends].map(([node, one]) => [node, proofOf(one)])),
    outside: holding(machine.touched),
    again: index.again,
  };
}
