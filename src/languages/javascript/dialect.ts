import { type Dialect, plainContent } from '../normal.ts';
import { field, type Node, parts } from '../syntax.ts';

const transparent =
  /^(parenthesized_expression|await_expression|expression_statement|as_expression|satisfies_expression|non_null_expression)$/;

/** How JavaScript's and TypeScript's syntax tree becomes a normal form. */
export const javascript: Dialect = {
  stringContent: (node) => {
    if (node.type !== 'string' && node.type !== 'template_string') return null;
    if (parts(node).some((part) => part.type === 'template_substitution')) return null;
    return plainContent(node.text.slice(1, -1));
  },
  isReference: (node) => node.type === 'identifier',
  inner: (node) => (transparent.test(node.type) ? (parts(node)[0] ?? null) : null),
  isNoise: (node) =>
    /^(;|type_annotation|type_arguments|type_parameters|predefined_type|accessibility_modifier)$/.test(
      node.type,
    ),
  special: (node, form, scope) => {
    if (node.type === 'optional_chain') return '.';
    if (node.type === 'property_identifier' && isKey(node)) return JSON.stringify(node.text);
    if (node.type === 'shorthand_property_identifier')
      return `${JSON.stringify(node.text)} : ${scope.get(node.text)?.text ?? node.text}`;
    if (node.type === 'member_expression' || node.type === 'subscript_expression')
      return property(node, form, scope);
    if (node.type === 'template_string') return template(node, form);
    if (node.type === 'arrow_function') return arrow(node, form);
    return null;
  },
};

function isKey(node: Node): boolean {
  return node.parent?.type === 'pair' && (field(node.parent, 'key')?.equals(node) ?? false);
}

/** `row.want`, where `row` stands for an object that is written out. */
function property(
  node: Node,
  form: (inner: Node) => string,
  scope: Parameters<Dialect['special']>[2],
): string | null {
  const object = field(node, 'object');
  const index = field(node, 'index');
  const name = index === null ? field(node, 'property')?.text : keyIn(form(index));
  const value = object?.type === 'identifier' ? scope.get(object.text)?.node : null;
  const found = value === null || value === undefined || name === undefined ? null : propertyOf(value, name);
  return found === null ? null : form(found);
}

function keyIn(form: string): string | undefined {
  return /^"(?:[^"\\]|\\.)*"$/.test(form) ? form.slice(1, -1) : undefined;
}

/** The value of a key of an object that is written out. */
export function propertyOf(object: Node, name: string): Node | null {
  if (object.type !== 'object') return null;
  for (const member of parts(object)) {
    const key = field(member, 'key');
    if (key !== null && (javascript.stringContent(key) ?? key.text) === name) return field(member, 'value');
    if (member.type === 'shorthand_property_identifier' && member.text === name) return member;
  }
  return null;
}

function template(node: Node, form: (inner: Node) => string): string | null {
  if (javascript.stringContent(node) !== null) return null;
  const pieces = parts(node).map((part) => {
    if (part.type !== 'template_substitution') return part.text;
    const value = parts(part)[0];
    const text = value === undefined ? '' : form(value);
    return /^"(?:[^"\\]|\\.)*"$/.test(text) ? text.slice(1, -1) : /^\d+$/.test(text) ? text : `\${${text}}`;
  });
  const text = pieces.join('');
  return text.includes('${') ? `t"${text}"` : `"${text}"`;
}

function arrow(node: Node, form: (inner: Node) => string): string {
  const single = field(node, 'parameter');
  const list = field(node, 'parameters');
  const body = field(node, 'body');
  const head = single !== null ? `( ${single.text} )` : list === null ? '( )' : form(list);
  const isAsync = node.child(0)?.type === 'async' ? 'async ' : '';
  return `${isAsync}${head} => ${body === null ? '' : form(body)}`;
}
