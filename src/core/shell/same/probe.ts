// A statement that is no simple command (a loop, `[[ ]]`, `a || b`) is asked about by putting one name in its place:
// what the line's success proves of that name, it proves of the statement.
import { forEachChild, type Script, type SyntaxNode } from '../parse.ts';
import { treeForm } from './form.ts';

export const PROBE = 'donegate_gate_command';

/** The source with a node, and the here-documents that belong to it, replaced by the probe's name. */
export function probed(source: string, node: { pos: number; end: number } & SyntaxNode): string {
  const cuts = heredocBodies(node).filter(({ pos }) => pos >= node.end);
  let rest = '';
  let at = node.end;
  for (const { pos, end } of cuts) {
    rest += source.slice(at, pos);
    at = source[end] === '\n' ? end + 1 : end;
  }
  return `${source.slice(0, node.pos)}${PROBE}${rest}${source.slice(at)}`;
}

function heredocBodies(node: SyntaxNode): readonly { pos: number; end: number }[] {
  const found: { pos: number; end: number }[] = [];
  const visit = (child: SyntaxNode): void => {
    if (child.type === 'HereDoc')
      found.push({ pos: child.body.pos, end: child.closing?.end ?? child.body.end });
    if (child.type !== 'CommandExpansion' && child.type !== 'ProcessSubstitution') forEachChild(child, visit);
  };
  visit(node);
  return found.sort((a, b) => a.pos - b.pos);
}

/** The nodes of a script that have this form. Scripts in quotes and in backticks are not looked into. */
export function nodesOfForm(script: Script, form: string): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  const type = form.slice(0, form.indexOf('('));
  const visit = (node: SyntaxNode): void => {
    if (node.type === type && treeForm(node) === form) {
      found.push(node);
      return;
    }
    if (node.type === 'CommandExpansion' && node.script?.source !== undefined) return;
    forEachChild(node, visit);
  };
  visit(script);
  return found;
}
