import type { TestCase } from '../../languages/types.ts';
import type { PlacedTest } from '../changes/types.ts';
import { covers, isReworded, isSameSubject } from './covers.ts';

export type Pairing = {
  pairs: readonly { before: PlacedTest; after: PlacedTest }[];
  gone: readonly PlacedTest[];
  added: readonly PlacedTest[];
};

/** Finds each test of the baseline among the tests that stand now: by name and place, by name, by content. */
export function pairTests(before: readonly PlacedTest[], after: readonly PlacedTest[]): Pairing {
  const pairs: { before: PlacedTest; after: PlacedTest }[] = [];
  let gone = before;
  let added = after;
  for (const key of keys) {
    const open = groups(added, key);
    const left: PlacedTest[] = [];
    for (const test of gone) {
      const match = open.get(key(test))?.shift();
      if (match === undefined) left.push(test);
      else pairs.push({ before: test, after: match });
    }
    gone = left;
    added = [...open.values()].flat();
  }
  return byLikeness({ pairs, gone, added });
}

function groups(
  tests: readonly PlacedTest[],
  key: (placed: PlacedTest) => string,
): Map<string, PlacedTest[]> {
  const found = new Map<string, PlacedTest[]>();
  for (const test of tests) {
    const group = found.get(key(test));
    if (group === undefined) found.set(key(test), [test]);
    else group.push(test);
  }
  return found;
}

const keys: readonly ((placed: PlacedTest) => string)[] = [
  ({ path, test }) => JSON.stringify([path, test.suites, test.name]),
  ({ path, test }) => JSON.stringify([path, test.name]),
  ({ test }) => JSON.stringify([test.suites, test.name]),
  ({ test }) => JSON.stringify(test.name),
  ({ test }) => test.body,
];

/** Share of the old test's assertions that the new one has to make, to be taken for the same test under another name. */
const enough = 0.5;

function byLikeness({ pairs, gone, added }: Pairing): Pairing {
  const more = [...pairs];
  const left: PlacedTest[] = [];
  const open = new Set(added);
  for (const test of gone) {
    const best = [...open]
      .map((candidate) => ({ candidate, share: likeness(test, candidate) }))
      .filter(({ share }) => share >= enough)
      .sort((a, b) => b.share - a.share)[0];
    if (best === undefined) left.push(test);
    else {
      open.delete(best.candidate);
      more.push({ before: test, after: best.candidate });
    }
  }
  return { pairs: more, gone: left, added: [...open] };
}

function likeness(before: PlacedTest, after: PlacedTest): number {
  const share = assertedShare(before.test, after.test);
  return share === 0 ? 0 : share + (before.path === after.path ? 0.1 : 0);
}

function assertedShare(before: TestCase, after: TestCase): number {
  if (before.assertions.length === 0) return 0;
  const kept = before.assertions.filter((was) =>
    after.assertions.some((now) => (isSameSubject(now, was) && covers(now, was)) || isReworded(now, was)),
  );
  return kept.length / before.assertions.length;
}
