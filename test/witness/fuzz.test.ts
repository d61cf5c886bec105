// Each probe writes its own status: whatever a line does, no command may be given another one.
import { afterAll, expect, test } from 'vitest';
import { contradictions, type Tally } from './contradictions.ts';
import { randomFrom, randomLine } from './random-lines.ts';
import { type ScriptTally, scriptContradictions } from './script-contradictions.ts';
import { testTold } from './testifying.ts';
import { openPlace } from './witnessed-line.ts';

const place = openPlace({
  Makefile: 's:\n\t./s\nq:\n\t-./s\n.PHONY: s q\n',
  t: '#!/usr/bin/env bash\n./s\necho done\n',
  u: '#!/bin/sh\nbash s; true\n',
});
const scripts: ScriptTally = { scripts: 0, masked: 0, green: 0, red: 0 };
const all: Tally = { lines: 0, ran: 0, witnessed: 0, unknown: 0 };
afterAll(() => place.remove());

test.each([1, 2, 3, 4, 5, 6])(
  'the testimony never names another status: 50 lines from seed %i',
  async (seed) => {
    const random = randomFrom(seed);
    const found: string[] = [];
    for (let line = 0; line < 50; line += 1) {
      found.push(...(await contradictions(place, randomLine(random), all)));
    }
    expect(found).toEqual([]);
  },
);

testTold('and that is not true for want of saying anything', () => {
  expect(all.lines).toBe(300);
  expect(all.witnessed).toBeGreaterThan(all.ran * 0.35);
});

/** Ways to run the script `s`. */
const CALLS = [
  './s',
  './s; echo done',
  'timeout 9 bash s | cat',
  './s; ./s',
  '(./s); echo',
  'make s',
  'make q',
  './t',
  './u; echo',
  'x=$(./s); echo',
  "bash -c './s; true'; echo",
  './s | ./s | cat',
  'for i in 1 2; do ./s; done; true',
  'f() { ./s; }; f; f; echo',
  './s & ./t; wait',
] as const;

test.each([1, 2])('nor do scripts: 40 scripts from seed %i', async (seed) => {
  const random = randomFrom(seed);
  const found: string[] = [];
  for (let at = 0; at < 40; at += 1) {
    const isFailing = () => random() < 0.2;
    const script = randomLine(random).replace(/(\.\/p \w+) \d+/g, (probe, name: string) =>
      isFailing() ? probe : `${name} 0`,
    );
    const line = CALLS[Math.floor(random() * CALLS.length)] ?? './s';
    found.push(...(await scriptContradictions(place, script, line, scripts)));
  }
  expect(found).toEqual([]);
});

testTold('which is not for want of saying anything either', () => {
  expect(scripts.scripts).toBeGreaterThan(60);
  expect(Math.min(scripts.green, scripts.red)).toBeGreaterThan(0);
});
