import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from './witnessed-line.ts';

/** `masked`, `green`, `red`: commands that run a script which hides a failure by its reading. */
export type ScriptTally = { scripts: number; masked: number; green: number; red: number };

/** Runs a script by a line (`./s`), and says where what was judged of it is not what its probes wrote. */
export async function scriptContradictions(
  place: Place,
  script: string,
  line: string,
  tally: ScriptTally,
): Promise<readonly string[]> {
  const log = join(place.directory, 'p.log');
  rmSync(log, { force: true });
  writeFileSync(join(place.directory, 's'), `#!/usr/bin/env bash\n${script}\n`, { mode: 0o755 });
  const { run, reading, judged } = await place.run(line);
  if (run.output.includes('syntax error')) return [];
  const wrote = (existsSync(log) ? readFileSync(log, 'utf8') : '').split('\n').filter((text) => text !== '');
  const about = `${JSON.stringify(script)} by ${JSON.stringify(line)} wrote ${wrote.join(', ') || 'nothing'}`;
  tally.scripts += 1;
  const hiding = reading.commands.filter(({ innerMask }) => innerMask !== null).map(({ text }) => text);
  return judged.commands.flatMap(({ text, result }) => {
    const { why } = judged;
    if (!hiding.includes(text)) return [];
    if (result === 'masked') tally.masked += 1;
    if (result === 'green') {
      tally.green += 1;
      // What runs in the background is not what a script is run for.
      const isTrue = script.includes(' & ') || wrote.every((one) => one.endsWith(' 0'));
      return isTrue ? [] : [`${about}: ${text} is green`];
    }
    const [, probe, status] = / is red inside: `\.\/p (\w+) .*` ended (\d+) /.exec(why) ?? [];
    if (result !== 'red' || probe === undefined) return [];
    tally.red += 1;
    return wrote.includes(`${probe} ${status}`) ? [] : [`${about}: ${why}`];
  });
}
