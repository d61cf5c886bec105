// Numbers and texts as far as they are known before the line runs.

/** Whole numbers from `low` to `high`; one number when they are equal. */
export type Range = { readonly low: number; readonly high: number };

/** What a variable holds, as far as it is known. A variable of which nothing is known has no value at all. */
export type Value =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly range: Range }
  /** `$!`: a job that will end with a status in `range`. */
  | { readonly kind: 'job'; readonly range: Range }
  /** Some text that is not empty. */
  | { readonly kind: 'filled' }
  | { readonly kind: 'unset' };

export const ZERO: Range = { low: 0, high: 0 };
export const ONE: Range = { low: 1, high: 1 };
export const NONZERO: Range = { low: 1, high: 255 };
export const ANY: Range = { low: 0, high: 255 };

export const exactly = (value: number): Range => ({ low: value, high: value });
export const canBeZero = (range: Range): boolean => range.low <= 0 && range.high >= 0;
export const isZero = (range: Range): boolean => range.low === 0 && range.high === 0;

export const textValue = (text: string): Value => ({ kind: 'text', text });

/** A number as a variable holds it: a text when it is one number. */
export function numberValue(range: Range): Value {
  return range.low === range.high ? textValue(String(range.low)) : { kind: 'number', range };
}

/** The number that a value is read as, or null. */
export function rangeOf(value: Value | null | undefined): Range | null {
  if (value === null || value === undefined) return null;
  if (value.kind === 'number') return value.range;
  if (value.kind !== 'text' || !/^-?(0|[1-9]\d{0,8})$/.test(value.text)) return null;
  return exactly(Number(value.text));
}

export function valueKey(value: Value): string {
  switch (value.kind) {
    case 'text':
      return `t${value.text.length}:${value.text}`;
    case 'number':
      return `n${value.range.low},${value.range.high}`;
    case 'job':
      return `j${value.range.low},${value.range.high}`;
    case 'filled':
      return 'f';
    case 'unset':
      return 'u';
  }
}

/** What `exit n` makes of a number: n & 255. Null: the range holds a multiple of 256 besides other numbers. */
export function statusOf(range: Range): Range | null {
  if (range.low === range.high) return exactly(range.low & 255);
  if (range.low >= 0 && range.high <= 255) return range;
  const firstMultiple = Math.ceil(range.low / 256) * 256;
  return firstMultiple > range.high ? NONZERO : null;
}
