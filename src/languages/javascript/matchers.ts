import { numberOf, type Scope } from '../normal.ts';
import type { Node } from '../syntax.ts';
import type { Relation } from '../types.ts';
import type { Link } from './chains.ts';
import { demandsOf, equality } from './conditions.ts';
import { type Demand, demand, type Expected, formOf } from './demand.ts';
import { javascript } from './dialect.ts';

type Asked = { subject: Node; args: readonly Node[]; negated: boolean; scope: Scope };
type Reader = (asked: Asked) => readonly Demand[];

const fixed =
  (relation: Relation, ...expected: readonly Expected[]): Reader =>
  ({ subject, args, negated }) => [demand(relation, subject, [...expected, ...args], negated)];
const equal: Reader = ({ subject, args: [expected], negated, scope }) =>
  expected === undefined ? [] : equality(subject, expected, negated, scope);
const isTrue: Reader = ({ subject, negated, scope }) => demandsOf(subject, negated, scope);
const isFalse: Reader = ({ subject, negated, scope }) => demandsOf(subject, !negated, scope);
const nothing =
  (form: string): Reader =>
  ({ subject, negated }) => [negated ? demand('present', subject, []) : demand('equals', subject, [form])];
const bound =
  (sign: string, opposite: string): Reader =>
  ({ subject, args, negated }) => [
    demand('order', subject, [negated ? opposite : sign, ...args.slice(0, 1)]),
  ];
const near: Reader = ({ subject, args: [expected, digits], negated, scope }) => {
  if (expected === undefined) return [];
  const places = digits === undefined ? 2 : (numberOf(formOf(digits, scope)) ?? 0);
  return [{ ...demand('near', subject, [expected], negated), tolerance: 0.5 * 10 ** -places }];
};
const within: Reader = ({ subject, args: [expected, delta], negated, scope }) => {
  if (expected === undefined) return [];
  const tolerance = delta === undefined ? null : numberOf(formOf(delta, scope));
  return [
    { ...demand('near', subject, [expected], negated), tolerance: tolerance ?? Number.POSITIVE_INFINITY },
  ];
};
const length: Reader = ({ subject, args, negated }) => [
  { ...demand(negated ? 'differs' : 'equals', subject, args.slice(0, 1)), part: ' . length' },
];
const inline: Reader = ({ subject, args: [snapshot] }) => {
  const content = snapshot === undefined ? null : javascript.stringContent(snapshot);
  if (content === null) return [demand('snapshot', subject, [])];
  return [demand('equals', subject, [content.trim() === '' ? '""' : content.trim()])];
};
const raises: Reader = ({ subject, args, negated }) => [
  demand(
    'raises',
    subject,
    args.filter((arg) => arg.text !== 'Error'),
    negated,
  ),
];

/** Matchers of jest, vitest and chai, by name. */
const matchers: Readonly<Record<string, Reader>> = {
  ...named(equal, 'toBe toEqual toStrictEqual equal equals eq eql eqls deepEqual strictEqual'),
  ...named(isTrue, 'toBeTruthy toBeTrue ok true'),
  ...named(isFalse, 'toBeFalsy toBeFalse false'),
  ...named(nothing('null'), 'toBeNull null'),
  ...named(nothing('undefined'), 'toBeUndefined undefined'),
  ...named(nothing('NaN'), 'toBeNaN NaN'),
  ...named(
    ({ subject, negated }) => [
      negated ? demand('equals', subject, ['undefined']) : demand('present', subject, []),
    ],
    'toBeDefined exist exists',
  ),
  ...named(bound('>', '<='), 'toBeGreaterThan above gt greaterThan'),
  ...named(bound('>=', '<'), 'toBeGreaterThanOrEqual least gte'),
  ...named(bound('<', '>='), 'toBeLessThan below lt lessThan'),
  ...named(bound('<=', '>'), 'toBeLessThanOrEqual most lte'),
  ...named(near, 'toBeCloseTo'),
  ...named(within, 'closeTo approximately'),
  ...named(fixed('contains'), 'toContain toContainEqual include includes contain contains'),
  ...named(fixed('contains', 'object'), 'toMatchObject'),
  ...named(fixed('contains', 'key'), 'toHaveProperty property'),
  ...named(fixed('contains', 'members'), 'members keys'),
  ...named(length, 'toHaveLength lengthOf length'),
  ...named(
    ({ subject, negated }) => [
      { ...demand(negated ? 'differs' : 'equals', subject, ['0']), part: ' . length' },
    ],
    'empty',
  ),
  ...named(fixed('matches'), 'toMatch match matches'),
  ...named(fixed('type'), 'toBeInstanceOf instanceOf instanceof a an toBeTypeOf'),
  ...named(raises, 'toThrow toThrowError throw throws rejectedWith rejected'),
  ...named(
    fixed('called', 'with'),
    'toHaveBeenCalledWith toBeCalledWith toHaveBeenLastCalledWith lastCalledWith toHaveBeenNthCalledWith calledWith calledWithExactly toHaveReturnedWith',
  ),
  ...named(
    fixed('called', 'once', 'with'),
    'toHaveBeenCalledExactlyOnceWith calledOnceWith calledOnceWithExactly',
  ),
  ...named(fixed('called', 'once'), 'toHaveBeenCalledOnce calledOnce'),
  ...named(fixed('called', 'times'), 'toHaveBeenCalledTimes toBeCalledTimes callCount'),
  ...named(fixed('called'), 'toHaveBeenCalled toBeCalled called toHaveReturned'),
  ...named(inline, 'toMatchInlineSnapshot toThrowErrorMatchingInlineSnapshot'),
  ...named(
    ({ subject }) => [demand('snapshot', subject, [])],
    'toMatchSnapshot toMatchFileSnapshot toThrowErrorMatchingSnapshot',
  ),
};

/** Properties that assert without being called. */
const properties = /^(ok|true|false|null|undefined|NaN|exist|empty|called|calledOnce|rejected)$/;

function named(reader: Reader, names: string): Record<string, Reader> {
  return Object.fromEntries(names.split(' ').map((name) => [name, reader]));
}

/** What the links behind `expect(subject)` demand; null: they are no assertion. */
export function expectDemands(subject: Node, links: readonly Link[], scope: Scope): readonly Demand[] | null {
  let negated = false;
  let found: readonly Demand[] | null = null;
  for (const { name, args } of links) {
    if (name === 'not') negated = true;
    const reader = Object.hasOwn(matchers, name) ? matchers[name] : undefined;
    if (reader !== undefined && (args !== null || properties.test(name)))
      found = [...(found ?? []), ...reader({ subject, args: args ?? [], negated, scope })];
    else if (args !== null && /^(to|be)[A-Z]/.test(name))
      found = [...(found ?? []), demand('own', subject, [name, ...args], negated)];
  }
  return found;
}
