import { clip } from '../core/clip.ts';

/** Characters of a command's output that the model gets. */
const LONGEST = 16_000;

/**
 * Output as the model gets it: head and tail kept, and where all of it is. `whole` false: its middle was dropped before
 * already.
 */
export function clipForModel(output: string, options: { log: string | null; whole: boolean }): string {
  const shown = clip(output, LONGEST);
  if (options.whole && output.length <= LONGEST) return shown;
  const where = options.log === null ? 'and nowhere else' : `all of it is in ${options.log}`;
  return `${shown}\n[this is not the whole output; ${where}]`;
}
