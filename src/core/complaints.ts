import { plainText } from './plain-text.ts';
import type { Exit, JudgedRun } from './types.ts';

/** What a red run complains of. `tests`: the tests that fail, by name. `lines`: what it prints, where no test failed. */
export type Complaints = { by: 'tests' | 'lines'; all: readonly string[] };

/**
 * Comparable over two runs: complaints of the one that the other does not have are new. Null: what it complains of is not known.
 * Of lines, numbers do not count (a place moves with what is written above it), but how often each stands there.
 */
export function complaintsOf(run: {
  judged: JudgedRun;
  exit: Exit;
  output: string;
  outputWhole: boolean;
}): Complaints | null {
  const { judged, exit, output, outputWhole } = run;
  if (judged.result !== 'red') return null;
  if (judged.failing.length > 0) return { by: 'tests', all: judged.failing };
  if (exit.kind !== 'exited' || !outputWhole || (judged.tests?.failed ?? 0) > 0) return null;
  return { by: 'lines', all: [`exit ${exit.code}`, ...linesOf(output)] };
}

function linesOf(output: string): readonly string[] {
  const times = new Map<string, number>();
  return plainText(output)
    .split('\n')
    .map((line) =>
      line
        .replace(/0x[\da-f]+|\d+(?:\.\d+)?/gi, '#')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((line) => line !== '')
    .map((line) => {
      const time = (times.get(line) ?? 0) + 1;
      times.set(line, time);
      return time === 1 ? line : `${line} (${time})`;
    });
}
