import type { ArithmeticExpression, ParameterExpansionPart, SyntaxNode, Word, WordPart } from '../parse.ts';
import { forEachChild } from '../parse.ts';
import { compute } from './arithmetic.ts';
import { sizeName } from './env.ts';
import type { Value } from './range.ts';
import { numberValue, textValue } from './range.ts';
import type { State } from './state.ts';
import { held } from './table.ts';

/** What a word becomes: its fields, as far as each is known, or at least so many of them. */
export type Fields =
  | { readonly known: readonly (Value | null)[] }
  | { readonly known: null; readonly atLeast: number };

/** A variable, `$?`, `$!`, `$1`, `PIPESTATUS[0]`; null: not known. */
export function lookup(state: State, name: string): Value | null {
  if (name === '?') return numberValue(state.status);
  if (/^[1-9]$/.test(name)) {
    const { args } = state.env;
    return args === null
      ? null
      : Number(name) > args.length
        ? { kind: 'unset' }
        : (args[Number(name) - 1] ?? null);
  }
  if (name === '#') return state.env.args === null ? null : textValue(String(state.env.args.length));
  const pipe = /^PIPESTATUS(?:\[(\d+)\])?$/.exec(name);
  if (pipe !== null) {
    const range = state.pipe?.[Number(pipe[1] ?? 0)];
    return range === undefined ? null : numberValue(range);
  }
  return held(state.env.variables, name) ?? null;
}

/** Value of a word that becomes exactly one field (an assignment, `case`, `[[ ]]`, a here-string); null: not known. */
export function oneValue(word: Word, state: State): Value | null {
  if (word.parts === undefined) return word.text.startsWith('~') ? null : textValue(word.value);
  if (word.parts[0]?.type === 'Literal' && word.parts[0].text.startsWith('~')) return null;
  return joined(word.parts.map((part) => partValue(part, state)));
}

function joined(values: readonly (Value | null)[]): Value | null {
  const [only] = values;
  if (values.length === 1) return only ?? null;
  let text = '';
  let isKnown = true;
  let isFilled = false;
  for (const value of values) {
    if (value?.kind === 'text') text += value.text;
    else if (value?.kind !== 'unset') isKnown = false;
    if (value?.kind === 'number' || value?.kind === 'job' || value?.kind === 'filled') isFilled = true;
  }
  if (isKnown) return textValue(text);
  return isFilled || text !== '' ? { kind: 'filled' } : null;
}

function partValue(part: WordPart, state: State): Value | null {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return textValue(part.value);
    case 'DoubleQuoted':
    case 'LocaleString': {
      const value = joined(part.parts.map((child) => partValue(child, state)));
      return value?.kind === 'unset' ? textValue('') : value;
    }
    case 'SimpleExpansion':
      return lookup(state, part.text.slice(1));
    case 'ParameterExpansion':
      return parameterValue(part, state);
    case 'ArithmeticExpansion': {
      const { range } = compute(part.expression, (name) => lookup(state, name));
      return range === null ? null : numberValue(range);
    }
    default:
      return null;
  }
}

function parameterValue(part: ParameterExpansionPart, state: State): Value | null {
  if (part.prefix !== undefined) return part.prefix === '#' ? sizeOf(part, state) : null;
  if (part.index !== undefined) {
    const index = part.index.value;
    if (part.operation !== undefined || part.parameter !== 'PIPESTATUS') return null;
    return /^\d+$/.test(index) ? lookup(state, `PIPESTATUS[${index}]`) : null;
  }
  const value = lookup(state, part.parameter);
  const { operation } = part;
  if (operation === undefined || value === null) return value;
  if (operation.type !== 'Default') return null;
  const isSet = value.kind !== 'unset' && !(operation.operator.startsWith(':') && isEmpty(value));
  switch (operation.operator) {
    case '-':
    case ':-':
    case '=':
    case ':=':
      return isSet ? value : oneValue(operation.operand, state);
    case '+':
    case ':+':
      return isSet ? oneValue(operation.operand, state) : textValue('');
    case '?':
    case ':?':
      return value;
  }
}

