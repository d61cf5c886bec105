import { type Dialect, normalForm } from '../normal.ts';
import { field, type Grammar, type Node, parts, withSyntaxTree, withSyntaxTrees } from '../syntax.ts';
import type { Language } from '../types.ts';
import { javascript as dialect } from './dialect.ts';
import { functionsOf, readModule } from './module.ts';

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
  definedNames: (text, { path }) => withSyntaxTree(grammarOf(path), text, namesOf),
};

function grammarOf(path: string): Grammar {
  if (path.endsWith('x') && /\.[cm]?tsx$/.test(path)) return 'tsx';
  return /\.[cm]?ts$/.test(path) ? 'typescript' : 'javascript';
}

/** As for expressions; imports and types are no code that a test could notice. */
const runtime: Dialect = {
  ...dialect,
  special: (node, form, scope) => (isNoCode(node) ? '' : dialect.special(node, form, scope)),
};

function isNoCode(node: Node): boolean {
  if (
    /^(import_statement|interface_declaration|type_alias_declaration|ambient_declaration|hash_bang_line)$/.test(
      node.type,
    )
  )
    return true;
  if (node.type === 'export_statement')
    return field(node, 'source') !== null || isNoCode(field(node, 'declaration') ?? node.child(0) ?? node);
  if (!/^(lexical|variable)_declaration$/.test(node.type)) return false;
  return parts(node).every((declarator) => /^require\(/.test(field(declarator, 'value')?.text ?? ''));
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
