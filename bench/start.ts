// What a start of the command line costs against `node -e 0`, by CPU time.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { cpuPerCall } from './measure/cpu.ts';

const repetitions = 20;

/** Uses the built command line: `$DONEGATE_CLI`, or dist/cli.js. */
export async function run(): Promise<void> {
  const cli = resolve(process.env.DONEGATE_CLI ?? 'dist/cli.js');
  const directory = mkdtempSync(join(tmpdir(), 'donegate-bench-start-'));
  try {
    const messages = join(directory, 'messages.jsonl');
    writeFileSync(
      messages,
      [
        '{"type":"session_start","files":{"a.py":"1"}}',
        '{"type":"user","text":"x"}',
        '{"type":"run","command":"pytest -q","exit":0,"output":"1 passed"}',
        '{"type":"claim","text":"done"}',
      ].join('\n'),
    );
    const bare = await cpuPerCall('children', repetitions, () => node(['-e', '0']));
    process.stdout.write(`node -e 0: ${bare.toFixed(0)} ms CPU\n`);
    const rows: readonly (readonly [string, readonly string[]])[] = [
      ['--version', ['--version']],
      ['--help', ['--help']],
      ['explain', ['explain', '--json', 'cd app && pytest -q 2>&1 | tail -5']],
      ['replay', ['replay', '--json', messages]],
    ];
    for (const [name, args] of rows) {
      const cpu = await cpuPerCall('children', repetitions, () => node([cli, ...args]));
      process.stdout.write(`donegate ${name}: ${cpu.toFixed(0)} ms CPU, ${(cpu / bare).toFixed(2)} x\n`);
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function node(args: readonly string[]): void {
  const { status, stderr } = spawnSync(process.execPath, [...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 60_000,
  });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended ${status}: ${stderr}`);
}
