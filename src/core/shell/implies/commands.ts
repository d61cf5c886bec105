import { nestedScript } from '../nested.ts';
import type { Command, SyntaxNode } from '../parse.ts';
import { forEachChild } from '../parse.ts';

/** Where a command stands. */
export type Place = {
  readonly node: SyntaxNode;
  /** Text that the node's positions point into. */
  readonly source: string;
  readonly parent: Place | null;
};

/** All commands of a line, with where they stand. */
export type Index = {
  readonly places: ReadonlyMap<Command, Place>;
  /** Commands in loops, functions and traps: they may run more than once. */
  readonly again: ReadonlySet<Command>;
  /** Functions that the line defines, with the commands `"$@"` in them. */
  readonly functions: ReadonlyMap<string, readonly Command[]>;
};

const LOOPS = new Set(['While', 'For', 'Select', 'ArithmeticFor', 'Function']);

/** Lists the commands of a script, also those in nested scripts, substitutions and functions. */
export function indexCommands(script: SyntaxNode, source: string): Index {
  const places = new Map<Command, Place>();
  const again = new Set<Command>();
  const functions = new Map<string, Command[]>();
  const walk = (
    node: SyntaxNode,
    parent: Place | null,
    text: string,
    repeats: boolean,
    depth: number,
  ): void => {
    const own = node.type === 'Script' ? (node.source ?? text) : text;
    const place = { node, source: own, parent };
    const inLoop = repeats || LOOPS.has(node.type);
    if (node.type === 'Function') functions.set(node.name.value, functions.get(node.name.value) ?? []);
    if (node.type === 'Command') {
      places.set(node, place);
      if (/^"?\$\{?@\}?"?$/.test(node.name?.text ?? '')) noteForwarder(node, parent, functions);
      if (inLoop) again.add(node);
      const nested = depth < 16 ? nestedScript(node) : null;
      if (nested !== null) {
        const repeated =
          inLoop || nested.kind === 'trap' || nested.wrapper.some((word) => /xargs|find|watch/.test(word));
        walk(nested.script, place, nested.source, repeated, depth + 1);
      }
    }
    forEachChild(node, (child) => {
      walk(child, place, own, inLoop, depth);
    });
  };
  walk(script, null, source, false, 0);
  return { places, again, functions };
}

/** A function that runs what it is given (`run() { "$@"; }`). */
function noteForwarder(command: Command, parent: Place | null, functions: Map<string, Command[]>): void {
  for (let place = parent; place !== null; place = place.parent) {
    if (place.node.type !== 'Function') continue;
    functions.get(place.node.name.value)?.push(command);
    return;
  }
}
