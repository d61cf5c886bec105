import { normalForm } from '../normal.ts';
import { isReduction } from '../reduction.ts';
import { definitionsIn, sourceForm } from '../source.ts';
import { field, type Grammar, type Node, parts, withSyntaxTree, withSyntaxTrees } from '../syntax.ts';
import type { Language } from '../types.ts';
import { functionsOf, readModule } from './module.ts';
import { javascriptSource, runtime } from './source.ts';

const byName =
  /(^|\/)[^/]*[._-](test|tests|spec|e2e|cy)\.[cm]?[jt]sx?$|(^|\/)(test|tests|spec)\.[cm]?[jt]sx?$|(^|\/)test-[^/]*\.[cm]?[jt]sx?$/;
const byFolder = /(^|\/)(__tests__|tests?|spec)\/([^/]+\/)*[^/]+\.[cm]?[jt]sx?$/;
const helperName =
  /(^|\/)(helpers?|utils?|fixtures?|support|setup|mocks?|__mocks__|__fixtures__|factories|common|shared|lib)(\/|[^/]*\.[cm]?[jt]sx?$)/i;

/** JavaScript and TypeScript, with node:test, jest, vitest, mocha, ava and tap. */
export const javascript: Language = {
  name: 'JavaScript',
  extensions: ['.js', '.mjs', '.cjs', '.jsx', '.ts', '.mts', '.cts', '.tsx'],
  isTestFile: (path) => byName.test(path) || (byFolder.test(path) && !helperName.test(path)),
  readTests: (text, { path, helpers }) =>
    withSyntaxTrees(grammarOf(path), [text, ...helpers.map((helper) => helper.text)], ([root, ...others]) => {
      if (root === undefined) throw new Error('the parser gave no tree');
      return readModule(
        root,
        new Map(others.flatMap((other, index) => [...functionsOf(other, helpers[index]?.path ?? null)])),
        path,
      );
    }),
  normalForm: (text, { path }) =>
    withSyntaxTree(grammarOf(path), text, (root) =>
      parts(root)
        .map((statement) => normalForm(statement, runtime, new Map()))
        .filter((form) => form !== '')
        .join('\n'),
    ),
  sourceForm: (text, { path }) =>
    withSyntaxTree(grammarOf(path), text, (root) => sourceForm(root, javascriptSource)),
  definitions: (text, { path, names }) =>
    withSyntaxTree(grammarOf(path), text, (root) => definitionsIn(root, javascriptSource, names)),
  isReduction: (before, after, { path, moved }) =>
    withSyntaxTrees(
      grammarOf(path),
      [before, after],
      ([was, now]) =>
        was !== undefined && now !== undefined && isReduction(was, now, { source: javascriptSource, moved }),
    ),
  definedNames: (text, { path }) => withSyntaxTree(grammarOf(path), text, namesOf),
};

function grammarOf(path: string): Grammar {
  if (path.endsWith('x') && /\.[cm]?tsx$/.test(path)) return 'tsx';
  return /\.[cm]?ts$/.test(path) ? 'typescript' : 'javascript';
}

function namesOf(root: Node): ReadonlySet<string> {
  const found = root.descendantsOfType([
    'function_declaration',
    'class_declaration',
    'method_definition',
    'generator_function_declaration',
  ]);
  const names = found.map((node) => (node === null ? '' : (field(node, 'name')?.text ?? '')));
  for (const statement of parts(root)) {
    const declared = statement.type === 'export_statement' ? field(statement, 'declaration') : statement;
    for (const declarator of declared === null ? [] : parts(declared)) {
      const name = declarator.type === 'variable_declarator' ? field(declarator, 'name') : null;
      if (name?.type === 'identifier') names.push(name.text);
    }
  }
  return new Set(names.filter((name) => name !== '' && name !== 'constructor'));
}
