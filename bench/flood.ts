// A run that prints a gigabyte: what it costs against the same line into `cat`, and how much memory and disk it takes.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openExec } from '../src/io/exec.ts';
import { openWitness } from '../src/io/witness.ts';

const mebi = 2 ** 20;

/** `npm run bench -- flood [MEBIBYTES]`: prints wall time as a ratio, resident memory gained, bytes of the log. */
export async function run(args: readonly string[]): Promise<void> {
  const size = Number(args[0] ?? 1024);
  const line = `yes 'one of the lines of a chatty build' | head -c ${size}M; echo; echo 'the last line'`;
  const directory = mkdtempSync(join(tmpdir(), 'donegate-bench-flood-'));
  try {
    const logs = join(directory, 'logs');
    const plain = timed(() =>
      spawnSync('bash', ['-c', `{ ${line}; } | cat >/dev/null`], { stdio: 'ignore' }),
    );
    const exec = openExec({ logDirectory: logs, witness: openWitness() });
    const before = process.resourceUsage().maxRSS;
    const begun = performance.now();
    const { output, outputWhole } = await exec.run({
      command: line,
      directory,
      timeoutMs: 600_000,
      witnessed: true,
      background: 'end',
    });
    const took = performance.now() - begun;
    const grown = (process.resourceUsage().maxRSS - before) / 1024;
    const log = readdirSync(logs).reduce((sum, name) => sum + statSync(join(logs, name)).size, 0);
    process.stdout.write(
      `${size} MiB printed: ${(took / plain).toFixed(1)} x the line into cat, ${grown.toFixed(0)} MiB more memory, ` +
        `log of ${(log / mebi).toFixed(0)} MiB, kept ${output.length} characters, whole: ${outputWhole}, ` +
        `end kept: ${output.trimEnd().endsWith('the last line')}\n`,
    );
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function timed(work: () => unknown): number {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}
