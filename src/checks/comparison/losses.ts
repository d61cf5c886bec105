import type { Assertion } from '../../languages/types.ts';
import { covers, isReworded, isSameSubject, namesIn } from './covers.ts';
import type { Loss } from './types.ts';

/** Old assertions that found no match yet, and new ones that nobody has taken. */
export type Open = { was: readonly Assertion[]; now: readonly Assertion[] };

type Match = (now: Assertion, was: Assertion) => boolean;

const isIdentical: Match = (now, was) => keyOf(now) === keyOf(was);
const isAsStrong: Match = (now, was) => isSameSubject(now, was) && covers(now, was);

/** Matches the assertions of one test one to one: identical ones first, then stronger ones, then reworded ones. */
export function matchWithin(before: readonly Assertion[], after: readonly Assertion[]): Open {
  const real = before.filter((was) => was.void === null || was.void.why === 'conditional');
  const first = take({ was: real, now: after }, isIdentical);
  // The same assertion said twice may be said once.
  const once = { ...first, was: first.was.filter((was) => !after.some((now) => isIdentical(now, was))) };
  return take(take(once, isAsStrong), isReworded);
}

/** Looks for the rest among the assertions of all tests that are new or have more than they had. */
export function matchElsewhere(open: Open): Open {
  return take(take(take(open, isIdentical), isAsStrong), isReworded);
}

function take({ was, now }: Open, match: Match): Open {
  const free = [...now];
  const left = was.filter((old) => {
    const index = free.findIndex((candidate) => match(candidate, old));
    if (index >= 0) free.splice(index, 1);
    return index < 0;
  });
  return { was: left, now: free };
}

function keyOf(assertion: Assertion): string {
  const { relation, negated, subject, expected, tolerance } = assertion;
  return JSON.stringify([relation, negated, subject, expected, tolerance, assertion.void?.why]);
}

/** Says what became of the old assertions that are made nowhere: each takes the new one that stands in its place. */
export function explain({ was, now }: Open): readonly Loss[] {
  const free = [...now];
  return was.map((old): Loss => {
    const index = bestPlace(old, free);
    const found = index < 0 ? undefined : free[index];
    if (found === undefined) return { how: 'removed', was: old, now: null };
    free.splice(index, 1);
    return { how: howOf(found, old), was: old, now: found };
  });
}

function bestPlace(was: Assertion, free: readonly Assertion[]): number {
  const about = free.findIndex((now) => isSameSubject(now, was));
  if (about >= 0) return about;
  const same = free.findIndex(
    (now) => now.relation === was.relation && now.expected.join() === was.expected.join(),
  );
  if (same >= 0) return same;
  const akin = free.findIndex((now) => isAkin(now, was));
  return akin >= 0 ? akin : free.findIndex((now) => now.void?.why === 'constant');
}

function howOf(now: Assertion, was: Assertion): Exclude<Loss['how'], 'removed'> {
  if (now.void !== null) return 'void';
  if (!isSameSubject(now, was)) return now.strength >= was.strength ? 'replaced' : 'weakened';
  if (now.relation === was.relation && now.negated === was.negated && !isLess(now, was)) return 'rewritten';
  return now.strength >= was.strength ? 'rewritten' : 'weakened';
}

function isLess(now: Assertion, was: Assertion): boolean {
  if (now.relation === 'order') return true;
  if (now.relation === 'near' && now.expected[0] === was.expected[0]) return true;
  return now.expected.length < was.expected.length;
}

function isAkin(now: Assertion, was: Assertion): boolean {
  const names = namesIn(was.subject);
  return names.some((name) => namesIn(now.subject).includes(name));
}
