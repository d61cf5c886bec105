import { createRequire } from 'node:module';
import type { Node, Parser } from 'web-tree-sitter';

export type { Node } from 'web-tree-sitter';

/** Grammars that ship with the package. */
export type Grammar = 'python' | 'javascript' | 'typescript' | 'tsx';

const parsers = new Map<Grammar, Promise<Parser>>();

/** Parses texts and hands their roots to `read`; the trees live only that long. The only place that loads the parser. */
export async function withSyntaxTrees<Result>(
  grammar: Grammar,
  texts: readonly string[],
  read: (roots: readonly Node[]) => Result,
): Promise<Result> {
  let loading = parsers.get(grammar);
  if (loading === undefined) {
    loading = load(grammar);
    parsers.set(grammar, loading);
  }
  const parser = await loading;
  const trees = texts.flatMap((text) => parser.parse(text.replace(/^\uFEFF/, '')) ?? []);
  try {
    return read(trees.map((tree) => tree.rootNode));
  } finally {
    for (const tree of trees) tree.delete();
  }
}

/** The same for one text. */
export function withSyntaxTree<Result>(
  grammar: Grammar,
  text: string,
  read: (root: Node) => Result,
): Promise<Result> {
  return withSyntaxTrees(grammar, [text], ([root]) => {
    if (root === undefined) throw new Error(`the ${grammar} parser gave no tree`);
    return read(root);
  });
}

async function load(grammar: Grammar): Promise<Parser> {
  const { Language, Parser } = await import('web-tree-sitter');
  await Parser.init();
  const file = createRequire(import.meta.url).resolve(
    `@vscode/tree-sitter-wasm/wasm/tree-sitter-${grammar}.wasm`,
  );
  const parser = new Parser();
  parser.setLanguage(await Language.load(file));
  return parser;
}

/** Children that carry meaning, without comments. */
export function parts(node: Node): Node[] {
  return node.namedChildren.filter((child): child is Node => child !== null && child.type !== 'comment');
}

export function field(node: Node, name: string): Node | null {
  return node.childForFieldName(name);
}

export function lineOf(node: Node): number {
  return node.startPosition.row + 1;
}

/** Source text on one line, clipped: for messages. */
export function quote(node: Node, most = 120): string {
  const text = node.text.replace(/\s+/g, ' ').trim();
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

/** Line of the first place that does not parse, or null. */
export function firstError(root: Node): number | null {
  if (!root.hasError) return null;
  const open: Node[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.isError || node.isMissing) return lineOf(node);
    for (const child of [...node.children].reverse())
      if (child?.hasError || child?.isError || child?.isMissing) open.push(child);
  }
  return lineOf(root);
}
