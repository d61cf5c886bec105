import { isConstant, meaningOf, normalForm, type Scope } from '../normal.ts';
import { field, lineOf, type Node, parts, quote } from '../syntax.ts';
import type { Void } from '../types.ts';
import { forgetChanged, type Helper, inside, type Place, voided, type Walk } from '../walk.ts';
import { raisedSkip, readCall } from './calls.ts';
import { demandsOf } from './conditions.ts';
import { python } from './dialect.ts';
import { emit } from './emit.ts';
import { endsUnfinished, failsAlways, swallows } from './endings.ts';
import { readWith } from './with.ts';

/** Reads the statements of a block in order. Answers the statement that ends it for good (`return`, `raise`), or null. */
export function readBlock(block: Node, outer: Place, walk: Walk): Node | null {
  let place = outer;
  let end: Node | null = null;
  for (const statement of parts(block)) {
    const ended = readStatement(statement, place, walk);
    if (ended !== null && end === null) {
      end = ended;
      place = { ...place, void: place.void ?? { why: 'unreachable', by: quote(ended, 60) } };
    }
    const condition = leavesEarly(statement);
    if (condition !== null && place.void === null)
      place = { ...place, void: { why: 'conditional', by: condition } };
  }
  return end;
}

/** Reads one statement. Answers it if nothing after it in its block is reached, or null. */
export function readStatement(node: Node, place: Place, walk: Walk): Node | null {
  switch (node.type) {
    case 'assert_statement': {
      const [condition] = parts(node);
      if (condition !== undefined) emit(walk, place, node, demandsOf(condition, false, place.scope));
      return null;
    }
    case 'expression_statement':
      readExpression(node, place, walk);
      return endsRun.test(node.text) ? node : null;
    case 'return_statement':
      for (const child of parts(node)) readCall(child, place, walk, readFunction);
      return node;
    case 'raise_statement': {
      const mark = raisedSkip(node, place);
      if (mark !== null) walk.marks.push(mark);
      return mark === null ? node : null;
    }
    case 'continue_statement':
    case 'break_statement':
      return node;
    case 'with_statement':
      return readWith(node, place, walk, readBlock);
    case 'if_statement':
      return readIf(node, place, walk);
    case 'for_statement':
    case 'while_statement':
      readLoop(node, place, walk);
      return null;
    case 'try_statement':
      return readTry(node, place, walk);
    case 'function_definition':
    case 'decorated_definition':
      readLocalFunction(node, place, walk);
      return null;
    case 'match_statement':
      for (const clause of node.descendantsOfType('case_clause'))
        readBlock(field(clause ?? node, 'consequence') ?? node, inside(place), walk);
      return null;
    default:
      return null;
  }
}

