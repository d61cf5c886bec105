import type { Script, SyntaxNode } from '../parse.ts';
import { forEachChild } from '../parse.ts';

/** A script that a word runs. `certain`: always; `unseen`: beside the line (`<( )`). */
export type Substitution = { readonly script: Script; readonly certain: boolean; readonly unseen: boolean };

/** What can go wrong when the words of a node are expanded. */
export type Hazards = { readonly exits: boolean; readonly discards: boolean; readonly names: boolean };

const substitutions = new WeakMap<SyntaxNode, readonly Substitution[]>();

/** The scripts that expanding a node runs, in order. */
export function substitutionsIn(node: SyntaxNode): readonly Substitution[] {
  const known = substitutions.get(node);
  if (known !== undefined) return known;
  const found: Substitution[] = [];
  collect(node, true, found);
  substitutions.set(node, found);
  return found;
}

function collect(node: SyntaxNode, certain: boolean, found: Substitution[]): void {
  switch (node.type) {
    case 'CommandExpansion':
    case 'ArithmeticCommandExpansion':
      if (node.script !== undefined) found.push({ script: node.script, certain, unseen: false });
      return;
    case 'ProcessSubstitution':
      if (node.script !== undefined) found.push({ script: node.script, certain, unseen: true });
      return;
    case 'ArithmeticTernary':
      collect(node.test, certain, found);
      collect(node.consequent, false, found);
      collect(node.alternate, false, found);
      return;
    case 'TestLogical':
      node.operands.forEach((operand, index) => {
        collect(operand, certain && index === 0, found);
      });
      return;
    case 'ArithmeticBinary':
    case 'ParameterExpansion':
      // Arithmetic text is expanded as a whole, but an operand of ${x:-...} only when it is needed.
      forEachChild(node, (child) => {
        collect(child, certain && node.type === 'ArithmeticBinary', found);
      });
      return;
    default:
      forEachChild(node, (child) => {
        collect(child, certain, found);
      });
  }
}

const hazards = new WeakMap<SyntaxNode, Hazards>();

/** What can go wrong in the expansions of a node, seen without any state. */
export function hazardsOf(node: SyntaxNode): Hazards {
  const known = hazards.get(node);
  if (known !== undefined) return known;
  const found = { exits: false, discards: false, names: false };
  const visit = (child: SyntaxNode): void => {
    if (child.type === 'Script') return;
    note(child, found);
    forEachChild(child, visit);
  };
  visit(node);
  hazards.set(node, found);
  return found;
}

function note(node: SyntaxNode, found: { exits: boolean; discards: boolean; names: boolean }): void {
  if (node.type === 'SimpleExpansion' && !/^\$[?#@*$-]$/.test(node.text)) found.names = true;
  if (node.type === 'ArithmeticExpansion' || node.type === 'ArithmeticWord') found.names = true;
  if (node.type === 'Assignment' && node.index !== undefined && !/^\d+$/.test(node.index.text))
    found.exits = true;
  if (node.type !== 'ParameterExpansion') return;
  const operation = node.operation;
  const isDefault = operation?.type === 'Default' && !operation.operator.endsWith('?');
  if (!isDefault) found.names = true;
  if (node.prefix === '!' || (node.index !== undefined && !/^(\d+|[@*])$/.test(node.index.text)))
    found.discards = true;
  if (operation?.type === 'Default' && operation.operator.endsWith('?')) found.exits = true;
  if (operation?.type === 'Slice' || operation?.type === 'Transform' || operation?.type === 'Unknown') {
    found.discards = true;
  }
}

const setters = new WeakMap<SyntaxNode, ReadonlySet<string>>();

/** Variables that expanding a node may set: `${x:=1}`, `$((x+=1))`. */
export function namesSetBy(node: SyntaxNode): ReadonlySet<string> {
  const known = setters.get(node);
  if (known !== undefined) return known;
  const found = new Set<string>();
  const visit = (child: SyntaxNode): void => {
    if (child.type === 'Script') return;
    if (child.type === 'ParameterExpansion' && child.operation?.type === 'Default') {
      if (child.operation.operator.endsWith('=')) found.add(child.parameter);
    }
    if (child.type === 'ArithmeticExpansion') {
      for (const match of child.text.matchAll(
        /([a-zA-Z_]\w*)(?:\[[^\]]*\])?\s*(?:[-+*/%&|^<>]*=(?!=)|\+\+|--)/g,
      )) {
        if (match[1] !== undefined) found.add(match[1]);
      }
      for (const match of child.text.matchAll(/(?:\+\+|--)\s*([a-zA-Z_]\w*)/g)) {
        if (match[1] !== undefined) found.add(match[1]);
      }
    }
    forEachChild(child, visit);
  };
  visit(node);
  setters.set(node, found);
  return found;
}
