import { printedName } from '../../core/names.ts';
import type { Evidence, Finding } from '../../core/types.ts';
import type { Assertion } from '../../languages/types.ts';
import { about, isOfGoneSource, lossSentence } from '../assertions/sentences.ts';
import type { Changes } from '../changes/types.ts';
import { explain, matchElsewhere, matchWithin } from '../comparison/losses.ts';
import type { Comparison } from '../comparison/types.ts';
import type { RedTest } from './collect.ts';

/**
 * A test that was red in this session may not vanish: it stands there still, is not held back, and asks as much as it did.
 * Another expectation or input is allowed (a test can be wrong), if it is as strict; the rule over the baseline sees to the rest.
 */
export function judgeSeenRed(
  reds: readonly RedTest[],
  changes: Changes,
  comparison: Comparison,
): readonly Finding[] {
  return reds.flatMap((red) =>
    red.now === null ? gone(red, changes, comparison) : [...heldBack(red), ...weaker(red, changes)],
  );
}

function gone(
  { goneNames, red, then }: RedTest,
  changes: Changes,
  comparison: Comparison,
): readonly Finding[] {
  // A test of the baseline: the rule over the baseline has judged it.
  if (comparison.gone.some(({ before }) => before.path === then?.path && before.test.name === then.test.name))
    return [];
  const was = then === null ? [] : real(then.test.assertions);
  const pool = changes.tests
    .flatMap((file) => (file.isCollected ? (file.after?.tests ?? []) : []))
    .flatMap((test) => test.assertions);
  const lost = matchElsewhere({ was, now: pool }).was;
  if (was.length > 0 && lost.every((assertion) => isOfGoneSource(assertion, goneNames))) return [];
  const [first] = lost;
  const what = first === undefined ? '' : ` No test asserts \`${first.text}\` now.`;
  return [
    {
      check: 'tests-removed',
      level: 'block',
      says: 'refuted',
      message: `\`${printedName(red.test)}\` was red in this session, and is gone.${what}`,
      fix: 'Put the test back, and mend the source until it passes. If the test itself was wrong, correct it and keep it as strict.',
      evidence: [{ fact: red.fact }, ...(then === null ? [] : [{ path: then.path, line: null }])],
    },
  ];
}

function heldBack({ now, red, then }: RedTest): readonly Finding[] {
  if (now === null) return [];
  return now.test.marks
    .filter((mark) => mark.kind !== 'only' && !(then?.test.marks ?? []).some((old) => old.kind === mark.kind))
    .slice(0, 1)
    .map((mark) => ({
      check: 'skips',
      level: 'block',
      says: 'refuted',
      message: `${about(now)} was red in this session, and is held back now: \`${mark.text}\`.`,
      fix: 'Take the mark off, and mend the source until the test passes.',
      evidence: [{ path: now.path, line: mark.line }, { fact: red.fact }],
    }));
}

function weaker({ now, red, then }: RedTest, changes: Changes): readonly Finding[] {
  if (now === null || then === null) return [];
  const open = matchWithin(then.test.assertions, now.test.assertions);
  const added = changes.tests
    .flatMap((file) => (file.isCollected ? (file.after?.tests ?? []) : []))
    .flatMap((test) => (test === now.test ? [] : test.assertions));
  const elsewhere = matchElsewhere({ was: open.was, now: added });
  const losses = explain({ was: elsewhere.was, now: open.now }).filter(
    ({ how }) => how !== 'rewritten' && how !== 'replaced',
  );
  const [first] = losses;
  if (first === undefined) return [];
  const evidence: Evidence[] = [
    { path: first.now?.path ?? now.path, line: first.now?.line ?? now.test.line },
    { fact: red.fact },
  ];
  return [
    {
      check: 'assertions',
      level: 'block',
      says: 'refuted',
      message: `${about(now)} was red in this session, and asks less now: ${lossSentence(first, true)}`,
      fix: 'Put the assertion back, and mend the source until it holds. If the test itself was wrong, correct it and keep it as strict.',
      evidence,
    },
  ];
}

function real(assertions: readonly Assertion[]): readonly Assertion[] {
  return assertions.filter((assertion) => assertion.void === null);
}
