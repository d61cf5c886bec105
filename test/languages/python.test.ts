import { describe, expect, test } from 'vitest';
import { python } from '../../src/languages/python/python.ts';
import { inShort } from './in-short.ts';

/** Rows: the body of a test, and what it demands: `relation subject expected`, with what makes it void. */
const bodies: readonly [name: string, body: string, demands: readonly string[]][] = [
  ['equality', 'assert f(1) == 2', ['equals f ( 1 ) | 2']],
  ['the constant is what is expected', 'assert 2 == f(1)', ['equals f ( 1 ) | 2']],
  ['truth', 'assert f(1)', ['truth f ( 1 ) | True']],
  ['not', 'assert not f(1)', ['truth f ( 1 ) | False']],
  ['is True is truth', 'assert f(1) is True', ['truth f ( 1 ) | True']],
  ['is None', 'assert f(1) is None', ['equals f ( 1 ) | None']],
  ['is not None', 'assert f(1) is not None', ['present f ( 1 ) |']],
  ['a chain', 'assert 0 < x <= 5', ['order x | > 0', 'order x | <= 5']],
  ['and', 'assert a == 1 and b == 2', ['equals a | 1', 'equals b | 2']],
  ['not or', 'assert not (a == 1 or b == 2)', ['differs a | 1', 'differs b | 2']],
  ['or', 'assert a == 1 or b == 2', ['truth a == 1 or b == 2 | True']],
  ['membership of an element', 'assert "a" in names', ['contains names | "a"']],
  ['one of some options', 'assert status in (200, 201)', ['contains status | one of ( 200 , 201 )']],
  ['a type', 'assert isinstance(x, int)', ['type x | int']],
  ['approx', 'assert x == pytest.approx(0.3, abs=0.1)', ['near x | 0.3 ~0.1']],
  ['a distance', 'assert abs(x - 0.3) < 0.1', ['near x | 0.3 ~0.1']],
  ['raises', 'with pytest.raises(ValueError, match="a"):\n    f()', ['raises f ( ) | ValueError "a"']],
  ['raises anything', 'with pytest.raises(Exception):\n    f()', ['raises f ( ) |']],
  [
    'a nest of with is as one',
    'with pytest.raises(A):\n    with pytest.warns(B):\n        f()',
    ['raises f ( ) | A', 'raises f ( ) | B'],
  ],
  [
    'unittest',
    'self.assertEqual(f(1), 2)\nself.assertTrue(x)\nself.assertIn(1, xs)',
    ['equals f ( 1 ) | 2', 'truth x | True', 'contains xs | 1'],
  ],
  ['places', 'self.assertAlmostEqual(x, 0.3, places=1)', ['near x | 0.3 ~0.05']],
  ['a mock', 'm.assert_called_once_with(1)', ['called m | once with 1']],
  ['a failure under a condition', 'if x != 3:\n    pytest.fail("no")', ['equals x | 3']],
  ['a name stands for its value', 'x = f(1)\nassert x == 2', ['equals f ( 1 ) | 2']],
  [
    'a name that changed stands for its last value',
    'x = f(1)\nx = f(2)\nassert x == 2',
    ['equals f ( 2 ) | 2'],
  ],
  [
    'a name that a branch changed stands for itself',
    'x = 1\nif y:\n    x = 2\nassert x == 2',
    ['equals x | 2'],
  ],
  ['a list that is filled stands for itself', 'xs = []\nfill(xs)\nassert xs == [1]', ['equals xs | [ 1 ]']],
  [
    'a list that a method changes stands for itself',
    'xs = [1]\nxs.append(2)\nassert xs == [1, 2]',
    ['equals xs | [ 1 , 2 ]'],
  ],
  [
    'a loop over cases',
    'for a, b in [(1, 2), (3, 4)]:\n    assert f(a) == b',
    ['equals f ( 1 ) | 2', 'equals f ( 3 ) | 4'],
  ],
  [
    'a loop over a table',
    'for a, b in {1: 2, 3: 4}.items():\n    assert f(a) == b',
    ['equals f ( 1 ) | 2', 'equals f ( 3 ) | 4'],
  ],
  [
    'a loop over dictionaries',
    'for c in [{"a": 1, "b": 2}]:\n    assert f(c["a"]) == c["b"]',
    ['equals f ( 1 ) | 2'],
  ],
  ['a loop over something unknown', 'for a in rows():\n    assert f(a)', ['truth f ( a ) | True']],
  ['a constant', 'x = 3\nassert x == 3', ['equals 3 | 3 (constant)']],
  ['itself', 'assert x == x', ['equals x | x (constant)']],
  ['two equal objects are no constant', 'a = A()\nb = A()\nassert a == b', ['equals A ( ) | A ( )']],
  ['behind return', 'return\nassert x', ['truth x | True (unreachable)']],
  [
    'in both branches',
    'if y:\n    assert x == 1\nelse:\n    assert x == 2',
    ['equals x | 1', 'equals x | 2'],
  ],
  ['in one branch', 'if y:\n    assert x == 1', ['equals x | 1 (conditional)']],
  [
    'an exception that is expected',
    'try:\n    f()\n    assert x == 1\nexcept KeyError:\n    pass',
    ['equals x | 1'],
  ],
  [
    'an exception that is swallowed',
    'try:\n    assert x == 1\nexcept Exception:\n    pass',
    ['equals x | 1 (swallowed)'],
  ],
  ['a callback', 'def on(e):\n    assert e == 1\nlisten(on)', ['equals e | 1']],
];

