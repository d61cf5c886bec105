// A justfile, read as far as its recipes are plain.
import type { Words } from '../programs/types.ts';

export type Recipe = {
  name: string;
  parameters: readonly Parameter[];
  needs: readonly string[];
  after: readonly string[];
  body: readonly { text: string; line: number }[];
};

type Parameter = { name: string; kind: 'one' | 'many'; otherwise: string | null };

export type Justfile = {
  recipes: ReadonlyMap<string, Recipe>;
  first: string | null;
  variables: ReadonlyMap<string, string>;
  /** The words of `set shell`, or those of just itself. */
  shell: readonly string[];
};

const HEADER = /^@?([A-Za-z_][\w-]*)((?:\s+[^:'"]*(?:'[^']*'|"[^"]*")?)*?)\s*:(?!=)(.*)$/;

/** Reads the text of a justfile. */
export function parseJustfile(text: string): Justfile {
  const recipes = new Map<string, Recipe>();
  const variables = new Map<string, string>();
  let shell: readonly string[] = ['sh', '-cu'];
  let first: string | null = null;
  let body: { text: string; line: number }[] | null = null;
  const aliases: [string, string][] = [];
  text.split(/\r?\n/).forEach((line, at) => {
    if (/^\s+\S/.test(line)) {
      if (body !== null) takeLine(body, line, at + 1);
      return;
    }
    if (line.trim() === '' || /^[#[]/.test(line)) return;
    body = null;
    const setting = /^set\s+shell\s*:=\s*\[(.*)\]/.exec(line)?.[1];
    if (setting !== undefined)
      shell = [...setting.matchAll(/["']([^"']*)["']/g)].map(([, word = '']) => word);
    const alias = /^alias\s+([\w-]+)\s*:=\s*([\w-]+)/.exec(line);
    if (alias !== null) aliases.push([alias[1] ?? '', alias[2] ?? '']);
    const value = /^(?:export\s+)?([A-Za-z_][\w-]*)\s*:=\s*(?:'([^']*)'|"([^"]*)")\s*$/.exec(line);
    if (value !== null) variables.set(value[1] ?? '', value[2] ?? value[3] ?? '');
    const recipe = recipeOf(line);
    if (recipe === null) return;
    ({ body } = recipe);
    recipes.set(recipe.name, recipe);
    first ??= recipe.name;
  });
  for (const [name, target] of aliases) {
    const recipe = recipes.get(target);
    if (recipe !== undefined) recipes.set(name, recipe);
  }
  return { recipes, first, variables, shell };
}

/** What the first line of a recipe says; its lines are still to come. */
function recipeOf(line: string): (Recipe & { body: { text: string; line: number }[] }) | null {
  const header = /:=/.test(line) ? null : HEADER.exec(line);
  if (header === null) return null;
  const [, name = '', parameters = '', needs = ''] = header;
  const [before = '', after = ''] = needs.replace(/#.*$/, '').split('&&');
  return {
    name,
    parameters: parametersOf(parameters),
    needs: namesIn(before),
    after: namesIn(after),
    body: [],
  };
}

/** A line that ends in a backslash goes on in the next. */
function takeLine(body: { text: string; line: number }[], line: string, number: number): void {
  const last = body.at(-1);
  if (last !== undefined && /(^|[^\\])(\\\\)*\\$/.test(last.text)) last.text += `\n${line.trimStart()}`;
  else body.push({ text: line.trimStart(), line: number });
}

function namesIn(text: string): readonly string[] {
  return [...text.matchAll(/\(\s*([\w-]+)[^)]*\)|([\w:-]+)/g)].map(
    ([, called, plain]) => called ?? plain ?? '',
  );
}

function parametersOf(text: string): readonly Parameter[] {
  return [...text.matchAll(/([*+$]*)([A-Za-z_][\w-]*)(?:\s*=\s*(?:'([^']*)'|"([^"]*)"|(\S+)))?/g)].map(
    ([, sign = '', name = '', single, double]) => ({
      name,
      kind: /[*+]/.test(sign) ? 'many' : 'one',
      otherwise: single ?? double ?? (sign.includes('*') ? '' : null),
    }),
  );
}

/** The lines of a recipe as their shell gets them, and the words that are left for further recipes. */
export function linesOf(
  recipe: Recipe,
  given: Words,
  file: Justfile,
): { steps: readonly { text: string; line: number; ignores: boolean }[]; rest: Words } {
  const values = new Map(file.variables);
  let rest = given;
  for (const { name, kind, otherwise } of recipe.parameters) {
    const taken = kind === 'many' ? rest : rest.slice(0, 1);
    rest = rest.slice(taken.length);
    const known = taken.every((word) => word !== null) ? taken.join(' ') : '"$_computed"';
    values.set(name, taken.length > 0 ? known : (otherwise ?? '"$_computed"'));
  }
  const [begin] = recipe.body;
  if (begin?.text.startsWith('#!') === true) {
    const text = recipe.body.map((one) => filled(one.text, values)).join('\n');
    return { steps: [{ text, line: begin.line, ignores: false }], rest };
  }
  const steps = recipe.body
    .filter(({ text }) => !text.startsWith('#'))
    .map(({ text, line }) => {
      const sign = /^[@-]+/.exec(text)?.[0] ?? '';
      return { text: filled(text.slice(sign.length), values), line, ignores: sign.includes('-') };
    });
  return { steps, rest };
}

/** What is not known stays a word that nobody knows. */
function filled(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(/\{\{\s*([^{}]*?)\s*\}\}/g, (_, name: string) => values.get(name) ?? '"$_computed"');
}
