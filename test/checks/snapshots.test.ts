import { expect, test } from 'vitest';
import { type Files, findingsOf, inShort } from './tree-of.ts';

const snap = 'test/__snapshots__/a.test.js.snap';
const ambr = 'tests/__snapshots__/test_a.ambr';
const jest =
  '// Jest Snapshot v1\n\nexports[`total 1`] = `20`;\n\nexports[`total 2`] = `\n{\n  "a": 1,\n}\n`;\n';
const syrupy = '# name: test_total\n  20\n# ---\n';
const before: Files = { [snap]: jest, [ambr]: syrupy, 'src/a.js': 'export const a = 1;\n' };
const source: Files = { 'src/a.js': 'export const a = 2;\n' };

const rows: readonly [name: string, after: Files, expected: readonly string[]][] = [
  [
    'a value is rewritten and no source changed',
    { [snap]: jest.replace('`20`', '`21`') },
    [`block assertions ${snap}:3`],
  ],
  ['a value of several lines', { [snap]: jest.replace('"a": 1', '"a": 2') }, [`block assertions ${snap}:5`]],
  ['in Python', { [ambr]: syrupy.replace('20', '21') }, [`block assertions ${ambr}:1`]],
  [
    'a value is rewritten along with the source',
    { [snap]: jest.replace('`20`', '`21`'), ...source },
    [`warn assertions ${snap}:3`],
  ],
  ['a value is added', { [snap]: `${jest}\nexports[\`total 3\`] = \`1\`;\n` }, []],
  ['a value of a renamed test', { [snap]: jest.replace('total 1', 'price 1') }, []],
];

test.each(rows)('recorded values: %s', async (_name, after, expected) => {
  expect((await findingsOf({ before, after })).map(inShort)).toEqual(expected);
});
