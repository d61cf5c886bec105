import { isConstant, normalForm, type Scope } from '../normal.ts';
import { field, type Node, parts } from '../syntax.ts';
import type { Relation } from '../types.ts';
import { python } from './dialect.ts';

/** A demand on one thing, before it is known where it stands. */
export type Demand = {
  relation: Relation;
  negated: boolean;
  subject: Node;
  expected: readonly Expected[];
  tolerance: number | null;
};

/** A node, or a normal form that stands nowhere. */
export type Expected = Node | string;

/** The demands that a condition makes when it has to be true (`negated`: false). */
export function demandsOf(condition: Node, negated: boolean, scope: Scope): readonly Demand[] {
  const inner = python.inner(condition);
  if (inner !== null) return demandsOf(inner, negated, scope);
  if (condition.type === 'not_operator') {
    const argument = field(condition, 'argument');
    return argument === null ? [] : demandsOf(argument, !negated, scope);
  }
  if (condition.type === 'boolean_operator') return ofBoolean(condition, negated, scope);
  if (condition.type === 'comparison_operator') return ofComparison(condition, negated, scope);
  if (condition.type === 'call') return [ofCall(condition, negated)];
  return [truth(condition, !negated)];
}

/** The thing has to be true or false. */
export function truth(subject: Node, holds: boolean): Demand {
  return {
    relation: 'truth',
    negated: false,
    subject,
    expected: [holds ? 'True' : 'False'],
    tolerance: null,
  };
}

/** Two things have to be equal; the constant one is what is expected. */
export function equality(left: Node, right: Node, negated: boolean, scope: Scope): Demand {
  const [subject, expected] =
    isExpected(left, scope) && !isExpected(right, scope) ? [right, left] : [left, right];
  const near = approximation(expected, scope);
  if (near !== null && !negated) return { ...near, relation: 'near', negated, subject };
  const form = normalForm(expected, python, new Map());
  if ((form === 'True' || form === 'False') && !negated) return truth(subject, form === 'True');
  if (form === 'None' && negated)
    return { relation: 'present', negated: false, subject, expected: [], tolerance: null };
  return {
    relation: negated ? 'differs' : 'equals',
    negated: false,
    subject,
    expected: [expected],
    tolerance: null,
  };
}

function ofBoolean(condition: Node, negated: boolean, scope: Scope): readonly Demand[] {
  const left = field(condition, 'left');
  const right = field(condition, 'right');
  const isAnd = field(condition, 'operator')?.type === 'and';
  if (left === null || right === null) return [];
  if (isAnd !== negated) return [...demandsOf(left, negated, scope), ...demandsOf(right, negated, scope)];
  return [truth(condition, !negated)];
}

function ofComparison(node: Node, negated: boolean, scope: Scope): readonly Demand[] {
  const operands = parts(node);
  const operators = node.children.flatMap((child) => (child !== null && !child.isNamed ? [child.type] : []));
  const [left, right] = operands;
  const [operator] = operators;
  if (left === undefined || right === undefined || operator === undefined) return [];
  if (operands.length === 2) return [compare(left, operator, right, negated, scope)];
  // A negated chain holds if any of its links fails.
  if (negated) return [truth(node, false)];
  return operators.flatMap((link, index) => {
    const [a, b] = [operands[index], operands[index + 1]];
    return a === undefined || b === undefined ? [] : [compare(a, link, b, false, scope)];
  });
}

const opposite: Readonly<Record<string, string>> = { '<': '>=', '>': '<=', '<=': '>', '>=': '<' };
const mirrored: Readonly<Record<string, string>> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=' };

function compare(left: Node, operator: string, right: Node, negated: boolean, scope: Scope): Demand {
  if (operator === '==' || operator === 'is') return equality(left, right, negated, scope);
  if (operator === '!=' || operator === '<>' || operator === 'is not')
    return equality(left, right, !negated, scope);
  if (operator === 'in' || operator === 'not in')
    return membership(left, right, (operator === 'not in') !== negated, scope);
  return order(left, negated ? (opposite[operator] ?? operator) : operator, right, scope);
}

/** A bound on a thing; `abs(a - b) < t` is an equality within a tolerance. */
export function order(left: Node, operator: string, right: Node, scope: Scope): Demand {
  const near = operator.startsWith('<') ? distance(left, right, scope) : null;
  if (near !== null) return near;
  const flipped = isExpected(left, scope) && !isExpected(right, scope);
  const [subject, bound] = flipped ? [right, left] : [left, right];
  const sign = flipped ? (mirrored[operator] ?? operator) : operator;
  return { relation: 'order', negated: false, subject, expected: [sign, bound], tolerance: null };
}

