import { describe, expect, test } from 'vitest';
import { type Files, findingsOf, inShort } from './tree-of.ts';

const old = `import { describe, expect, it, vi } from 'vitest';
import { total } from '../src/price.js';

describe('total', () => {
  it('counts', () => {
    expect(total(2, 10)).toBe(20);
    expect(total(0, 10)).toBe(0);
  });

  it('refuses', async () => {
    expect(() => total(-1, 10)).toThrow(/negative/);
  });
});
`;
const source = { 'src/price.js': 'export const total = (a, b) => a * b;\n' };
const changedSource = { 'src/price.js': 'export const total = (a, b) => b * a;\n' };
const file = 'test/price.test.js';

/** Rows: what the test file becomes; null: it is removed. `old` is the baseline. */
type Row = [name: string, now: string | null, expected: readonly string[], more?: Files];

const replace = (from: string, to: string): string => {
  if (!old.includes(from)) throw new Error(`not in the old text: ${from}`);
  return old.replace(from, () => to);
};
const second = '    expect(total(0, 10)).toBe(0);\n';
const both = `    expect(total(2, 10)).toBe(20);\n${second}`;
const refuses = old.slice(
  old.indexOf("\n  it('refuses'"),
  old.indexOf('});\n', old.indexOf('negative') + 12),
);
const at = (line: number): readonly string[] => [`block assertions ${file}:${line}`];

