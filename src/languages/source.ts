// What a file of the source does, as far as its syntax tells: equal forms behave alike.
import { type Dialect, formOfChildren, normalForm, type Scope, type Value } from './normal.ts';
import { type Node, parts } from './syntax.ts';

/** Names that a function declares. `renamed`: seen by nobody else; `kept`: its own too, but a caller may say them. */
export type OwnNames = { renamed: readonly string[]; kept: readonly string[] };

export type SourceDialect = {
  /** Forms of statements and expressions; what is no code (imports, types) has an empty one. */
  dialect: Dialect;
  /** For a node that is a function; null: it is none. */
  ownNames(node: Node): OwnNames | null;
  /** Expressions that are read as one whole: parentheses around them say what they bind to. */
  isBound(node: Node): boolean;
  /** What stands in it can be taken out one by one: statements, members, clauses, elements. */
  isList(node: Node): boolean;
  /** It only says when the statements in it are done (`if`, `try`). */
  isWrap(node: Node): boolean;
  /** Function or class that a statement or a member defines, with its name. */
  definition(node: Node): { node: Node; name: Node } | null;
};

/** Form of a whole file. */
export function sourceForm(root: Node, source: SourceDialect): string {
  const dialect = withNames(source);
  return parts(root)
    .filter((statement) => !dialect.isNoise(statement))
    .map((statement) => normalForm(statement, dialect, new Map()))
    .filter((form) => form !== '')
    .join('\n');
}

/** A definition at any depth. `nameless`: its form, whatever it is called. */
export type Definition = { name: string; form: string; nameless: string; isTopLevel: boolean };

/** Those that have one of the names. */
export function definitionsIn(
  root: Node,
  source: SourceDialect,
  names: ReadonlySet<string>,
): readonly Definition[] {
  if (names.size === 0) return [];
  const dialect = withNames(source);
  const found: Definition[] = [];
  const look = (node: Node, depth: number): void => {
    const definition = source.definition(node);
    const name = definition?.name.text ?? '';
    if (definition !== null && names.has(name)) {
      const form = normalForm(definition.node, dialect, new Map());
      found.push({ name, form, nameless: form.replaceAll(name, '$name'), isTopLevel: depth === 0 });
    }
    for (const part of parts(definition?.node ?? node)) look(part, depth + (definition === null ? 0 : 1));
  };
  for (const statement of parts(root)) look(statement, 0);
  return found;
}

/** Parentheses where the tree has a whole, and one name for each local, whatever it is called. */
export function withNames(source: SourceDialect): Dialect {
  const { dialect, ownNames, isBound } = source;
  const named: Dialect = {
    ...dialect,
    special(node, form, scope) {
      const own = ownNames(node);
      const inner = own === null ? scope : scopeOf(node, own, scope);
      const inside = own === null ? form : (part: Node) => normalForm(part, named, inner);
      const special = dialect.special(node, inside, inner);
      if (own === null && (special !== null || !isBound(node))) return special;
      const made = special ?? formOfChildren(node, named, inside);
      return isBound(node) ? `( ${made} )` : made;
    },
  };
  // The depth of functions, so that the names of one do not meet those of the one around it.
  const depthOf = (node: Node): number => {
    const { parent } = node;
    if (parent === null) return 0;
    return depthOf(parent) + (ownNames(parent) === null ? 0 : 1);
  };
  const scopeOf = (node: Node, { renamed, kept }: OwnNames, outer: Scope): Scope => {
    const scope = new Map<string, Value>(outer);
    for (const name of kept) scope.delete(name);
    const depth = depthOf(node);
    for (const [index, name] of [...new Set(renamed)].entries())
      scope.set(name, { text: `$${depth}.${index + 1}`, node: null });
    return scope;
  };
  return named;
}
