import { field, lineOf, type Node, parts, quote } from '../syntax.ts';
import type { Mark } from '../types.ts';
import { deepestCall, inside, type Place, voided, type Walk } from '../walk.ts';
import { assertDemands } from './assert-calls.ts';
import { bindParameters, literalRows } from './binding.ts';
import { type Chain, chainOf, type Link } from './chains.ts';
import { demand, emit } from './demand.ts';
import { javascript } from './dialect.ts';
import type { LibraryNames } from './imports.ts';
import { lostBy } from './lost.ts';
import { expectDemands } from './matchers.ts';
import type { Read } from './read.ts';
import { standInOf } from './stand-ins.ts';
import { readBlock } from './statements.ts';

const ownName = /^(assert|check|verify|expect|should|ensure|must)(_|[A-Z]|$)/;

/** Reads the bodies of tests. `names`: what the test libraries are called here; `define` reads a test inside of a test. */
export function bodyReader(names: LibraryNames, define: (call: Node, place: Place) => boolean): Read {
  const read: Read = {
    expression: (node, place, walk) => readExpression(node, place, walk),
    localFunction: (node, place, walk) => readLocalFunction(node, place, walk, read),
  };

  function readExpression(node: Node, place: Place, walk: Walk): void {
    const inner = javascript.inner(node);
    if (inner !== null) {
      readExpression(inner, place, walk);
      return;
    }
    switch (node.type) {
      case 'call_expression':
        readCall(node, place, walk);
        return;
      case 'member_expression':
        readProperty(node, place, walk);
        return;
      case 'binary_expression':
        readBinary(node, place, walk);
        return;
      case 'ternary_expression':
        for (const side of ['consequence', 'alternative']) {
          const branch = field(node, side);
          if (branch !== null)
            readExpression(branch, voided(place, { why: 'conditional', by: quote(node, 60) }), walk);
        }
        return;
      case 'assignment_expression': {
        const [left, right] = [field(node, 'left'), field(node, 'right')];
        if (right !== null) readExpression(right, place, walk);
        if (left !== null) place.scope.delete(left.text.split(/[.[]/)[0] ?? '');
        return;
      }
      case 'augmented_assignment_expression':
      case 'update_expression':
        place.scope.delete(parts(node)[0]?.text ?? '');
        return;
      case 'arrow_function':
      case 'function_expression':
        readFunction(node, place, walk);
        return;
      case 'array':
      case 'sequence_expression':
        for (const child of parts(node)) readExpression(child, place, walk);
        return;
      case 'new_expression':
        for (const argument of parts(field(node, 'arguments') ?? node))
          if (/function/.test(argument.type)) readFunction(argument, place, walk);
    }
  }

  function readBinary(node: Node, place: Place, walk: Walk): void {
    const [left, right] = [field(node, 'left'), field(node, 'right')];
    if (left !== null) readExpression(left, place, walk);
    const isShort = /^(&&|\|\||\?\?)$/.test(field(node, 'operator')?.text ?? '');
    const place2 = isShort ? voided(place, { why: 'conditional', by: quote(left ?? node, 60) }) : place;
    if (right !== null) readExpression(right, place2, walk);
  }

  /** The body of a function that stands where it is passed to something that calls it. */
  function readFunction(node: Node, place: Place, walk: Walk): void {
    const body = field(node, 'body');
    if (body === null) return;
    const inner = inside(place);
    bindParameters(node, [], inner, inner.scope);
    if (body.type === 'statement_block') readBlock(body, inner, walk, read);
    else readExpression(body, inner, walk);
  }

  function readCall(node: Node, place: Place, walk: Walk): void {
    if (define(node, place)) return;
    const chain = chainOf(node);
    if (
      readAssertion(node, chain, place, walk) ||
      readHelper(node, chain, place, walk) ||
      readRows(node, place, walk)
    )
      return;
    const standIn = standInOf(node, chain);
    if (standIn !== null) walk.standIns.push(standIn);
    const mark = markOf(node, chain, place);
    if (mark !== null) walk.marks.push(mark);
    readExpectations(chain, place, walk);
    const [root] = chain.links;
    if (chain.links.length === 1 && root !== undefined && ownName.test(root.name))
      emit(walk, place, node, [demand('own', node, [])]);
    const reason = lostBy(node, chain);
    const around = reason === null ? place : voided(place, { why: reason, by: quote(node, 60) });
    for (const link of chain.links)
      for (const argument of link.args ?? []) readExpression(argument, around, walk);
    if (chain.base.type !== 'identifier') readExpression(chain.base, around, walk);
    forgetChangedBy(chain, place);
  }

  function readAssertion(node: Node, chain: Chain, place: Place, walk: Walk): boolean {
    const [root, ...rest] = chain.links;
    if (root === undefined || names.shadowed.has(root.name)) return false;
    const subject = subjectOf(root, rest, chain);
    const found =
      subject === null
        ? assertDemands(chain.links, place.scope, names.imported)
        : expectDemands(subject.node, subject.links, place.scope);
    if (found === null) return subject !== null;
    const waits =
      rest.some((link) => /^(resolves|rejects|eventually)$/.test(link.name)) ||
      /^(rejects|doesNotReject|throwsAsync)$/.test(chain.links.at(-1)?.name ?? '');
    const lost = waits && node.parent?.type === 'expression_statement';
    emit(walk, lost ? voided(place, { why: 'not-awaited', by: quote(node, 60) }) : place, node, found);
    return true;
  }

  function readProperty(node: Node, place: Place, walk: Walk): void {
    const chain = chainOf(node);
    const [root, ...rest] = chain.links;
    const subject = root === undefined ? null : subjectOf(root, rest, chain);
    const found = subject === null ? null : expectDemands(subject.node, subject.links, place.scope);
    if (found !== null) emit(walk, place, node, found);
  }

  /** `request(app).get('/').expect(200).expect('text', done)`. */
  function readExpectations({ links }: Chain, place: Place, walk: Walk): void {
    for (const [index, { name, args, node }] of links.entries()) {
      if (index === 0 || name !== 'expect' || args === null || args.length === 0) continue;
      const asked = links.slice(0, index).findLast((link) => link.name !== 'expect');
      const values = args.filter(
        (arg) => !/function/.test(arg.type) && !/^(done|cb|callback|next)$/.test(arg.text),
      );
      if (asked !== undefined && values.length > 0)
        emit(
          walk,
          place,
          field(node, 'property') ?? node,
          [demand('own', called(asked.node), values)],
          `.expect(${args.map((arg) => quote(arg, 60)).join(', ')})`,
        );
    }
  }

  function readHelper(node: Node, { links }: Chain, place: Place, walk: Walk): boolean {
    const [root] = links;
    const helper = root === undefined || links.length > 1 ? undefined : walk.helpers.get(root.name);
    if (root?.args == null || helper === undefined || walk.depth >= deepestCall) return false;
    walk.called.add(root.name);
    const body = field(helper.node, 'body');
    const inner = inside(place, { scope: new Map(), path: helper.path ?? place.path });
    bindParameters(helper.node, root.args, inner, place.scope);
    walk.depth += 1;
    if (body?.type === 'statement_block') readBlock(body, inner, walk, read);
    else if (body !== null) readExpression(body, inner, walk);
    walk.depth -= 1;
    return node !== null;
  }

  /** `[[1, 2], [3, 4]].forEach(([a, b]) => ...)`. */
  function readRows(node: Node, place: Place, walk: Walk): boolean {
    const callee = field(node, 'function');
    const object =
      callee?.type === 'member_expression' && /^(forEach|map)$/.test(field(callee, 'property')?.text ?? '')
        ? field(callee, 'object')
        : null;
    const [callback] = parts(field(node, 'arguments') ?? node);
    const rows = object === null ? null : literalRows(object, place.scope);
    if (rows === null || callback === undefined || !/function/.test(callback.type)) return false;
    const body = field(callback, 'body');
    for (const row of rows) {
      const inner = inside(place);
      bindParameters(callback, [row], inner, place.scope);
      if (body?.type === 'statement_block') readBlock(body, inner, walk, read);
      else if (body !== null) readExpression(body, inner, walk);
    }
    return true;
  }

  return read;
}

/** The call of which the node is the callee. */
function called(node: Node): Node {
  return node.parent?.type === 'call_expression' ? node.parent : node;
}

/** What `expect(x)` or `x.should` is about, and the links behind it. */
function subjectOf(
  root: Link,
  rest: readonly Link[],
  chain: Chain,
): { node: Node; links: readonly Link[] } | null {
  if (root.name === 'expect') {
    const args = root.args ?? (rest[0]?.name === 'soft' || rest[0]?.name === 'poll' ? rest[0].args : null);
    return args?.[0] === undefined ? null : { node: args[0], links: rest };
  }
  const should = rest.findIndex((link) => link.name === 'should' && link.args === null);
  const owner = chain.links[should];
  return should < 0 || owner === undefined
    ? null
    : { node: called(owner.node), links: rest.slice(should + 1) };
}

function readLocalFunction(node: Node, place: Place, walk: Walk, read: Read): void {
  const name = field(node, 'name')?.text ?? '';
  const definition = node.type === 'function_declaration' ? node : field(node, 'value');
  const body = definition === null ? null : field(definition, 'body');
  if (definition === null || body === null) return;
  walk.standIns.push({ target: name, line: lineOf(node), text: quote(node, 60) });
  const around = (node.type === 'function_declaration' ? node.parent : node.parent?.parent)?.text ?? '';
  const uses = around.split(new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}(?![\\w$])`)).length - 2;
  const inner = uses > 0 ? inside(place) : voided(place, { why: 'not-called', by: name });
  bindParameters(definition, [], inner, inner.scope);
  if (body.type === 'statement_block') readBlock(body, inner, walk, read);
  else read.expression(body, inner, walk);
}

function markOf(node: Node, { links }: Chain, place: Place): Mark | null {
  const [root, method] = links;
  if (
    root === undefined ||
    links.length !== 2 ||
    method === undefined ||
    !/^(t|this|ctx|context|test|task)$/.test(root.name)
  )
    return null;
  if (!/^(skip|todo)$/.test(method.name) || method.args === null) return null;
  return {
    kind: method.name === 'todo' ? 'todo' : 'skip',
    line: lineOf(node),
    text: quote(node),
    condition: place.condition,
  };
}

/** A method may change what the name holds. */
function forgetChangedBy({ links }: Chain, place: Place): void {
  const [root] = links;
  if (root !== undefined && root.args === null && /^[[{]/.test(place.scope.get(root.name)?.text ?? ''))
    place.scope.delete(root.name);
}
