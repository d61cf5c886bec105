import { expect, test } from 'vitest';
import { type Files, findingsOf, inShort } from './tree-of.ts';

const total = 'def total(a, b):\n    return a * b\n';
const discount = '\n\ndef discount(price):\n    return price * 9 // 10\n';
const testTotal = 'import pricing\n\n\ndef test_total():\n    assert pricing.total(2, 10) == 20\n';
const testDiscount = '\n\ndef test_discount():\n    price = pricing.discount(100)\n    assert price == 90\n';
const before: Files = { 'pricing.py': total + discount, 'tests/test_pricing.py': testTotal + testDiscount };
const file = 'tests/test_pricing.py';

const shop = 'class Cart:\n    def __init__(self):\n        self.items = []\n\n\n';
const clear = 'def clear(cart):\n    cart.items = []\n';
const count = 'def count(cart):\n    return len(cart.items)\n\n\n';
const testClear =
  'import shop\n\n\ndef test_clear():\n    cart = shop.Cart()\n    shop.clear(cart)\n    assert cart.items == []\n';
const testBoth = testClear.replace('cart.items == []', 'shop.count(cart) == 0');

const warned = [`warn tests-removed ${file}`];
const rows: readonly [name: string, after: Files, expected: readonly string[], before?: Files][] = [
  ['the function and its test are removed', { 'pricing.py': total, [file]: testTotal }, warned],
  ['the test is removed and the function stays', { [file]: testTotal }, [`block tests-removed ${file}`]],
  [
    'the function is removed, and the test of another one too',
    { 'pricing.py': total, [file]: null },
    [`block tests-removed ${file}`, ...warned],
  ],
  [
    'the function moves, and its test is removed',
    { 'pricing.py': total, 'shop.py': discount, [file]: testTotal },
    [`block tests-removed ${file}`],
  ],
  [
    'the function only gets another name, and its test is removed',
    { 'pricing.py': total + discount.replace('discount', 'reduced'), [file]: testTotal },
    ['block test-needed pricing.py:5', `block tests-removed ${file}`],
  ],
  [
    'the function gets another name, its test too',
    {
      'pricing.py': total + discount.replace('discount', 'reduced'),
      [file]: testTotal + testDiscount.replaceAll('discount', 'reduced'),
    },
    [],
  ],
  [
    'the test looks at what the function left behind',
    { 'shop.py': shop + count, [file]: null },
    warned,
    { 'shop.py': shop + count + clear, [file]: testClear },
  ],
  [
    'the test asks another function that stays',
    { 'shop.py': shop + count, [file]: null },
    [`block tests-removed ${file}`],
    { 'shop.py': shop + count + clear, [file]: testBoth },
  ],
];

test.each(rows)('a feature goes: %s', async (_name, after, expected, given = before) => {
  const found = await findingsOf({ before: given, after, scope: 'task' });
  expect(found.map(inShort)).toEqual(expected);
});

test('what went is named', async () => {
  const [finding] = await findingsOf({ before, after: { 'pricing.py': total, [file]: testTotal } });
  expect(finding?.message).toBe(
    '`test_discount` of tests/test_pricing.py went with what they are about: `discount` is no longer in the source.',
  );
});
