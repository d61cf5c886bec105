import { field, type Node } from '../syntax.ts';
import type { Void } from '../types.ts';
import type { Chain } from './chains.ts';

/** Why a failure inside of a call's callbacks reaches nobody; null: it does reach the test. */
export function lostBy(node: Node, chain: Chain): Extract<Void['why'], 'swallowed' | 'not-awaited'> | null {
  const caught = chain.links.findLast((link) => link.name === 'catch' && link.args !== null);
  const handler = caught?.args?.[0];
  if (handler !== undefined && /function/.test(handler.type) && !failsAgain.test(handler.text))
    return 'swallowed';
  if (node.parent?.type !== 'expression_statement') return null;
  const isLater =
    chain.links.length === 1 && /^(setTimeout|setImmediate|queueMicrotask)$/.test(chain.links[0]?.name ?? '');
  const isPromise =
    chain.links.some((link) => /^(then|catch|finally)$/.test(link.name)) || isAsyncFunction(chain.base);
  return (isLater || isPromise) && standsInTest(node) ? 'not-awaited' : null;
}

const failsAgain = /\bthrow\b|\bassert|\bexpect\(|\bfail\(|\bdone\b|\breject\b|\bt\.\w/;

function isAsyncFunction(node: Node): boolean {
  return /function/.test(node.type) && node.child(0)?.type === 'async';
}

/** The statement stands directly in the callback of a call like `test(...)`, and that callback gets no `done`. */
function standsInTest(node: Node): boolean {
  const callback = node.parent?.parent?.parent;
  const call = callback?.parent?.type === 'arguments' ? callback.parent.parent : null;
  if (!/function/.test(callback?.type ?? '') || call?.type !== 'call_expression') return false;
  if (!/^(test|it|specify|t\.test)\b/.test(field(call, 'function')?.text ?? '')) return false;
  return !/^(async\s*)?(function\s*\w*)?\(?\s*(done|resolve|cb|callback|next)\b/.test(callback?.text ?? '');
}
