import { normalForm, type Scope } from '../normal.ts';
import { field, lineOf, type Node, parts, quote } from '../syntax.ts';
import type { Mark } from '../types.ts';
import { python } from './dialect.ts';

const names = /(?:^|\.)(?:mark\.)?(skip|skipif|xfail|skipIf|skipUnless|expectedFailure)$/;

/** Marks among decorators, in a list like `pytestmark`, and behind names that stand for one. */
export function marksIn(nodes: readonly Node[], scope: Scope): readonly Mark[] {
  return nodes.flatMap((node) => {
    const value = node.type === 'decorator' ? parts(node)[0] : node;
    if (value === undefined) return [];
    if (/^(list|tuple)$/.test(value.type)) return marksIn(parts(value), scope);
    const named = value.type === 'identifier' ? (scope.get(value.text)?.node ?? value) : value;
    const mark = markOf(named, node);
    return mark === null ? [] : [mark];
  });
}

/** Marks on single rows: `pytest.param(..., marks=pytest.mark.skip)`. */
export function rowMarks(row: Node, scope: Scope): readonly Mark[] {
  if (row.type !== 'call') return [];
  const marks = parts(field(row, 'arguments') ?? row).find(
    (argument) => argument.type === 'keyword_argument' && field(argument, 'name')?.text === 'marks',
  );
  const value = marks === undefined ? null : field(marks, 'value');
  return value === null
    ? []
    : marksIn([value], scope).map((mark) => ({
        ...mark,
        text: quote(row),
        condition: mark.condition ?? 'one row',
      }));
}

function markOf(value: Node, stands: Node): Mark | null {
  const isCall = value.type === 'call';
  const name = names.exec(isCall ? (field(value, 'function')?.text ?? '') : value.text)?.[1];
  if (name === undefined) return null;
  const args = isCall ? parts(field(value, 'arguments') ?? value) : [];
  const kind = name === 'xfail' || name === 'expectedFailure' ? 'xfail' : 'skip';
  return { kind, line: lineOf(stands), text: quote(stands), condition: conditionOf(name, args) };
}

function conditionOf(name: string, args: readonly Node[]): string | null {
  if (!/^(skipif|skipIf|skipUnless|xfail)$/.test(name)) return null;
  const named = args.find(
    (argument) => argument.type === 'keyword_argument' && field(argument, 'name')?.text === 'condition',
  );
  const first = args[0]?.type === 'keyword_argument' ? undefined : args[0];
  const condition = named === undefined ? first : field(named, 'value');
  if (condition === undefined || condition === null) return null;
  const form = normalForm(condition, python, new Map());
  const always = name === 'skipUnless' ? /^(False|0|None)$/ : /^(True|1)$/;
  if (always.test(form)) return null;
  return name === 'skipUnless' ? `not ${quote(condition, 60)}` : quote(condition, 60);
}
