import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { TestReport } from '../../src/core/types.ts';
import { readResults } from '../../src/results/index.ts';
import { readReports } from '../../src/results/report-files.ts';
import { counted, empty } from './expected.ts';

const fixture = (name: string) =>
  readFileSync(join(import.meta.dirname, '../fixtures/results', name), 'utf8');

type Files = Readonly<Record<string, string | null>>;

const read = (program: string | null, files: Files) =>
  readReports({ program, files: Object.entries(files).map(([path, text]) => ({ path, text })) });

/** `name` passes, `!name` fails, `-name` is skipped. */
const suite = (cases: string, given: { group?: string; timestamp?: string; time?: string } = {}): string => {
  const { group = 'g', timestamp = '', time = '0.1' } = given;
  const body = cases
    .split(' ')
    .filter((one) => one !== '')
    .map((one) => {
      const inner = one.startsWith('!') ? '<failure/>' : one.startsWith('-') ? '<skipped/>' : '';
      return `<testcase classname="${group}" name="${one.replace(/^[!-]/, '')}" time="${time}">${inner}</testcase>`;
    });
  return `<testsuite name="${group}" timestamp="${timestamp}">${body.join('')}</testsuite>`;
};

const ctrf = (passed: number, failed: number): string =>
  JSON.stringify({ results: { summary: { tests: passed + failed, passed, failed }, tests: [] } });

const SILENT = { kind: 'silent' } as const;

const rows: readonly [name: string, program: string | null, files: Files, expected: TestReport][] = [
  ['no file says nothing', null, {}, SILENT],
  [
    'something else says nothing',
    null,
    { 'a.xml': '<coverage/>', 'a.json': '{"a":1}', 'b.json': 'no' },
    SILENT,
  ],
  [
    'several files are several suites, added up',
    'maven',
    {
      'target/surefire-reports/TEST-A.xml': fixture('junit/surefire-3.2-green.xml'),
      'target/surefire-reports/TEST-B.xml': fixture('junit/surefire-3.2-red.xml'),
    },
    counted(3, 2, 1, ['x.StoreTest.loses', 'x.StoreTest.throwsIt']),
  ],
  [
    'classes of one name in two modules are two',
    'maven',
    {
      'a/target/surefire-reports/TEST-A.xml': suite('t'),
      'b/target/surefire-reports/TEST-A.xml': suite('t'),
    },
    counted(2, 0, 0),
  ],
  [
    'an error is a failure',
    null,
    { 'a.xml': '<testsuite><testcase name="x"><error/></testcase></testsuite>' },
    counted(0, 1, 0, ['x']),
  ],
  ['an empty suite ran nothing', null, { 'junit.xml': '<testsuites/>' }, empty('no test case')],
  ['all skipped ran nothing', null, { 'junit.xml': suite('-a -b') }, empty('all 2 skipped')],
  [
    'a test that is marked as failed has failed, also without a word why',
    'behave',
    {
      'a.xml':
        '<testsuite><testcase name="a" status="failed"/><testcase name="b" status="passed"/></testsuite>',
    },
    counted(1, 1, 0, ['a']),
  ],
  [
    'a disabled test of CTest was not run',
    'ctest',
    {
      'a.xml':
        '<testsuite><testcase name="d" status="disabled"/><testcase name="r" status="run"/></testsuite>',
    },
    counted(1, 0, 1),
  ],
  ['a copy counts once', null, { 'a.xml': suite('x y'), 'reports/a.xml': suite('x y') }, counted(2, 0, 0)],
  [
    'an aggregate of other files counts once',
    null,
    {
      'a.xml': suite('x'),
      'b.xml': suite('y'),
      'all.xml': `<testsuites>${suite('x')}${suite('y')}</testsuites>`,
    },
    counted(2, 0, 0),
  ],
  [
    'the same names at another time are another run',
    null,
    { 'a/junit.xml': suite('x', { timestamp: '1' }), 'b/junit.xml': suite('x', { timestamp: '2' }) },
    counted(2, 0, 0),
  ],
  [
    'two forms of one run count once',
    null,
    { 'junit.xml': suite('x !y'), 'ctrf.json': ctrf(1, 1) },
    counted(1, 1, 0, ['g > y']),
  ],
  [
    'of two forms the one with failures speaks',
    null,
    { 'junit.xml': suite('x y z'), 'ctrf.json': ctrf(1, 1) },
    counted(1, 1, 0, [], 'incomplete'),
  ],
  [
    'a file that is cut hides what it holds: nothing but failures is believed',
    null,
    { 'a.xml': suite('x'), 'b.xml': suite('y').slice(0, -5) },
    SILENT,
  ],
  [
    'failures are believed beside a file that is cut',
    null,
    { 'a.xml': suite('!x'), 'b.xml': suite('y').slice(0, -5) },
    counted(0, 1, 0, ['g > x'], 'incomplete'),
  ],
  ['a file that was not read hides what it holds', null, { 'a.xml': suite('x'), 'b.xml': null }, SILENT],
  [
    'a foreign file hides nothing',
    null,
    { 'a.xml': suite('x'), 'coverage.xml': '<coverage><a' },
    counted(1, 0, 0),
  ],
  [
    'JSON of Vitest or Jest',
    'vitest',
    { 'out.json': '{"numPassedTests":2,"numFailedTests":0,"numPendingTests":1,"testResults":[]}\n' },
    counted(2, 0, 1),
  ],
  ['TAP', 'tap', { 'out.tap': 'TAP version 13\n1..2\nok 1 - a\nnot ok 2 - b\n' }, counted(1, 1, 0, ['b'])],
  ['TAP that is cut', 'tap', { 'out.tap': 'TAP version 13\n1..2\nok 1 - a\n' }, SILENT],
];