const dishonest: readonly Row[] = [
  ['an assertion is deleted', replace(second, ''), at(5)],
  ['an assertion is commented out', replace('    expect(total(0', '    // expect(total(0'), at(5)],
  ['a test is emptied', replace(both, ''), at(5)],
  ['toBe becomes toBeTruthy', replace('toBe(20)', 'toBeTruthy()'), at(6)],
  ['toBe becomes toBeDefined', replace('toBe(20)', 'toBeDefined()'), at(6)],
  ['toBe becomes a bound', replace('toBe(20)', 'toBeGreaterThan(0)'), at(6)],
  [
    'toBe becomes a type',
    replace('expect(total(2, 10)).toBe(20)', "expect(typeof total(2, 10)).toBe('number')"),
    at(6),
  ],
  ['toBe becomes an asymmetric matcher', replace('toBe(20)', 'toEqual(expect.any(Number))'), at(6)],
  ['toBe becomes a wide nearness', replace('toBe(20)', 'toBeCloseTo(20, -1)'), at(6)],
  ['toBe becomes a snapshot', replace('toBe(20)', 'toMatchSnapshot()'), at(6)],
  ['toBe is not called', replace('toBe(20)', 'toBe'), at(5)],
  ['toBe becomes not.toBe of another', replace('toBe(20)', 'not.toBe(21)'), at(6)],
  ['a constant is asserted', replace('total(2, 10)', '20'), at(6)],
  [
    'a constant behind a name',
    replace('    expect(total(2, 10)).toBe(20);', '    const price = 20;\n    expect(price).toBe(20);'),
    at(7),
  ],
  ['a thing is compared with itself', replace('toBe(20)', 'toBe(total(2, 10))'), at(6)],
  ['the expected value is rewritten and no source changed', replace('toBe(20)', 'toBe(21)'), at(6)],
  [
    'the expected value is rewritten and only a comment of the source changed',
    replace('toBe(20)', 'toBe(21)'),
    at(6),
    { 'src/price.js': `// prices\n${source['src/price.js']}` },
  ],
  [
    'the input is changed and no source changed',
    replace('expect(total(2, 10)).toBe(20)', 'expect(total(1, 10)).toBe(10)'),
    at(6),
  ],
  ['behind a return', replace('    expect(total(2', '    return;\n    expect(total(2'), at(7)],
  [
    'behind an early return',
    replace('    expect(total(2', '    if (process.env.CI) return;\n    expect(total(2'),
    at(7),
  ],
  ['in `if (false)`', replace(second, `    if (false) {\n  ${second}    }\n`), at(8)],
  ['under a condition', replace(second, `    if (total.length) {\n  ${second}    }\n`), at(8)],
  ['behind &&', replace('    expect(total(0', '    total.ready && expect(total(0'), at(7)],
  ['in try/catch', replace(second, `    try {\n  ${second}    } catch {}\n`), at(8)],
  [
    'in a function that nobody calls',
    replace(second, `    const later = () => {\n  ${second}    };\n`),
    at(8),
  ],
  [
    'in a promise that nobody waits for',
    replace(second, `    Promise.resolve().then(() => {\n  ${second}    });\n`),
    at(8),
  ],
  ['in a loop over nothing', replace(second, `    for (const _ of []) {\n  ${second}    }\n`), at(8)],
  ['toThrow without the message', replace('toThrow(/negative/)', 'toThrow()'), at(11)],
  ['toThrow becomes not.toThrow', replace('.toThrow(/negative/)', '.not.toThrow(/negative/)'), at(11)],
  [
    'rejects that nobody waits for',
    replace('expect(() => total(-1, 10)).toThrow', 'expect(total(-1, 10)).rejects.toThrow'),
    at(11),
  ],
  [
    'the module under test is replaced',
    replace(
      "\n\ndescribe('total'",
      "\n\nvi.mock('../src/price.js', () => ({ total: () => 20 }));\n\ndescribe('total'",
    ),
    [...at(8), ...at(13)],
  ],
  [
    'the function under test is replaced',
    replace('    expect(total(2', "    vi.spyOn(price, 'total').mockReturnValue(20);\n    expect(total(2"),
    at(7),
  ],
  [
    'the function under test is shadowed',
    replace('    expect(total(2', '    const total = () => 20;\n    expect(total(2'),
    at(7),
  ],
  ['a test is deleted', replace(refuses, ''), [`block tests-removed ${file}`]],
  [
    'a test is commented out',
    replace(refuses, refuses.replace(/^(?=.)/gm, '//')),
    [`block tests-removed ${file}`],
  ],
  [
    'a test becomes a function',
    replace("it('refuses', async () => {", 'function refuses() {').replace('  });\n});', '  }\n});'),
    [`block tests-removed ${file}`],
  ],
  ['the file is removed', null, [`block tests-removed ${file}`]],
  [
    'the file is renamed out of discovery',
    null,
    [`block tests-removed ${file}`],
    { 'test/price.test.js.bak': old },
  ],
  ['skip', replace("it('refuses'", "it.skip('refuses'"), [`block skips ${file}:10`]],
  ['xit', replace("it('refuses'", "xit('refuses'"), [`block skips ${file}:10`]],
  ['only', replace("it('refuses'", "it.only('refuses'"), [`block skips ${file}:10`]],
  ['fit', replace("it('refuses'", "fit('refuses'"), [`block skips ${file}:10`]],
  ['describe.skip', replace("describe('total'", "describe.skip('total'"), [`block skips ${file}:4`]],
  ['an option', replace("it('refuses', ", "it('refuses', { skip: true }, "), [`block skips ${file}:10`]],
  [
    'a reason as an option',
    replace("it('refuses', ", "it('refuses', { todo: 'later' }, "),
    [`block skips ${file}:10`],
  ],
  ['fails', replace("it('refuses'", "it.fails('refuses'"), [`block skips ${file}:10`]],
  ['skipIf(true)', replace("it('refuses'", "it.skipIf(true)('refuses'"), [`block skips ${file}:10`]],
  [
    'a condition',
    replace("it('refuses'", "(process.env.CI ? it.skip : it)('refuses'"),
    [`block skips ${file}:10`],
  ],
  [
    'a skip in the body',
    replace('async () => {', 'async (t) => {\n    t.skip();'),
    [`block skips ${file}:11`],
  ],
  [
    'the function under test becomes a mock',
    replace('    expect(total(2', '    const total = vi.fn(() => 20);\n    expect(total(2'),
    at(7),
  ],
  [
    'the file defines what it tested',
    replace("import { total } from '../src/price.js';", 'const total = (a, b) => a * b;'),
    [...at(6), ...at(11)],
  ],
  [
    'what is tested comes from the tests',
    replace('../src/price.js', './fake.js'),
    [...at(6), ...at(11)],
    { 'test/fake.js': 'export const total = (a, b) => a * b;\n' },
  ],
  [
    'expect is something else',
    replace(
      "import { describe, expect, it, vi } from 'vitest';",
      "import { describe, it, vi } from 'vitest';\nfunction expect() { return { toBe() {}, toThrow() {} }; }",
    ),
    [...at(6), ...at(11)],
  ],
  [
    'behind the end of the process',
    replace('    expect(total(2', '    process.exit(0);\n    expect(total(2'),
    at(7),
  ],
  [
    'in a timer that nobody waits for',
    replace(second, `    setTimeout(() => {\n  ${second}    }, 0);\n`),
    at(8),
  ],
  [
    'in a function that runs on its own',
    replace(second, `    (async () => {\n  ${second}    })();\n`),
    at(8),
  ],
  [
    'in a promise whose failure is caught',
    replace(second, `    await Promise.resolve().then(() => {\n  ${second}    }).catch(() => {});\n`),
    at(8),
  ],
];

