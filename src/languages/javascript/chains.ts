import { field, type Node, parts } from '../syntax.ts';

/** One step of `a.b(c).d`; `args` null: it is not called; `node`: its name. */
export type Link = { name: string; args: readonly Node[] | null; node: Node };

/** `expect(x).not.toBe(3)` -> base `expect`, links `expect(x)`, `not`, `toBe(3)`; the base is a name, or some other expression. */
// The first link is the base; its name is empty if it is no name.
export type Chain = { base: Node; links: readonly Link[] };

/** Takes an expression apart, from its root to its last call. */
export function chainOf(node: Node): Chain {
  const links: Link[] = [];
  let at = node;
  let args: readonly Node[] | null = null;
  for (;;) {
    if (at.type === 'call_expression') {
      const callee = field(at, 'function');
      const list = field(at, 'arguments');
      if (callee === null) break;
      args = list === null ? [] : list.type === 'template_string' ? [list] : parts(list);
      if (callee.type === 'call_expression') {
        links.unshift({ name: '', args, node: at });
        args = null;
      }
      at = callee;
    } else if (at.type === 'member_expression') {
      links.unshift({ name: field(at, 'property')?.text ?? '', args, node: at });
      args = null;
      const object = field(at, 'object');
      if (object === null) break;
      at = object;
    } else if (at.type === 'non_null_expression' || at.type === 'parenthesized_expression') {
      const inner = parts(at)[0];
      if (inner === undefined) break;
      at = inner;
    } else break;
  }
  const isName = at.type === 'identifier' || at.type === 'this';
  links.unshift({ name: isName ? at.text : '', args, node: at });
  return { base: at, links };
}
