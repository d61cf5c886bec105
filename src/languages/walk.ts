import type { Scope, Value } from './normal.ts';
import type { Node } from './syntax.ts';
import type { Assertion, Mark, StandIn, Void } from './types.ts';

/** Functions by name; `path`: the file, if it is not the one that is read. */
export type Helper = { node: Node; path: string | null };
export type Helpers = ReadonlyMap<string, Helper>;

/** What a walk over one test gathers. */
export type Walk = {
  assertions: Assertion[];
  marks: Mark[];
  standIns: StandIn[];
  /** Functions that a test can call and that may hold assertions, by name. */
  helpers: Helpers;
  /** Names of the helpers that were called. */
  called: Set<string>;
  /** How deep in calls of helpers. */
  depth: number;
};

/** Where in a test the walk stands. */
export type Place = {
  scope: Map<string, Value>;
  void: Void | null;
  /** File of the helper that is read; null: the file of the test. */
  path: string | null;
  /** The condition under which the place is reached, quoted; null = always. */
  condition: string | null;
};

/** A test that unfolds to more than this is read no further. */
export const mostAssertions = 2_000;
export const deepestCall = 4;

export function newWalk(helpers: Helpers): Walk {
  return { assertions: [], marks: [], standIns: [], helpers, called: new Set(), depth: 0 };
}

/** The same place with a scope of its own, and what `change` says. */
export function inside(place: Place, change: Partial<Place> = {}): Place {
  return { ...place, scope: new Map(place.scope), ...change };
}

/** The outer reason stays: what can never be reached is not reached under a condition either. */
export function voided(place: Place, reason: Void): Place {
  return inside(place, { void: place.void ?? reason });
}

export function emptyPlace(scope: Scope = new Map()): Place {
  return { scope: new Map(scope), void: null, path: null, condition: null };
}

/** Forgets the names that a branch or a loop may have changed. */
export function forgetChanged(outer: Place, inner: Place): void {
  for (const [name, value] of outer.scope)
    if (inner.scope.get(name)?.text !== value.text) outer.scope.delete(name);
}
