import { field, lineOf, type Node, parts, quote } from '../syntax.ts';
import type { Mark } from '../types.ts';
import { type Chain, chainOf, type Link } from './chains.ts';
import { javascript } from './dialect.ts';

/** `describe(...)` or `test(...)`: what it is called, what it holds, and how it is held back. */
export type TestDefinition = {
  kind: 'suite' | 'test';
  title: Node | null;
  callback: Node | null;
  marks: readonly Mark[];
  /** `.each(rows)`, `.for(rows)`: the rows, and whether a row is spread over the parameters. */
  rows: { table: Node; isSpread: boolean } | null;
};

const suites = /^(f|x)?(describe|suite|context)$/;
const tests = /^(f|x)?(test|it|specify)$/;
const links =
  /^(only|skip|todo|fails|failing|concurrent|sequential|serial|each|for|skipIf|runIf|describe|test|it|parallel|fixme|extend|)$/;
const holders = /^(t|tt|tap|Deno|ctx|context|suite|test)$/;

/** Reads a call as the definition of a suite or of a test; null: it is none. */
export function definitionOf(call: Node): TestDefinition | null {
  const { chain, condition, isNegated } = unwrapped(call);
  const [root, ...rest] = chain.links;
  const last = chain.links.at(-1);
  if (root === undefined || last?.args == null || rest.some((link) => !links.test(link.name))) return null;
  const names = chain.links.map((link) => link.name);
  const kind = kindOf(names);
  if (kind === null) return null;
  const args = last.args;
  const callback =
    args.find((arg) => /^(arrow_function|function_expression|generator_function)$/.test(arg.type)) ?? null;
  const title = args[0] !== undefined && args[0] !== callback ? args[0] : null;
  if (
    callback === null &&
    (title === null || !/string|identifier|member/.test(title.type) || last.name === 'each')
  )
    return null;
  const options = args.find((arg) => arg.type === 'object');
  const marks = [
    ...(condition === null ? markNames(call, chain.links) : []),
    ...optionMarks(options, call),
    ...conditionMarks(call, condition, isNegated),
  ];
  if (callback === null && kind === 'test' && marks.length === 0 && args.length === 1)
    marks.push(markOf(call, 'todo', null));
  return { kind, title, callback, marks, rows: rowsOf(chain.links) };
}

/** `(condition ? test.skip : test)('title', ...)`. */
function unwrapped(call: Node): { chain: Chain; condition: Node | null; isNegated: boolean } {
  const chain = chainOf(call);
  if (chain.base.type !== 'ternary_expression') return { chain, condition: null, isNegated: false };
  const branches = ['consequence', 'alternative']
    .map((name) => field(chain.base, name))
    .filter((node) => node !== null);
  const skipping = branches.find((branch) => /\bskip\b|^x/.test(branch.text)) ?? branches[0];
  const names = skipping === undefined ? [] : chainOf(skipping).links;
  const args = parts(field(call, 'arguments') ?? call);
  const called = names.map((link, index) => (index === names.length - 1 ? { ...link, args } : link));
  return {
    chain: { base: chain.base, links: called },
    condition: field(chain.base, 'condition'),
    isNegated: skipping !== branches[0],
  };
}

function kindOf(names: readonly string[]): TestDefinition['kind'] | null {
  const [root = '', second = ''] = names;
  if (suites.test(root)) return root === 'suite' && tests.test(second) ? 'test' : 'suite';
  if (tests.test(root)) return second === 'describe' ? 'suite' : 'test';
  return names.length === 2 && holders.test(root) && tests.test(second) ? 'test' : null;
}

function markNames(call: Node, chain: readonly Link[]): Mark[] {
  return chain.flatMap(({ name, args }, index) => {
    if (index === 0 && /^x/.test(name)) return [markOf(call, 'skip', null)];
    if (index === 0 && /^f(test|it|describe|context|specify|suite)$/.test(name))
      return [markOf(call, 'only', null)];
    if (name === 'skip' || name === 'fixme') return [markOf(call, 'skip', null)];
    if (name === 'todo' || name === 'only') return [markOf(call, name, null)];
    if (name === 'fails' || name === 'failing') return [markOf(call, 'xfail', null)];
    const [condition] = args ?? [];
    if ((name === 'skipIf' || name === 'runIf') && condition !== undefined)
      return conditional(call, condition, name === 'runIf');
    return [];
  });
}

function conditional(call: Node, condition: Node, isNegated: boolean): Mark[] {
  const text = condition.text.trim();
  const [always, never] = isNegated ? [/^(false|0)$/, /^(true|1)$/] : [/^(true|1)$/, /^(false|0)$/];
  if (never.test(text)) return [];
  const quoted = `${isNegated ? 'not ' : ''}${quote(condition, 60)}`;
  return [markOf(call, 'skip', always.test(text) ? null : quoted)];
}

function optionMarks(options: Node | undefined, call: Node): readonly Mark[] {
  if (options === undefined) return [];
  return parts(options).flatMap((pair) => {
    const [key, value] = [field(pair, 'key')?.text, field(pair, 'value')];
    if (value === null || value.text === 'false' || value.text === 'undefined') return [];
    const isAlways = value.text === 'true' || value.type === 'string' || value.type === 'template_string';
    const condition = isAlways ? null : quote(value, 60);
    if (key === 'skip' || key === 'todo' || key === 'only') return [markOf(call, key, condition)];
    return key === 'fails' ? [markOf(call, 'xfail', condition)] : [];
  });
}

function conditionMarks(call: Node, condition: Node | null, isNegated: boolean): readonly Mark[] {
  return condition === null ? [] : conditional(call, condition, isNegated);
}

function markOf(call: Node, kind: Mark['kind'], condition: string | null): Mark {
  const head = call.text.split('\n')[0] ?? '';
  return { kind, line: lineOf(call), text: head.length > 100 ? `${head.slice(0, 99)}…` : head, condition };
}

function rowsOf(chain: readonly Link[]): TestDefinition['rows'] {
  const link = chain.find(({ name, args }) => (name === 'each' || name === 'for') && args !== null);
  const table = link?.args?.[0];
  return table === undefined ? null : { table, isSpread: link?.name === 'each' };
}

/** The title as it is written; what is computed in it stands there as `${...}`. */
export function titleText(title: Node | null): string {
  if (title === null) return '';
  const content = javascript.stringContent(title);
  if (content !== null) return content;
  return title.type === 'template_string' ? title.text.slice(1, -1) : `\${${title.text}}`;
}
