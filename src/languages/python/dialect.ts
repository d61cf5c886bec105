import { type Dialect, plainContent, type Scope } from '../normal.ts';
import { field, type Node, parts } from '../syntax.ts';

/** How Python's syntax tree becomes a normal form. */
export const python: Dialect = {
  stringContent: (node) => {
    if (node.type !== 'string') return null;
    const prefix = node.child(0)?.text ?? '';
    if (/[fb]/i.test(prefix.replace(/["']/g, ''))) return null;
    const inner = parts(node).filter((part) => part.type !== 'string_start' && part.type !== 'string_end');
    return plainContent(inner.map((part) => part.text).join(''));
  },
  isReference: (node) => {
    if (node.type !== 'identifier') return false;
    const parent = node.parent;
    if (parent?.type === 'attribute') return field(parent, 'object')?.equals(node) ?? false;
    if (parent?.type === 'keyword_argument') return field(parent, 'value')?.equals(node) ?? false;
    return true;
  },
  inner: (node) =>
    node.type === 'parenthesized_expression' || node.type === 'await' || node.type === 'expression_statement'
      ? only(node)
      : null,
  isNoise: (node) => node.type === ';' || node.type === 'line_continuation',
  special: (node, form, scope) => {
    if (node.type === 'subscript') return entry(node, form, scope);
    if (node.type === 'concatenated_string') return concatenated(node);
    return node.type === 'string' ? interpolated(node, form) : null;
  },
};

/** `case["want"]`, where `case` stands for a dictionary that is written out. */
function entry(node: Node, form: (inner: Node) => string, scope: Scope): string | null {
  const [owner, key] = [field(node, 'value'), field(node, 'subscript')];
  const dictionary = owner?.type === 'identifier' ? scope.get(owner.text)?.node : null;
  if (dictionary == null || key === null) return null;
  const wanted = form(key);
  const isCall = dictionary.type === 'call' && field(dictionary, 'function')?.text === 'dict';
  if (!isCall && dictionary.type !== 'dictionary') return null;
  for (const pair of parts(isCall ? (field(dictionary, 'arguments') ?? dictionary) : dictionary)) {
    const keyword = field(pair, 'name')?.text;
    const given = field(pair, 'value');
    if (keyword !== undefined && given !== null && JSON.stringify(keyword) === wanted) return form(given);
    const [name, value] = [field(pair, 'key'), field(pair, 'value')];
    if (name !== null && value !== null && form(name) === wanted) return form(value);
  }
  return null;
}

function only(node: Node): Node | null {
  const children = parts(node);
  return children.length === 1 ? (children[0] ?? null) : null;
}

function concatenated(node: Node): string | null {
  const contents = parts(node).map(python.stringContent);
  return contents.includes(null) ? null : JSON.stringify(contents.join(''));
}

/** A string with a prefix that matters: its quotes are of no meaning. */
function interpolated(node: Node, form: (inner: Node) => string): string | null {
  if (python.stringContent(node) !== null) return null;
  const prefix = (node.child(0)?.text ?? '').replace(/["']/g, '').toLowerCase();
  return `${prefix}"${parts(node)
    .filter((part) => part.type !== 'string_start' && part.type !== 'string_end')
    .map((part) =>
      part.type === 'interpolation' ? `{${parts(part).map(form).join(' ')}}` : plainContent(part.text),
    )
    .join('')}"`;
}
