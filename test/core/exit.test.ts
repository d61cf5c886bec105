import { describe, expect, it } from 'vitest';
import { describeExit, exitOf, isGreen, statusOf } from '../../src/core/exit.ts';
import type { Exit } from '../../src/core/types.ts';

const rows: [exit: Exit, green: boolean, status: number | null, words: string][] = [
  [{ kind: 'exited', code: 0 }, true, 0, 'exit 0'],
  [{ kind: 'exited', code: 3 }, false, 3, 'exit 3'],
  [{ kind: 'signaled', signal: 'SIGKILL' }, false, 137, 'killed by SIGKILL'],
  [{ kind: 'signaled', signal: 'SIGWINCH' }, false, null, 'killed by SIGWINCH'],
  [{ kind: 'timed_out', afterMs: 180_000 }, false, null, 'stopped at its time limit of 180 s'],
  [{ kind: 'not_started', why: 'no such directory' }, false, null, 'could not start: no such directory'],
  [{ kind: 'unknown' }, false, null, 'status not known'],
];

describe('how a process ended', () => {
  it.each(rows)('%j', (exit, green, status, words) => {
    expect([isGreen(exit), statusOf(exit), describeExit(exit)]).toEqual([green, status, words]);
  });

  it('is unknown where no status is reported', () => {
    expect([exitOf(null), exitOf(0)]).toEqual([{ kind: 'unknown' }, { kind: 'exited', code: 0 }]);
  });
});
