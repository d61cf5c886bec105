import { describe, expect, test } from 'vitest';
import { javascript } from '../../src/languages/javascript/javascript.ts';
import { inShort } from './in-short.ts';

/** Rows: the body of a test, and what it demands: `relation subject expected`, with what makes it void. */
const bodies: readonly [name: string, body: string, demands: readonly string[]][] = [
  ['jest', 'expect(f(1)).toBe(2);', ['equals f ( 1 ) | 2']],
  ['node:assert', 'assert.strictEqual(f(1), 2);', ['equals f ( 1 ) | 2']],
  ['a name of node:assert', 'equal(f(1), 2);', ['equals f ( 1 ) | 2']],
  ['chai', 'expect(f(1)).to.deep.equal(2);', ['equals f ( 1 ) | 2']],
  ['should', 'f(1).should.equal(2);', ['equals f ( 1 ) | 2']],
  ['ava', 't.is(f(1), 2);', ['equals f ( 1 ) | 2']],
  ['bare assert with a comparison', 'assert(f(1) === 2 && x);', ['equals f ( 1 ) | 2', 'truth x | true']],
  ['toBe(true) on a comparison', 'expect(f(1) === 2).toBe(true);', ['equals f ( 1 ) | 2']],
  ['a property of chai', 'expect(x).to.be.true;', ['truth x | true']],
  ['a matcher that is not called', 'expect(x).toBe;', []],
  ['not', 'expect(x).not.toBe(2);', ['differs x | 2']],
  ['not null', 'expect(x).not.toBeNull();', ['present x |']],
  ['a length', 'expect(xs).toHaveLength(2);', ['equals xs . length | 2']],
  ['nearness', 'expect(x).toBeCloseTo(0.3, 1);', ['near x | 0.3 ~0.05']],
  ['a distance', 'assert(Math.abs(x - 0.3) < 0.1);', ['near x | 0.3 ~0.1']],
  ['throws', 'assert.throws(() => f(), /a/);', ['raises ( ) => f ( ) | / a /']],
  [
    'a text in the place of the error is a message',
    "assert.throws(() => f(), 'a');",
    ['raises ( ) => f ( ) |'],
  ],
  ['throws any error', 'expect(() => f()).toThrow(Error);', ['raises ( ) => f ( ) |']],
  ['a promise', 'await expect(p()).rejects.toThrow(/a/);', ['raises p ( ) | / a /']],
  [
    'a promise that nobody waits for',
    'expect(p()).rejects.toThrow(/a/);',
    ['raises p ( ) | / a / (not-awaited)'],
  ],
  ['a mock', 'expect(m).toHaveBeenCalledWith(1);', ['called m | with 1']],
  ['a matcher that is not known', "expect(x).toHaveColour('red');", ['own x | toHaveColour "red"']],
  ['supertest', "request(app).get('/').expect(200);", ['own request ( app ) . get ( "/" ) | 200']],
  ['a name stands for its value', 'const x = f(1);\nexpect(x).toBe(2);', ['equals f ( 1 ) | 2']],
  [
    'parts of a value',
    'const { a, b: [c] } = { a: 1, b: [2] };\nexpect(f(a)).toBe(c);',
    ['equals f ( 1 ) | c'],
  ],
  [
    'a list that changes stands for itself',
    'const xs = [1];\nxs.push(2);\nexpect(xs).toEqual([1, 2]);',
    ['equals xs | [ 1 , 2 ]'],
  ],
  [
    'a loop over cases',
    'for (const [a, b] of [[1, 2], [3, 4]]) expect(f(a)).toBe(b);',
    ['equals f ( 1 ) | 2', 'equals f ( 3 ) | 4'],
  ],
  [
    'forEach over cases',
    '[{ a: 1, b: 2 }].forEach((row) => {\n  expect(f(row.a)).toBe(row.b);\n});',
    ['equals f ( 1 ) | 2'],
  ],
  ['a failure under a condition', "if (x !== 3) throw new Error('no');", ['equals x | 3']],
  ['a constant', 'const x = 3;\nexpect(x).toBe(3);', ['equals 3 | 3 (constant)']],
  ['behind return', 'return;\nexpect(x).toBe(1);', ['equals x | 1 (unreachable)']],
  ['in one branch', 'if (y) expect(x).toBe(1);', ['equals x | 1 (conditional)']],
  [
    'in both branches',
    'if (y) expect(x).toBe(1);\nelse expect(x).toBe(2);',
    ['equals x | 1', 'equals x | 2'],
  ],
  [
    'an error that is expected',
    'try {\n  f();\n} catch (error) {\n  expect(error.code).toBe(1);\n}',
    ['equals error . code | 1'],
  ],
  ['an error that is swallowed', 'try {\n  expect(x).toBe(1);\n} catch {}', ['equals x | 1 (swallowed)']],
  [
    'done(error) is no swallowing',
    'try {\n  expect(x).toBe(1);\n} catch (error) {\n  done(error);\n}',
    ['equals x | 1'],
  ],
];