function membership(element: Node, container: Node, negated: boolean, scope: Scope): Demand {
  // `status in (200, 201)` is about the status; `"a" in names` is about the names.
  const options = isExpected(container, scope) && !isExpected(element, scope);
  const [subject, expected] = options ? [element, container] : [container, element];
  return {
    relation: 'contains',
    negated,
    subject,
    expected: options ? ['one of', expected] : [expected],
    tolerance: null,
  };
}

function distance(left: Node, right: Node, scope: Scope): Demand | null {
  if (left.type !== 'call' || field(left, 'function')?.text !== 'abs') return null;
  const [difference] = parts(field(left, 'arguments') ?? left);
  if (difference?.type !== 'binary_operator' || field(difference, 'operator')?.text !== '-') return null;
  const [a, b] = [field(difference, 'left'), field(difference, 'right')];
  if (a === null || b === null) return null;
  const [subject, expected] = isExpected(a, scope) && !isExpected(b, scope) ? [b, a] : [a, b];
  return {
    relation: 'near',
    negated: false,
    subject,
    expected: [expected],
    tolerance: numberIn(right, scope),
  };
}

function ofCall(call: Node, negated: boolean): Demand {
  const callee = field(call, 'function');
  const args = parts(field(call, 'arguments') ?? call);
  const [first, second] = args;
  const name = callee?.text ?? '';
  const of = (relation: Relation, subject: Node, expected: readonly Expected[]): Demand => ({
    relation,
    negated,
    subject,
    expected,
    tolerance: null,
  });
  if (first !== undefined && second !== undefined) {
    if (name === 'isinstance' || name === 'issubclass') return of('type', first, [second]);
    if (name === 'hasattr') return of('contains', first, ['attribute', second]);
    if (/^re\.(match|search|fullmatch)$/.test(name)) return of('matches', second, [name, first]);
    if (/(^|\.)(isclose|allclose)$/.test(name))
      return { ...of('near', first, [second]), tolerance: keywordNumber(args, tolerances) };
    if (/(^|\.)array_equal$/.test(name)) return of('equals', first, [second]);
  }
  if (callee?.type === 'attribute' && first !== undefined) {
    const object = field(callee, 'object');
    const method = field(callee, 'attribute')?.text ?? '';
    if (object !== null && /^(starts|ends)with$/.test(method)) return of('contains', object, [method, first]);
  }
  return truth(call, !negated);
}

const tolerances = ['abs', 'abs_tol', 'atol', 'rel', 'rel_tol', 'rtol', 'delta', 'places', 'decimal'];

function approximation(node: Node, scope: Scope): Pick<Demand, 'expected' | 'tolerance'> | null {
  if (node.type !== 'call' || !/(^|\.)approx$/.test(field(node, 'function')?.text ?? '')) return null;
  const args = parts(field(node, 'arguments') ?? node);
  const [expected, relative, absolute] = args;
  if (expected === undefined) return null;
  const positional = [relative, absolute].flatMap((arg) =>
    arg === undefined || arg.type === 'keyword_argument'
      ? []
      : [numberIn(arg, scope) ?? Number.POSITIVE_INFINITY],
  );
  return { expected: [expected], tolerance: positional[0] ?? keywordNumber(args, tolerances) };
}

/** The widest tolerance that keyword arguments name; digits become the distance that they allow. Null: none is named. */
export function keywordNumber(args: readonly Node[], names: readonly string[]): number | null {
  const found = args.flatMap((arg) => {
    const name = field(arg, 'name')?.text ?? '';
    const value = field(arg, 'value');
    if (arg.type !== 'keyword_argument' || value === null || !names.includes(name)) return [];
    const number = numberIn(value, new Map());
    if (number === null) return [];
    return [name === 'places' || name === 'decimal' ? 0.5 * 10 ** -number : number];
  });
  return found.length === 0 ? null : Math.max(...found);
}

function numberIn(node: Node, scope: Scope): number | null {
  const value = Number(normalForm(node, python, scope).replace(/^- /, '-'));
  return Number.isNaN(value) ? null : value;
}

// A value that the test itself states: a constant, or a name like `expected`.
function isExpected(node: Node, scope: Scope): boolean {
  if (/^(expected|want|wanted|EXPECTED)\b/.test(node.text)) return true;
  return (
    isConstant(normalForm(node, python, new Map())) ||
    (node.type === 'identifier' && constantName(node, scope))
  );
}

function constantName(node: Node, scope: Scope): boolean {
  const value = scope.get(node.text);
  return value !== undefined && isConstant(value.text ?? '');
}