/** Ends the whole run, the rest of the test with it. */
const endsRun = /^(os\._exit|sys\.exit|pytest\.exit|exit|quit)\(/;

function readExpression(node: Node, place: Place, walk: Walk): void {
  for (const child of parts(node)) {
    if (child.type === 'assignment') assign(child, place, walk);
    else if (child.type === 'augmented_assignment') forget(field(child, 'left'), place);
    else readCall(child, place, walk, readFunction);
  }
}

function assign(node: Node, place: Place, walk: Walk): void {
  const left = field(node, 'left');
  const right = field(node, 'right');
  if (left === null) return;
  if (right === null) {
    forget(left, place);
    return;
  }
  if (right.type === 'assignment') assign(right, place, walk);
  else readCall(right, place, walk, readFunction);
  if (left.type === 'identifier')
    walk.standIns.push({ target: left.text, line: lineOf(node), text: quote(node, 60) });
  bind(left, right, place);
}

/** Binds names to what they stand for; names in a pattern one by one, if the value is written out. */
export function bind(target: Node, value: Node | null, place: Place, scope: Scope = place.scope): void {
  if (target.type === 'identifier') {
    const known = value === null ? null : meaningOf(value, python, scope);
    if (known === null) place.scope.delete(target.text);
    else place.scope.set(target.text, known);
    return;
  }
  if (!/^(pattern_list|tuple_pattern|list_pattern|tuple)$/.test(target.type)) {
    forget(target, place);
    return;
  }
  const names = parts(target);
  const values = value !== null && /^(tuple|list|expression_list|pair)$/.test(value.type) ? parts(value) : [];
  const before = new Map(scope);
  for (const [index, name] of names.entries())
    bind(name, values.length === names.length ? (values[index] ?? null) : null, place, before);
}

function forget(target: Node | null, place: Place): void {
  const name = target?.type === 'identifier' ? target : (target?.descendantsOfType('identifier')[0] ?? null);
  if (name !== null) place.scope.delete(name.text);
}

function readIf(node: Node, place: Place, walk: Walk): Node | null {
  const condition = field(node, 'condition');
  const consequence = field(node, 'consequence');
  if (condition === null || consequence === null) return null;
  const others = node.childrenForFieldName('alternative').filter((child): child is Node => child !== null);
  if (others.length === 0 && failsAlways(consequence)) {
    emit(walk, place, node, demandsOf(condition, true, place.scope));
    return null;
  }
  const truth = constantTruth(condition, place.scope);
  const text = quote(condition, 60);
  const never: Void = { why: 'unreachable', by: `if ${text}` };
  const sometimes: Void | null =
    others.length > 0 && others.every(holdsAssertion) ? null : { why: 'conditional', by: `if ${text}` };
  const branch = (block: Node, holds: boolean): Node | null => {
    const reason = truth === null ? sometimes : truth === holds ? null : never;
    const inner = reason === null ? inside(place) : voided(place, reason);
    inner.condition = truth === null ? text : place.condition;
    const end = readBlock(block, inner, walk);
    forgetChanged(place, inner);
    return reason === never ? node : end;
  };
  const ends = [branch(consequence, true), ...others.map((other) => branch(elseBlock(other), false))];
  if (truth === true) return ends[0] ?? null;
  return others.some((other) => other.type === 'else_clause') && ends.every((end) => end !== null)
    ? (ends[0] ?? null)
    : null;
}

function elseBlock(clause: Node): Node {
  return field(clause, 'body') ?? field(clause, 'consequence') ?? clause;
}

function holdsAssertion(clause: Node): boolean {
  return /\bassert|\bexpect|\braises\(|\bfail\(|\bskip|\braise\b/i.test(clause.text);
}

function readLoop(node: Node, place: Place, walk: Walk): void {
  const body = field(node, 'body');
  const left = field(node, 'left');
  const right = field(node, 'right');
  if (body === null) return;
  if (node.type === 'while_statement') {
    const condition = field(node, 'condition');
    const never = condition !== null && constantTruth(condition, place.scope) === false;
    const inner = never
      ? voided(place, { why: 'unreachable', by: `while ${quote(condition, 60)}` })
      : inside(place);
    readBlock(body, inner, walk);
    forgetChanged(place, inner);
    return;
  }
  if (left === null || right === null) return;
  const rows = literalRows(right, place.scope);
  if (rows?.length === 0) {
    readBlock(
      body,
      voided(place, { why: 'unreachable', by: `for ${quote(left, 30)} in ${quote(right, 30)}` }),
      walk,
    );
    return;
  }
  for (const row of rows ?? [null]) {
    const inner = inside(place);
    bind(left, row, inner);
    readBlock(body, inner, walk);
    forgetChanged(place, inner);
  }
}

/** The elements of a list that is written out, or that a name stands for; null: they are not known. */
export function literalRows(node: Node, scope: Scope): readonly Node[] | null {
  if (/^(list|tuple|set|expression_list)$/.test(node.type)) return parts(node);
  if (node.type === 'dictionary') return parts(node).flatMap((pair) => field(pair, 'key') ?? []);
  if (node.type === 'call') return itemRows(node, scope);
  if (node.type !== 'identifier') return null;
  const value = scope.get(node.text)?.node ?? null;
  return value === null || value.type === 'identifier' ? null : literalRows(value, scope);
}

/** `table.items()`: the pairs of a dictionary that is written out; `enumerate(rows)` is not known. */
function itemRows(call: Node, scope: Scope): readonly Node[] | null {
  const callee = field(call, 'function');
  const owner =
    callee?.type === 'attribute' && field(callee, 'attribute')?.text === 'items'
      ? field(callee, 'object')
      : null;
  if (owner === null) return null;
  const dictionary = owner.type === 'identifier' ? (scope.get(owner.text)?.node ?? owner) : owner;
  return dictionary.type === 'dictionary' ? parts(dictionary).filter((pair) => pair.type === 'pair') : null;
}

function readTry(node: Node, place: Place, walk: Walk): Node | null {
  const body = field(node, 'body');
  if (body === null) return null;
  const swallower = swallows(node);
  const inner = swallower === null ? inside(place) : voided(place, { why: 'swallowed', by: swallower });
  const end = readBlock(body, inner, walk);
  forgetChanged(place, inner);
  for (const clause of parts(node).slice(1)) {
    const block = field(clause, 'body') ?? parts(clause).at(-1);
    if (block === undefined || block === null) continue;
    const branch = inside(place);
    readBlock(block, branch, walk);
    forgetChanged(place, branch);
  }
  return swallower === null ? end : null;
}

/** A function of the test's own: read where it is called; one that nobody names is never called. */
function readLocalFunction(node: Node, place: Place, walk: Walk): void {
  const definition = node.type === 'decorated_definition' ? field(node, 'definition') : node;
  const name = definition === null ? null : field(definition, 'name');
  const body = definition === null ? null : field(definition, 'body');
  if (definition?.type !== 'function_definition' || name === null || body === null) return;
  walk.standIns.push({ target: name.text, line: lineOf(node), text: `def ${name.text}` });
  const around = node.parent?.text ?? '';
  const uses = around.split(new RegExp(`\\b${name.text}\\b`)).length - 2;
  const isUsed = uses > 0 || node.type === 'decorated_definition';
  const inner = isUsed ? inside(place) : voided(place, { why: 'not-called', by: `def ${name.text}` });
  for (const parameter of field(definition, 'parameters')?.descendantsOfType('identifier') ?? [])
    if (parameter !== null) inner.scope.delete(parameter.text);
  readBlock(body, inner, walk);
}

/** Reads the body of a helper with its parameters bound to the arguments' forms. */
export function readFunction(helper: Helper, scope: Place['scope'], place: Place, walk: Walk): void {
  const body = field(helper.node, 'body');
  if (body === null) return;
  walk.depth += 1;
  readBlock(body, { ...place, scope, path: helper.path ?? place.path }, walk);
  walk.depth -= 1;
}

function constantTruth(condition: Node, scope: Scope): boolean | null {
  const form = normalForm(condition, python, scope);
  if (
    form === 'False' ||
    form === '0' ||
    form === 'None' ||
    form === '""' ||
    form === '[ ]' ||
    form === 'not True'
  )
    return false;
  if (form === 'True' || form === 'not False') return true;
  return isConstant(form) && /^("|\d)/.test(form) ? true : null;
}

function leavesEarly(statement: Node): string | null {
  if (statement.type !== 'if_statement') return null;
  const consequence = field(statement, 'consequence');
  const condition = field(statement, 'condition');
  if (consequence === null || condition === null || field(statement, 'alternative') !== null) return null;
  return endsUnfinished(consequence) ? `if ${quote(condition, 60)}: return` : null;
}
