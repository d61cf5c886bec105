import { fileKind } from '../../core/code-files.ts';
import { field, lineOf, type Node, parts } from '../syntax.ts';
import type { StandIn } from '../types.ts';
import { javascript } from './dialect.ts';

export type Import = { name: string; module: string };

/** Names that a module gets from others, by `import` and by `require`. */
export function importsOf(root: Node): readonly Import[] {
  return parts(root).flatMap((statement) => {
    if (statement.type === 'import_statement') {
      const source = field(statement, 'source');
      const module = source === null ? null : javascript.stringContent(source);
      const clause = parts(statement).find((part) => part.type === 'import_clause');
      return module === null || clause === undefined
        ? []
        : localNames(clause).map((name) => ({ name, module }));
    }
    if (!/^(lexical|variable)_declaration$/.test(statement.type)) return [];
    return parts(statement).flatMap((declarator) => {
      const required = /^require\(\s*['"`]([^'"`]+)['"`]\s*\)/.exec(field(declarator, 'value')?.text ?? '');
      const name = field(declarator, 'name');
      const module = required?.[1];
      return module === undefined || name === null
        ? []
        : patternNames(name).map((local) => ({ name: local, module }));
    });
  });
}

function localNames(clause: Node): readonly string[] {
  return parts(clause).flatMap((part) => {
    if (part.type === 'identifier') return [part.text];
    return part
      .descendantsOfType(['import_specifier', 'namespace_import'])
      .concat(part.type === 'namespace_import' ? [part] : [])
      .flatMap((specifier) => {
        const alias =
          specifier === null
            ? null
            : (field(specifier, 'alias') ?? field(specifier, 'name') ?? parts(specifier)[0]);
        return alias == null ? [] : [alias.text];
      });
  });
}

function patternNames(pattern: Node): readonly string[] {
  if (pattern.type === 'identifier') return [pattern.text];
  const found = pattern.descendantsOfType(['identifier', 'shorthand_property_identifier_pattern']);
  return found.flatMap((node) => (node === null ? [] : [node.text]));
}

const libraries =
  /^(node:assert(\/strict)?|assert(\/strict)?|chai|power-assert|@std\/assert|jsr:@std\/assert.*|uvu\/assert|node:assert\/.*)$/;

/** `imported`: functions of an assertion library; `shadowed`: names of the test libraries that the file gives to something of its own. */
export type LibraryNames = { imported: ReadonlySet<string>; shadowed: ReadonlySet<string> };

export function libraryNames(root: Node): LibraryNames {
  const imported = importsOf(root).flatMap(({ name, module }) => (libraries.test(module) ? [name] : []));
  const known = /^(assert|expect|test|it|describe|suite|specify|equal|strictEqual|deepEqual|ok)$/;
  const shadowed = definitionsOf(root).filter(
    ({ name, value }) => known.test(name) && /function|object|class/.test(value),
  );
  return { imported: new Set(imported), shadowed: new Set(shadowed.map(({ name }) => name)) };
}

/** What the file defines itself, or gets from another file of the tests, stands in for what it would import from the source. */
export function ownNames(root: Node, path: string): readonly StandIn[] {
  const defined = definitionsOf(root).map(({ name, line }) => ({ target: name, line, text: name }));
  const fromTests = importsOf(root).filter(
    ({ module }) => module.startsWith('.') && fileKind(resolved(path, module)) === 'test',
  );
  return [
    ...defined,
    ...fromTests.map(({ module, name }) => ({ target: name, line: 1, text: `${name} from ${module}` })),
  ];
}

function resolved(path: string, module: string): string {
  const places = path.split('/').slice(0, -1);
  for (const part of module.split('/')) {
    if (part === '..') places.pop();
    else if (part !== '.') places.push(part);
  }
  return places.join('/');
}

function definitionsOf(root: Node): readonly { name: string; value: string; line: number }[] {
  return parts(root).flatMap((statement) => {
    const line = lineOf(statement);
    if (/^(function|class)_declaration$/.test(statement.type))
      return [{ name: field(statement, 'name')?.text ?? '', value: statement.type, line }];
    if (!/^(lexical|variable)_declaration$/.test(statement.type)) return [];
    return parts(statement).flatMap((declarator) => {
      const [name, value] = [field(declarator, 'name'), field(declarator, 'value')];
      const isRequired = /^(await import|require)\b/.test(value?.text ?? '');
      return name?.type === 'identifier' && value !== null && !isRequired
        ? [{ name: name.text, value: value.type, line }]
        : [];
    });
  });
}
