// A run that stopped at what failed: more might fail behind it.
import type { ReadCommand } from '../reading-types.ts';
import { stepsOf } from '../shell/steps.ts';
import { stoppingOption } from '../shell/stops.ts';
import type { JudgedCommand } from '../types.ts';

/** How runners say that they left tests out. */
const SIGNS: readonly [sign: RegExp, why: string][] = [
  [/^!+ (?:[\w.]+: )?stopping after \d+ failures? !+$/m, 'the runner stopped at the first failures'],
  [/^!+ Interrupted: \d+ errors? during collection !+$/m, 'tests could not be collected, so none ran'],
  [/^\s*Cancel+ing due to /m, 'the runner stopped at the first failure'],
  [/^\[INFO\] .+ \.{2,} ?SKIPPED\b/m, 'modules were skipped'],
  [/^Test Suites: .*\b\d+ of \d+ total$/m, 'the runner stopped at the first failures'],
  [/^FAIL\t\S+ \[(?:build|setup) failed\]$/m, 'a package could not be built, so none of its tests ran'],
];

/** Why a red run may have left tests out because of what failed; null: it went to its end, as far as is known. */
export function stoppedBy(
  commands: readonly ReadCommand[],
  judged: readonly JudgedCommand[],
  output: string,
): string | null {
  const red = judged.findIndex(({ result }) => result === 'red');
  if (red < 0) return null;
  const left = judged.findIndex(({ result }, index) => index > red && result === 'none');
  if (left >= 0) return `\`${judged[left]?.text}\` did not run`;
  for (const [index, { result }] of judged.entries()) {
    const command = commands[index];
    if (result !== 'red' || command === undefined) continue;
    const why = stoppedInside(command, output);
    if (why !== null) return why;
  }
  return SIGNS.find(([sign]) => sign.test(output))?.[1] ?? cargoStopped(output) ?? goStopped(output);
}

/**
 * Steps behind the one that failed, or a runner that goes no further by itself.
 * Limit: a script that goes on and collects what failed is taken for one that stops; a loop in it for one step.
 */
function stoppedInside(command: ReadCommand, output: string): string | null {
  const steps = stepsOf(command);
  const tests = steps.filter((step) => step.class === 'test');
  const isLast = tests.length === 1 && tests[0] === steps.at(-1);
  if (steps.length > 1 && !isLast) return `\`${command.text}\` has more than one step`;
  const runner = steps.at(-1) ?? command;
  const option = stoppingOption(runner);
  if (option !== null) return `\`${option}\` stops at the first failure`;
  const stops = runner.program === 'gradle' && !/\s--continue\b/.test(runner.text);
  return stops && /^\* What went wrong:$/m.test(output) ? 'gradle stops at the first failing task' : null;
}

/** Without `--no-fail-fast` cargo runs no further test program behind one that failed; with it, it lists them in the end. */
function cargoStopped(output: string): string | null {
  if (!/^error: test failed, to rerun pass /m.test(output)) return null;
  return /^error: \d+ targets? failed:$/m.test(output)
    ? null
    : 'cargo stops at the first failing test program';
}

/** A package whose tests all ran says FAIL on a line of its own; one that panicked or called os.Exit does not. */
function goStopped(output: string): string | null {
  let isWhole = false;
  for (const line of output.split('\n')) {
    if (line === 'FAIL') isWhole = true;
    const failed = /^FAIL\t(\S+)\t[\d.]+s$/.exec(line)?.[1];
    if (failed !== undefined && !isWhole) return `the tests of ${failed} ended before their time`;
    if (failed !== undefined || line.startsWith('ok  \t')) isWhole = false;
  }
  return null;
}
