import { normalForm } from '../normal.ts';
import { field, type Node, parts, withSyntaxTree, withSyntaxTrees } from '../syntax.ts';
import type { Language } from '../types.ts';
import { python as dialect } from './dialect.ts';
import { functionsOf, readModule } from './module.ts';

/** Python, with pytest and unittest. */
export const python: Language = {
  name: 'Python',
  extensions: ['.py', '.pyi'],
  isTestFile: (path) => /(^|\/)(test_[^/]*|[^/]*_test|tests?|test[A-Z0-9][^/]*)\.py$/.test(path),
  readTests: (text, { helpers }) =>
    withSyntaxTrees('python', [text, ...helpers.map((helper) => helper.text)], ([root, ...others]) => {
      if (root === undefined) throw new Error('the parser gave no tree');
      return readModule(
        root,
        new Map(others.flatMap((other, index) => [...functionsOf(other, helpers[index]?.path ?? null)])),
      );
    }),
  normalForm: (text) =>
    withSyntaxTree('python', text, (root) => {
      const statements = parts(root).filter(
        (statement) => !/import/.test(statement.type) && !isDocstring(statement),
      );
      return statements.map((statement) => normalForm(statement, bare, new Map())).join('\n');
    }),
  definedNames: (text) =>
    withSyntaxTree('python', text, (root) => {
      const definitions = root.descendantsOfType(['function_definition', 'class_definition']);
      const names = definitions.map((node) => (node === null ? '' : (field(node, 'name')?.text ?? '')));
      return new Set([...names, ...assignedNames(root)].filter((name) => name !== ''));
    }),
};

/** As for expressions; imports and strings that stand alone are no code. */
const bare: typeof dialect = {
  ...dialect,
  isNoise: (node) =>
    dialect.isNoise(node) ||
    /^(import_statement|import_from_statement)$/.test(node.type) ||
    isDocstring(node),
  special: (node, form, scope) =>
    node.type === 'block'
      ? `{ ${parts(node)
          .filter((part) => !bare.isNoise(part))
          .map(form)
          .join(' ; ')} }`
      : dialect.special(node, form, scope),
};

function isDocstring(node: Node): boolean {
  return node.type === 'expression_statement' && parts(node).every((part) => part.type === 'string');
}

function assignedNames(root: Node): readonly string[] {
  return parts(root).flatMap((statement) => {
    const assignment = statement.type === 'expression_statement' ? parts(statement)[0] : undefined;
    const left = assignment?.type === 'assignment' ? field(assignment, 'left') : null;
    return left?.type === 'identifier' ? [left.text] : [];
  });
}
