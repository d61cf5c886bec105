import type { Command, Script } from '../parse.ts';
import type { Index } from './commands.ts';
import { indexCommands } from './commands.ts';
import { type Ends, greenEnds } from './green-ends.ts';
import { maskOf } from './masks.ts';
import type { State } from './state.ts';

/**
 * Whether exit 0 of the line implies that a command ran at least once and that every run of it ended 0.
 * `assumption`: what must hold besides (`source venv/bin/activate changes no command`).
 * `maskedBy`: the construct of the source that hides the status, short (`|| true`, `; echo done`); null: none to name.
 */
export type Proof = { proven: true; assumption: string | null } | { proven: false; maskedBy: string | null };

/**
 * `pipefail`: the line runs under `bash -o pipefail`. `posix`: under whatever calls itself `sh`. `together`: commands that are judged as one, for alternatives
 * (the arms of a `case`): at least one of them ran, and every run of any of them ended 0. `oldBash`: a bash 3.2 may run it, as macOS has one.
 */
export type ProofOptions = {
  pipefail: boolean;
  posix?: boolean;
  oldBash?: boolean;
  together?: readonly Command[];
};

/** Lines with more commands than this are not read. */
export const MOST_COMMANDS = 6000;

/**
 * Reads what a line's success proves, for every command of it: also those in functions, substitutions and nested
 * scripts (see nested.ts), keyed by their syntax nodes. `pipefail`: the line runs under `bash -o pipefail`.
 * A call of a function that the line defines is not proven itself, but what stands in the function's body is; only
 * where the function runs what it is given (`run() { "$@" || exit 1; }`) the call is judged as that command.
 * For `find -exec`, `xargs` and the like the proof is that of the command they start.
 */
export function proveLine(
  parsed: { script: Script; source: string },
  options: ProofOptions,
): ReadonlyMap<Command, Proof> {
  let index: Index;
  try {
    index = indexCommands(parsed.script, parsed.source);
  } catch (error) {
    if (error instanceof RangeError) return new Map();
    throw error;
  }
  if (index.places.size > MOST_COMMANDS) {
    return new Map([...index.places.keys()].map((command) => [command, { proven: false, maskedBy: null }]));
  }
  return judgeAll(index, greenEnds(parsed, index, options), options);
}

/** The call of a function that runs what it is given, and hides nothing of it: it is as good as the command itself. */
function forwards(command: Command, index: Index, found: Ends, sound: readonly State[]): boolean {
  const inner = index.functions.get(command.name?.value ?? '') ?? [];
  const bits = inner.map((one) => found.bits.get(one) ?? 0n);
  const holds = (bit: bigint) =>
    sound.every((state) => (state.must & bit) !== 0n && (state.failed & bit) === 0n);
  return inner.length > 0 && bits.every(holds);
}

function judgeAll(index: Index, found: Ends | null, options: ProofOptions): ReadonlyMap<Command, Proof> {
  const proofs = new Map<Command, Proof>();
  const sound = found?.ends.filter(({ against }) => against === null) ?? [];
  for (const command of index.places.keys()) {
    const bit = found?.bits.get(command) ?? 0n;
    const holds = (state: State) => (state.must & bit) !== 0n && (state.failed & bit) === 0n;
    const isCall =
      found !== null && (found.machine.calls & bit) !== 0n && !forwards(command, index, found, sound);
    if (found === null || isCall || sound.length === 0 || !sound.every(holds)) {
      proofs.set(command, { proven: false, maskedBy: maskOf(command, index, options) });
      continue;
    }
    const against = found.ends.find((state) => state.against !== null && !holds(state));
    proofs.set(command, { proven: true, assumption: against?.against ?? null });
  }
  return proofs;
}
