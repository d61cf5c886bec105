import { normalForm } from '../normal.ts';
import { field, type Node, parts, quote } from '../syntax.ts';
import { inside, type Place, voided, type Walk } from '../walk.ts';
import { python } from './dialect.ts';
import { emitForm } from './emit.ts';
import { standInOf } from './stand-ins.ts';

/** Error types that say nothing about which error it was. */
const anyError = /^(Exception|BaseException)$/;

/** Reads a `with`: blocks that have to raise, blocks that swallow, stand-ins; everything else is transparent. */
export function readWith(
  node: Node,
  place: Place,
  walk: Walk,
  readBlock: (block: Node, place: Place, walk: Walk) => Node | null,
): Node | null {
  const body = field(node, 'body');
  if (body === null) return null;
  let inner = inside(place);
  let mayEndEarly = false;
  for (const item of itemsOf(node)) {
    const value = field(item, 'value');
    if (value === null) continue;
    const isAlias = value.type === 'as_pattern';
    const call = isAlias ? (parts(value)[0] ?? value) : value;
    const target = isAlias ? field(value, 'alias')?.text : undefined;
    if (target !== undefined) inner.scope.delete(target);
    const name = call.type === 'call' ? (field(call, 'function')?.text ?? '') : '';
    const raised = raisedBy(name, call);
    if (raised !== null) {
      emitForm(walk, place, node, { relation: 'raises', subject: innermost(body), expected: raised });
      mayEndEarly = !/Warn|warns|Logs/.test(name);
      if (raised.length === 0 || /AssertionError/.test(raised[0] ?? ''))
        inner = voided(inner, { why: 'swallowed', by: quote(call, 60) });
    }
    if (/(^|\.)suppress$/.test(name) && /\b(AssertionError|Exception|BaseException)\b/.test(call.text))
      inner = voided(inner, { why: 'swallowed', by: quote(call, 60) });
    const standIn = standInOf(call);
    if (standIn !== null) walk.standIns.push(standIn);
  }
  const end = mayEndEarly ? readRaising(body, inner, walk, readBlock) : readBlock(body, inner, walk);
  return mayEndEarly ? null : end;
}

function itemsOf(node: Node): readonly Node[] {
  const clause = parts(node).find((part) => part.type === 'with_clause');
  return clause === undefined ? [] : parts(clause).filter((part) => part.type === 'with_item');
}

/** What a nest of `with` is about: it may as well be written as one. */
function innermost(body: Node): Node {
  const [only, ...others] = parts(body);
  const inner = only?.type === 'with_statement' && others.length === 0 ? field(only, 'body') : null;
  return inner === null ? body : innermost(inner);
}

/** In a block that has to raise, nothing stands behind the statement that raises. */
function readRaising(
  body: Node,
  place: Place,
  walk: Walk,
  readBlock: (block: Node, place: Place, walk: Walk) => Node | null,
): Node | null {
  const last = parts(body).at(-1);
  const isAssertion = last?.type === 'assert_statement' && parts(body).length > 1;
  return readBlock(
    body,
    isAssertion ? voided(place, { why: 'unreachable', by: quote(body, 60) }) : place,
    walk,
  );
}

/** Type and message of the error that a call demands; null: it demands none. */
export function raisedBy(name: string, call: Node): readonly string[] | null {
  if (
    !/(^|\.)(raises|warns|deprecated_call|assertRaises|assertRaisesRegexp?|assertWarns|assertWarnsRegex|assertLogs)$/.test(
      name,
    )
  )
    return null;
  const args = parts(field(call, 'arguments') ?? call);
  const [type, second] = args.filter((arg) => arg.type !== 'keyword_argument');
  const match = args.find((arg) => arg.type === 'keyword_argument' && field(arg, 'name')?.text === 'match');
  const message = /Regex/.test(name) ? second : match === undefined ? null : field(match, 'value');
  const types = type === undefined ? '' : normalForm(type, python, new Map());
  return [
    ...(types === '' || anyError.test(types) ? [] : [types]),
    ...(message === undefined || message === null ? [] : [normalForm(message, python, new Map())]),
  ];
}
