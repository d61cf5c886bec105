// kill -9 at random points of several writers on one log: nothing that was acknowledged may be lost.
import { crash } from '../test/io/crash.ts';

/** Arguments: rounds (default 350, so about a thousand kills), writers at once (default 3), seed. */
export async function run([rounds = '350', writers = '3', seed = '1']: string[]): Promise<void> {
  let state = Number(seed);
  const random = () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const begun = performance.now();
  const report = await crash({ rounds: Number(rounds), writers: Number(writers), random });
  const seconds = Math.round((performance.now() - begun) / 1000);
  const kills = Number(rounds) * Number(writers);
  process.stdout.write(`${JSON.stringify({ ...report, kills, seconds }, null, 2)}\n`);
  if (report.lost > 0 || report.invented > 0 || report.damaged.length > 0) process.exitCode = 1;
}
