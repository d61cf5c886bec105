import type { Command, Script } from '../parse.ts';

/**
 * Whether exit 0 of the line implies that a command ran at least once and that every run of it ended 0.
 * `assumption`: what must hold besides (`source venv/bin/activate changes no command`).
 * `maskedBy`: the construct of the source that hides the status, short (`|| true`, `; echo done`); null: none to name.
 */
export type Proof = { proven: true; assumption: string | null } | { proven: false; maskedBy: string | null };

/**
 * Reads what a line's success proves, for every command of it: also those in functions, substitutions and nested
 * scripts (see nested.ts), keyed by their syntax nodes. `pipefail`: the line runs under `bash -o pipefail`.
 * A call of a function that the line defines is never proven itself; what stands in the function's body is.
 * For `find -exec`, `xargs` and the like the proof is that of the command they start.
 */
export function proveLine(
  _parsed: { script: Script; source: string },
  _options: { pipefail: boolean },
): ReadonlyMap<Command, Proof> {
  return new Map();
}
