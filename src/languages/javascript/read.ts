import type { Node } from '../syntax.ts';
import type { Place, Walk } from '../walk.ts';

/** How statements reach back to the reader of expressions and of functions. */
export type Read = {
  expression(node: Node, place: Place, walk: Walk): void;
  localFunction(node: Node, place: Place, walk: Walk): void;
};
