import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { ExecRequest } from '../../src/core/ports.ts';
import type { Exit } from '../../src/core/types.ts';
import { openExec } from '../../src/io/exec.ts';

const directory = mkdtempSync(join(tmpdir(), 'donegate-exec-'));
const logs = join(directory, 'logs');
const exec = openExec({ logDirectory: logs, graceMs: 300, quietMs: 150 });
afterAll(async () => {
  await exec.endBackground();
  rmSync(directory, { recursive: true, force: true });
});

const run = (command: string, request: Partial<ExecRequest> = {}) =>
  exec.run({ command, directory, timeoutMs: 20_000, witnessed: false, ...request });

/** The process whose id a line wrote into a file is there and no zombie. */
function isRunning(file: string): boolean {
  const id = Number(readFileSync(join(directory, file), 'utf8'));
  try {
    process.kill(id, 0);
  } catch {
    return false;
  }
  if (process.platform !== 'linux') return true;
  const stat = readFileSync(`/proc/${id}/stat`, 'latin1');
  return stat.slice(stat.lastIndexOf(')') + 2)[0] !== 'Z';
}

const exits: readonly [name: string, line: string, expected: Exit][] = [
  ['success', 'true', { kind: 'exited', code: 0 }],
  ['a failure', 'exit 3', { kind: 'exited', code: 3 }],
  ['pipefail is on', 'false | true', { kind: 'exited', code: 1 }],
  [
    'a status of a killed child is an exit',
    'bash -c "kill -9 \\$\\$"; exit $?',
    { kind: 'exited', code: 137 },
  ],
  ['the shell itself killed', 'kill -9 $$', { kind: 'signaled', signal: 'SIGKILL' }],
  ['a syntax error', 'if', { kind: 'exited', code: 2 }],
  ['a program that is not there', 'no-such-program-here', { kind: 'exited', code: 127 }],
];

describe('exec: the exit', () => {
  test.each(exits)('%s', async (_name, line, expected) => {
    expect((await run(line)).exit).toEqual(expected);
  });

  test('a NUL byte, a directory that is missing and a line that is too long do not start', async () => {
    const refused = await Promise.all([
      run('echo a\0b'),
      run('true', { directory: join(directory, 'missing') }),
      run(`echo ${'x'.repeat(140_000)}`),
    ]);
    expect(refused.map(({ exit }) => exit)).toEqual([
      { kind: 'not_started', why: 'a NUL byte cannot stand in a command line' },
      { kind: 'not_started', why: `there is no directory ${join(directory, 'missing')}` },
      { kind: 'not_started', why: 'the line is longer than 128 KiB; put it into a file' },
    ]);
  });

  test('a line that ignores SIGTERM is timed out all the same, with its grandchildren', async () => {
    const { exit } = await run(`trap '' TERM; (trap '' TERM; sleep 60 & echo $! >child; wait) & sleep 60`, {
      timeoutMs: 2_000,
    });
    expect(exit).toEqual({ kind: 'timed_out', afterMs: 2_000 });
    expect(isRunning('child')).toBe(false);
  });

  test('a line that ends 0 when it is told to stop is timed out, not green', async () => {
    const { exit } = await run(`trap 'exit 0' TERM; sleep 60 & wait`, { timeoutMs: 2_000 });
    expect(exit).toEqual({ kind: 'timed_out', afterMs: 2_000 });
  });

  test.runIf(process.platform === 'linux')('a time limit reaches those that left the group', async () => {
    const line =
      'setsid bash -c "echo \\$\\$ >escaped; exec sleep 60" & until [ -s escaped ]; do sleep 0.05; done; sleep 60';
    const { exit } = await run(line, { timeoutMs: 2_500 });
    expect(exit).toEqual({ kind: 'timed_out', afterMs: 2_500 });
    expect(isRunning('escaped')).toBe(false);
  });

  test('an interrupted line has no status of its own', async () => {
    const controller = new AbortController();
    const running = run(`trap 'exit 0' TERM; echo ready; sleep 60 & wait`, {
      signal: controller.signal,
      onOutput: () => controller.abort(),
    });
    expect((await running).exit).toEqual({ kind: 'signaled', signal: 'SIGTERM' });
    expect((await run('true', { signal: controller.signal })).exit).toEqual({
      kind: 'not_started',
      why: 'interrupted before it began',
    });
  });
});

describe('exec: what a line leaves running', () => {
  test('ends with a check, although nobody waits for it and its output goes elsewhere', async () => {
    await run('sleep 60 >/dev/null 2>&1 & echo $! >left');
    expect(isRunning('left')).toBe(false);
  });

  test('stays for the next line where that is asked, and can go on writing', async () => {
    const line = '(while sleep 0.02; do echo tick; done) & echo $! >server; echo started';
    const { output } = await run(line, { background: 'keep' });
    expect(output.startsWith('started\n')).toBe(true);
    await run('sleep 0.3');
    expect(isRunning('server')).toBe(true);
    await exec.endBackground();
    expect(isRunning('server')).toBe(false);
  });

  test('a child in a session of its own that holds the output open delays the end, but does not prevent it', async () => {
    const { exit, output } = await run('setsid sleep 60 & echo $! >held; echo done');
    expect([exit, output]).toEqual([{ kind: 'exited', code: 0 }, 'done\n']);
    process.kill(Number(readFileSync(join(directory, 'held'), 'utf8')), 'SIGKILL');
  });
});

