import type { Scope } from '../normal.ts';
import type { Node } from '../syntax.ts';
import type { Link } from './chains.ts';
import { demandsOf, equality } from './conditions.ts';
import { type Demand, demand } from './demand.ts';
import { expectDemands } from './matchers.ts';

/** Methods of node:assert, chai's assert, ava and tap, with the matcher that says the same. */
const matcherOf: Readonly<Record<string, readonly [matcher: string, negated: boolean]>> = {
  ...same(
    'toEqual',
    false,
    'equal strictEqual deepEqual deepStrictEqual is same strictSame equals deepEquals isEqual',
  ),
  ...same('toEqual', true, 'notEqual notStrictEqual notDeepEqual notDeepStrictEqual not notSame'),
  ...same('toMatchObject', false, 'partialDeepStrictEqual like hasStrict has'),
  ...same('toBeTruthy', false, 'ok truthy true isTrue isOk'),
  ...same('toBeFalsy', false, 'notOk falsy false isFalse isNotOk ifError'),
  ...same('toBeNull', false, 'isNull'),
  ...same('toBeNull', true, 'isNotNull'),
  ...same('toBeUndefined', false, 'isUndefined'),
  ...same('toBeDefined', false, 'isDefined exists'),
  ...same('toMatch', false, 'match regex'),
  ...same('toMatch', true, 'doesNotMatch notRegex notMatch'),
  ...same('toThrow', false, 'throws rejects throwsAsync'),
  ...same('toThrow', true, 'doesNotThrow doesNotReject notThrows notThrowsAsync'),
  ...same('toContain', false, 'include includes'),
  ...same('toContain', true, 'notInclude'),
  ...same('toHaveProperty', false, 'property hasAllKeys'),
  ...same('toHaveLength', false, 'lengthOf'),
  ...same('toBeInstanceOf', false, 'instanceOf isArray isString isNumber isObject isFunction typeOf'),
  ...same('closeTo', false, 'closeTo approximately'),
  ...same('toBeGreaterThan', false, 'isAbove'),
  ...same('toBeLessThan', false, 'isBelow'),
  ...same('toBeGreaterThanOrEqual', false, 'isAtLeast'),
  ...same('toBeLessThanOrEqual', false, 'isAtMost'),
  ...same('toMatchSnapshot', false, 'snapshot matchSnapshot'),
};

function same(matcher: string, negated: boolean, names: string): Record<string, readonly [string, boolean]> {
  return Object.fromEntries(names.split(' ').map((name) => [name, [matcher, negated]]));
}

const receivers = /^(assert|t|tt|tap|ctx|context|should|assertions|chai)$/;

/** What a call of an assertion function demands; null: it is none. `imported`: names that come from an assertion library. */
export function assertDemands(
  links: readonly Link[],
  scope: Scope,
  imported: ReadonlySet<string>,
): readonly Demand[] | null {
  const [root, ...rest] = links;
  const last = links.at(-1);
  const args = last?.args ?? null;
  const first = args?.[0];
  if (root === undefined || last === undefined || args === null) return null;
  const isBare = rest.length === 0;
  const isKnown = isBare
    ? imported.has(root.name) || root.name === 'assert'
    : receivers.test(root.name) || imported.has(root.name);
  if (!isKnown || first === undefined) return null;
  if (isBare && !Object.hasOwn(matcherOf, root.name)) return demandsOf(first, false, scope);
  if (rest.slice(0, -1).some((link) => !/^(assert|strict|soft)$/.test(link.name))) return null;
  return byMatcher(last.name, first, args, scope);
}

function byMatcher(name: string, first: Node, args: readonly Node[], scope: Scope): readonly Demand[] | null {
  const known = Object.hasOwn(matcherOf, name) ? matcherOf[name] : undefined;
  if (known === undefined)
    return name === 'strict'
      ? demandsOf(first, false, scope)
      : /^(is|has|not|does)[A-Z]/.test(name)
        ? [demand('own', first, [name, ...args.slice(1)])]
        : null;
  const [matcher, negated] = known;
  const [, second] = args;
  if (matcher === 'toEqual') return second === undefined ? [] : equality(first, second, negated, scope);
  const rest = matcher === 'toThrow' ? thrown(args) : args.slice(1, matcher === 'closeTo' ? 3 : 2);
  const links = [
    ...(negated ? [{ name: 'not', args: null, node: first }] : []),
    { name: matcher, args: rest, node: first },
  ];
  return expectDemands(first, links, scope);
}

/** The demanded error; a text in its place is only a message for people. */
function thrown(args: readonly Node[]): readonly Node[] {
  return args.slice(1, 2).filter((arg) => arg.type !== 'string' && arg.type !== 'template_string');
}
