import { field, lineOf, type Node, parts, quote } from '../syntax.ts';
import type { StandIn } from '../types.ts';

/** What a call replaces by a stand-in (`patch("pricing.total")`, `monkeypatch.setattr(pricing, "total", ...)`); null: nothing. */
export function standInOf(call: Node): StandIn | null {
  if (call.type !== 'call') return null;
  const name = field(call, 'function')?.text ?? '';
  const args = parts(field(call, 'arguments') ?? call).filter((arg) => arg.type !== 'keyword_argument');
  const [first, second] = args;
  const isObject = /(^|\.)(patch\.object|setattr)$/.test(name);
  if (first === undefined || !(isObject || /(^|\.)patch$/.test(name))) return null;
  if (isObject && name === 'setattr') return null;
  const owner = unquoted(first.text);
  const attribute =
    isObject && second !== undefined && second.type === 'string' ? `.${unquoted(second.text)}` : '';
  return { target: `${owner}${attribute}`, line: lineOf(call), text: quote(call) };
}

function unquoted(text: string): string {
  return text.replace(/^[a-z]*(["'])(.*)\1$/s, '$2');
}
