import type { ArithmeticExpression } from '../parse.ts';
import { sizeName } from './env.ts';
import type { Range, Value } from './range.ts';
import { canBeZero, exactly, isZero, rangeOf } from './range.ts';

/** Value of an expression (null: not known), what it does to variables, and whether it can be an error. */
export type Computed = {
  range: Range | null;
  /** Variables that get a value; null: not known which. */
  sets: ReadonlyMap<string, Range | null>;
  mayFail: boolean;
};

/** Looks a name up: `rc`, `?`, `PIPESTATUS[0]`. Null: not known. */
export type Lookup = (name: string) => Value | null;

type Work = { lookup: Lookup; sets: Map<string, Range | null>; mayFail: boolean; certain: boolean };

const LIMIT = 2 ** 31;

/** Computes an arithmetic expression on ranges. Assignments that may not happen make a variable unknown. */
export function compute(expression: ArithmeticExpression | undefined, lookup: Lookup): Computed {
  const work: Work = { lookup, sets: new Map(), mayFail: false, certain: true };
  const range = expression === undefined ? exactly(0) : evaluate(expression, work);
  return { range, sets: work.sets, mayFail: work.mayFail };
}

function bounded(low: number, high: number): Range | null {
  return Math.abs(low) < LIMIT && Math.abs(high) < LIMIT ? { low, high } : null;
}

function evaluate(node: ArithmeticExpression, work: Work): Range | null {
  switch (node.type) {
    case 'ArithmeticWord':
      return word(node.value.trim(), work);
    case 'ArithmeticGroup':
      return evaluate(node.expression, work);
    case 'ArithmeticCommandExpansion':
      work.mayFail = true;
      return null;
    case 'ArithmeticUnary':
      return unary(node, work);
    case 'ArithmeticTernary': {
      const test = evaluate(node.test, work);
      return either(test, node, work);
    }
    case 'ArithmeticBinary':
      return binary(node, work);
  }
}

function either(
  test: Range | null,
  node: { consequent: ArithmeticExpression; alternate: ArithmeticExpression },
  work: Work,
): Range | null {
  const certain = work.certain;
  work.certain = false;
  const yes = evaluate(node.consequent, work);
  const no = evaluate(node.alternate, work);
  work.certain = certain;
  if (test !== null && isZero(test)) return no;
  if (test !== null && !canBeZero(test)) return yes;
  return yes === null || no === null
    ? null
    : { low: Math.min(yes.low, no.low), high: Math.max(yes.high, no.high) };
}