const indent = (body: string): string => body.replace(/^(?=.)/gm, '    ');
const read = (text: string) => python.readTests(text, { path: 'tests/test_a.py', helpers: [] });

describe('what a test in Python demands', () => {
  test.each(bodies)('%s', async (_name, body, demands) => {
    const { tests } = await read(`def test_a(self):\n${indent(body)}\n`);
    expect(tests.flatMap((one) => one.assertions).map(inShort)).toEqual(demands);
  });
});

/** Rows: a module, and the tests that a runner finds in it with their marks. */
const modules: readonly [name: string, text: string, tests: readonly string[]][] = [
  [
    'functions by name',
    'def test_a(): pass\ndef check_a(): pass\nasync def test_b(): pass\n',
    ['test_a', 'test_b'],
  ],
  [
    'classes by name',
    'class TestA:\n    def test_a(self): pass\nclass Helper:\n    def test_b(self): pass\n',
    ['TestA > test_a'],
  ],
  ['classes by their base', 'class A(unittest.TestCase):\n    def test_a(self): pass\n', ['A > test_a']],
  [
    'a base of other tests',
    'class Base:\n    def test_a(self): pass\nclass TestA(Base): pass\n',
    ['Base > test_a'],
  ],
  ['switched off', 'class TestA:\n    __test__ = False\n    def test_a(self): pass\n', []],
  [
    'marks',
    '@pytest.mark.skip\ndef test_a(): pass\n@pytest.mark.xfail(strict=True)\ndef test_b(): pass\n',
    ['test_a [skip]', 'test_b [xfail]'],
  ],
  [
    'a mark under a condition',
    '@pytest.mark.skipif(sys.platform == "win32", reason="x")\ndef test_a(): pass\n',
    ['test_a [skip if sys.platform == "win32"]'],
  ],
  [
    'a mark of the class',
    '@unittest.skip("x")\nclass A(TestCase):\n    def test_a(self): pass\n',
    ['A > test_a [skip]'],
  ],
  ['a mark of the module', 'pytestmark = [pytest.mark.skip]\ndef test_a(): pass\n', ['test_a [skip]']],
  [
    'a module that needs a package',
    'pytest.importorskip("numpy")\ndef test_a(): pass\n',
    ['test_a [skip if pytest.importorskip("numpy")]'],
  ],
  [
    'a mark of one row',
    '@pytest.mark.parametrize("a", [1, pytest.param(2, marks=pytest.mark.skip)])\ndef test_a(a): pass\n',
    ['test_a [skip if one row]'],
  ],
];

describe('which tests a module in Python has', () => {
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

  test('a file that does not parse says where, and the rest is read', async () => {
    const code = await read('def test_a():\n    assert f(1) == 2\n\n\ndef test_b(:\n    assert\n');
    expect([code.unreadableAt !== null, code.tests[0]?.assertions.map(inShort)]).toEqual([
      true,
      ['equals f ( 1 ) | 2'],
    ]);
  });

  test('a helper of another file is read where it is called, and cited where it stands', async () => {
    const helpers = [{ path: 'tests/helpers.py', text: 'def check(a, b):\n    assert f(a) == b\n' }];
    const { tests } = await python.readTests('def test_a():\n    check(1, 2)\n', {
      path: 'tests/test_a.py',
      helpers,
    });
    expect(tests[0]?.assertions.map(({ line, path, subject }) => ({ line, path, subject }))).toEqual([
      { line: 2, path: 'tests/helpers.py', subject: 'f ( 1 )' },
    ]);
  });
});

test.each([
  ['tests/test_a.py', true],
  ['a_test.py', true],
  ['app/tests.py', true],
  ['tests/conftest.py', false],
  ['tests/helpers.py', false],
  ['src/a.py', false],
  ['tests/a_checks.py', false],
])('%s: a test file? %s', (path, expected) => {
  expect(python.isTestFile(path)).toBe(expected);
});
