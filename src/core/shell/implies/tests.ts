import { literalText } from '../nested.ts';
import type { TestExpression, Word } from '../parse.ts';
import type { Truth } from './arithmetic.ts';
import { compare, not } from './arithmetic.ts';
import { matches } from './cases.ts';
import type { Value } from './range.ts';
import { rangeOf } from './range.ts';
import type { State } from './state.ts';
import { held } from './table.ts';
import { oneValue } from './words.ts';

const NUMERIC = new Map([
  ['-eq', '=='],
  ['-ne', '!='],
  ['-lt', '<'],
  ['-le', '<='],
  ['-gt', '>'],
  ['-ge', '>='],
]);

type Field = Value | null;

/** What `test` makes of its arguments, as far as they are known. An error counts as `no`. */
export function judgeArguments(fields: readonly Field[]): Truth {
  const text = (at: number) => textOf(fields[at]);
  switch (fields.length) {
    case 0:
      return 'no';
    case 1:
      return not(emptiness(fields[0]));
    case 2:
      if (text(0) === '!') return not(judgeArguments(fields.slice(1)));
      return judgeUnary(text(0), fields[1]);
    case 3:
      return judgeThree(fields);
    case 4:
      if (text(0) === '!') return not(judgeThree(fields.slice(1)));
      return 'maybe';
    default:
      return judgeLong(fields);
  }
}

function judgeThree(fields: readonly Field[]): Truth {
  const [left, operator, right] = fields;
  const name = textOf(operator);
  if (name === null) return 'maybe';
  const numeric = NUMERIC.get(name);
  if (numeric !== undefined) return judgeNumbers(numeric, left, right);
  if (name === '=' || name === '==') return same(left, right);
  if (name === '!=') return not(same(left, right));
  if (textOf(left) === '!' && name !== '-a' && name !== '-o') return not(judgeUnary(name, right));
  return 'maybe';
}

/** `a -a b` and `a -o b` of binary tests; anything else is not known. */
function judgeLong(fields: readonly Field[]): Truth {
  const [, , , joint] = fields;
  const name = textOf(joint);
  if (fields.length !== 7 || (name !== '-a' && name !== '-o')) return 'maybe';
  const left = judgeThree(fields.slice(0, 3));
  const right = judgeThree(fields.slice(4));
  if (name === '-a')
    return left === 'no' || right === 'no' ? 'no' : left === 'yes' && right === 'yes' ? 'yes' : 'maybe';
  return left === 'no' && right === 'no' ? 'no' : left === 'yes' && right !== 'maybe' ? 'yes' : 'maybe';
}

const textOf = (field: Field | undefined): string | null => (field?.kind === 'text' ? field.text : null);

/** Whether a value is empty. */
function emptiness(value: Field | undefined): Truth {
  if (value === null || value === undefined) return 'maybe';
  if (value.kind === 'unset') return 'yes';
  if (value.kind === 'text') return value.text === '' ? 'yes' : 'no';
  return 'no';
}

function judgeUnary(operator: string | null, value: Field | undefined): Truth {
  if (operator === '-z') return emptiness(value);
  if (operator === '-n') return not(emptiness(value));
  return 'maybe';
}

function judgeNumbers(operator: string, left: Field | undefined, right: Field | undefined): Truth {
  const one = rangeOf(left);
  const other = rangeOf(right);
  if (one === null || other === null) return 'maybe';
  return compare(operator, one, other);
}

function same(left: Field | undefined, right: Field | undefined): Truth {
  if (left === null || left === undefined || right === null || right === undefined) return 'maybe';
  if (left.kind === 'job' || right.kind === 'job') return 'maybe';
  const one = textFrom(left);
  const other = textFrom(right);
  if (left.kind === 'filled' || right.kind === 'filled') return one === '' || other === '' ? 'no' : 'maybe';
  if (one !== null && other !== null) return one === other ? 'yes' : 'no';
  const range = left.kind === 'number' ? left.range : right.kind === 'number' ? right.range : null;
  const text = one ?? other;
  if (range === null || text === null) return 'maybe';
  const number = /^(0|[1-9]\d*)$/.test(text) ? Number(text) : null;
  if (number === null) return 'no';
  return number < range.low || number > range.high ? 'no' : 'maybe';
}

function textFrom(value: Value): string | null {
  return value.kind === 'text' ? value.text : value.kind === 'unset' ? '' : null;
}

/** What `[[ ]]` makes of an expression, as far as it is known. An error counts as `no`. */
export function judgeExpression(node: TestExpression, state: State): Truth {
  switch (node.type) {
    case 'TestGroup':
      return judgeExpression(node.expression, state);
    case 'TestNot': {
      const operand = judgeExpression(node.operand, state);
      return node.negations.length % 2 === 1 ? not(operand) : operand;
    }
    case 'TestLogical':
      return judgeLogical(node.operator, node.operands, state);
    case 'TestUnary':
      return judgeUnary(node.operator, oneValue(node.operand, state));
    case 'TestBinary':
      return judgeBinary(node.operator, node.left, node.right, state);
  }
}

function judgeLogical(operator: '&&' | '||', operands: readonly TestExpression[], state: State): Truth {
  const truths = operands.map((operand) => judgeExpression(operand, state));
  const decisive = operator === '&&' ? 'no' : 'yes';
  if (truths.includes('maybe')) {
    // Only what is decided before anything unknown counts.
    const firstOpen = truths.indexOf('maybe');
    return truths.slice(0, firstOpen).includes(decisive) ? decisive : 'maybe';
  }
  return truths.includes(decisive) ? decisive : operator === '&&' ? 'yes' : 'no';
}

function judgeBinary(operator: string, left: Word, right: Word, state: State): Truth {
  const numeric = NUMERIC.get(operator);
  if (numeric !== undefined) return judgeNumbers(numeric, numberOf(left, state), numberOf(right, state));
  const value = oneValue(left, state);
  if (operator === '=' || operator === '==') return matches(right, value, state);
  if (operator === '!=') return not(matches(right, value, state));
  return 'maybe';
}

/** Operands of `-eq` in `[[ ]]` are arithmetic: a bare name is a variable. */
function numberOf(word: Word, state: State): Value | null {
  const literal = literalText(word);
  if (literal !== null && /^[a-zA-Z_]\w*$/.test(literal)) {
    return held(state.env.variables, literal) ?? null;
  }
  return oneValue(word, state);
}