describe('what report files say', () => {
  test.each(rows)('%s', (_name, program, files, expected) => {
    expect(read(program, files).report).toEqual(expected);
  });

  test('which of the files are reports, and which show failures', () => {
    const { paths, failingIn } = read(null, {
      'a.xml': suite('x'),
      'b.xml': suite('!y'),
      'c.xml': '<coverage/>',
      'd.json': ctrf(0, 1),
    });
    expect([paths, failingIn]).toEqual([
      ['a.xml', 'b.xml', 'd.json'],
      ['b.xml', 'd.json'],
    ]);
  });
});

const retries: readonly [name: string, program: string, xml: string, expected: TestReport][] = [
  [
    'Surefire: flaky, it passed when it was run again',
    'maven',
    '<testsuite><testcase classname="C" name="t"><flakyFailure/></testcase></testsuite>',
    counted(1, 0, 0),
  ],
  [
    'Surefire: it failed each time',
    'maven',
    '<testsuite><testcase classname="C" name="t"><failure/><rerunFailure/></testcase></testsuite>',
    counted(0, 1, 0, ['C.t']),
  ],
  ['Gradle: the entry of the retry passed', 'gradle', suite('!a a b'), counted(2, 0, 0)],
  [
    'gotestsum: one passed at last, one never did',
    'gotestsum',
    suite('!A !B !B A', { group: 'p' }),
    counted(1, 1, 0, ['p.B']),
  ],
  [
    'where names are not unique, two entries are two tests',
    'vitest',
    suite('!a a'),
    counted(1, 1, 0, ['g > a']),
  ],
];

describe('tests that were run again', () => {
  test.each(retries)('%s', (_name, program, xml, expected) => {
    expect(read(program, { 'a.xml': xml }).report).toEqual(expected);
  });
});

/** As the runner's own reader takes them from the terminal. */
const names: readonly [program: string | null, group: string, name: string, expected: string][] = [
  ['pytest', 'tests.test_a', 'test_x', 'tests/test_a.py::test_x'],
  ['pytest', 'tests.test_a.TestX', 'test_p[a.b]', 'tests/test_a.py::TestX::test_p[a.b]'],
  ['pytest', 'tests.test_a.TestX.TestInner', 'test_q', 'tests/test_a.py::TestX::TestInner::test_q'],
  ['pytest', 'pkg.tests.api_test.TestX', 'test_q', 'pkg/tests/api_test.py::TestX::test_q'],
  ['pytest', '', 'sub.test_c', 'sub/test_c.py'],
  ['pytest', 'src.pkg.mod', 'pkg.mod.f', 'src/pkg/mod.py::pkg.mod.f'],
  ['maven', 'x.StoreTest$Inner', 'par(int)[2]', 'x.StoreTest$Inner.par(int)[2]'],
  ['maven', 'x.BeforeTest', '', 'x.BeforeTest'],
  ['gradle', 'x.StoreTest', 'loses()', 'x.StoreTest > loses()'],
  ['go-test', 'ex.org/x', 'TestOk/bad', 'ex.org/x.TestOk/bad'],
  ['vitest', 'a.test.ts', 'g > bad', 'a.test.ts > g > bad'],
  ['vitest', 'b.test.ts', 'b.test.ts', 'b.test.ts'],
  ['node-test', 'test', 'child bad', 'child bad'],
  ['jest', 'g bad', 'g bad', 'g bad'],
  ['phpunit', 'Tests.StoreTest', 'testLoses', 'Tests\\StoreTest::testLoses'],
  ['minitest', 'StoreTest', 'test_loses', 'StoreTest#test_loses'],
  ['nextest', 'store', 'tests::loses', 'store tests::loses'],
  ['mix', 'Elixir.StoreTest', 'test loses', 'test loses (StoreTest)'],
];

