import { normalForm, type Value } from '../normal.ts';
import { field, lineOf, type Node, parts, quote } from '../syntax.ts';
import type { Mark } from '../types.ts';
import { deepestCall, type Helper, type Place, type Walk } from '../walk.ts';
import { python } from './dialect.ts';
import { emit, emitForm } from './emit.ts';
import { standInOf } from './stand-ins.ts';
import { mockDemand, unittestDemands } from './unittest-calls.ts';
import { raisedBy } from './with.ts';

type ReadFunction = (helper: Helper, scope: Place['scope'], place: Place, walk: Walk) => void;

const own = /^(assert|check|verify|expect|should|ensure|must)(_|[A-Z]|$)/;

/** Reads an expression that stands as a statement or as an assigned value: assertions, marks, stand-ins, calls of helpers. */
export function readCall(expression: Node, place: Place, walk: Walk, readFunction: ReadFunction): void {
  const call = python.inner(expression) ?? expression;
  if (call.type !== 'call') return;
  const callee = field(call, 'function');
  if (callee === null) return;
  const name = (callee.type === 'attribute' ? field(callee, 'attribute')?.text : callee.text) ?? '';
  if (readKnown(name, call, callee, place, walk)) return;
  const helper = walk.helpers.get(name);
  if (helper !== undefined && walk.depth < deepestCall && isLocal(callee)) {
    walk.called.add(name);
    readFunction(helper, argumentsOf(helper.node, call, place), place, walk);
  } else if (own.test(name)) {
    emitForm(walk, place, call, { relation: 'own', subject: call, expected: [] });
  } else if (callee.type === 'attribute') {
    // A method may change what the name holds.
    const object = field(callee, 'object');
    if (object?.type === 'identifier') forgetContainer(object.text, place);
  }
}

/** Calls that the test libraries define. */
function readKnown(name: string, call: Node, callee: Node, place: Place, walk: Walk): boolean {
  const mark = markOf(callee.text, call, place);
  const standIn = standInOf(call);
  const raised = raisedBy(callee.text, call);
  const mock = mockDemand(name, call);
  const demands = mock === null ? unittestDemands(name, call, place.scope) : [mock];
  if (mark !== null) walk.marks.push(mark);
  else if (standIn !== null) walk.standIns.push(standIn);
  else if (raised !== null)
    emitForm(walk, place, call, { relation: 'raises', subject: call, expected: raised });
  else if (demands !== null) emit(walk, place, call, demands);
  else return false;
  return true;
}

function isLocal(callee: Node): boolean {
  return callee.type === 'identifier' || /^(self|cls)\.\w+$/.test(callee.text);
}

function forgetContainer(name: string, place: Place): void {
  if (/^[[{]/.test(place.scope.get(name)?.text ?? '')) place.scope.delete(name);
}

/** Forms of the arguments under the names of the parameters. */
function argumentsOf(definition: Node, call: Node, place: Place): Map<string, Value> {
  const scope = new Map<string, Value>();
  const names = parts(field(definition, 'parameters') ?? definition)
    .map((parameter) => parameter.descendantsOfType('identifier')[0]?.text ?? parameter.text)
    .filter((name) => name !== 'self' && name !== 'cls');
  let position = 0;
  for (const argument of parts(field(call, 'arguments') ?? call)) {
    const isKeyword = argument.type === 'keyword_argument';
    const name = isKeyword ? field(argument, 'name')?.text : names[position++];
    const value = isKeyword ? field(argument, 'value') : argument;
    if (name !== undefined && value !== null)
      scope.set(name, { text: normalForm(value, python, place.scope), node: value });
  }
  return scope;
}

/** `raise unittest.SkipTest(...)`. */
export function raisedSkip(node: Node, place: Place): Mark | null {
  if (!/^raise\s+(\w+\.)*(SkipTest|Skipped)\b/.test(node.text)) return null;
  return { kind: 'skip', line: lineOf(node), text: quote(node), condition: place.condition };
}

function markOf(callee: string, call: Node, place: Place): Mark | null {
  const match = /^(?:pytest\.(skip|xfail|importorskip)|self\.(skipTest)|unittest\.(SkipTest))$/.exec(callee);
  if (match === null) return null;
  const [name] = match.slice(1).filter(Boolean);
  const kind = name === 'xfail' ? 'xfail' : 'skip';
  const condition = name === 'importorskip' ? `${quote(call, 60)}` : place.condition;
  return { kind, line: lineOf(call), text: quote(call), condition };
}
