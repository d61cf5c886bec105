import { isConstant } from '../normal.ts';
import { field, lineOf, type Node, parts, quote } from '../syntax.ts';
import type { Void } from '../types.ts';
import { forgetChanged, inside, type Place, voided, type Walk } from '../walk.ts';
import { bind, literalRows } from './binding.ts';
import { demandsOf } from './conditions.ts';
import { emit, formOf } from './demand.ts';
import { failsAlways, leavesSilently, swallows } from './endings.ts';
import type { Read } from './read.ts';

/** Reads a block or a single statement. Answers the statement that ends it for good, or null. */
export function readBlock(block: Node, outer: Place, walk: Walk, read: Read): Node | null {
  if (block.type !== 'statement_block' && block.type !== 'program')
    return readStatement(block, outer, walk, read);
  let place = outer;
  let end: Node | null = null;
  for (const statement of parts(block)) {
    const ended = readStatement(statement, place, walk, read);
    if (ended !== null && end === null) {
      end = ended;
      place = { ...place, void: place.void ?? { why: 'unreachable', by: quote(ended, 60) } };
    }
    const condition = leavesSilently(statement);
    if (condition !== null && place.void === null)
      place = { ...place, void: { why: 'conditional', by: condition } };
  }
  return end;
}

/** Ends the whole run, the rest of the test with it. */
const endsRun = /^process\.(exit|abort|kill|reallyExit)\(/;

function readStatement(node: Node, place: Place, walk: Walk, read: Read): Node | null {
  switch (node.type) {
    case 'expression_statement':
      for (const child of parts(node)) read.expression(child, place, walk);
      return endsRun.test(node.text) ? node : null;
    case 'lexical_declaration':
    case 'variable_declaration':
      for (const declarator of parts(node)) readDeclarator(declarator, place, walk, read);
      return null;
    case 'export_statement': {
      const declaration = field(node, 'declaration');
      return declaration === null ? null : readStatement(declaration, place, walk, read);
    }
    case 'return_statement':
      for (const child of parts(node)) read.expression(child, place, walk);
      return node;
    case 'throw_statement':
    case 'break_statement':
    case 'continue_statement':
      return node;
    case 'if_statement':
      return readIf(node, place, walk, read);
    case 'for_in_statement':
    case 'for_statement':
    case 'while_statement':
    case 'do_statement':
      readLoop(node, place, walk, read);
      return null;
    case 'try_statement':
      return readTry(node, place, walk, read);
    case 'function_declaration':
      read.localFunction(node, place, walk);
      return null;
    case 'statement_block':
      return readBlock(node, inside(place), walk, read);
    case 'labeled_statement':
      return readBlock(field(node, 'body') ?? node, inside(place), walk, read);
    case 'switch_statement':
      for (const clause of node.descendantsOfType(['switch_case', 'switch_default']))
        for (const statement of clause === null ? [] : parts(clause).slice(1))
          readStatement(statement, inside(place), walk, read);
      return null;
    default:
      return null;
  }
}

function readDeclarator(node: Node, place: Place, walk: Walk, read: Read): void {
  const [name, value] = [field(node, 'name'), field(node, 'value')];
  if (name === null) return;
  if (value !== null && /function/.test(value.type)) read.localFunction(node, place, walk);
  else if (value !== null) {
    walk.standIns.push({ target: name.text, line: lineOf(node), text: quote(node, 60) });
    read.expression(value, place, walk);
  }
  bind(name, value, place);
}

function readIf(node: Node, place: Place, walk: Walk, read: Read): Node | null {
  const condition = field(node, 'condition');
  const consequence = field(node, 'consequence');
  const alternative = field(node, 'alternative');
  if (condition === null || consequence === null) return null;
  if (alternative === null && failsAlways(consequence)) {
    emit(walk, place, node, demandsOf(condition, true, place.scope));
    return null;
  }
  const truth = constantTruth(condition, place);
  const text = quote(condition, 60).replace(/^\((.*)\)$/, '$1');
  const sometimes: Void | null =
    alternative !== null && holdsAssertion(alternative) ? null : { why: 'conditional', by: `if (${text})` };
  const branch = (block: Node, holds: boolean): Node | null => {
    const never: Void | null =
      truth === null || truth === holds ? null : { why: 'unreachable', by: `if (${text})` };
    const reason = never ?? (truth === null ? sometimes : null);
    const inner = reason === null ? inside(place) : voided(place, reason);
    inner.condition = truth === null ? text : place.condition;
    const end = readBlock(block, inner, walk, read);
    forgetChanged(place, inner);
    return end;
  };
  const first = branch(consequence, true);
  const second = alternative === null ? null : branch(parts(alternative)[0] ?? alternative, false);
  if (truth !== null) return truth ? first : second;
  return first !== null && second !== null ? first : null;
}

function holdsAssertion(node: Node): boolean {
  return /\bassert|\bexpect\(|\bt\.|\bfail\(|\bskip|\bthrow\b/i.test(node.text);
}

function readLoop(node: Node, place: Place, walk: Walk, read: Read): void {
  const body = field(node, 'body');
  if (body === null) return;
  const [left, right, condition] = [field(node, 'left'), field(node, 'right'), field(node, 'condition')];
  const rows =
    node.type === 'for_in_statement' && left !== null && right !== null
      ? literalRows(right, place.scope)
      : null;
  const isNever =
    rows?.length === 0 ||
    (node.type !== 'do_statement' && condition !== null && constantTruth(condition, place) === false);
  for (const row of rows === null || isNever ? [null] : rows) {
    const inner = isNever ? voided(place, { why: 'unreachable', by: quote(node, 60) }) : inside(place);
    if (left !== null) bind(left, row, inner);
    readBlock(body, inner, walk, read);
    forgetChanged(place, inner);
  }
}

function readTry(node: Node, place: Place, walk: Walk, read: Read): Node | null {
  const body = field(node, 'body');
  if (body === null) return null;
  const swallower = swallows(node);
  const inner = swallower === null ? inside(place) : voided(place, { why: 'swallowed', by: swallower });
  const end = readBlock(body, inner, walk, read);
  forgetChanged(place, inner);
  for (const clause of [field(node, 'handler'), field(node, 'finalizer')]) {
    const block = clause === null ? null : field(clause, 'body');
    if (block === null) continue;
    const branch = inside(place);
    readBlock(block, branch, walk, read);
    forgetChanged(place, branch);
  }
  return swallower === null ? end : null;
}

function constantTruth(condition: Node, place: Place): boolean | null {
  const form = formOf(condition, place.scope);
  if (/^(false|0|null|undefined|""|! true|! 1)$/.test(form)) return false;
  if (/^(true|! false|! 0)$/.test(form)) return true;
  return isConstant(form) && /^("|\d)/.test(form) ? true : null;
}
