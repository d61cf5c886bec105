import type { Script, SyntaxNode } from '../parse.ts';
import { forEachChild } from '../parse.ts';

/** A script that a word runs. `certain`: always; `unseen`: beside the line (`<( )`). */
export type Substitution = { readonly script: Script; readonly certain: boolean; readonly unseen: boolean };

/** What can go wrong when the words of a node are expanded. */
export type Hazards = {
  /** Commands of it run in this very shell (`${ cmd; }`, bash 5.3), or are an error (any other bash). */
  readonly runsHere: boolean;
  readonly exits: boolean;
  readonly discards: boolean;
  readonly names: boolean;
  /** It computes, which can be an error or set a variable. */
  readonly computes: boolean;
};
type Noted = { -readonly [K in keyof Hazards]: boolean };

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
  const found: Noted = { runsHere: false, exits: false, discards: false, names: false, computes: false };
  const visit = (child: SyntaxNode): void => {
    if (child.type === 'Script') return;
    note(child, found);
    forEachChild(child, visit);
  };
  visit(node);
  hazards.set(node, found);
  return found;
}

function note(node: SyntaxNode, found: Noted): void {
  if (node.type === 'CommandExpansion' && node.text.startsWith('${')) found.runsHere = true;
  if (node.type === 'SimpleExpansion' && !/^\$[?#@*$-]$/.test(node.text)) found.names = true;
  if (node.type === 'ArithmeticExpansion' || node.type === 'ArithmeticWord') found.names = true;
  if (node.type === 'ArithmeticExpansion') found.computes = true;
  if (node.type === 'Assignment' && node.index !== undefined && !/^\d+$/.test(node.index.text))
    found.exits = true;
  if (node.type !== 'ParameterExpansion') return;
  const operation = node.operation;
  const isDefault = operation?.type === 'Default' && !operation.operator.endsWith('?');
  if (!isDefault) found.names = true;
  if (node.prefix === '!' || (node.index !== undefined && !/^(\d+|[@*])$/.test(node.index.text)))
    found.discards = true;
  if (operation?.type === 'Default' && operation.operator.endsWith('?')) found.exits = true;
  // Older ones than those that know it take each of these for a mistake.
  if (operation !== undefined && /^(Slice|Transform|CaseModification|Unknown)$/.test(operation.type)) {
    found.discards = true;
  }
}

const setters = new WeakMap<SyntaxNode, ReadonlySet<string>>();

/** Names that an arithmetic text may assign to. */
function assignedIn(text: string): readonly string[] {
  const before = text.matchAll(/([a-zA-Z_]\w*)(?:\[[^\]]*\])?\s*(?:[-+*/%&|^<>]*=(?!=)|\+\+|--)/g);
  const after = text.matchAll(/(?:\+\+|--)\s*([a-zA-Z_]\w*)/g);
  return [...before, ...after].flatMap((match) => match[1] ?? []);
}

/** Variables that expanding a node may set: `${x:=1}`, `$((x+=1))`, `${a[i=1]}`, `{fd}>file`. */
export function namesSetBy(node: SyntaxNode): ReadonlySet<string> {
  const known = setters.get(node);
  if (known !== undefined) return known;
  const found = new Set<string>();
  const visit = (child: SyntaxNode): void => {
    if (child.type === 'Script') return;
    for (const name of namesOf(child)) found.add(name);
    forEachChild(child, visit);
  };
  visit(node);
  setters.set(node, found);
  return found;
}

function namesOf(node: SyntaxNode): readonly string[] {
  switch (node.type) {
    case 'ArithmeticExpansion':
      return assignedIn(node.text);
    case 'FileDescriptorVariable':
      return [node.name];
    case 'Assignment':
      return node.index === undefined ? [] : assignedIn(node.index.text);
    case 'ParameterExpansion': {
      const isSet = node.operation?.type === 'Default' && node.operation.operator.endsWith('=');
      const isArithmetic = node.index !== undefined || node.operation?.type === 'Slice';
      return [...(isSet ? [node.parameter] : []), ...(isArithmetic ? assignedIn(node.text) : [])];
    }
    case 'TestBinary':
      return /^-(eq|ne|lt|le|gt|ge)$/.test(node.operator)
        ? [...assignedIn(node.left.text), ...assignedIn(node.right.text)]
        : [];
    default:
      return [];
  }
}
