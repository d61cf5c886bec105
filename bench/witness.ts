import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandEnvironment } from '../src/io/environment.ts';
import { openWitness } from '../src/io/witness.ts';
import { bashVersion } from '../test/bash-version.ts';
import { contradictions, type Tally } from '../test/witness/contradictions.ts';
import { randomFrom, randomLine } from '../test/witness/random-lines.ts';
import { openPlace } from '../test/witness/witnessed-line.ts';

const LINES: readonly (readonly [name: string, line: string])[] = [
  [
    'a test runner of 0.3 s behind a pipe',
    'cd . && node -e "setTimeout(() => {}, 200)" 2>&1 | tail -5; echo done',
  ],
  ['a small test runner', 'node -e 0 | tail -1; echo done'],
  ['twenty small programs', 'for i in 1 2 3 4 5 6 7 8 9 10; do /bin/true; /bin/true; done'],
  ['ten scripts of ten commands', 'for i in 1 2 3 4 5 6 7 8 9 10; do bash ./s; done'],
  ['a loop of 600 builtins', 'i=0; while [ $i -lt 300 ]; do i=$((i+1)); done'],
  ['a loop of 20,000 builtins', 'i=0; while [ $i -lt 10000 ]; do i=$((i+1)); done'],
];

/**
 * What the witness costs: time with it over time without, on the same lines in turn. `npm run bench -- witness [ROUNDS]`;
 * `npm run bench -- witness fuzz [SECONDS] [SEED]` runs random lines and prints every false testimony.
 */
export async function run(args: string[]): Promise<void> {
  if (args[0] === 'fuzz') return fuzz(Number(args[1] ?? 30), Number(args[2] ?? Date.now() % 2 ** 32));
  const directory = mkdtempSync(join(tmpdir(), 'donegate-bench-'));
  writeFileSync(join(directory, 's'), 'a=1\n'.repeat(10));
  const rounds = Number(args[0] ?? 15);
  for (const [name, line] of LINES) {
    const times: { with: number[]; without: number[] } = { with: [], without: [] };
    for (let round = 0; round < rounds; round += 1) {
      times.without.push(timeOf(line, directory, false));
      times.with.push(timeOf(line, directory, true));
    }
    const [withIt, without] = [median(times.with), median(times.without)];
    console.log(`${(withIt / without).toFixed(2)} x  ${name} (${without.toFixed(1)} ms without)`);
  }
  rmSync(directory, { recursive: true, force: true });
}

function timeOf(line: string, directory: string, witnessed: boolean): number {
  const plain = commandEnvironment(process.env);
  const prepared = witnessed ? openWitness().prepare(plain) : null;
  const began = performance.now();
  spawnSync('bash', ['-o', 'pipefail', '-c', line], {
    cwd: directory,
    env: { ...plain, ...prepared?.environment },
    stdio: 'ignore',
    timeout: 30_000,
  });
  const took = performance.now() - began;
  prepared?.collect();
  return took;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

async function fuzz(seconds: number, seed: number): Promise<void> {
  const place = openPlace();
  const random = randomFrom(seed);
  const tally: Tally = { lines: 0, ran: 0, witnessed: 0, unknown: 0 };
  const end = Date.now() + seconds * 1000;
  let found = 0;
  while (Date.now() < end) {
    for (const contradiction of await contradictions(place, randomLine(random), tally)) {
      found += 1;
      console.log(`CONTRADICTION ${contradiction}`);
    }
  }
  place.remove();
  console.log(
    `seed ${seed}, bash ${bashVersion().text}: ${tally.lines} lines, ${tally.ran} commands that ran, ${tally.witnessed} witnessed, ${tally.unknown} unknown, ${found} false`,
  );
}