const outputs: readonly [name: string, line: string, expected: string][] = [
  [
    'stdout and stderr in the order in which they were written',
    'for i in 1 2 3; do echo o$i; echo e$i >&2; done',
    'o1\ne1\no2\ne2\no3\ne3\n',
  ],
  [
    '/dev/stderr and /dev/stdout can be opened',
    'echo a >/dev/stderr; echo b | tee /dev/stderr | cat >/dev/stdout',
    'a\nb\nb\n',
  ],
  ['stdin is empty', 'cat; read x || echo none', 'none\n'],
  ['a character that comes in two pieces', "printf '\\303'; sleep 0.05; printf '\\244\\n'", 'ä\n'],
  ['bytes that are no text', "printf 'a\\377b\\000c\\n'", 'a\uFFFDb\u2400c\n'],
  ['a slow writer behind the line', 'echo a > >(sleep 0.1; cat)', 'a\n'],
];

describe('exec: the output', () => {
  const patient = openExec({ logDirectory: logs, quietMs: 10_000 });
  test.each(outputs)('%s', async (_name, line, expected) => {
    let streamed = '';
    const result = await patient.run({
      command: line,
      directory,
      timeoutMs: 20_000,
      witnessed: false,
      onOutput: (text) => (streamed += text),
    });
    expect([result.output, result.outputWhole, streamed]).toEqual([expected, true, expected]);
  });

  test('a long one keeps head and tail in memory and all of it in the log', async () => {
    const small = openExec({ logDirectory: logs, limits: { head: 1000, tail: 1000, log: 1_000_000 } });
    const result = await small.run({
      command: 'seq 1 20000',
      directory,
      timeoutMs: 20_000,
      witnessed: false,
    });
    expect(result.outputWhole).toBe(false);
    expect(result.output.length).toBeLessThan(2_300);
    expect(result.output.startsWith('1\n2\n3\n')).toBe(true);
    expect(result.output.endsWith('19999\n20000\n')).toBe(true);
    expect(result.output).toContain(`bytes left out; the whole output is in ${result.log}`);
    expect(readFileSync(result.log ?? '', 'utf8')).toBe(
      Array.from({ length: 20_000 }, (_, n) => `${n + 1}\n`).join(''),
    );
  });

  test('a log is bounded, and ends with the end of the output', async () => {
    const small = openExec({ logDirectory: logs, limits: { head: 100, tail: 100, log: 5_000 } });
    const result = await small.run({
      command: 'seq 1 20000',
      directory,
      timeoutMs: 20_000,
      witnessed: false,
    });
    expect(statSync(result.log ?? '').size).toBeLessThan(5_300);
    expect(readFileSync(result.log ?? '', 'utf8').endsWith('19999\n20000\n')).toBe(true);
  });

  test('fifty megabytes neither fill the memory nor the disk', async () => {
    const limits = { head: 64_000, tail: 64_000, log: 2_000_000 };
    const small = openExec({ logDirectory: logs, limits });
    const result = await small.run({
      command: 'yes | head -c 50000000',
      directory,
      timeoutMs: 60_000,
      witnessed: false,
    });
    expect([result.exit, result.outputWhole]).toEqual([{ kind: 'exited', code: 141 }, false]);
    expect(result.output.length).toBeLessThan(130_000);
    expect(statSync(result.log ?? '').size).toBeLessThan(2_100_000);
  });

  test('a log that cannot be written costs the log, not the run', async () => {
    const full = openExec({ logDirectory: join(directory, 'gone') });
    rmSync(join(directory, 'gone'), { recursive: true });
    const result = await full.run({ command: 'echo a', directory, timeoutMs: 20_000, witnessed: false });
    expect([result.exit, result.output, result.log]).toEqual([{ kind: 'exited', code: 0 }, 'a\n', null]);
  });

  test('a silent run leaves no log', async () => {
    const { log } = await run('true');
    expect([log, existsSync(logs)]).toEqual([null, true]);
  });
});

describe('exec: the witness', () => {
  test('is prepared with the environment of the line, and collected after it', async () => {
    const seen: string[] = [];
    const witnessed = openExec({
      logDirectory: null,
      witness: {
        prepare: (environment) => {
          seen.push(environment.EXTRA ?? '');
          return {
            environment: { STATION: 'here' },
            collect: () => ({ kind: 'given', commands: [], shells: [], missesScripts: false }),
          };
        },
      },
    });
    const request = { command: 'echo $STATION', directory, timeoutMs: 20_000, environment: { EXTRA: 'yes' } };
    const asked = await witnessed.run({ ...request, witnessed: true });
    const unasked = await witnessed.run({ ...request, witnessed: false });
    expect([seen, asked.output, asked.testimony, unasked.output, unasked.testimony]).toEqual([
      ['yes'],
      'here\n',
      { kind: 'given', commands: [], shells: [], missesScripts: false },
      '\n',
      { kind: 'none', why: 'no witness' },
    ]);
  });
});
