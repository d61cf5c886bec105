import { isConstant, isScalar } from './normal.ts';
import type { Assertion, Relation, Void } from './types.ts';

const base: Readonly<Record<Relation, number>> = {
  equals: 5,
  snapshot: 4,
  near: 4,
  raises: 3,
  contains: 3,
  matches: 3,
  order: 3,
  own: 3,
  called: 3,
  truth: 2,
  type: 2,
  differs: 2,
  present: 1,
};

/** An assertion before it is known what it is worth; `void`: why the place can notice nothing, or null. */
export type Draft = Omit<Assertion, 'strength'>;

/** An assertion with its strength; one that compares constants, or a thing with itself, is void. */
export function assertionOf(draft: Draft): Assertion {
  return { ...draft, strength: strengthOf(draft), void: draft.void ?? constantVoid(draft) };
}

function strengthOf({ relation, negated, expected }: Draft): number {
  if (relation === 'raises' || relation === 'called')
    return base[relation] + (negated ? 1 : Math.min(expected.length, 2) - 1);
  if (negated && relation === 'equals') return base.differs;
  return base[relation];
}

/** A tuple, a list with elements, a function, a text; `... or True`. */
const alwaysTrue = /^\( .* ,.*\)$|^\[ .+ \]$|^(lambda|async)\b|^\(.*\) =>|^f?"|(\bor|\|\|) (True|true|1)$/;

function constantVoid(draft: Draft): Void | null {
  if (draft.relation === 'raises' || draft.relation === 'called' || draft.relation === 'own') return null;
  if (
    draft.relation === 'truth' &&
    draft.expected[0]?.toLowerCase() === 'true' &&
    alwaysTrue.test(draft.written)
  )
    return { why: 'constant', by: draft.text };
  const { writtenExpected } = draft;
  const same =
    writtenExpected.length === 1 && writtenExpected[0] === draft.written && draft.relation !== 'truth';
  const written = isConstant(draft.written) && writtenExpected.every(isConstant);
  const resolved = isScalar(draft.subject) && draft.expected.every(isScalar);
  return same || written || resolved ? { why: 'constant', by: draft.text } : null;
}
