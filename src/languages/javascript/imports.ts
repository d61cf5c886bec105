import { field, type Node, parts } from '../syntax.ts';
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

/** Names under which a module has assertion functions. */
export function assertionNames(root: Node): ReadonlySet<string> {
  return new Set(importsOf(root).flatMap(({ name, module }) => (libraries.test(module) ? [name] : [])));
}
