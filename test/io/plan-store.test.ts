import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPlanStore } from '../../src/io/plan-store.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'donegate-plan-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const state = () => join(root, '.donegate', 'plan-state.json');
const lockFile = () => `${state()}.lock`;

describe('the plan on disk', () => {
  it('is read from the root, or null', async () => {
    const store = openPlanStore({ root, plan: 'docs/PLAN.md' });
    expect([await store.readPlan(), await store.readState()]).toEqual([null, null]);
    mkdirSync(join(root, 'docs'));
    writeFileSync(join(root, 'docs/PLAN.md'), '# Plan\n');
    expect(await store.readPlan()).toBe('# Plan\n');
  });

  it('that is a folder is an error that names it', async () => {
    mkdirSync(join(root, 'PLAN.md'));
    await expect(openPlanStore({ root, plan: 'PLAN.md' }).readPlan()).rejects.toThrow(
      `${join(root, 'PLAN.md')} cannot be read`,
    );
  });
});

describe('the state on disk', () => {
  it('is replaced as a whole, and nothing is left beside it', async () => {
    const store = openPlanStore({ root, plan: 'PLAN.md' });
    await store.updateState((before) => `${before}1`);
    await store.updateState((before) => `${before}2`);
    expect(readFileSync(state(), 'utf8')).toBe('null12');
    expect(readdirSync(join(root, '.donegate'))).toEqual(['plan-state.json']);
  });

  it('stays as it was when the change refuses, and the lock is given back', async () => {
    const store = openPlanStore({ root, plan: 'PLAN.md' });
    await store.updateState(() => 'a');
    const refused = store.updateState(() => {
      throw new Error('no');
    });
    await expect(refused).rejects.toThrow('no');
    expect([readFileSync(state(), 'utf8'), existsSync(lockFile())]).toEqual(['a', false]);
  });

  const dead = 2 ** 22 + 1;
  const locks: readonly [string, () => void][] = [
    [
      'of a process that is gone',
      () => writeFileSync(lockFile(), JSON.stringify({ id: 'x', pid: dead, host: hostname() })),
    ],
    [
      'of another machine, long ago',
      () => {
        writeFileSync(lockFile(), JSON.stringify({ id: 'x', pid: 1, host: 'elsewhere' }));
        utimesSync(lockFile(), new Date(0), new Date(0));
      },
    ],
    [
      'that was torn while it was written',
      () => {
        writeFileSync(lockFile(), '{"id"');
        utimesSync(lockFile(), new Date(0), new Date(0));
      },
    ],
  ];
  it.each(locks)('a lock %s is taken away', async (_name, leave) => {
    mkdirSync(join(root, '.donegate'));
    leave();
    await openPlanStore({ root, plan: 'PLAN.md' }).updateState(() => 'a');
    expect(readdirSync(join(root, '.donegate'))).toEqual(['plan-state.json']);
  });

  it('loses no change of several processes', async () => {
    const program = fileURLToPath(new URL('../fixtures/plan-store/add.ts', import.meta.url));
    const run = promisify(execFile);
    const each = 15;
    await Promise.all(
      ['a', 'b', 'c'].map((name) =>
        run(process.execPath, ['--import', 'tsx', program, root, name, String(each)], { timeout: 60_000 }),
      ),
    );
    const names = readFileSync(state(), 'utf8');
    expect(['a', 'b', 'c'].map((name) => names.split(name).length - 1)).toEqual([each, each, each]);
  });
});
