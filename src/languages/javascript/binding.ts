import { meaningOf, type Scope } from '../normal.ts';
import { field, type Node, parts } from '../syntax.ts';
import type { Place } from '../walk.ts';
import { javascript, propertyOf } from './dialect.ts';

/** Binds the names of a pattern to what they stand for, part by part if the value is written out; otherwise forgets them. */
export function bind(target: Node, value: Node | null, place: Place, scope: Scope = place.scope): void {
  const known = value === null ? null : written(value, scope);
  switch (target.type) {
    case 'required_parameter':
    case 'optional_parameter':
      bindInner(field(target, 'pattern'), value ?? field(target, 'value'), place, scope);
      return;
    case 'assignment_pattern':
      bindInner(field(target, 'left'), value ?? field(target, 'right'), place, scope);
      return;
    case 'array_pattern': {
      const cells = known?.type === 'array' ? parts(known) : [];
      for (const [index, name] of parts(target).entries()) bind(name, cells[index] ?? null, place, scope);
      return;
    }
    case 'object_pattern':
      for (const member of parts(target)) bindMember(member, known, place, scope);
      return;
    default:
      bindName(target, value, place, scope);
  }
}

function bindInner(target: Node | null, value: Node | null, place: Place, scope: Scope): void {
  if (target !== null) bind(target, value, place, scope);
}

function bindMember(member: Node, object: Node | null, place: Place, scope: Scope): void {
  const key = member.type === 'pair_pattern' ? field(member, 'key') : member;
  const target = member.type === 'pair_pattern' ? field(member, 'value') : member;
  if (key === null || target === null) return;
  const name = key.type === 'object_assignment_pattern' ? (parts(key)[0]?.text ?? '') : key.text;
  bindName(target, object === null ? null : propertyOf(object, name), place, scope);
}

function bindName(target: Node, value: Node | null, place: Place, scope: Scope): void {
  const name = /identifier/.test(target.type)
    ? target.text
    : (target.descendantsOfType('identifier')[0]?.text ?? '');
  const known =
    value === null || /function|class/.test(value.type) ? null : meaningOf(value, javascript, scope);
  if (known === null || name !== target.text) place.scope.delete(name);
  else place.scope.set(name, known);
}

/** The value as it is written out, behind names and type assertions. */
export function written(value: Node, scope: Scope): Node {
  const inner = javascript.inner(value);
  if (inner !== null) return written(inner, scope);
  const named = value.type === 'identifier' ? (scope.get(value.text)?.node ?? null) : null;
  return named === null || named.type === 'identifier' ? value : written(named, scope);
}

/** Elements of an array that is written out, or that a name stands for; null: they are not known. */
export function literalRows(value: Node, scope: Scope): readonly Node[] | null {
  const array = written(value, scope);
  if (array.type === 'object') return parts(array).flatMap((member) => field(member, 'key') ?? []);
  if (array.type !== 'array') return null;
  const rows = parts(array);
  return rows.some((row) => row.type === 'spread_element') ? null : rows;
}

/** Binds the parameters of a function to values, in order. */
export function bindParameters(definition: Node, values: readonly Node[], place: Place, scope: Scope): void {
  const single = field(definition, 'parameter');
  const parameters = single === null ? parts(field(definition, 'parameters') ?? definition) : [single];
  if (single === null && field(definition, 'parameters') === null) return;
  for (const [index, parameter] of parameters.entries()) bind(parameter, values[index] ?? null, place, scope);
}