const head = "import { equal } from 'node:assert';\n";
const read = (text: string, path = 'test/a.test.js') => javascript.readTests(text, { path, helpers: [] });

describe('what a test in JavaScript demands', () => {
  test.each(bodies)('%s', async (_name, body, demands) => {
    const { tests } = await read(`${head}test('a', async (t) => {\n${body}\n});\n`);
    expect(tests.flatMap((one) => one.assertions).map(inShort)).toEqual(demands);
  });
});

/** Rows: a module, and the tests that a runner finds in it with their marks. */
const modules: readonly [name: string, text: string, tests: readonly string[]][] = [
  ['suites', "describe('a', () => { it('b', () => {}); });", ['a > b']],
  ['subtests', "test('a', (t) => { t.test('b', () => {}); });", ['a > b', 'a']],
  ['a computed title', 'test(`a ${n}`, () => {});', ['a ${n}']],
  ['a loop is one test', "for (const n of [1, 2]) test('a', () => {});", ['a']],
  [
    'marks',
    "test.skip('a', () => {}); it.only('b', () => {}); xit('c', () => {}); test.todo('d');",
    ['a [skip]', 'b [only]', 'c [skip]', 'd [todo]'],
  ],
  [
    'options',
    "test('a', { skip: 'later' }, () => {}); test('b', { skip: false }, () => {});",
    ['a [skip]', 'b'],
  ],
  [
    'a condition',
    "test('a', { skip: process.platform === 'win32' }, () => {});",
    ["a [skip if process.platform === 'win32']"],
  ],
  ['runIf', "test.runIf(process.env.CI)('a', () => {});", ['a [skip if not process.env.CI]']],
  ['a suite that is skipped', "describe.skip('a', () => { it('b', () => {}); });", ['a > b [skip]']],
  [
    'a test under a condition',
    "if (process.env.CI) test('a', () => {});",
    ['a [skip if if (process.env.CI)]'],
  ],
  ['a regular expression is no test', "/x/.test('a');", []],
];

describe('which tests a module in JavaScript has', () => {
  test.each(modules)('%s', async (_name, text, expected) => {
    const { tests } = await read(text);
    const shown = tests.map(({ marks, name, suites }) => {
      const held = marks.map(
        (mark) => ` [${mark.kind}${mark.condition === null ? '' : ` if ${mark.condition}`}]`,
      );
      return [...suites, name].join(' > ') + held.join('');
    });
    expect(shown).toEqual(expected);
  });

  test('TypeScript and JSX', async () => {
    const text = "test('a', () => { expect(f<number>(1 as number)!).toBe(<A b={2} />); });";
    const { tests, unreadableAt } = await read(text, 'src/a.test.tsx');
    expect([unreadableAt, tests[0]?.assertions.length]).toEqual([null, 1]);
  });

  test('a file that does not parse says where', async () => {
    expect((await read("test('a', () => {\n  expect(1).toBe(;\n});")).unreadableAt).toBe(2);
  });
});

test.each([
  ['test/a.test.js', true],
  ['src/a.spec.tsx', true],
  ['src/__tests__/a.ts', true],
  ['test/a.js', true],
  ['test.js', true],
  ['test/helpers.js', false],
  ['test/fixtures/a.js', false],
  ['src/a.js', false],
])('%s: a test file? %s', (path, expected) => {
  expect(javascript.isTestFile(path)).toBe(expected);
});
