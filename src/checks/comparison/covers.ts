import { isConstant, isScalar, numberOf } from '../../languages/normal.ts';
import type { Assertion } from '../../languages/types.ts';

/** Both are about the same thing. */
export function isSameSubject(one: Assertion, other: Assertion): boolean {
  if (one.subject === other.subject || one.written === other.written) return true;
  return one.expected.length === 1 && one.expected[0] === other.subject && other.expected[0] === one.subject;
}

/** `now` notices whatever `was` noticed, given that both are about the same thing. */
export function covers(now: Assertion, was: Assertion): boolean {
  if (now.void !== null && now.void.why !== was.void?.why) return false;
  if (now.relation === was.relation && now.negated === was.negated) return coversAlike(now, was);
  if (now.negated || was.negated) return false;
  if (now.relation === 'near' && was.relation === 'equals') return isSame(now, was) && isTight(now);
  if (now.relation === 'equals' && was.relation === 'near') return isSame(now, was);
  if (now.relation === 'truth') return coversByTruth(now, was);
  if (now.relation === 'own') return mentions(now, was);
  const isNothing = now.relation === 'equals' && isFalsy(now.expected[0] ?? '');
  if (was.relation === 'truth')
    return was.expected[0]?.toLowerCase() === 'true' ? !isNothing && now.strength > was.strength : isNothing;
  if (isNothing) return was.relation === 'snapshot';
  return now.strength > was.strength && now.relation !== 'raises';
}

function coversAlike(now: Assertion, was: Assertion): boolean {
  switch (now.relation) {
    case 'near':
      return isSame(now, was) && (now.tolerance ?? 0) <= (was.tolerance ?? defaultTolerance);
    case 'order':
      return isSame(now, was) || isTighter(now, was);
    case 'raises':
    case 'called':
      return was.expected.every((value) => now.expected.includes(value));
    case 'own':
      return true;
    default:
      return isSame(now, was);
  }
}

function isSame(now: Assertion, was: Assertion): boolean {
  if (now.expected.length !== was.expected.length) return false;
  const straight = now.expected.every(
    (value, index) => value === was.expected[index] || isSameName(now, was, index),
  );
  return straight || (now.expected[0] === was.subject && was.expected[0] === now.subject);
}

/** Both name the same thing that the test computed: how it did that is no matter of the expectation. */
function isSameName(now: Assertion, was: Assertion, index: number): boolean {
  const [a, b] = [now.writtenExpected[index], was.writtenExpected[index]];
  return a !== undefined && a === b && ![now, was].some(({ expected }) => isConstant(expected[index] ?? '0'));
}

/** Widest of the runners' defaults (`toBeCloseTo`, two digits). */
const defaultTolerance = 0.005;

// A comparison of floating-point numbers by their nearness is honest; by a nearness that hides a wrong digit it is not.
function isTight(now: Assertion): boolean {
  return (now.tolerance ?? 0) <= defaultTolerance;
}

function isTighter(now: Assertion, was: Assertion): boolean {
  const [signNow = '', boundNow = ''] = now.expected;
  const [signWas = '', boundWas = ''] = was.expected;
  const [a, b] = [numberOf(boundNow), numberOf(boundWas)];
  if (a === null || b === null || signNow[0] !== signWas[0]) return false;
  if (a === b) return signWas.endsWith('=');
  return signNow.startsWith('>') ? a > b : a < b;
}

function coversByTruth(now: Assertion, was: Assertion): boolean {
  const holds = now.expected[0]?.toLowerCase() === 'true';
  if (holds) return was.relation === 'present';
  // `not items` for `items == []`.
  return was.relation === 'equals' && /^(\[ \]|\{ \}|\( \)|"")$/.test(was.expected[0] ?? '');
}

function isFalsy(form: string): boolean {
  return /^(None|null|undefined|False|false|0|""|\[ \]|\{ \})$/.test(form);
}

// Limit: what an assertion of the project's own demands is known only if its function stands among the tests.
function mentions(own: Assertion, was: Assertion): boolean {
  const names = namesIn(was.subject);
  return names.length > 0 && names.some((name) => namesIn(own.subject).includes(name));
}

/** Says the same of something that is written otherwise (a name changed, a fixture moved), with the same inputs. */
export function isReworded(now: Assertion, was: Assertion): boolean {
  if (now.void !== null || now.relation !== was.relation || now.negated !== was.negated) return false;
  if (isSameSubject(now, was) || !coversAlike(now, was)) return false;
  if (hasOtherInputs(now.subject, was.subject)) return false;
  if (was.expected.length > 1 || was.expected.some(isTelling)) return true;
  const names = namesIn(was.subject);
  const kept = names.filter((name) => namesIn(now.subject).includes(name));
  return names.length === 0 || kept.length * 2 > names.length;
}

/** The expected value says by itself what is asked. */
function isTelling(expected: string): boolean {
  if (isScalar(expected)) return !/^(true|false|null|undefined|None)$/i.test(expected);
  return literalsIn(expected).length > 0;
}

/** Each of the two has an input that the other has not. */
function hasOtherInputs(now: string, was: string): boolean {
  const [a, b] = [literalsIn(now), literalsIn(was)];
  return a.some((value) => !b.includes(value)) && b.some((value) => !a.includes(value));
}

const literal = /"(?:[^"\\]|\\.)*"|\b\d[\w.]*/g;

function literalsIn(form: string): readonly string[] {
  return form.match(literal) ?? [];
}

/** Names in a normal form, without its texts. */
export function namesIn(form: string): readonly string[] {
  return [...new Set(form.replace(literal, ' ').match(/[A-Za-z_$][\w$]*/g) ?? [])];
}
