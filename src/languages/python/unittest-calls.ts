import type { Scope } from '../normal.ts';
import { field, type Node, parts } from '../syntax.ts';
import type { Relation } from '../types.ts';
import { type Demand, demandsOf, equality, keywordNumber, order } from './conditions.ts';

type Reader = (
  first: Node,
  second: Node | undefined,
  args: readonly Node[],
  scope: Scope,
) => readonly Demand[];

const plain = (
  relation: Relation,
  negated: boolean,
  expected: readonly (Node | string)[],
  subject: Node,
): Demand => ({
  relation,
  negated,
  subject,
  expected,
  tolerance: null,
});

const equal: Reader = (first, second, _args, scope) =>
  second === undefined ? [] : [equality(first, second, false, scope)];
const different: Reader = (first, second, _args, scope) =>
  second === undefined ? [] : [equality(first, second, true, scope)];
const bound =
  (sign: string): Reader =>
  (first, second, _args, scope) =>
    second === undefined ? [] : [order(first, sign, second, scope)];
const near: Reader = (first, second, args) => {
  if (second === undefined) return [];
  const tolerance =
    keywordNumber(args, ['places', 'decimal', 'delta', 'atol', 'rtol']) ?? positionalPlaces(args[2]);
  return [{ relation: 'near', negated: false, subject: first, expected: [second], tolerance }];
};

/** Assertion methods of unittest, numpy and pandas, by name. */
const readers: Readonly<Record<string, Reader>> = {
  assertTrue: (first, _second, _args, scope) => demandsOf(first, false, scope),
  assertFalse: (first, _second, _args, scope) => demandsOf(first, true, scope),
  assertIsNone: (first) => [plain('equals', false, ['None'], first)],
  assertIsNotNone: (first) => [plain('present', false, [], first)],
  assertIn: (first, second) => (second === undefined ? [] : [plain('contains', false, [first], second)]),
  assertNotIn: (first, second) => (second === undefined ? [] : [plain('contains', true, [first], second)]),
  assertIsInstance: (first, second) => (second === undefined ? [] : [plain('type', false, [second], first)]),
  assertNotIsInstance: (first, second) =>
    second === undefined ? [] : [plain('type', true, [second], first)],
  assertRegex: (first, second) =>
    second === undefined ? [] : [plain('matches', false, ['re.search', second], first)],
  assertNotRegex: (first, second) =>
    second === undefined ? [] : [plain('matches', true, ['re.search', second], first)],
  assertLess: bound('<'),
  assertLessEqual: bound('<='),
  assertGreater: bound('>'),
  assertGreaterEqual: bound('>='),
  assertNotEqual: different,
  assertNotEquals: different,
  assertIsNot: different,
  assertAlmostEqual: near,
  assertAlmostEquals: near,
  assert_allclose: near,
  assert_almost_equal: near,
  assert_approx_equal: near,
  assert_array_almost_equal: near,
  assertNumEqual: equal,
};

const equalities =
  /^(assert(Equals?|Is|(Dict|List|Set|Tuple|Sequence|MultiLine|Count|Items|QuerySet|Queryset|HTML|JSON|XML)Equal)|assert_(array_|frame_|series_|index_|string_)?equal)$/;

/** What an assertion method demands; null: it is none that is known by name. */
export function unittestDemands(name: string, call: Node, scope: Scope): readonly Demand[] | null {
  const reader = readers[name] ?? (equalities.test(name) ? equal : undefined);
  if (reader === undefined) return null;
  const args = parts(field(call, 'arguments') ?? call);
  const [first, second] = args.filter((arg) => arg.type !== 'keyword_argument');
  return first === undefined ? [] : reader(first, second, args, scope);
}

const calls =
  /^assert_(any_call|called|called_once|called_once_with|called_with|has_calls|not_called|awaited\w*|not_awaited|any_await|has_awaits)$/;

/** What an assertion method of a mock demands; null: it is none. */
export function mockDemand(name: string, call: Node): Demand | null {
  const callee = field(call, 'function');
  const object = callee === null ? null : field(callee, 'object');
  if (!calls.test(name) || object === null) return null;
  const args = parts(field(call, 'arguments') ?? call);
  const times = /once/.test(name) ? ['once'] : [];
  return plain(
    'called',
    /not_/.test(name),
    [...times, ...(args.length > 0 ? ['with', ...args] : [])],
    object,
  );
}

function positionalPlaces(node: Node | undefined): number | null {
  if (node === undefined || node.type === 'keyword_argument') return null;
  const places = Number(node.text);
  return Number.isNaN(places) ? null : 0.5 * 10 ** -places;
}
