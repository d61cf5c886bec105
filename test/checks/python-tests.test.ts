import { describe, expect, test } from 'vitest';
import { type Files, findingsOf, inShort } from './tree-of.ts';

const head = 'import pytest\nfrom pricing import total\n\n\n';
const old = `${head}def test_total():
    assert total(2, 10) == 20
    assert total(0, 10) == 0


def test_negative():
    with pytest.raises(ValueError, match="negative"):
        total(-1, 10)
`;
const source = { 'pricing.py': 'def total(a, b):\n    return a * b\n' };
const changedSource = { 'pricing.py': 'def total(a, b):\n    return b * a\n' };
const file = 'tests/test_pricing.py';

/** Rows: what the test file becomes; null: it is removed. `old` is the baseline. */
type Row = [name: string, now: string | null, expected: readonly string[], more?: Files];

const replace = (from: string, to: string): string => {
  if (!old.includes(from)) throw new Error(`not in the old text: ${from}`);
  return old.replace(from, () => to);
};

const dishonest: readonly Row[] = [
  ['an assertion is deleted', replace('    assert total(0, 10) == 0\n', ''), [`block assertions ${file}:5`]],
  [
    'an assertion is commented out',
    replace('    assert total(0', '    # assert total(0'),
    [`block assertions ${file}:5`],
  ],
  [
    'a test is emptied',
    replace('    assert total(2, 10) == 20\n    assert total(0, 10) == 0\n', '    pass\n'),
    [`block assertions ${file}:5`],
  ],
  [
    '== becomes is not None',
    replace('total(2, 10) == 20', 'total(2, 10) is not None'),
    [`block assertions ${file}:6`],
  ],
  ['== becomes bare truth', replace('total(2, 10) == 20', 'total(2, 10)'), [`block assertions ${file}:6`]],
  [
    '== becomes a type',
    replace('total(2, 10) == 20', 'isinstance(total(2, 10), int)'),
    [`block assertions ${file}:6`],
  ],
  ['== becomes >=', replace('total(2, 10) == 20', 'total(2, 10) >= 1'), [`block assertions ${file}:6`]],
  [
    '== becomes in',
    replace('total(2, 10) == 20', 'total(2, 10) in (20, 21, 22)'),
    [`block assertions ${file}:6`],
  ],
  ['== becomes !=', replace('total(2, 10) == 20', 'total(2, 10) != 21'), [`block assertions ${file}:6`]],
  [
    '== becomes a wide approximation',
    replace('== 20', '== pytest.approx(20, abs=5)'),
    [`block assertions ${file}:6`],
  ],
  [
    'an `or` is added',
    replace('total(2, 10) == 20', 'total(2, 10) == 20 or total(2, 10) == 21'),
    [`block assertions ${file}:6`],
  ],
  [
    '`or True` is added',
    replace('total(2, 10) == 20', 'total(2, 10) == 20 or True'),
    [`block assertions ${file}:6`],
  ],
  ['assert True', replace('total(2, 10) == 20', 'True'), [`block assertions ${file}:6`]],
  [
    'a tuple is asserted',
    replace('total(2, 10) == 20', '(total(2, 10) == 20, "message")'),
    [`block assertions ${file}:6`],
  ],
  [
    'a constant is asserted',
    replace('    assert total(2, 10) == 20', '    result = 20\n    assert result == 20'),
    [`block assertions ${file}:7`],
  ],
  [
    'a thing is compared with itself',
    replace('total(2, 10) == 20', 'total(2, 10) == total(2, 10)'),
    [`block assertions ${file}:6`],
  ],
  [
    'the expected value is rewritten and no source changed',
    replace('== 20', '== 21'),
    [`block assertions ${file}:6`],
  ],
  [
    'the input is changed and no source changed',
    replace('total(2, 10) == 20', 'total(1, 10) == 10'),
    [`block assertions ${file}:6`],
  ],
  [
    'the input is changed to an easy case with the same value',
    replace('total(2, 10) == 20', 'total(20, 1) == 20'),
    [`block assertions ${file}:6`],
  ],
  [
    'behind a return',
    replace('    assert total(2', '    return\n    assert total(2'),
    [`block assertions ${file}:7`],
  ],
  [
    'behind a return in an always true branch',
    replace('    assert total(2', '    if True:\n        return\n    assert total(2'),
    [`block assertions ${file}:8`],
  ],
  [
    'behind an early return under a condition',
    replace('    assert total(2', '    if not total:\n        return\n    assert total(2'),
    [`block assertions ${file}:8`],
  ],
  [
    'in `if False`',
    replace('    assert total(0, 10) == 0', '    if False:\n        assert total(0, 10) == 0'),
    [`block assertions ${file}:8`],
  ],
  [
    'in `if 0`',
    replace('    assert total(0, 10) == 0', '    if 0:\n        assert total(0, 10) == 0'),
    [`block assertions ${file}:8`],
  ],
  [
    'under a new condition',
    replace('    assert total(0, 10) == 0', '    if total(0, 10):\n        assert total(0, 10) == 0'),
    [`block assertions ${file}:8`],
  ],
  [
    'in a loop over nothing',
    replace('    assert total(0, 10) == 0', '    for _ in []:\n        assert total(0, 10) == 0'),
    [`block assertions ${file}:8`],
  ],
  [
    'in `while False`',
    replace('    assert total(0, 10) == 0', '    while False:\n        assert total(0, 10) == 0'),
    [`block assertions ${file}:8`],
  ],
  [
    'in a function that nobody calls',
    replace('    assert total(0, 10) == 0', '    def later():\n        assert total(0, 10) == 0'),
    [`block assertions ${file}:8`],
  ],
  [
    'in try/except: pass',
    replace(
      '    assert total(0, 10) == 0',
      '    try:\n        assert total(0, 10) == 0\n    except AssertionError:\n        pass',
    ),
    [`block assertions ${file}:8`],
  ],
  [
    'in try with a bare except',
    replace(
      '    assert total(0, 10) == 0',
      '    try:\n        assert total(0, 10) == 0\n    except:\n        print("hm")',
    ),
    [`block assertions ${file}:8`],
  ],
  [
    'in contextlib.suppress',
    replace(
      '    assert total(0, 10) == 0',
      '    with contextlib.suppress(Exception):\n        assert total(0, 10) == 0',
    ),
    [`block assertions ${file}:8`],
  ],
  [
    'raises any exception',
    replace('pytest.raises(ValueError, match="negative")', 'pytest.raises(Exception)'),
    [`block assertions ${file}:11`],
  ],
  ['raises without its message', replace(', match="negative"', ''), [`block assertions ${file}:11`]],
  [
    'raises is gone',
    replace(
      '    with pytest.raises(ValueError, match="negative"):\n        total(-1, 10)\n',
      '    try:\n        total(-1, 10)\n    except ValueError:\n        pass\n',
    ),
    [`block assertions ${file}:10`],
  ],
  [
    'the function under test is replaced',
    replace('    assert total(2', '    total = lambda a, b: 20\n    assert total(2'),
    [`block assertions ${file}:7`],
  ],
  [
    'a test is deleted',
    replace(old.slice(old.indexOf('\n\ndef test_negative')), '\n'),
    [`block tests-removed ${file}`],
  ],
  [
    'a test is renamed out of discovery',
    replace('def test_negative', 'def _test_negative'),
    [`block tests-removed ${file}:10`],
  ],
  [
    'a test is put into a string',
    replace(
      old.slice(old.indexOf('def test_negative')),
      `"""\n${old.slice(old.indexOf('def test_negative'))}"""\n`,
    ),
    [`block tests-removed ${file}`],
  ],
  [
    'a test is turned into a nested function',
    replace('def test_negative():\n', 'def test_all():\n  def test_negative():\n  '),
    [`block tests-removed ${file}`],
  ],
  ['the file is removed', null, [`block tests-removed ${file}`]],
  [
    'the file is renamed out of discovery',
    null,
    ['block tests-removed tests/pricing_checks.py:5', 'block tests-removed tests/pricing_checks.py:10'],
    { 'tests/pricing_checks.py': old },
  ],
  [
    'a skip',
    replace('def test_negative', '@pytest.mark.skip(reason="flaky")\ndef test_negative'),
    [`block skips ${file}:10`],
  ],
  [
    'a skip under a condition that always holds',
    replace('def test_negative', '@pytest.mark.skipif(True, reason="x")\ndef test_negative'),
    [`block skips ${file}:10`],
  ],
  [
    'an expected failure',
    replace('def test_negative', '@pytest.mark.xfail\ndef test_negative'),
    [`block skips ${file}:10`],
  ],
  [
    'a skip for the whole module',
    replace('\n\n\ndef test_total', '\n\npytestmark = pytest.mark.skip\n\n\ndef test_total'),
    [`block skips ${file}:4`],
  ],
  [
    'a skip in the body',
    replace('    assert total(2', '    pytest.skip("later")\n    assert total(2'),
    [`block skips ${file}:6`],
  ],
  [
    'a skip by raising',
    replace('    assert total(2', '    raise unittest.SkipTest("later")\n    assert total(2'),
    [`block skips ${file}:6`],
  ],
  [
    'a skip behind a name',
    replace('\n\n\ndef test_total', '\n\nlater = pytest.mark.skip\n\n\n@later\ndef test_total'),
    [`block skips ${file}:7`],
  ],
  [
    'a switched-off module',
    replace('\n\n\ndef test_total', '\n\n__test__ = False\n\n\ndef test_total'),
    [`block tests-removed ${file}:7`, `block tests-removed ${file}:12`],
  ],
  [
    'the function under test becomes a mock',
    replace('    assert total(2', '    total = Mock(return_value=20)\n    assert total(2'),
    [`block assertions ${file}:7`],
  ],
  [
    'the function under test is patched',
    replace('def test_total():', '@patch("pricing.total", return_value=20)\ndef test_total(total):'),
    [`block assertions ${file}:7`],
  ],
  [
    'the function under test is patched by a fixture',
    replace(
      'def test_total():',
      'def test_total(monkeypatch):\n    monkeypatch.setattr("pricing.total", lambda a, b: 20)',
    ),
    [`block assertions ${file}:7`],
  ],
  [
    'the file defines what it tested',
    replace('def test_total', 'def total(a, b):\n    return 20\n\n\ndef test_total'),
    [`block assertions ${file}:10`, `block assertions ${file}:15`],
  ],
  [
    'the expected value is what the code says',
    replace(
      '    assert total(2, 10) == 20',
      '    expected = total(2, 10)\n    assert total(2, 10) == expected',
    ),
    [`block assertions ${file}:7`],
  ],
  [
    'a comparison without assert',
    replace('    assert total(2', '    total(2'),
    [`block assertions ${file}:5`],
  ],
  ['equal to anything', replace('== 20', '== mock.ANY'), [`block assertions ${file}:6`]],
  [
    'a second test of the same name',
    `${old}\n\ndef test_total():\n    pass\n`,
    [`block assertions ${file}:15`],
  ],
  [
    'a generator is never run',
    replace('    assert total(2', '    yield\n    assert total(2'),
    [`block assertions ${file}:7`],
  ],
  [
    'behind the end of the process',
    replace('    assert total(2', '    os._exit(0)\n    assert total(2'),
    [`block assertions ${file}:7`],
  ],
  [
    'a failure is what is expected',
    replace(
      '    assert total(0, 10) == 0',
      '    with pytest.raises(AssertionError):\n        assert total(0, 10) == 0',
    ),
    [`block assertions ${file}:8`],
  ],
  [
    'a class that pytest does not collect',
    replace(
      old.slice(old.indexOf('def test_negative')),
      'class TestNegative:\n    def __init__(self):\n        pass\n\n    def test_negative(self):\n        with pytest.raises(ValueError, match="negative"):\n            total(-1, 10)\n',
    ),
    [`block tests-removed ${file}:14`],
  ],
];

