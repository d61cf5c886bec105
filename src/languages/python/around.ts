import { noParts, type Parts, type Piece, together } from '../setting.ts';
import { field, type Node, parts } from '../syntax.ts';

/** Called by unittest, pytest and Django around each test, under these names. */
const hook = /^(async)?(set|tear)_?(up|down)(_?(class|module|method|function|test_?data))?$/i;

/** Tests of a module or of a class, and what stands around them: fixtures, hooks, helpers, data. */
export function aroundTests(block: Node): Parts {
  return parts(block).map(partsOf).reduce(together, noParts);
}

function partsOf(statement: Node): Parts {
  if (statement.type === 'if_statement') return aroundTests(field(statement, 'consequence') ?? statement);
  const node = statement.type === 'decorated_definition' ? field(statement, 'definition') : statement;
  const name = node === null ? null : (field(node, 'name')?.text ?? null);
  if (node?.type === 'function_definition' && name !== null) return ofFunction(statement, name);
  if (node?.type === 'class_definition' && name !== null) return ofClass(node, statement, name);
  const assignment = statement.type === 'expression_statement' ? parts(statement)[0] : undefined;
  if (assignment?.type !== 'assignment') return noParts;
  return { tests: [], around: named(field(assignment, 'left'), statement.text) };
}

function ofFunction(statement: Node, name: string): Parts {
  const decorators = parts(statement).filter((child) => child.type === 'decorator');
  if (!name.startsWith('test')) {
    const isHook = hook.test(name) || decorators.some(({ text }) => /autouse\s*=\s*True/.test(text));
    return { tests: [], around: [{ name: isHook ? null : name, text: statement.text }] };
  }
  // What holds a test back is no work on it.
  const kept = decorators.filter(({ text }) => !/skip|xfail/i.test(text));
  return { tests: [statement.text], around: kept.map(({ text }) => ({ name: null, text })) };
}

/** A class without tests of its own is one piece: a mixin, a stand-in. */
function ofClass(node: Node, statement: Node, name: string): Parts {
  const inside = aroundTests(field(node, 'body') ?? node);
  if (inside.tests.length === 0) return { tests: [], around: [{ name, text: statement.text }] };
  const heads = [field(node, 'superclasses')?.text ?? ''];
  return { tests: [...inside.tests, ...heads], around: inside.around };
}

function named(left: Node | null, text: string): readonly Piece[] {
  const names = left?.type === 'identifier' ? [left] : (left?.descendantsOfType('identifier') ?? []);
  return names.flatMap((name) => (name === null ? [] : [{ name: name.text, text }]));
}
