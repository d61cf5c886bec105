import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from './implies-fuzz/executions.ts';
import { openSandbox } from './implies-fuzz/executions.ts';
import { measure, summary } from './implies-fuzz/measure.ts';

const LINES = 1000;

describe('random lines in the real bash', () => {
  it('never contradict what is said to be proven', async () => {
    const measured = await measure(20261130, (lines) => lines < LINES, 0.1);
    console.log(summary(measured));
    expect(measured.contradictions).toEqual([]);
    expect(measured.lines).toBe(LINES);
    expect(measured.executions).toBeGreaterThan(LINES / 4);
    expect(measured.found).toBeGreaterThan(measured.holding * 0.7);
  }, 180_000);
});

describe('the driver sees what a line does', () => {
  let sandbox: Sandbox;
  beforeAll(() => {
    sandbox = openSandbox(3, 10_000);
  });
  afterAll(() => {
    sandbox.close();
  });

  const rows: readonly (readonly [string, string, Record<string, readonly number[]>, unknown])[] = [
    ['a masked failure', 'p1 || true', { p1: [1] }, { status: 0, runs: [{ probe: 'p1', status: 1 }] }],
    ['a status', 'p1', { p1: [3] }, { status: 3, runs: [{ probe: 'p1', status: 3 }] }],
    ['a probe that does not run', 'true || p1', { p1: [1] }, { status: 0, runs: [] }],
    [
      'a second run that answers otherwise',
      'p1; p1',
      { p1: [1, 0] },
      {
        status: 0,
        runs: [
          { probe: 'p1', status: 1 },
          { probe: 'p1', status: 0 },
        ],
      },
    ],
    ['pipefail', 'p1 | cat', { p1: [1] }, { status: 1, runs: [{ probe: 'p1', status: 1 }] }],
  ];
  it.each(rows)('%s', async (_name, line, answers, expected) => {
    expect(await sandbox.run(line, new Map(Object.entries(answers)))).toEqual(expected);
  });
});

it('a line that runs for ever is cut off', async () => {
  const sandbox = openSandbox(1, 200);
  const execution = await sandbox.run('while :; do :; done', new Map([['p1', [0]]]));
  sandbox.close();
  expect(execution.status).toBeNull();
});