function word(text: string, work: Work): Range | null {
  const array = /^\$\{#([a-zA-Z_]\w*)\[[@*]\]\}$/.exec(text)?.[1];
  if (array !== undefined) return rangeOf(work.lookup(sizeName(array)));
  if (/^(0|[1-9]\d{0,8})$/.test(text)) return exactly(Number(text));
  const name =
    /^\$?\{?([a-zA-Z_]\w*|\?)\}?$/.exec(text)?.[1] ?? /^(?:\$\{)?(PIPESTATUS\[\d+\])\}?$/.exec(text)?.[1];
  if (name === undefined) {
    work.mayFail = true;
    return null;
  }
  const set = work.sets.get(name);
  if (set !== undefined) return set;
  const value = work.lookup(name);
  if (value?.kind === 'unset' && !text.startsWith('$')) return exactly(0);
  const range = rangeOf(value);
  if (range === null) work.mayFail = true;
  if (value?.kind === 'text' && range === null) {
    // The text of a variable is an expression as well, and can assign.
    for (const [inner] of value.text.matchAll(/[a-zA-Z_]\w*/g)) work.sets.set(inner, null);
  }
  return range;
}

function assign(target: ArithmeticExpression, range: Range | null, work: Work): Range | null {
  const name = target.type === 'ArithmeticWord' ? /^[a-zA-Z_]\w*$/.exec(target.value.trim())?.[0] : undefined;
  if (name === undefined) {
    work.mayFail = true;
    const base =
      target.type === 'ArithmeticWord' ? /^[a-zA-Z_]\w*/.exec(target.value.trim())?.[0] : undefined;
    if (base !== undefined) work.sets.set(base, null);
    return null;
  }
  work.sets.set(name, work.certain ? range : null);
  return range;
}

function unary(
  node: { operator: string; operand: ArithmeticExpression; prefix: boolean },
  work: Work,
): Range | null {
  const operand = evaluate(node.operand, work);
  if (node.operator === '++' || node.operator === '--') {
    const by = node.operator === '++' ? 1 : -1;
    const next = operand === null ? null : bounded(operand.low + by, operand.high + by);
    assign(node.operand, next, work);
    return node.prefix ? next : operand;
  }
  if (operand === null) return node.operator === '!' ? { low: 0, high: 1 } : null;
  if (node.operator === '-') return bounded(-operand.high, -operand.low);
  if (node.operator === '+') return operand;
  if (node.operator !== '!') return null;
  return isZero(operand) ? exactly(1) : canBeZero(operand) ? { low: 0, high: 1 } : exactly(0);
}

function binary(
  node: { operator: string; left: ArithmeticExpression; right: ArithmeticExpression },
  work: Work,
): Range | null {
  const { operator } = node;
  if (operator === '=') return assign(node.left, evaluate(node.right, work), work);
  if (operator === '&&' || operator === '||') return logical(node, work);
  const left = evaluate(node.left, work);
  const right = evaluate(node.right, work);
  if (operator === ',') return right;
  if (/^(==|!=|<=|>=|<|>)$/.test(operator)) return truth(compare(operator, left, right));
  if (operator.endsWith('='))
    return assign(node.left, combine(operator.slice(0, -1), left, right, work), work);
  return combine(operator, left, right, work);
}

function logical(
  node: { operator: string; left: ArithmeticExpression; right: ArithmeticExpression },
  work: Work,
): Range | null {
  const left = evaluate(node.left, work);
  const certain = work.certain;
  work.certain = false;
  const right = evaluate(node.right, work);
  work.certain = certain;
  const one = left === null ? 'maybe' : isZero(left) ? 'no' : canBeZero(left) ? 'maybe' : 'yes';
  const two = right === null ? 'maybe' : isZero(right) ? 'no' : canBeZero(right) ? 'maybe' : 'yes';
  if (node.operator === '&&')
    return truth(one === 'no' || two === 'no' ? 'no' : one === 'yes' ? two : 'maybe');
  return truth(one === 'yes' || two === 'yes' ? 'yes' : one === 'no' ? two : 'maybe');
}

export type Truth = 'yes' | 'no' | 'maybe';

function truth(value: Truth): Range {
  return value === 'yes' ? exactly(1) : value === 'no' ? exactly(0) : { low: 0, high: 1 };
}

/** Compares two ranges: `==`, `!=`, `<`, `<=`, `>`, `>=`. */
export function compare(operator: string, left: Range | null, right: Range | null): Truth {
  if (left === null || right === null) return 'maybe';
  switch (operator) {
    case '==':
      if (left.low === left.high && right.low === right.high && left.low === right.low) return 'yes';
      return left.high < right.low || right.high < left.low ? 'no' : 'maybe';
    case '!=':
      return not(compare('==', left, right));
    case '<':
      return left.high < right.low ? 'yes' : left.low >= right.high ? 'no' : 'maybe';
    case '<=':
      return not(compare('<', right, left));
    case '>':
      return compare('<', right, left);
    case '>=':
      return not(compare('<', left, right));
    default:
      return 'maybe';
  }
}

export const not = (value: Truth): Truth => (value === 'yes' ? 'no' : value === 'no' ? 'yes' : 'maybe');

function combine(operator: string, left: Range | null, right: Range | null, work: Work): Range | null {
  if (operator === '/' || operator === '%' || operator === '**' || operator === '<<' || operator === '>>') {
    work.mayFail = true;
    return null;
  }
  if (left === null || right === null) return null;
  const isNatural = left.low >= 0 && right.low >= 0;
  switch (operator) {
    case '+':
      return bounded(left.low + right.low, left.high + right.high);
    case '-':
      return bounded(left.low - right.high, left.high - right.low);
    case '*':
      // A product is exact only of exact numbers: a status times 256 is green.
      return left.low === left.high && right.low === right.high
        ? bounded(left.low * right.low, left.low * right.low)
        : null;
    case '|': {
      if (!isNatural) return null;
      // a|b is at least the larger, and has no bit above the highest of both.
      return bounded(
        Math.max(left.low, right.low),
        2 ** Math.ceil(Math.log2(Math.max(left.high, right.high) + 1)) - 1,
      );
    }
    default:
      return null;
  }
}
