// Each probe writes its own status: whatever a line does, no command may be given another one.
import { afterAll, expect, test } from 'vitest';
import { contradictions, type Tally } from './contradictions.ts';
import { randomFrom, randomLine } from './random-lines.ts';
import { openPlace } from './witnessed-line.ts';

const place = openPlace();
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

test('and that is not true for want of saying anything', () => {
  expect(all.lines).toBe(300);
  expect(all.witnessed).toBeGreaterThan(all.ran * 0.35);
});
