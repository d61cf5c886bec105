import type { Assertion } from '../../languages/types.ts';
import type { PlacedTest } from '../changes/types.ts';

/** An assertion of the baseline that no test makes any more, and what stands in its place. */
export type Loss =
  | { how: 'removed'; was: Assertion; now: null }
  /** The same thing is asked for less. */
  | { how: 'weakened'; was: Assertion; now: Assertion }
  /** The same thing is asked for another value. */
  | { how: 'rewritten'; was: Assertion; now: Assertion }
  /** Something else is asked, as strictly. */
  | { how: 'replaced'; was: Assertion; now: Assertion }
  /** It still stands there and can notice nothing. */
  | { how: 'void'; was: Assertion; now: Assertion };

/** A test at the baseline and the same test now, maybe under another name or in another file. */
export type Pair = { before: PlacedTest; after: PlacedTest; losses: readonly Loss[] };

/** A test of the baseline that is no test now. `kept`: how many of its assertions other tests make. */
export type Gone = {
  before: PlacedTest;
  losses: readonly Loss[];
  kept: number;
  /** A function with its content that no runner finds. */
  hiddenAs: PlacedTest | null;
};

export type Comparison = {
  pairs: readonly Pair[];
  gone: readonly Gone[];
  added: readonly PlacedTest[];
  /** Helpers of the tests in both states, by name. */
  helpers: readonly Pair[];
};
