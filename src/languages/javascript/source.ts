import { type Dialect, formOfChildren } from '../normal.ts';
import type { OwnNames, SourceDialect } from '../source.ts';
import { field, type Node, parts } from '../syntax.ts';
import { javascript as dialect } from './dialect.ts';

/** As for expressions; imports and types are no code that a test could notice. */
export const runtime: Dialect = {
  ...dialect,
  special: (node, form, scope) => (isNoCode(node) ? '' : dialect.special(node, form, scope)),
};

function isNoCode(node: Node): boolean {
  if (
    /^(import_statement|interface_declaration|type_alias_declaration|ambient_declaration|function_signature|hash_bang_line)$/.test(
      node.type,
    )
  )
    return true;
  if (node.type === 'export_statement') {
    const declared = field(node, 'declaration');
    return field(node, 'source') !== null || (declared !== null && isNoCode(declared));
  }
  if (!/^(lexical|variable)_declaration$/.test(node.type)) return false;
  return parts(node).every((declarator) => /^require\(/.test(field(declarator, 'value')?.text ?? ''));
}

const types =
  /^(readonly|override_modifier|implements_clause|method_signature|abstract_method_signature|abstract)$/;

/** What a module does: what waits, what is asked for only where it is there, and one name for each local. */
export const javascriptSource: SourceDialect = {
  dialect: {
    ...runtime,
    inner: (node) => {
      if (node.type === 'await_expression') return null;
      if (node.type !== 'export_statement') return runtime.inner(node);
      // Who may use it is no matter of what it does.
      const isDefault = node.children.some((child) => child?.type === 'default');
      return isDefault ? null : field(node, 'declaration');
    },
    isNoise: (node) => {
      const { type } = node;
      if (type !== '?' && type !== 'accessibility_modifier') return types.test(type) || runtime.isNoise(node);
      // `constructor(private name)` makes a property.
      const isOfParameter = /^(required|optional)_parameter$/.test(node.parent?.type ?? '');
      return isOfParameter === (type === '?');
    },
    special: (node, form, scope) => {
      if (node.type === 'export_statement' && parts(node)[0]?.type === 'export_clause') return '';
      if (node.type === 'optional_chain') return '?.';
      if (isLoneBody(node)) return `{ ${formOfChildren(node, javascriptSource.dialect, form)} }`;
      if (node.type === 'arrow_function') return arrow(node, form);
      if (node.type === 'shorthand_property_identifier_pattern')
        return `${node.text} : ${scope.get(node.text)?.text ?? node.text}`;
      return runtime.special(node, form, scope);
    },
  },
  ownNames,
  isBound: ({ type }) =>
    /^(binary|unary|ternary|assignment|augmented_assignment|update|await|yield|sequence|function)_expression$|^(arrow_function|generator_function)$/.test(
      type,
    ),
  isList: ({ type }) =>
    /^(program|statement_block|class_body|object|array|arguments|formal_parameters|object_pattern|switch_body|switch_case|switch_default|lexical_declaration|variable_declaration|if_statement|try_statement|enum_body|jsx_element|jsx_opening_element|jsx_self_closing_element)$/.test(
      type,
    ),
  isWrap: ({ type }) => /^(if_statement|else_clause|try_statement|catch_clause|finally_clause)$/.test(type),
  definition,
};

/** A statement that stands where a block may stand: braces around it are layout. */
function isLoneBody(node: Node): boolean {
  if (!/_statement$|_declaration$/.test(node.type) || node.type === 'if_statement') return false;
  const owner = node.parent?.type ?? '';
  if (owner === 'else_clause') return true;
  return (
    /^(if|for|for_in|while|do)_statement$/.test(owner) &&
    ['consequence', 'body'].some((name) => field(node.parent ?? node, name)?.equals(node))
  );
}

function arrow(node: Node, form: (inner: Node) => string): string {
  const single = field(node, 'parameter');
  const list = field(node, 'parameters');
  const body = field(node, 'body');
  const head = single !== null ? `( ${form(single)} )` : list === null ? '( )' : form(list);
  const isAsync = node.child(0)?.type === 'async' ? 'async ' : '';
  return `${isAsync}${head} => ${body === null ? '' : form(body)}`;
}

const functions =
  /^(function_declaration|function_expression|arrow_function|method_definition|generator_function|generator_function_declaration)$/;
const named =
  /^(function_declaration|generator_function_declaration|class_declaration|abstract_class_declaration|method_definition)$/;

function definition(node: Node): { node: Node; name: Node } | null {
  const inner = node.type === 'export_statement' ? field(node, 'declaration') : node;
  if (inner === null || !/_declaration$|^method_definition$/.test(inner.type)) return null;
  if (inner === node && node.parent?.type === 'export_statement') return null;
  if (named.test(inner.type)) {
    const name = field(inner, 'name');
    return name === null ? null : { node: inner, name };
  }
  if (!/^(lexical|variable)_declaration$/.test(inner.type)) return null;
  const [declarator, ...more] = parts(inner);
  const name = declarator === undefined ? null : field(declarator, 'name');
  const value = declarator === undefined ? null : field(declarator, 'value');
  const isFunction = value !== null && (functions.test(value.type) || value.type === 'class');
  return isFunction && more.length === 0 && name?.type === 'identifier' ? { node: inner, name } : null;
}

function ownNames(node: Node): OwnNames | null {
  if (!functions.test(node.type)) return null;
  const single = field(node, 'parameter');
  const parameters = [...(single === null ? [] : [single]), ...parts(field(node, 'parameters') ?? node)];
  const own = field(node, 'parameters') === null && single === null ? [] : parameters;
  const isSeen = /\beval\s*\(|\bwith\s*\(/.test(node.text);
  const body = field(node, 'body');
  const names = [...own.flatMap(namesOf), ...(body === null ? [] : declaredIn(body))];
  const kept = isSeen ? names : own.filter(isProperty).flatMap(namesOf);
  return { renamed: names.filter((name) => !kept.includes(name)), kept };
}

function isProperty(parameter: Node): boolean {
  return parts(parameter).some(({ type }) => type === 'accessibility_modifier');
}

/** Names that are declared in a function's own body. */
function declaredIn(node: Node): readonly string[] {
  if (functions.test(node.type)) return [];
  const target =
    node.type === 'variable_declarator'
      ? field(node, 'name')
      : node.type === 'catch_clause'
        ? field(node, 'parameter')
        : node.type === 'for_in_statement' && field(node, 'kind') !== null
          ? field(node, 'left')
          : null;
  return [...(target === null ? [] : namesOf(target)), ...parts(node).flatMap(declaredIn)];
}

/** Names that a pattern binds. */
function namesOf(pattern: Node): readonly string[] {
  switch (pattern.type) {
    case 'identifier':
    case 'shorthand_property_identifier_pattern':
      return [pattern.text];
    case 'assignment_pattern':
    case 'object_assignment_pattern':
      return namesOf(field(pattern, 'left') ?? pattern.child(0) ?? pattern);
    case 'pair_pattern':
      return namesOf(field(pattern, 'value') ?? pattern.child(0) ?? pattern);
    case 'required_parameter':
    case 'optional_parameter':
      return namesOf(field(pattern, 'pattern') ?? pattern.child(0) ?? pattern);
    case 'array_pattern':
    case 'object_pattern':
    case 'rest_pattern':
      return parts(pattern).flatMap(namesOf);
    default:
      return [];
  }
}