/** `${#x[@]}` */
function sizeOf({ index, operation, parameter }: ParameterExpansionPart, state: State): Value | null {
  const isWhole = index !== undefined && /^[@*]$/.test(index.value) && operation === undefined;
  return isWhole ? lookup(state, sizeName(parameter)) : null;
}

const isEmpty = (value: Value) => value.kind === 'text' && value.text === '';

/** Text that unquoted expansion leaves alone but for blanks. */
const PLAIN = /^[\w./:=@%+, -]*$/;

/** The fields of a word as an argument. */
export function fieldsOf(word: Word, state: State, splitsOddly: boolean): Fields {
  if (word.parts === undefined) return { known: [oneValue(word, state)] };
  if (word.parts.length === 1) {
    const [part] = word.parts;
    if (part?.type === 'SimpleExpansion' || part?.type === 'ParameterExpansion') {
      if (/^\$\{?@\}?$/.test(part.text)) return argsFields(state);
      return splitsOddly ? { known: null, atLeast: 0 } : splitFields(partValue(part, state));
    }
    if (part?.type === 'DoubleQuoted' && /^"\$\{?@\}?"$/.test(part.text)) return argsFields(state);
  }
  const isMany = word.parts.some(
    (part) =>
      part.type === 'BraceExpansion' ||
      part.type === 'Glob' ||
      part.type === 'ExtendedGlob' ||
      (part.type === 'DoubleQuoted' && part.parts.some((child) => /^\$\{?(@|\w+\[@)/.test(child.text))),
  );
  if (isMany)
    return { known: null, atLeast: word.parts.some((part) => part.type === 'DoubleQuoted') ? 0 : 1 };
  const open = word.parts.filter((part) => isOpen(part));
  if (open.length === 0) return { known: [oneValue(word, state)] };
  if (open.some((part) => part.type === 'CommandExpansion'))
    return { known: null, atLeast: literalLength(word) };
  const value = splitsOddly ? null : oneValue(word, state);
  if (value?.kind === 'text' && PLAIN.test(value.text)) return splitFields(value);
  return { known: null, atLeast: literalLength(word) };
}

const literalLength = (word: Word) =>
  word.parts?.some((part) => part.type === 'Literal' && part.value.trim() !== '') === true ? 1 : 0;

/** Parts that are split into fields after expansion. Numbers are not: they hold no blank. */
function isOpen(part: WordPart): boolean {
  return (
    part.type === 'SimpleExpansion' || part.type === 'ParameterExpansion' || part.type === 'CommandExpansion'
  );
}

function argsFields(state: State): Fields {
  const { args } = state.env;
  return args === null ? { known: null, atLeast: 0 } : { known: args };
}

function splitFields(value: Value | null): Fields {
  if (value === null) return { known: null, atLeast: 0 };
  if (value.kind === 'unset') return { known: [] };
  if (value.kind === 'filled') return { known: null, atLeast: 0 };
  if (value.kind !== 'text') return { known: [value] };
  if (!PLAIN.test(value.text)) return { known: null, atLeast: 0 };
  return {
    known: value.text
      .split(' ')
      .filter((text) => text !== '')
      .map(textValue),
  };
}

/** What the arithmetic in a node does in this state: whether it can be an error, and the names that it sets. */
export function arithmeticIn(node: SyntaxNode, state: State): { mayFail: boolean; sets: readonly string[] } {
  let mayFail = false;
  const sets: string[] = [];
  const visit = (child: SyntaxNode): void => {
    if (child.type === 'Script') return;
    if (child.type === 'ArithmeticExpansion') {
      const computed = computeIn(child.expression, state);
      mayFail ||= computed.mayFail;
      sets.push(...computed.sets.keys());
    }
    forEachChild(child, visit);
  };
  visit(node);
  return { mayFail, sets };
}

/** Computes an arithmetic expression in a state. */
export function computeIn(expression: ArithmeticExpression | undefined, state: State) {
  return compute(expression, (name) => lookup(state, name));
}
