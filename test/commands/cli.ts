// The built command line, as a person starts it. `npm test` builds it first.
import { spawnSync } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

export const CLI = process.env.DONEGATE_CLI ?? join(root, 'dist/cli.js');

export type Answer = { status: number | null; stdout: string; stderr: string };

/** Runs `donegate ARGS` in a directory, without a terminal. */
export function cli(
  cwd: string,
  args: readonly string[],
  given: { input?: string; env?: Readonly<Record<string, string>> } = {},
): Answer {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
    cwd,
    encoding: 'utf8',
    input: given.input ?? '',
    timeout: 50_000,
    killSignal: 'SIGKILL',
    env: { ...process.env, ...given.env },
  });
  return { status, stdout, stderr };
}
