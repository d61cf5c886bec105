import { lineOf, type Node, quote } from '../syntax.ts';
import type { StandIn } from '../types.ts';
import type { Chain } from './chains.ts';
import { javascript } from './dialect.ts';

/** What a call replaces by a stand-in: `jest.spyOn(price, 'total')`, `mock.method(price, 'total', ...)`, `vi.mock('./price.js')`. */
export function standInOf(node: Node, { links }: Chain): StandIn | null {
  const at = links.findIndex(
    (link) => link.args !== null && /^(spyOn|method|stub|replace|mock|doMock|module)$/.test(link.name),
  );
  const link = links[at];
  const owner = links[at - 1]?.name ?? '';
  const [first, second] = link?.args ?? [];
  if (link === undefined || first === undefined || !/^(vi|vitest|jest|mock|sinon|sandbox|t|td)$/.test(owner))
    return null;
  const module = javascript.stringContent(first);
  const method = second === undefined ? null : javascript.stringContent(second);
  if (module !== null) return { target: `module:${module}`, line: lineOf(node), text: quote(node) };
  return method === null
    ? null
    : { target: `${first.text}.${method}`, line: lineOf(node), text: quote(node) };
}
