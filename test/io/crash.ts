// What survives when writers of one log are killed at random points. Shared by the test and the bench.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { systemClock } from '../../src/io/clock.ts';
import { openFactLog } from '../../src/io/fact-log.ts';

export type CrashReport = {
  rounds: number;
  acknowledged: number;
  /** Acknowledged, but not in the log, or not as they were acknowledged. */
  lost: number;
  /** In the log as accepted although they were refused. */
  invented: number;
  damaged: readonly string[];
  torn: number;
};

/** `rounds` times: some writers on one log, each killed after a random number of records. */
export async function crash(options: {
  rounds: number;
  writers: number;
  random: () => number;
}): Promise<CrashReport> {
  const directory = mkdtempSync(join(tmpdir(), 'donegate-crash-'));
  try {
    const program = join(directory, 'writer.mjs');
    const source = join(dirname(fileURLToPath(import.meta.url)), 'crash-writer.ts');
    await build({ entryPoints: [source], outfile: program, bundle: true, platform: 'node', format: 'esm' });
    const path = join(directory, 'facts.jsonl');
    const told = new Map<string, boolean>();
    for (let round = 0; round < options.rounds; round += 1) {
      const writers = Array.from({ length: options.writers }, (_, n) =>
        killedWriter({
          program,
          path,
          name: `${round}.${n}`,
          after: 1 + Math.floor(options.random() * 12),
          told,
        }),
      );
      await Promise.all(writers);
    }
    return reportOn(path, told, options.rounds);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function killedWriter(writer: {
  program: string;
  path: string;
  name: string;
  after: number;
  told: Map<string, boolean>;
}): Promise<void> {
  const child: ChildProcess = spawn(process.execPath, [writer.program, writer.path, writer.name], {
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 30_000,
    killSignal: 'SIGKILL',
  });
  if (child.stdout === null) return;
  const lines = createInterface({ input: child.stdout });
  let left = writer.after;
  for await (const line of lines) {
    const [claim = '', accepted] = line.split(' ');
    writer.told.set(claim, accepted === 'true');
    left -= 1;
    if (left === 0) child.kill('SIGKILL');
  }
}

function reportOn(path: string, told: ReadonlyMap<string, boolean>, rounds: number): CrashReport {
  const log = openFactLog({ path, mode: 'existing', clock: systemClock });
  const recorded = new Map<string, boolean>();
  for (const fact of log.facts()) {
    if (fact.type === 'claim_judged') recorded.set(fact.text.split(' ')[0] ?? '', fact.accepted);
  }
  const damage = log.damage();
  return {
    rounds,
    acknowledged: told.size,
    lost: [...told].filter(([claim, accepted]) => recorded.get(claim) !== accepted).length,
    invented: [...recorded].filter(
      ([claim, accepted]) => accepted !== (Number(claim.split('-')[1]) % 3 === 0),
    ).length,
    damaged: damage === null ? [] : [damage],
    torn: log.notes().length,
  };
}