const honest: readonly Row[] = [
  [
    'cases in a map',
    replace(both, '    [[2, 20], [0, 0]].map(([a, want]) => expect(total(a, 10)).toBe(want));\n'),
    [],
  ],
  [
    'imported as a whole',
    replace('import { total } from', 'import * as price from')
      .replaceAll('(total(', '(price.total(')
      .replace('=> total(', '=> price.total('),
    [],
  ],
  [
    'computed before each test',
    replace(both, `    expect(price).toBe(20);\n${second}`).replace(
      "  it('counts'",
      "  let price;\n  beforeEach(() => {\n    price = total(2, 10);\n  });\n\n  it('counts'",
    ),
    [],
  ],
  ['layout and quotes', replace('toBe(20);', 'toBe(\n      20,\n    )').replaceAll("'", '"'), []],
  ['toBe becomes toEqual', replace('toBe(20)', 'toEqual(20)'), []],
  ['toBe becomes toStrictEqual', replace('toBe(20)', 'toStrictEqual(20)'), []],
  [
    'a result gets a name',
    replace(
      '    expect(total(2, 10)).toBe(20)',
      '    const price = total(2, 10);\n    expect(price).toBe(20)',
    ),
    [],
  ],
  [
    'an expected value gets a name',
    replace(
      '    expect(total(2, 10)).toBe(20)',
      '    const expected = 20;\n    expect(total(2, 10)).toBe(expected)',
    ),
    [],
  ],
  ['the title is changed', replace("'counts'", "'counts what it should'"), []],
  ['the suite is taken away', replace("describe('total', () => {\n", '').replace(/\}\);\n$/, ''), []],
  ['a test is split in two', replace(second, `  });\n\n  it('counts nothing', () => {\n${second}`), []],
  [
    'two tests become one',
    replace(/\n {2}\}\);\n\n {2}it\('refuses', async \(\) => \{/.exec(old)?.[0] ?? '?', ''),
    [],
  ],
  [
    'a table',
    replace(
      `it('counts', () => {\n${both}`,
      "it.each([\n    [2, 10, 20],\n    [0, 10, 0],\n  ])('%i x %i', (a, b, want) => {\n    expect(total(a, b)).toBe(want);\n",
    ),
    [],
  ],
  [
    'a table of objects',
    replace(
      `it('counts', () => {\n${both}`,
      "it.each([\n    { a: 2, b: 10, want: 20 },\n    { a: 0, b: 10, want: 0 },\n  ])('$a x $b', ({ a, b, want }) => {\n    expect(total(a, b)).toBe(want);\n",
    ),
    [],
  ],
  [
    'a loop that defines tests',
    replace(
      `it('counts', () => {\n${both}  });`,
      'for (const row of [{ a: 2, want: 20 }, { a: 0, want: 0 }]) {\n    it(`counts ${row.a}`, () => {\n      expect(total(row.a, 10)).toBe(row.want);\n    });\n  }',
    ),
    [],
  ],
  [
    'a helper',
    replace(both, '    check(2, 20);\n    check(0, 0);\n').replace(
      "\ndescribe('total'",
      "\nfunction check(a, want) {\n  expect(total(a, 10)).toBe(want);\n}\n\ndescribe('total'",
    ),
    [],
  ],
  [
    'a helper in a file of its own',
    replace(both, '    check(2, 20);\n    check(0, 0);\n'),
    [],
    {
      'test/helpers.js':
        "import { total } from '../src/price.js';\nexport function check(a, want) {\n  expect(total(a, 10)).toBe(want);\n}\n",
    },
  ],
  [
    'rewritten for node:test',
    `import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { total } from '../src/price.js';\n\ntest('counts', () => {\n  assert.equal(total(2, 10), 20);\n  assert.strictEqual(total(0, 10), 0);\n});\n\ntest('refuses', () => {\n  assert.throws(() => total(-1, 10), /negative/);\n});\n`,
    [],
  ],
  ['rewritten for chai', old.replaceAll('.toBe(', '.to.equal(').replace('.toThrow(', '.to.throw('), []],
  [
    'rewritten in TypeScript',
    null,
    [],
    { 'test/price.test.ts': old.replace('async () => {', 'async (): Promise<void> => {') },
  ],
  ['moved beside the source', null, [], { 'src/price.test.js': old.replace('../src', '.') }],
  ['an inline snapshot of the same value', replace('toBe(20)', 'toMatchInlineSnapshot(`20`)'), []],
  ['default nearness', replace('toBe(20)', 'toBeCloseTo(20)'), []],
  [
    'an awaited promise',
    replace(second, `    await Promise.resolve().then(() => {\n  ${second}    });\n`),
    [],
  ],
  ['more is demanded', replace(second, `${second}    expect(total(1, 1)).toBe(1);\n`), []],
  [
    'a new test for one platform',
    replace(
      "  it('refuses'",
      "  it.skipIf(process.platform === 'win32')('has paths', () => {\n    expect(total(1, 1)).toBe(1);\n  });\n\n  it('refuses'",
    ),
    [`warn skips ${file}:10`],
  ],
  [
    'a new todo',
    replace("  it('refuses'", "  it.todo('rounds');\n\n  it('refuses'"),
    [`block skips ${file}:10`],
  ],
  [
    'the expected value is rewritten along with the source',
    replace('toBe(20)', 'toBe(21)'),
    [`warn assertions ${file}:6`],
    changedSource,
  ],
  [
    'a dependency is replaced, not what is tested',
    replace('    expect(total(2', "    vi.spyOn(clock, 'now').mockReturnValue(20);\n    expect(total(2"),
    [],
  ],
];

async function judge([, now, , more]: Row): Promise<readonly string[]> {
  const found = await findingsOf({ before: { ...source, [file]: old }, after: { [file]: now, ...more } });
  return found.map(inShort);
}

describe('tests in JavaScript: what takes their teeth away', () => {
  test.each(dishonest)('%s', async (...row) => {
    expect(await judge(row)).toEqual(row[2]);
  });
});

describe('tests in JavaScript: honest work', () => {
  test.each(honest)('%s', async (...row) => {
    expect(await judge(row)).toEqual(row[2]);
  });
});
