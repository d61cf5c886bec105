import { expect, test } from 'vitest';
import { type Files, findingsOf, inShort } from './tree-of.ts';

const total = 'def total(a, b):\n    return a * b\n';
const discount = '\n\ndef discount(price):\n    return price * 9 // 10\n';
const testTotal = 'import pricing\n\n\ndef test_total():\n    assert pricing.total(2, 10) == 20\n';
const testDiscount = '\n\ndef test_discount():\n    price = pricing.discount(100)\n    assert price == 90\n';
const before: Files = { 'pricing.py': total + discount, 'tests/test_pricing.py': testTotal + testDiscount };
const file = 'tests/test_pricing.py';

const rows: readonly [name: string, after: Files, expected: readonly string[]][] = [
  ['the function and its test are removed', { 'pricing.py': total, [file]: testTotal }, []],
  ['the test is removed and the function stays', { [file]: testTotal }, [`block tests-removed ${file}`]],
  [
    'the function is removed, and the test of another one too',
    { 'pricing.py': total, [file]: null },
    [`block tests-removed ${file}`],
  ],
  [
    'the function moves, and its test is removed',
    { 'pricing.py': total, 'shop.py': discount, [file]: testTotal },
    [`block tests-removed ${file}`],
  ],
  [
    'the function gets another name, its test too',
    {
      'pricing.py': total + discount.replace('discount', 'reduced'),
      [file]: testTotal + testDiscount.replaceAll('discount', 'reduced'),
    },
    [],
  ],
];

test.each(rows)('a feature goes: %s', async (_name, after, expected) => {
  const found = await findingsOf({ before, after, scope: 'step' });
  expect(found.map(inShort)).toEqual(expected);
});
