// kill -9 at random points of several writers on one log: nothing that was acknowledged may be lost.
import { crash } from '../test/io/crash.ts';

/** Arguments: rounds (default 1000), writers at once (default 3), seed. */
export async function run([rounds = '1000', writers = '3', seed = '1']: string[]): Promise<void> {
  let state = Number(seed);
  const random = () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const report = await crash({ rounds: Number(rounds), writers: Number(writers), random });
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  if (report.lost > 0 || report.invented > 0 || report.damaged.length > 0) process.exitCode = 1;
}
