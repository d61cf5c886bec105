import { normalForm } from '../normal.ts';
import { isReduction } from '../reduction.ts';
import { definitionsIn, sourceForm } from '../source.ts';
import { field, type Node, parts, withSyntaxTree, withSyntaxTrees } from '../syntax.ts';
import type { Language } from '../types.ts';
import { functionsOf, readModule } from './module.ts';
import { bare, isDocstring, pythonSource } from './source.ts';

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
  sourceForm: (text) => withSyntaxTree('python', text, (root) => sourceForm(root, pythonSource(text))),
  definitions: (text, { names }) =>
    withSyntaxTree('python', text, (root) => definitionsIn(root, pythonSource(text), names)),
  isReduction: (before, after, { moved }) =>
    withSyntaxTrees(
      'python',
      [before, after],
      ([was, now]) =>
        was !== undefined &&
        now !== undefined &&
        isReduction(was, now, { source: pythonSource(`${before}\n${after}`), moved }),
    ),
  definedNames: (text) =>
    withSyntaxTree('python', text, (root) => {
      const definitions = root.descendantsOfType(['function_definition', 'class_definition']);
      const names = definitions.map((node) => (node === null ? '' : (field(node, 'name')?.text ?? '')));
      return new Set([...names, ...assignedNames(root)].filter((name) => name !== ''));
    }),
};

function assignedNames(root: Node): readonly string[] {
  return parts(root).flatMap((statement) => {
    const assignment = statement.type === 'expression_statement' ? parts(statement)[0] : undefined;
    const left = assignment?.type === 'assignment' ? field(assignment, 'left') : null;
    return left?.type === 'identifier' ? [left.text] : [];
  });
}
