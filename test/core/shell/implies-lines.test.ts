import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { claimsOf } from './implies-fuzz/measure.ts';

type Case = { line: string; implies: string[]; note?: string; never_green?: boolean; policy?: string };

const cases: readonly Case[] = readFileSync(
  new URL('../../fixtures/shell/implies.jsonl', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line));

/** What follows in these lines hangs on the environment or the file system, which a reading does not know. */
const UNKNOWABLE = new Set(['case $X in a) p1;; *) p2;; esac', 'test -f /nonexistent-x || p1']);

describe('lines whose implications were found by executing them', () => {
  it.each(cases.filter(({ never_green }) => never_green !== true).map((one) => [one.line, one] as const))(
    '%j',
    (line, one) => {
      const expected = one.policy !== undefined || UNKNOWABLE.has(line) ? [] : [...one.implies].sort();
      expect([...(claimsOf(line)?.keys() ?? [])].sort()).toEqual(expected);
    },
  );

  it('there are cases to look at', () => {
    expect(cases.length).toBeGreaterThan(150);
  });
});
