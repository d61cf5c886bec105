import { isConstant, numberOf, type Scope } from '../normal.ts';
import { field, type Node, parts } from '../syntax.ts';
import { chainOf } from './chains.ts';
import { type Demand, demand, formOf, truth } from './demand.ts';
import { javascript } from './dialect.ts';

/** The demands that a condition makes when it has to be true (`negated`: false). */
export function demandsOf(condition: Node, negated: boolean, scope: Scope): readonly Demand[] {
  const inner = javascript.inner(condition);
  if (inner !== null) return demandsOf(inner, negated, scope);
  if (condition.type === 'unary_expression' && field(condition, 'operator')?.text === '!') {
    const argument = field(condition, 'argument');
    return argument === null ? [] : demandsOf(argument, !negated, scope);
  }
  if (condition.type === 'binary_expression') return ofBinary(condition, negated, scope);
  if (condition.type === 'call_expression') return [ofCall(condition, negated)];
  return [truth(condition, !negated)];
}

/** Two things have to be equal; the constant one is what is expected. */
export function equality(left: Node, right: Node, negated: boolean, scope: Scope): readonly Demand[] {
  const [subject, expected] =
    isExpected(left, scope) && !isExpected(right, scope) ? [right, left] : [left, right];
  const form = formOf(expected, new Map());
  if ((form === 'true' || form === 'false') && !negated) return demandsOf(subject, form === 'false', scope);
  if ((form === 'null' || form === 'undefined') && negated) return [demand('present', subject, [])];
  return [demand(negated ? 'differs' : 'equals', subject, [expected])];
}

function ofBinary(node: Node, negated: boolean, scope: Scope): readonly Demand[] {
  const [left, right] = [field(node, 'left'), field(node, 'right')];
  const operator = field(node, 'operator')?.text ?? '';
  if (left === null || right === null) return [];
  if (operator === (negated ? '||' : '&&'))
    return [...demandsOf(left, negated, scope), ...demandsOf(right, negated, scope)];
  if (operator === '===' || operator === '==') return equality(left, right, negated, scope);
  if (operator === '!==' || operator === '!=') return equality(left, right, !negated, scope);
  if (operator in opposite)
    return [order(left, negated ? (opposite[operator] ?? operator) : operator, right, scope)];
  if (operator === 'instanceof') return [demand('type', left, [right], negated)];
  if (operator === 'in') return [demand('contains', right, ['key', left], negated)];
  return [truth(node, !negated)];
}

const opposite: Readonly<Record<string, string>> = { '<': '>=', '>': '<=', '<=': '>', '>=': '<' };
const mirrored: Readonly<Record<string, string>> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=' };

/** A bound on a thing; `Math.abs(a - b) < t` is an equality within a tolerance. */
export function order(left: Node, operator: string, right: Node, scope: Scope): Demand {
  const near = operator.startsWith('<') ? distance(left, right, scope) : null;
  if (near !== null) return near;
  const flipped = isExpected(left, scope) && !isExpected(right, scope);
  const [subject, bound] = flipped ? [right, left] : [left, right];
  return demand('order', subject, [flipped ? (mirrored[operator] ?? operator) : operator, bound]);
}

function distance(left: Node, right: Node, scope: Scope): Demand | null {
  if (left.type !== 'call_expression' || field(left, 'function')?.text !== 'Math.abs') return null;
  const [difference] = parts(field(left, 'arguments') ?? left);
  if (difference?.type !== 'binary_expression' || field(difference, 'operator')?.text !== '-') return null;
  const [a, b] = [field(difference, 'left'), field(difference, 'right')];
  if (a === null || b === null) return null;
  const [subject, expected] = isExpected(a, scope) && !isExpected(b, scope) ? [b, a] : [a, b];
  return {
    ...demand('near', subject, [expected]),
    tolerance: numberOf(formOf(right, scope)) ?? Number.POSITIVE_INFINITY,
  };
}

function ofCall(call: Node, negated: boolean): Demand {
  const { links } = chainOf(call);
  const last = links.at(-1);
  const callee = field(call, 'function');
  const object = callee?.type === 'member_expression' ? field(callee, 'object') : null;
  const first = last?.args?.[0];
  if (last === undefined || object === null || first === undefined) return truth(call, !negated);
  if (/^(includes|startsWith|endsWith|has)$/.test(last.name)) {
    const how = last.name === 'includes' ? [] : [last.name];
    return demand('contains', object, [...how, first], negated);
  }
  if (last.name === 'test' && object.type === 'regex') return demand('matches', first, [object], negated);
  if (callee?.text === 'Array.isArray') return demand('type', first, ['Array'], negated);
  return truth(call, !negated);
}

// A value that the test itself states: a constant, or a name like `expected`.
export function isExpected(node: Node, scope: Scope): boolean {
  if (/^(expected|want|wanted|EXPECTED)\b/.test(node.text)) return true;
  if (isConstant(formOf(node, new Map()))) return true;
  const value = node.type === 'identifier' ? scope.get(node.text) : undefined;
  return value !== undefined && isConstant(value.text ?? '');
}