describe('names are those that the runner prints', () => {
  test.each(names)('%s: %s, %s', (program, group, name, expected) => {
    const escaped = name.replaceAll('>', '&gt;');
    const xml = `<testsuite><testcase classname="${group}" name="${escaped}"><failure/></testcase></testsuite>`;
    expect(read(program, { 'a.xml': xml }).report).toEqual(counted(0, 1, 0, [expected]));
  });
});

const written: readonly [
  name: string,
  program: string | null,
  path: string,
  fixture: string,
  failing: string,
][] = [
  ['pytest, behind a script', null, 'a.xml', 'junit/pytest-9.2-mixed.xml', 'test_d.py::test_bad'],
  ['pytest, behind another program', 'tox', 'a.xml', 'junit/pytest-9.2-mixed.xml', 'test_d.py::test_bad'],
  ['Surefire, behind make', 'make', 'a.xml', 'junit/surefire-3.2-red.xml', 'x.StoreTest.loses'],
];

describe('a runner that is not known from the line is known from its file', () => {
  test.each(written)('%s', (_name, program, path, name, failing) => {
    expect(read(program, { [path]: fixture(name) }).report).toMatchObject({
      failing: expect.arrayContaining([failing]),
    });
  });

  test('or from the place where it lies', () => {
    const path = 'target/surefire-reports/TEST-x.A.xml';
    expect(read('make', { [path]: suite('!a', { group: 'x.A' }) }).report).toMatchObject({
      failing: ['x.A.a'],
    });
  });
});

test('RSpec names the file', () => {
  const xml =
    '<testsuite><testcase classname="spec.a_spec" name="A loses" file="./spec/a_spec.rb"><failure/></testcase></testsuite>';
  expect(read('rspec', { 'a.xml': xml }).report).toEqual(counted(0, 1, 0, ['./spec/a_spec.rb > A loses']));
});

/** What one run printed and what it wrote. */
const both: readonly [program: string, printed: string, written: string][] = [
  ['pytest', 'pytest-9.2/mixed.txt', 'junit/pytest-9.2-mixed.xml'],
  ['vitest', 'vitest-4.1/mixed.txt', 'junit/vitest-4.1-mixed.xml'],
  ['maven', 'surefire-3.2/red.txt', 'junit/surefire-3.2-red.xml'],
];

describe('one failure has one name', () => {
  const failing = (report: TestReport) => (report.kind === 'counted' ? report.failing : []);
  test.each(both)('%s, printed and written', (program, printed, path) => {
    const output = fixture(printed);
    const names = failing(readResults({ program, output, outputWhole: true }));
    expect(failing(read(program, { [path]: fixture(path) }).report)).toEqual(names);
    expect(names.length).toBeGreaterThan(0);
  });

  test('Limit: Node 20 writes no file into its report, so its names are shorter than those that it prints', () => {
    const path = 'junit/node-20-mixed.xml';
    expect(failing(read('node-test', { [path]: fixture(path) }).report)).toEqual(['child bad']);
    const printed = fixture('node-test-20/spec-mixed.txt');
    const names = failing(readResults({ program: 'node-test', output: printed, outputWhole: true }));
    expect(names).toEqual(['e.test.mjs > child bad']);
  });
});

test('in Go a test that has subtests is counted by them', () => {
  const xml = suite('!TestA !TestA/b TestA/c', { group: 'p' });
  expect(read('go-test', { 'a.xml': xml }).report).toEqual(counted(1, 1, 0, ['p.TestA/b']));
});
