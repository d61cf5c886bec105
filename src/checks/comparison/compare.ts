import type { Assertion, TestCase } from '../../languages/types.ts';
import type { Changes, PlacedTest, TestFile } from '../changes/types.ts';
import { explain, matchElsewhere, matchWithin, type Open } from './losses.ts';
import { pairTests } from './pair.ts';
import { withStandIns } from './stand-ins.ts';
import type { Comparison, Gone, Pair } from './types.ts';

/** Compares the tests of the baseline with the tests that stand now, across all changed files. */
export function compareTests(changes: Changes): Comparison {
  const after = collected(changes, 'after');
  const { pairs, gone, added } = pairTests(collected(changes, 'before'), after);
  const within = pairs.map(({ before, after }) => ({
    before,
    after,
    open: matchWithin(before.test.assertions, withStandIns(before.test, after.test)),
  }));
  let pool: readonly Assertion[] = [
    ...added.flatMap(({ test }) => test.assertions),
    ...within.flatMap(({ open }) => open.now),
  ];
  const elsewhere = (was: readonly Assertion[]): readonly Assertion[] => {
    const left = matchElsewhere({ was, now: pool });
    pool = left.now;
    return left.was;
  };
  const helpers = loose(changes, 'after');
  return {
    pairs: within.map(({ before, after, open }) =>
      pairOf(before, after, { was: elsewhere(open.was), now: open.now }),
    ),
    gone: gone
      .filter((one) => !isStillSaid(one, after))
      .map((before) => goneOf(before, elsewhere(realOf(before.test)), helpers)),
    added,
    helpers: helperPairs(changes),
  };
}

function pairOf(before: PlacedTest, after: PlacedTest, open: Open): Pair {
  return { before, after, losses: explain(open) };
}

function goneOf(before: PlacedTest, lost: readonly Assertion[], helpers: readonly PlacedTest[]): Gone {
  const { name, body } = before.test;
  const bare = name.replace(/^(test|x|_)+_?/i, '');
  return {
    before,
    losses: lost.map((was) => ({ how: 'removed', was, now: null })),
    kept: realOf(before.test).length - lost.length,
    hiddenAs:
      helpers.find(({ test }) => test.body === body) ??
      helpers.find(({ path, test }) => path === before.path && bare !== '' && test.name.endsWith(bare)) ??
      null,
  };
}

/** Another test of the same file does word for word the same. */
function isStillSaid({ path, test }: PlacedTest, after: readonly PlacedTest[]): boolean {
  return after.some(
    (other) => other.path === path && other.test.body === test.body && other.test.marks.length === 0,
  );
}

/** Assertions that can notice something. */
function realOf(test: TestCase): readonly Assertion[] {
  return test.assertions.filter((assertion) => assertion.void === null);
}

// Helpers are held to what they asserted under the same name; where they are called, their content counts in the tests.
function helperPairs(changes: Changes): readonly Pair[] {
  const { pairs } = pairTests(loose(changes, 'before'), loose(changes, 'after'));
  return pairs
    .filter(({ before, after }) => before.path === after.path && before.test.name === after.test.name)
    .map(({ before, after }) =>
      pairOf(before, after, matchWithin(before.test.assertions, after.test.assertions)),
    );
}

function collected(changes: Changes, side: 'before' | 'after'): readonly PlacedTest[] {
  return changes.tests.flatMap((file) => (file.isCollected ? placed(file, file[side]?.tests ?? []) : []));
}

function loose(changes: Changes, side: 'before' | 'after'): readonly PlacedTest[] {
  return changes.tests.flatMap((file) =>
    placed(file, [...(file[side]?.loose ?? []), ...(file.isCollected ? [] : (file[side]?.tests ?? []))]),
  );
}

function placed(file: TestFile, tests: readonly TestCase[]): readonly PlacedTest[] {
  return tests.map((test) => ({ path: file.path, test }));
}
