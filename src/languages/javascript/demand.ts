import { normalForm, type Scope } from '../normal.ts';
import { assertionOf } from '../strength.ts';
import { lineOf, type Node, quote } from '../syntax.ts';
import type { Relation } from '../types.ts';
import { mostAssertions, type Place, type Walk } from '../walk.ts';
import { javascript } from './dialect.ts';

/** A demand on one thing, before it is known where it stands. */
export type Demand = {
  relation: Relation;
  negated: boolean;
  subject: Node;
  /** What of the subject is meant: `. length`. */
  part?: string;
  expected: readonly Expected[];
  tolerance: number | null;
};

/** A node, or a normal form that stands nowhere. */
export type Expected = Node | string;

export function demand(
  relation: Relation,
  subject: Node,
  expected: readonly Expected[],
  negated = false,
): Demand {
  return { relation, negated, subject, expected, tolerance: null };
}

export function truth(subject: Node, holds: boolean): Demand {
  return demand('truth', subject, [holds ? 'true' : 'false']);
}

export function formOf(value: Expected, scope: Scope): string {
  return typeof value === 'string' ? value : normalForm(value, javascript, scope);
}

const nothing: Scope = new Map();

/** Records the demands that the statement makes at this place. */
export function emit(
  walk: Walk,
  place: Place,
  statement: Node,
  demands: readonly Demand[],
  text: string = quote(statement),
): void {
  for (const { expected, negated, part, relation, subject, tolerance } of demands) {
    if (walk.assertions.length >= mostAssertions) return;
    walk.assertions.push(
      assertionOf({
        line: lineOf(statement),
        path: place.path,
        text,
        relation,
        negated,
        subject: formOf(subject, place.scope) + (part ?? ''),
        written: formOf(subject, nothing) + (part ?? ''),
        expected: expected.map((value) => formOf(value, place.scope)),
        writtenExpected: expected.map((value) => formOf(value, nothing)),
        tolerance,
        void: place.void,
      }),
    );
  }
}
