// Nothing that a session started outlives it, however it ends: Ctrl-C twice, `kill -9`.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeRepository, type Repository } from '../repositories.ts';
import { bash, say, scriptIn, start } from './own-sessions.ts';

let repository: Repository;
const temporary = mkdtempSync(join(tmpdir(), 'donegate-outlived-'));
beforeAll(() => {
  repository = makeRepository('javascript');
});
afterAll(() => {
  repository.dispose();
  rmSync(temporary, { recursive: true, force: true });
});

/** A server that a line left running, and a line that does not listen to SIGTERM. */
const turns = [
  bash('sleep 301 & echo $! >.git/server'),
  bash(`trap '' TERM; sleep 302 & echo $! >.git/line; until false; do wait; done`),
  say('Done.'),
];

function isGone(id: number): boolean {
  try {
    // Where nobody reaps orphans a dead process stays as a zombie.
    return /^State:\s*Z/m.test(readFileSync(`/proc/${id}/status`, 'latin1'));
  } catch {
    return true;
  }
}

async function begun(args: readonly string[] = []) {
  const written = ['server', 'line'].map((name) => join(repository.root, '.git', name));
  for (const path of written) rmSync(path, { force: true });
  const script = scriptIn(repository.root, { turns });
  const running = start(repository.root, ['run', 'x', '--script', script, '--json', ...args], {
    TMPDIR: temporary,
  });
  // A file is there a moment before the number is in it.
  const idIn = (path: string) => /^(\d+)\n/.exec(readFileSync(path, 'utf8'))?.[1];
  const isWritten = (path: string) => existsSync(path) && idIn(path) !== undefined;
  await vi.waitFor(() => written.every(isWritten) || expect.unreachable(), 30_000);
  const ids = written.map((path) => Number(idIn(path)));
  expect(ids.map(isGone)).toEqual([false, false]);
  return { running, ids };
}

describe.runIf(process.platform === 'linux')('what a session started ends with it', () => {
  test('at the second Ctrl-C, with what we keep in the temporary directory', async () => {
    const { running, ids } = await begun();
    process.kill(running.pid, 'SIGINT');
    await vi.waitFor(() => expect(running.stderr()).toContain('interrupted'), 10_000);
    process.kill(running.pid, 'SIGINT');
    expect((await running.ended).status).toBe(130);
    await vi.waitFor(() => expect(ids.map(isGone)).toEqual([true, true]), 10_000);
    expect(readdirSync(temporary)).toEqual([]);
  });

  test('when it is killed outright', async () => {
    const { running, ids } = await begun();
    process.kill(running.pid, 'SIGKILL');
    expect((await running.ended).signal).toBe('SIGKILL');
    await vi.waitFor(() => expect(ids.map(isGone)).toEqual([true, true]), 10_000);
  });
});
