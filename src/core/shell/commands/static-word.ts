// What a word is when bash has expanded it, as far as that can be known without running anything.
import type { Word, WordPart } from '../parse.ts';

/** Variables that the line has set to one text and never changes again. */
export type Constants = ReadonlyMap<string, string>;

/** What bash puts in the place of `<(...)` and `>(...)`. */
export const PROCESS = '/dev/fd/63';

const MAX_ALTERNATIVES = 64;

/**
 * The texts that a word expands to, quoting removed; null stands for a text that is not known (`$HOME`, `$(...)`, `~`).
 * Globs stay as they are written. Braces give several texts.
 */
export function staticTexts(word: Word, constants: Constants): readonly (string | null)[] {
  const { parts } = word;
  if (parts === undefined) {
    if (word.text.startsWith('~')) return [null];
    return [word.value];
  }
  if (parts.some((part) => part.type === 'BraceExpansion')) return bracedTexts(parts, constants);
  return [joinParts(parts, constants)];
}

/** The one text of a word, or null if it is not known or there are several. */
export function staticText(word: Word, constants: Constants): string | null {
  const texts = staticTexts(word, constants);
  return texts.length === 1 ? (texts[0] ?? null) : null;
}

/**
 * The text before the first part of a word that is not known (`/tmp/x-` of `/tmp/x-$$`), or all of it; the person's own folder
 * is `~`. Nothing, where what follows may lead elsewhere (`/tmp/$X/../y`).
 */
export function knownStart(word: Word, constants: Constants): { text: string; isWhole: boolean } {
  let text = '';
  if (word.text.includes('..')) return { text, isWhole: false };
  for (const part of flatParts(word.parts ?? [])) {
    const isHome = text === '' && /^\$(HOME|\{HOME\})$/.test(part.text);
    const piece = isHome ? '~' : PATTERNS.has(part.type) ? null : partText(part, constants);
    if (piece === null) return { text, isWhole: false };
    text += piece;
  }
  return { text: word.parts === undefined ? word.text : text, isWhole: true };
}

const PATTERNS: ReadonlySet<WordPart['type']> = new Set(['Glob', 'ExtendedGlob', 'BraceExpansion']);

function flatParts(parts: readonly WordPart[]): readonly WordPart[] {
  return parts.flatMap((part) =>
    part.type === 'DoubleQuoted' || part.type === 'LocaleString' ? flatParts(part.parts) : [part],
  );
}

/** True where bash would look for files that match: an unquoted `*`, `?`, `[...]` or an extended pattern. */
export function hasGlob(word: Word): boolean {
  return (word.parts ?? []).some((part) => part.type === 'Glob' || part.type === 'ExtendedGlob');
}

function joinParts(parts: readonly WordPart[], constants: Constants): string | null {
  let text = '';
  for (const part of parts) {
    const piece = partText(part, constants);
    if (piece === null) return null;
    text += piece;
  }
  const [first] = parts;
  if (first?.type === 'Literal' && first.text.startsWith('~')) return null;
  return text;
}

function partText(part: WordPart, constants: Constants): string | null {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return part.value;
    case 'DoubleQuoted':
    case 'LocaleString':
      return joinQuoted(part.parts, constants);
    case 'SimpleExpansion':
      return constants.get(part.text.slice(1)) ?? null;
    case 'ParameterExpansion':
      if (part.operation !== undefined || part.index !== undefined || part.prefix !== undefined) return null;
      return constants.get(part.parameter) ?? null;
    case 'Glob':
    case 'ExtendedGlob':
    case 'BraceExpansion':
      return part.text;
    case 'CommandExpansion':
    case 'ArithmeticExpansion':
    case 'ProcessSubstitution':
      return null;
  }
}

function joinQuoted(parts: readonly WordPart[], constants: Constants): string | null {
  let text = '';
  for (const part of parts) {
    const piece = partText(part, constants);
    if (piece === null) return null;
    text += piece;
  }
  return text;
}

function bracedTexts(parts: readonly WordPart[], constants: Constants): readonly (string | null)[] {
  let texts: (string | null)[] = [''];
  for (const part of parts) {
    const pieces = part.type === 'BraceExpansion' ? braceTexts(part.text) : [partText(part, constants)];
    texts = texts.flatMap((before) =>
      pieces.map((piece) => (before === null || piece === null ? null : before + piece)),
    );
    if (texts.length > MAX_ALTERNATIVES) return [null];
  }
  return texts;
}

/** `{a,b{c,d}}` and `{1..5}`; null where it is neither plain. */
function braceTexts(text: string): readonly (string | null)[] {
  const inner = text.slice(1, -1);
  const range = /^(-?\d{1,4})\.\.(-?\d{1,4})$/.exec(inner);
  if (range !== null) return rangeTexts(Number(range[1]), Number(range[2]));
  if (/["'`$\\]/.test(inner)) return [null];
  const alternatives = splitAlternatives(inner);
  if (alternatives.length < 2) return [null];
  return alternatives.flatMap((one) => nestedBraces(one));
}

function rangeTexts(from: number, to: number): readonly (string | null)[] {
  const count = Math.abs(to - from) + 1;
  if (count > MAX_ALTERNATIVES) return [null];
  return Array.from({ length: count }, (_, step) => String(from + (to >= from ? step : -step)));
}

function splitAlternatives(inner: string): readonly string[] {
  const found: string[] = [];
  let depth = 0;
  let begin = 0;
  for (let at = 0; at < inner.length; at += 1) {
    const char = inner[at];
    if (char === '{') depth += 1;
    if (char === '}') depth -= 1;
    if (char === ',' && depth === 0) {
      found.push(inner.slice(begin, at));
      begin = at + 1;
    }
  }
  found.push(inner.slice(begin));
  return found;
}

function nestedBraces(text: string): readonly (string | null)[] {
  const open = text.indexOf('{');
  const close = text.lastIndexOf('}');
  if (open < 0 || close < open) return [text];
  return braceTexts(text.slice(open, close + 1)).map((middle) =>
    middle === null ? null : text.slice(0, open) + middle + text.slice(close + 1),
  );
}
