import { bashVersion } from '../test/bash-version.ts';
import { measure, summary } from '../test/core/shell/implies-fuzz/measure.ts';

/**
 * Random lines against the real bash, for as long as asked: `npm run bench -- implies-fuzz [SECONDS] [SEED] [MISSED] [SHARE]`.
 * Prints every contradiction and MISSED of the implications that were missed; SHARE of the lines of which nothing is
 * claimed are run as well (1: all, which the completeness needs; less: more lines).
 */
export async function run(args: string[]): Promise<void> {
  const seconds = Number(args[0] ?? 30);
  const seed = Number(args[1] ?? Math.floor(Math.random() * 2 ** 32));
  const end = Date.now() + seconds * 1000;
  console.log(`seed ${seed}, bash ${bashVersion().text}`);
  const measured = await measure(seed, () => Date.now() < end, Number(args[3] ?? 1));
  for (const { line, probe, assumption, execution } of measured.contradictions) {
    const runs = execution.runs.map((one) => `${one.probe}=${one.status}`).join(' ');
    console.log(`CONTRADICTION ${probe} ${JSON.stringify(line)} ran ${runs} ${assumption}`);
  }
  for (const { line, probe } of measured.missed.slice(0, Number(args[2] ?? 20))) {
    console.log(`missed ${probe} ${JSON.stringify(line)}`);
  }
  console.log(summary(measured));
}