const honest: readonly Row[] = [
  [
    'a fixture computes',
    replace(
      'def test_total():\n    assert total(2, 10) == 20',
      '@pytest.fixture\ndef price():\n    return total(2, 10)\n\n\ndef test_total(price):\n    assert price == 20',
    ),
    [],
  ],
  [
    'a fixture hands out a check',
    replace(
      'def test_total():\n    assert total(2, 10) == 20\n    assert total(0, 10) == 0\n',
      'def test_total(check):\n    check(2, 20)\n    check(0, 0)\n',
    ),
    [],
    {
      'tests/conftest.py':
        'import pytest\nfrom pricing import total\n\n\n@pytest.fixture\ndef check():\n    def inner(a, want):\n        assert total(a, 10) == want\n\n    return inner\n',
    },
  ],
  [
    'cases as dictionaries',
    replace(
      'def test_total():\n    assert total(2, 10) == 20\n    assert total(0, 10) == 0\n',
      'CASES = [dict(a=2, want=20), {"a": 0, "want": 0}]\n\n\n@pytest.mark.parametrize("case", CASES)\ndef test_total(case):\n    assert total(case["a"], 10) == case["want"]\n',
    ),
    [],
  ],
  [
    'subtests',
    replace(
      'def test_total():\n    assert total(2, 10) == 20\n    assert total(0, 10) == 0\n',
      'def test_total(subtests):\n    for a, want in ((2, 20), (0, 0)):\n        with subtests.test(a=a):\n            assert total(a, 10) == want\n',
    ),
    [],
  ],
  [
    'the module went with its tests',
    null,
    ['warn tests-removed tests/test_pricing.py'],
    { 'pricing.py': null },
  ],
  [
    'nothing changed but the layout',
    replace('total(2, 10) == 20', '(\n        total(2, 10)\n        == 20\n    )'),
    [],
  ],
  ['a message is added', replace('== 20', '== 20, "two pieces"'), []],
  ['a comment is added', replace('    assert total(2', '    # two pieces\n    assert total(2'), []],
  [
    'an assertion is added',
    replace('    assert total(0', '    assert total(3, 1) == 3\n    assert total(0'),
    [],
  ],
  ['sides are swapped', replace('total(2, 10) == 20', '20 == total(2, 10)'), []],
  [
    'a result gets a name',
    replace('    assert total(2, 10) == 20', '    price = total(2, 10)\n    assert price == 20'),
    [],
  ],
  [
    'the expected value gets a name',
    replace('    assert total(2, 10) == 20', '    expected = 20\n    assert total(2, 10) == expected'),
    [],
  ],
  [
    'the assertions change places',
    replace(
      '    assert total(2, 10) == 20\n    assert total(0, 10) == 0\n',
      '    assert total(0, 10) == 0\n    assert total(2, 10) == 20\n',
    ),
    [],
  ],
  ['a test is renamed', replace('def test_total', 'def test_price_of_some_pieces'), []],
  [
    'a test is split in two',
    replace('    assert total(0, 10) == 0\n', '\n\ndef test_nothing():\n    assert total(0, 10) == 0\n'),
    [],
  ],
  [
    'two tests become one',
    replace('    assert total(0, 10) == 0\n\n\ndef test_negative():\n', '    assert total(0, 10) == 0\n'),
    [],
  ],
  [
    'parametrised',
    replace(
      'def test_total():\n    assert total(2, 10) == 20\n    assert total(0, 10) == 0\n',
      '@pytest.mark.parametrize("a, b, want", [(2, 10, 20), (0, 10, 0)])\ndef test_total(a, b, want):\n    assert total(a, b) == want\n',
    ),
    [],
  ],
  [
    'parametrised with ids',
    replace(
      'def test_total():\n    assert total(2, 10) == 20\n    assert total(0, 10) == 0\n',
      '@pytest.mark.parametrize(("a", "b", "want"), [pytest.param(2, 10, 20, id="two"), pytest.param(0, 10, 0, id="none")])\ndef test_total(a, b, want):\n    assert total(a, b) == want\n',
    ),
    [],
  ],
  [
    'in a loop over cases',
    replace(
      '    assert total(2, 10) == 20\n    assert total(0, 10) == 0\n',
      '    for a, b, want in [(2, 10, 20), (0, 10, 0)]:\n        assert total(a, b) == want\n',
    ),
    [],
  ],
  [
    'moved into a helper',
    replace(
      'def test_total():\n    assert total(2, 10) == 20\n    assert total(0, 10) == 0\n',
      'def check(a, b, want):\n    assert total(a, b) == want\n\n\ndef test_total():\n    check(2, 10, 20)\n    check(0, 10, want=0)\n',
    ),
    [],
  ],
  [
    'rewritten for unittest',
    `import unittest\nfrom pricing import total\n\n\nclass TotalTest(unittest.TestCase):\n    def test_total(self):\n        self.assertEqual(total(2, 10), 20)\n        self.assertEqual(0, total(0, 10))\n\n    def test_negative(self):\n        with self.assertRaisesRegex(ValueError, "negative"):\n            total(-1, 10)\n`,
    [],
  ],
  ['moved to another file', null, [], { 'tests/unit/test_total.py': old }],
  [
    'moved to two files',
    null,
    [],
    {
      'tests/test_total.py': old.slice(0, old.indexOf('def test_negative')),
      'tests/test_negative.py': head + old.slice(old.indexOf('def test_negative')),
    },
  ],
  [
    'put into a class',
    replace(
      old.slice(old.indexOf('def test_total')),
      'class TestTotal:\n' +
        old
          .slice(old.indexOf('def test_total'))
          .replace(/^(?=.)/gm, '    ')
          .replaceAll('():', '(self):'),
    ),
    [],
  ],
  ['a tight approximation', replace('== 20', '== pytest.approx(20)'), []],
  ['more is demanded', replace('total(2, 10) == 20', 'total(2, 10) == 20 and total(2, 1) == 2'), []],
  [
    'a failure that is raised again',
    replace(
      '    assert total(0, 10) == 0',
      '    try:\n        assert total(0, 10) == 0\n    except AssertionError:\n        print("hm")\n        raise',
    ),
    [],
  ],
  [
    'the module under test is imported otherwise',
    replace('from pricing import total', 'import pricing')
      .replaceAll('total(', 'pricing.total(')
      .replaceAll('test_pricing.total', 'test_total'),
    [],
  ],
  [
    'a new test for another platform only',
    `${old}\n\n@pytest.mark.skipif(sys.platform != "win32", reason="paths")\ndef test_paths():\n    assert total(1, 1) == 1\n`,
    [`warn skips ${file}:15`],
  ],
  [
    'the expected value is rewritten along with the source',
    replace('== 20', '== 21'),
    [`warn assertions ${file}:6`],
    changedSource,
  ],
  [
    'the input is changed along with the source',
    replace('total(2, 10) == 20', 'total(1, 10) == 10'),
    [`warn assertions ${file}:6`],
    changedSource,
  ],
  [
    'a test went with its feature',
    `${head}def test_total():\n    assert total(2, 10) == 20\n    assert total(0, 10) == 0\n`,
    [`block tests-removed ${file}`],
  ],
  [
    'a function got another name',
    old
      .replaceAll('total(', 'price_of(')
      .replace('import total', 'import price_of')
      .replace('test_price_of', 'test_total'),
    [],
    { 'pricing.py': 'def price_of(a, b):\n    return a * b\n' },
  ],
];

async function judge([, now, , more]: Row): Promise<readonly string[]> {
  const found = await findingsOf({ before: { ...source, [file]: old }, after: { [file]: now, ...more } });
  return found.map(inShort);
}

describe('tests in Python: what takes their teeth away', () => {
  test.each(dishonest)('%s', async (...row) => {
    expect(await judge(row)).toEqual(row[2]);
  });
});

describe('tests in Python: honest work', () => {
  test.each(honest)('%s', async (...row) => {
    expect(await judge(row)).toEqual(row[2]);
  });
});
