import type { Node } from './syntax.ts';

/** What a local name stands for at one place of a test. */
/** `text` null: too long to be put in the name's place; its parts may still be. */
export type Value = { text: string | null; node: Node | null };

/** Names of a test with what they stand for; a name that is not in it stands for itself. */
export type Scope = ReadonlyMap<string, Value>;

export type Dialect = {
  /** Content of a string without interpolation; null = it is none. */
  stringContent(node: Node): string | null;
  /** The node is the use of a variable (not a property, a keyword or a declaration). */
  isReference(node: Node): boolean;
  /** The node means no more than one of its children (parentheses, type assertions); null = it does. */
  inner(node: Node): Node | null;
  /** Tokens that may be left out (semicolons). */
  isNoise(node: Node): boolean;
  /** A normal form of its own for a node; null = none. */
  special(node: Node, form: (inner: Node) => string, scope: Scope): string | null;
};

/** Longer values are not put in the place of their names. */
const longestValue = 2_000;

/** Tokens of an expression with one space between, equal for texts that differ in layout, quotes, parentheses or trailing commas only. */
export function normalForm(node: Node, dialect: Dialect, scope: Scope): string {
  const form = (inner: Node): string => normalForm(inner, dialect, scope);
  if (node.type === 'comment' || node.type === 'html_comment') return '';
  const special = dialect.special(node, form, scope);
  if (special !== null) return special;
  const content = dialect.stringContent(node);
  if (content !== null) return JSON.stringify(content);
  const inner = dialect.inner(node);
  if (inner !== null) return form(inner);
  if (dialect.isReference(node)) return referenceForm(node, scope);
  return node.childCount === 0 ? numberForm(node.text) : formOfChildren(node, dialect, form);
}

/** The forms of a node's children, in a row. */
export function formOfChildren(node: Node, dialect: Dialect, form: (inner: Node) => string): string {
  const pieces: string[] = [];
  for (const child of node.children) {
    if (child === null || dialect.isNoise(child)) continue;
    if (/^[)\]}]$/.test(child.type) && pieces.at(-1) === ',' && !isSingleTuple(node)) pieces.pop();
    const piece = form(child);
    if (piece !== '') pieces.push(piece);
  }
  return pieces.join(' ');
}

/** A part of a list or of a table is meant, not the whole of it. */
function referenceForm(node: Node, scope: Scope): string {
  const text = scope.get(node.text)?.text ?? node.text;
  const parent = node.parent?.type ?? '';
  const isOwner =
    /^(subscript|subscript_expression|attribute|member_expression)$/.test(parent) &&
    node.parent?.child(0)?.equals(node);
  return isOwner === true && /^[[{]/.test(text) ? node.text : text;
}

/** The value that a name gets from an expression, or null if it is no use to know it. */
export function meaningOf(node: Node, dialect: Dialect, scope: Scope): Value | null {
  const text = normalForm(node, dialect, scope);
  // An empty list is about to be filled, by whom is not known.
  if (/^(\[ \]|\{ \}|\( \))$/.test(text)) return null;
  return { text: text.length > longestValue ? null : text, node };
}

function isSingleTuple(node: Node): boolean {
  return node.type === 'tuple' && node.namedChildCount === 1;
}

function numberForm(text: string): string {
  const plain = text.replaceAll('_', '');
  return /^\d+(\.\d*)?(e[+-]?\d+)?$/i.test(plain) ? String(Number(plain)) : text;
}

/** Content of a string as it is equal for texts that differ in quotes or in the case of an escape only. */
export function plainContent(content: string): string {
  return content
    .replace(/\\(["'`])/g, '$1')
    .replace(/\\(x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8}|u\{[0-9a-f]+\})/gi, (code) => code.toLowerCase());
}

/** A text of code with its comments, layout and quotes taken off: enough to recognise it elsewhere. */
export function roughForm(text: string, comment: RegExp): string {
  const token = new RegExp(`("(?:[^"\\\\\\n]|\\\\.)*"|'(?:[^'\\\\\\n]|\\\\.)*')|${comment.source}|\\s+`, 'g');
  return text
    .replace(token, (_all, string?: string) =>
      string === undefined ? ' ' : JSON.stringify(string.slice(1, -1)),
    )
    .trim()
    .replace(/ +/g, ' ');
}

const scalar =
  /^(-? ?(\d[\w.]*|\.\d\w*)|"(?:[^"\\]|\\.)*"|true|false|null|undefined|None|True|False|NaN|Infinity)$/;

/** The form is a number, a string, a truth value or nothing. */
export function isScalar(form: string): boolean {
  return scalar.test(form);
}

/** The form holds no name, no call: always the same value. */
export function isConstant(form: string): boolean {
  if (isScalar(form)) return true;
  const bare = form.replace(/"(?:[^"\\]|\\.)*"\s*:/g, '').replace(/"(?:[^"\\]|\\.)*"/g, '0');
  return (
    bare !== '' &&
    /^[\s\d.,:()[\]{}+*/-]+$/.test(bare.replace(/\b(true|false|null|undefined|None|True|False)\b/g, '0'))
  );
}

/** The number that a form is, or null. */
export function numberOf(form: string): number | null {
  const value = Number(form.replace(/^- /, '-'));
  return form.trim() === '' || Number.isNaN(value) ? null : value;
}
