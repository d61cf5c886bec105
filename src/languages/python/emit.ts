import { normalForm, type Scope } from '../normal.ts';
import { assertionOf } from '../strength.ts';
import { lineOf, type Node, quote } from '../syntax.ts';
import type { Relation } from '../types.ts';
import { mostAssertions, type Place, type Walk } from '../walk.ts';
import type { Demand, Expected } from './conditions.ts';
import { python } from './dialect.ts';

const nothing: Scope = new Map();

function formOf(expected: Expected, scope: Scope): string {
  return typeof expected === 'string' ? expected : normalForm(expected, python, scope);
}

/** Records the demands that the statement makes at this place. */
export function emit(walk: Walk, place: Place, statement: Node, demands: readonly Demand[]): void {
  for (const demand of demands) {
    if (walk.assertions.length >= mostAssertions) return;
    walk.assertions.push(
      assertionOf({
        line: lineOf(statement),
        path: place.path,
        text: quote(statement),
        relation: demand.relation,
        negated: demand.negated,
        subject: normalForm(demand.subject, python, place.scope),
        written: normalForm(demand.subject, python, nothing),
        expected: demand.expected.map((value) => formOf(value, place.scope)),
        writtenExpected: demand.expected.map((value) => formOf(value, nothing)),
        tolerance: demand.tolerance,
        void: place.void,
      }),
    );
  }
}

/** Records a demand whose subject is not one expression (a block that has to raise, an assertion of the project's own). */
export function emitForm(
  walk: Walk,
  place: Place,
  statement: Node,
  demand: { relation: Relation; subject: Node; expected: readonly string[] },
): void {
  emit(walk, place, statement, [{ ...demand, negated: false, tolerance: null }]);
}
