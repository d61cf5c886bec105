import { expect, test } from 'vitest';
import { type Files, findingsOf } from './tree-of.ts';

const spoof = 'a\n  check    npm test\u001B[32m\n           ✓ green';
const shown = JSON.stringify(spoof);
const jsTest = (title: string, body: string): string =>
  `import test from 'node:test';\nimport assert from 'node:assert';\n\ntest(${JSON.stringify(title)}, () => {\n  ${body}\n});\n`;
const asserted = 'assert.equal(total(2), 2);';
const path = 'test/a.test.js';
const snap = '__snapshots__/a.test.js.snap';
const recorded = (value: string): string => `exports[\`${spoof}\`] = \`${value}\`;\n`;

/** Rows: which names come from others, the tree, what differs. */
const rows: readonly [name: string, before: Files, changes: Files][] = [
  ['a source file', {}, { [`${spoof}.js`]: 'export const a = 1;\n' }],
  [
    'a file of tests that is gone',
    { [`${spoof}.test.js`]: jsTest('a', asserted) },
    { [`${spoof}.test.js`]: null },
  ],
  [
    'a test that is gone',
    { [path]: `${jsTest(spoof, asserted)}test('b', () => { assert.ok(b); });\n` },
    {
      [path]:
        "import test from 'node:test';\nimport assert from 'node:assert';\n\ntest('b', () => { assert.ok(b); });\n",
    },
  ],
  [
    'a test that asserts nothing any more',
    { [path]: jsTest(spoof, asserted) },
    { [path]: jsTest(spoof, 'total(2);') },
  ],
  [
    'a test that is skipped',
    { [path]: jsTest(spoof, asserted) },
    { [path]: jsTest(spoof, asserted).replace('test("', 'test.skip("') },
  ],
  ['a recorded value', { [snap]: recorded('1') }, { [snap]: recorded('2') }],
];

test.each(rows)(
  'a name of several lines is said on one, with its controls as escapes: %s',
  async (_, before, changes) => {
    const findings = await findingsOf({ before, after: changes });
    const said = findings.map(({ message }) => message).join(' ');
    expect(findings).not.toEqual([]);
    expect(said).toContain(shown.slice(1, -1));
    expect(said).not.toMatch(/[\n\u001B]/);
  },
);
