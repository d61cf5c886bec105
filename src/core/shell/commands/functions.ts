// Functions that a line defines: their names, and where their bodies run.
import { nestedScript } from '../nested.ts';
import { forEachChild, type Script, type SyntaxNode } from '../parse.ts';
import { isAbsolute, joinPath } from './directory.ts';
import { MAX_DEPTH, type Walk } from './types.ts';

/** Names of the functions that the line itself defines, also in scripts inside it. */
export function definedFunctions(parsed: { script: Script }): ReadonlySet<string> {
  const names = new Set<string>();
  let depth = 0;
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'Word' && node.parts === undefined) return;
    if (node.type === 'Function') names.add(node.name.value);
    if (node.type === 'Command') {
      const inner = depth > MAX_DEPTH ? null : nestedScript(node);
      if (inner !== null) {
        depth += 1;
        visit(inner.script);
        depth -= 1;
      }
    }
    forEachChild(node, visit);
  };
  visit(parsed.script);
  return names;
}

/** A function's body runs where it is called. */
export function settleFunctions(walk: Walk): void {
  if (walk.calls.size === 0) return;
  const called = new Set(
    walk.found.map((draft) => draft.words.find((word) => word !== null && walk.calls.has(word))),
  );
  for (const draft of walk.found) {
    if (draft.inFunction === null) continue;
    draft.uncalled = !called.has(draft.inFunction);
    const places = new Set(walk.calls.get(draft.inFunction) ?? []);
    const [place] = places.size === 1 ? places : [null];
    draft.shellDirectory = rebased(place ?? null, draft.shellDirectory);
    draft.directory = rebased(place ?? null, draft.directory);
  }
}

function rebased(place: string | null, path: string | null): string | null {
  if (path === null) return null;
  return isAbsolute(path) ? path : joinPath(place, path);
}
