import { normalForm } from './normal.ts';
import { type SourceDialect, withNames } from './source.ts';
import { type Node, parts } from './syntax.ts';

/**
 * Something was taken away and nothing brought in: whole statements, members, clauses and elements of lists are gone, or an
 * `if` or a `try` around statements that stay. What is left is as it was.
 * `moved`: forms of definitions that another file has lost; where they stand now, nothing was brought in either.
 */
export function isReduction(
  before: Node,
  after: Node,
  given: { source: SourceDialect; moved: ReadonlySet<string> },
): boolean {
  const { source, moved } = given;
  const dialect = withNames(source);
  const forms = new Map<number, string>();
  const form = (node: Node): string => {
    const known = forms.get(node.id);
    if (known !== undefined) return known;
    const made = normalForm(node, dialect, new Map());
    forms.set(node.id, made);
    return made;
  };
  const isCode = (node: Node): boolean => !dialect.isNoise(node) && form(node) !== '';
  const members = (node: Node): readonly Node[] => parts(node).filter(isCode);
  const isLess = (was: Node, now: Node): boolean => {
    if (form(was) === form(now)) return true;
    if (was.type !== now.type) return false;
    if (source.isList(was)) {
      return was.child(0)?.type === now.child(0)?.type && isPart(members(was), members(now));
    }
    const [inWas, inNow] = [was, now].map((node) => childrenOf(node, source));
    return (
      inWas !== undefined &&
      inNow?.length === inWas.length &&
      inWas.length > 0 &&
      inWas.every((child, index) => {
        const other = inNow[index];
        return other !== undefined && (child.isNamed ? isLess(child, other) : child.type === other.type);
      })
    );
  };
  const isPart = (was: readonly Node[], now: readonly Node[]): boolean => {
    const open = [...was].reverse();
    return now.every((wanted) => {
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        if (isLess(next, wanted)) return true;
        const within = source.isWrap(next) ? wrapped(next, source).filter(isCode) : [];
        if (within.some((part) => isLess(part, wanted))) open.push(...[...within].reverse());
      }
      return false;
    });
  };
  const own = new Set(members(before).map((statement) => formOfDefinition(statement, source, form)));
  const kept = members(after).filter((statement) => {
    const made = formOfDefinition(statement, source, form);
    return made === null || own.has(made) || !moved.has(made);
  });
  return isPart(members(before), kept);
}

function formOfDefinition(
  statement: Node,
  source: SourceDialect,
  form: (node: Node) => string,
): string | null {
  const definition = source.definition(statement);
  return definition === null ? null : form(definition.node);
}

function childrenOf(node: Node, { dialect }: SourceDialect): readonly Node[] {
  return node.children.filter(
    (child): child is Node => child !== null && child.type !== 'comment' && !dialect.isNoise(child),
  );
}

/** The statements inside of a statement that only says when they are done. */
function wrapped(node: Node, source: SourceDialect): readonly Node[] {
  return parts(node).flatMap((part) => {
    if (/^(block|statement_block)$/.test(part.type)) return parts(part);
    return source.isWrap(part) ? wrapped(part, source) : [];
  });
}
