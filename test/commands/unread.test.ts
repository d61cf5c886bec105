// What nobody could read is no proof: the reader closes the pipe, or the disk is full.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, openSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { makeRepository } from '../repositories.ts';
import { CLI } from './cli.ts';

const made: { dispose(): void }[] = [];
afterEach(() => {
  for (const one of made.splice(0)) one.dispose();
});

/** Starts a check that is green; `stdout` is what it writes to. */
function greenCheck(stdout: 'pipe' | number, temporary = tmpdir(), imported: readonly string[] = []) {
  const one = makeRepository('javascript');
  made.push(one);
  one.write('donegate.toml', 'checks = ["node -p 1"]\n');
  one.commit('configure');
  return spawn(process.execPath, [...imported.flatMap((code) => ['--import', code]), CLI, 'check'], {
    cwd: one.root,
    stdio: ['ignore', stdout, 'pipe'],
    env: { ...process.env, TMPDIR: temporary },
    timeout: 50_000,
    killSignal: 'SIGKILL',
  });
}

function ended(child: ReturnType<typeof greenCheck>): Promise<{ status: number | null; stderr: string }> {
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString('utf8');
  });
  return new Promise((resolve) => child.once('close', (status) => resolve({ status, stderr })));
}

test('a green check whose reader is gone does not end 0, and leaves nothing behind', async () => {
  const temporary = mkdtempSync(join(tmpdir(), 'donegate-unread-'));
  made.push({ dispose: () => rmSync(temporary, { recursive: true, force: true }) });
  const child = greenCheck('pipe', temporary);
  child.stdout?.destroy();
  expect(await ended(child)).toEqual({ status: 1, stderr: '' });
  expect(readdirSync(temporary)).toEqual([]);
});

test.runIf(existsSync('/dev/full'))('a full disk is said in one line', async () => {
  const { status, stderr } = await ended(greenCheck(openSync('/dev/full', 'w')));
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringMatching(/^donegate: the output cannot be written \(ENOSPC.*\)\n$/),
  });
});

test('a fault of ours that nobody waits for is no refusal', async () => {
  const failing = `data:text/javascript,${encodeURIComponent(`
    const write = process.stdout.write.bind(process.stdout);
    process.stdout.write = (...args) => {
      setImmediate(() => { throw new Error('some fault'); });
      return write(...args);
    };`)}`;
  const { status, stderr } = await ended(greenCheck('pipe', tmpdir(), [failing]));
  expect({ status, stderr }).toEqual({
    status: 70,
    stderr: expect.stringMatching(
      /^donegate: a fault of donegate's own, please report it.*\nError: some fault\n/,
    ),
  });
});

test('a reader that is gone from both ends the command without a word of node', async () => {
  const child = greenCheck('pipe');
  child.stdout?.destroy();
  child.stderr?.destroy();
  expect((await ended(child)).status).toBe(1);
});
