import type { Dialect } from '../normal.ts';
import type { OwnNames, SourceDialect } from '../source.ts';
import { field, type Node, parts } from '../syntax.ts';
import { python as dialect } from './dialect.ts';

/** As for expressions; imports and strings that stand alone are no code. */
export const bare: Dialect = {
  ...dialect,
  isNoise: (node) =>
    dialect.isNoise(node) ||
    /^(import_statement|import_from_statement)$/.test(node.type) ||
    isDocstring(node),
  special: (node, form, scope) =>
    node.type === 'block' ? blockForm(node, form, bare) : dialect.special(node, form, scope),
};

function blockForm(node: Node, form: (inner: Node) => string, { isNoise }: Dialect): string {
  const statements = parts(node).filter((part) => !isNoise(part));
  return `{ ${statements
    .map(form)
    .filter((statement) => statement !== '')
    .join(' ; ')} }`;
}

export function isDocstring(node: Node): boolean {
  return node.type === 'expression_statement' && parts(node).every((part) => part.type === 'string');
}

/** Libraries and calls that ask for annotations while the program runs. */
const annotationReaders =
  /\b(fastapi|pydantic|typer|attrs?|injector|punq|dependency_injector|litestar|strawberry|beartype|typeguard|msgspec|cattrs|sqlmodel|get_type_hints|signature|__annotations__|singledispatch)\b/;

/** What a module does: without annotations that nobody reads, with one name for each local. */
export function pythonSource(text: string): SourceDialect {
  const isSilent = !annotationReaders.test(text);
  const source: Dialect = {
    ...bare,
    inner: (node) => (node.type === 'await' ? null : bare.inner(node)),
    isNoise: (node) =>
      bare.isNoise(node) || node.type === 'pass_statement' || (isSilent && isSilentAnnotation(node)),
    special: (node, form, scope) => {
      if (node.type === 'block') return blockForm(node, form, source);
      if (node.type === 'if_statement' && /(^|\.)TYPE_CHECKING$/.test(field(node, 'condition')?.text ?? ''))
        return '';
      const isBare = node.type === 'assignment' && field(node, 'right') === null;
      return isBare && isSilent && !isInClass(node) ? '' : dialect.special(node, form, scope);
    },
  };
  return { dialect: source, ownNames, isBound, isList, isWrap, definition };
}

function isBound({ type }: Node): boolean {
  return /^(binary_operator|boolean_operator|not_operator|unary_operator|comparison_operator|conditional_expression|lambda|named_expression|await|yield)$/.test(
    type,
  );
}

function isList({ type }: Node): boolean {
  return /^(module|block|argument_list|parameters|lambda_parameters|list|dictionary|set|tuple|if_statement|try_statement|class_definition|decorated_definition|with_clause)$/.test(
    type,
  );
}

function isWrap({ type }: Node): boolean {
  return /^(if_statement|elif_clause|else_clause|try_statement|except_clause|finally_clause|with_statement)$/.test(
    type,
  );
}

function definition(node: Node): { node: Node; name: Node } | null {
  const inner = node.type === 'decorated_definition' ? field(node, 'definition') : node;
  if (inner === null || !isDefinition(inner)) return null;
  const isDecorated = inner === node && node.parent?.type === 'decorated_definition';
  const name = isDecorated ? null : field(inner, 'name');
  return name === null ? null : { node, name };
}

const isDefinition = ({ type }: Node): boolean => /^(function|class)_definition$/.test(type);

/** The node is a part of an annotation of a parameter, of what a function returns, or of a variable that is no member of a class. */
function isSilentAnnotation(node: Node): boolean {
  // Asking for the node above costs more than the rest.
  const owner = /^(type|:|->)$/.test(node.type) ? node.parent : null;
  switch (owner?.type) {
    case 'typed_parameter':
    case 'typed_default_parameter':
      return isPlain(owner?.parent?.parent ?? null);
    case 'function_definition':
      return node.type !== ':' && isPlain(owner);
    case 'assignment':
      return owner !== null && !isInClass(owner);
    default:
      return false;
  }
}

const harmless =
  /^@(staticmethod|classmethod|property|cached_property|abstractmethod|override|final|contextmanager|asynccontextmanager|lru_cache|cache|wraps|functools\.\w+|abc\.\w+|contextlib\.\w+|typing\.\w+|\w+\.(setter|getter))(\(|$)/;

/** Nobody is handed the function who could look at its annotations. */
function isPlain(node: Node | null): boolean {
  const owner = node?.parent;
  if (owner?.type !== 'decorated_definition') return true;
  return parts(owner)
    .filter(({ type }) => type === 'decorator')
    .every(({ text }) => harmless.test(text));
}

function isInClass(node: Node): boolean {
  for (let at = node.parent; at !== null; at = at.parent) if (isDefinition(at)) return at.type[0] === 'c';
  return false;
}

/** Who looks names up while the program runs, or prints them. */
const nameReaders = /\b(locals|vars|eval|exec|globals|dir)\s*\(|=\s*(![rsa])?(:[^{}'"]*)?\}/;

function ownNames(node: Node): OwnNames | null {
  if (!/^(function_definition|lambda)$/.test(node.type)) return null;
  const parameters = field(node, 'parameters');
  const kept = parameters === null ? [] : parts(parameters).flatMap(parameterName);
  const body = field(node, 'body');
  if (body === null || nameReaders.test(body.text)) return { renamed: [], kept };
  const shared = body
    .descendantsOfType(['global_statement', 'nonlocal_statement'])
    .flatMap((statement) => (statement === null ? [] : parts(statement).map(({ text }) => text)));
  const renamed = assignedIn(body).filter((name) => !kept.includes(name) && !shared.includes(name));
  return { renamed, kept };
}

function parameterName(node: Node): readonly string[] {
  if (node.type === 'identifier') return [node.text];
  const name = field(node, 'name') ?? parts(node)[0];
  return name === undefined ? [] : parameterName(name);
}

/** Names that are assigned in a function's own body. */
function assignedIn(node: Node): readonly string[] {
  if (isDefinition(node) || node.type === 'lambda') return [];
  const target =
    node.type === 'as_pattern'
      ? field(node, 'alias')
      : /^(assignment|augmented_assignment|for_statement|for_in_clause)$/.test(node.type)
        ? field(node, 'left')
        : node.type === 'named_expression'
          ? field(node, 'name')
          : null;
  return [...(target === null ? [] : namesOf(target)), ...parts(node).flatMap(assignedIn)];
}

/** Names in a target of an assignment; what it changes in something else (`a.b`, `a[i]`) declares none. */
function namesOf(target: Node): readonly string[] {
  if (target.type === 'identifier') return [target.text];
  return /^(pattern_list|tuple_pattern|list_pattern|list_splat_pattern|as_pattern_target|tuple|list|parenthesized_expression)$/.test(
    target.type,
  )
    ? parts(target).flatMap(namesOf)
    : [];
}
