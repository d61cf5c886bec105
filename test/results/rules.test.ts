import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { TestReport } from '../../src/core/types.ts';
import { READERS, readResults } from '../../src/results/index.ts';
import { counted, empty, NO_SUMMARY, SILENT } from './expected.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures/results');
const fixture = (name: string) => readFileSync(join(FIXTURES, `${name}.txt`), 'utf8');
const tail = (text: string, lines: number) => text.trimEnd().split('\n').slice(-lines).join('\n');
const prefixed = (text: string, prefix: string) => text.split('\n').map((line) => `${prefix}${line}`);
const interleaved = (a: string[], b: string[]) =>
  Array.from(
    { length: Math.max(a.length, b.length) },
    (_, index) => `${a[index] ?? ''}\n${b[index] ?? ''}`,
  ).join('\n');

type Row = readonly [
  rule: string,
  program: string | null,
  output: string,
  whole: boolean,
  expected: TestReport,
];

const ROWS: readonly Row[] = [
  ['nothing printed by a runner that always sums up', 'pytest', '', true, NO_SUMMARY],
  ['nothing printed, but the output was filtered', 'pytest', '', false, SILENT],
  ['nothing printed by a task of unknown kind', null, '', true, SILENT],
  ['nothing printed by a runner that is quiet when all is well', 'maven', '', true, SILENT],
  [
    'the summary behind a filter',
    'pytest',
    tail(fixture('pytest-9.2/mixed'), 1),
    false,
    counted(2, 1, 2, [], 'incomplete'),
  ],
  [
    'the summary and the names behind a filter',
    'pytest',
    tail(fixture('pytest-9.2/red'), 7),
    false,
    counted(1, 3, 0, ['test_b.py::test_sum', 'test_b.py::test_text[a - b]', 'test_b.py::test_setup']),
  ],
  [
    'head and tail of a clipped output',
    'pytest',
    `${fixture('pytest-9.2/red').slice(0, 200)}\n[... 10000 bytes left out ...]\n${tail(fixture('pytest-9.2/red'), 2)}`,
    false,
    counted(1, 3, 0, ['test_b.py::test_setup'], 'incomplete'),
  ],
  [
    'the last five lines of node name no passed tests: how many passed is not known',
    'node-test',
    '# fail 0\n# cancelled 0\n# skipped 0\n# todo 0\n# duration_ms 80.1',
    false,
    SILENT,
  ],
  [
    'its failures are known from there',
    'node-test',
    '# fail 2\n# cancelled 0\n# skipped 0\n# todo 0\n# duration_ms 80.1',
    false,
    counted(0, 2, 0, [], 'incomplete'),
  ],
  [
    'the same of a task',
    null,
    'ℹ fail 0\nℹ cancelled 0\nℹ skipped 1\nℹ todo 0\nℹ duration_ms 80.1',
    false,
    SILENT,
  ],
  [
    'go, line by line: in a clipped output names can be missing',
    'go-test',
    tail(fixture('go-1.26/v-red'), 7),
    false,
    counted(0, 1, 1, ['example.com/m/store.TestOld'], 'incomplete'),
  ],
  [
    'the last suite of cargo behind a filter has no tests: those before it are not seen',
    'cargo-test',
    '   Doc-tests price\n\nrunning 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n',
    false,
    SILENT,
  ],
  [
    'the same where the output is whole',
    'cargo-test',
    '   Doc-tests price\n\nrunning 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n',
    true,
    empty('0 tests ran'),
  ],
  [
    'all tests of the suite that is seen were deselected',
    'cargo-test',
    'running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 3 filtered out; finished in 0.00s\n',
    false,
    empty('all 3 filtered out'),
  ],
  [
    'the last packages of go behind a filter have no test files',
    'go-test',
    '?   \texample.com/m/version\t[no test files]\n',
    false,
    SILENT,
  ],
  [
    'two runners in one output are added up',
    null,
    `${fixture('vitest-4.1/green')}\n${fixture('pytest-9.2/red')}`,
    true,
    counted(3, 3, 0, ['test_b.py::test_sum', 'test_b.py::test_text[a - b]', 'test_b.py::test_setup']),
  ],
  [
    'an empty suite beside a green one',
    null,
    `${fixture('vitest-4.1/empty')}\n${fixture('pytest-9.2/green')}`,
    true,
    counted(4, 0, 0),
  ],
  [
    'two empty suites',
    null,
    `${fixture('vitest-4.1/empty')}\n${fixture('pytest-9.2/empty')}`,
    true,
    empty('all 2 skipped'),
  ],
  [
    'a known runner is read by its own reader alone',
    'pytest',
    `${fixture('vitest-4.1/red')}\n${fixture('pytest-9.2/green')}`,
    true,
    counted(4, 0, 0),
  ],
  [
    'a known runner in a form of another is read by all',
    'vitest',
    fixture('prove-5.36/raw-green'),
    true,
    counted(2, 0, 0),
  ],
  [
    'carriage returns: the last state of a line',
    'unittest',
    fixture('unittest-3.11/red').replaceAll('\n', '\r\n'),
    true,
    counted(1, 2, 0, ['test_error (test_b.B.test_error)', 'test_fail (test_b.B.test_fail)']),
  ],
  [
    'a progress line that was written over',
    'pytest',
    `collecting ...\rcollected 1 item\r===== 1 passed in 0.01s =====\r\n`,
    true,
    counted(1, 0, 0),
  ],
  [
    'colours and links of a terminal',
    'pytest',
    '\u001b]8;;file:///a\u0007\u001b[32m\u001b[1m=== \u001b[1m1 passed\u001b[0m in 0.01s ===\u001b[0m\n',
    true,
    counted(1, 0, 0),
  ],
  [
    'pnpm -r: two packages at once',
    null,
    interleaved(
      prefixed(fixture('vitest-4.1/green'), 'packages/a test: '),
      prefixed(fixture('vitest-4.1/mixed'), 'packages/b test: '),
    ),
    true,
    counted(3, 1, 2, ['d.test.js > four']),
  ],
  [
    'turbo: two packages at once',
    null,
    interleaved(
      prefixed(fixture('jest-30.5/green'), 'web:test: '),
      prefixed(fixture('jest-30.5/red'), 'api:test: '),
    ),
    true,
    counted(3, 3, 0, ['b.test.js › adds wrong', 'b.test.js › store › keeps', 'c.test.js']),
  ],
  [
    'docker compose',
    null,
    prefixed(fixture('pytest-9.2/green'), 'app-1  | ').join('\n'),
    true,
    counted(4, 0, 0),
  ],
  [
    'a report that went into a file says nothing here',
    'vitest',
    'JUNIT report written to /project/junit.xml\n',
    true,
    SILENT,
  ],
];

const FORGED: readonly Row[] = [
  ['no summary: a list of counts of its own', null, '  3 passed\n  0 failed\n', true, SILENT],
  ['no summary: words in a sentence', null, 'All good: 5 passed in 0.1s, hooray\n', true, SILENT],
  ['no summary: a script of its own counts', null, 'Tests: 5 passed\nok\n', true, SILENT],
  ['no summary: "ok" of another program', null, 'ok\nnot ok really\n', true, SILENT],
  ['no summary: a commit that speaks of tests', null, '[main 1a2b3c] 3 tests, 0 failures\n', true, SILENT],
  [
    'no summary: Tests run without a heading',
    'maven',
    'Tests run: 9, Failures: 0, Errors: 0, Skipped: 0\n',
    true,
    SILENT,
  ],
  [
    'no summary: "Ran 5 tests" without its result',
    'unittest',
    'Ran 5 tests in 0.1s\nfine\n',
    true,
    NO_SUMMARY,
  ],
  ['no summary: a TAP plan that was not met', 'tap', '1..3\nok 1 - a\nok 2 - b\n', true, NO_SUMMARY],
  [
    'no summary: a cut go event stream',
    'go-test',
    '{"Action":"run","Package":"p","Test":"TestA"}\n',
    true,
    NO_SUMMARY,
  ],
  [
    'the last one of a session counts',
    'pytest',
    `=== test session starts ===\n=== 9 passed in 0.1s ===\n=== 1 failed in 0.2s ===\n`,
    true,
    counted(0, 1, 0, [], 'incomplete'),
  ],
  [
    'a failing session inside a green one',
    'pytest',
    `=== test session starts ===\n=== test session starts ===\n=== 1 failed in 0.2s ===\n=== 2 passed in 0.1s ===\n`,
    true,
    counted(2, 0, 0),
  ],
  [
    'sessions one after the other',
    'pytest',
    `=== test session starts ===\n=== 1 failed in 0.2s ===\n=== test session starts ===\n=== 2 passed in 0.1s ===\n`,
    true,
    counted(2, 1, 0, [], 'incomplete'),
  ],
  [
    'limit: a summary with its rule, printed beside the marks of unittest',
    'unittest',
    `.text\n${'-'.repeat(70)}\nRan 9 tests in 0.1s\n\nOK\n.\n${'-'.repeat(70)}\nRan 2 tests in 0.1s\n\nOK\n`,
    true,
    counted(11, 0, 0),
  ],
  [
    'limit: a summary in the details of pytest -qq',
    'pytest',
    `${'.F'.padEnd(73)}[100%]\n${'='.repeat(35)} FAILURES ${'='.repeat(35)}\n5 failed in 0.1s\n`,
    true,
    counted(0, 5, 0, [], 'incomplete'),
  ],
  [
    'a cargo run inside a test of a cargo run',
    'cargo-test',
    'running 1 test\nrunning 1 test\ntest result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n',
    true,
    counted(1, 0, 0),
  ],
];

/** Runners that are not installed here: their documented forms. */
const DOCUMENTED: readonly Row[] = [
  [
    'pytest 4',
    'pytest',
    '=== 1 failed, 2 passed in 0.12 seconds ===\n',
    true,
    counted(2, 1, 0, [], 'incomplete'),
  ],
  [
    'node 18',
    'node-test',
    '# tests 2\n# pass 2\n# fail 0\n# cancelled 0\n# skipped 0\n# todo 0\n# duration_ms 5\n',
    true,
    counted(2, 0, 0),
  ],
  ['phpunit green', 'phpunit', 'OK (3 tests, 5 assertions)\n', true, counted(3, 0, 0)],
  [
    'pest green',
    'phpunit',
    '   PASS  Tests\\Unit\\CartTest\n  ✓ it adds\n\n  Tests:    5 passed (9 assertions)\n  Duration: 0.05s\n',
    true,
    counted(5, 0, 0),
  ],
  [
    'pest red',
    'phpunit',
    '  Tests:    1 failed, 2 skipped, 3 passed (9 assertions)\n  Duration: 0.05s\n',
    true,
    counted(3, 1, 2, [], 'incomplete'),
  ],
  [
    'pest, all skipped',
    'phpunit',
    '  Tests:    2 skipped (0 assertions)\n  Duration: 0.05s\n',
    true,
    { kind: 'empty', why: 'all 2 skipped' },
  ],
  [
    'phpunit red',
    'phpunit',
    '1) StoreTest::testLoses\nFailed asserting\n\nFAILURES!\nTests: 3, Assertions: 5, Failures: 1, Skipped: 1.\n',
    true,
    counted(1, 1, 1, ['StoreTest::testLoses']),
  ],
  ['phpunit empty', 'phpunit', 'No tests executed!\n', true, empty('No tests executed!')],
  [
    'rspec red',
    'rspec',
    '3 examples, 1 failure, 1 pending\n\nrspec ./spec/a_spec.rb:3 # adds\n',
    true,
    counted(1, 1, 1, ['./spec/a_spec.rb > adds']),
  ],
  ['rspec empty', 'rspec', '0 examples, 0 failures\n', true, empty('0 tests ran')],
  [
    'minitest green',
    'minitest',
    'Finished in 0.001s, 900.0 runs/s.\n\n3 runs, 3 assertions, 0 failures, 0 errors, 1 skips\n',
    true,
    counted(2, 0, 1),
  ],
  [
    'mix red',
    'mix',
    '  1) test adds (CalcTest)\n\nFinished in 0.03 seconds (0.00s async, 0.03s sync)\n1 doctest, 3 tests, 1 failure, 1 skipped\n',
    true,
    counted(2, 1, 1, ['test adds (CalcTest)']),
  ],
  ['mix empty', 'mix', 'There are no tests to run\n', true, NO_SUMMARY],
  [
    'dotnet green',
    'dotnet',
    'Passed!  - Failed:     0, Passed:     3, Skipped:     1, Total:     4, Duration: 5 ms - a.dll (net8.0)\n',
    true,
    counted(3, 0, 1),
  ],
  [
    'gradle red',
    'gradle',
    'CalcTest > adds() FAILED\n\n3 tests completed, 1 failed, 1 skipped\n',
    true,
    counted(1, 1, 1, ['CalcTest > adds()']),
  ],
  [
    'nextest red',
    'nextest',
    '        FAIL [   0.003s] calc tests::bad\n     Summary [   0.005s] 3 tests run: 2 passed, 1 failed, 1 skipped\n',
    true,
    counted(2, 1, 1, ['calc tests::bad']),
  ],
  ['nextest empty', 'nextest', 'error: no tests to run\n', true, empty('no tests to run')],
  [
    'gotestsum red',
    'gotestsum',
    '=== FAIL: store TestLose (0.00s)\n--- FAIL: TestLose (0.00s)\nFAIL\texample.com/m/store\t0.1s\n\nDONE 3 tests, 1 skipped, 1 failure in 0.4s\n',
    true,
    counted(1, 1, 1, ['store TestLose']),
  ],
  [
    'playwright mixed',
    'playwright',
    '  1 failed\n    [chromium] › a.spec.ts:3:5 › adds ─────\n  1 skipped\n  2 passed (1.2s)\n',
    true,
    counted(2, 1, 1, ['[chromium] › a.spec.ts › adds']),
  ],
  ['deno green', 'deno', 'ok | 3 passed | 0 failed | 1 ignored (12ms)\n', true, counted(3, 0, 1)],
  [
    'bun red',
    'bun-test',
    '(fail) adds [0.10ms]\n\n 2 pass\n 1 skip\n 1 fail\n 3 expect() calls\nRan 4 tests across 1 file. [8.00ms]\n',
    true,
    counted(2, 1, 1, ['adds'], 'incomplete'),
  ],
  ['swift green', 'swift', '✔ Test run with 3 tests passed after 0.001 seconds.\n', true, counted(3, 0, 0)],
];

describe.each([
  ['what reaches us', ROWS],
  ['words of the program under test', FORGED],
  ['forms from documentation', DOCUMENTED],
] as const)('%s', (_, rows) => {
  test.each(rows)('%s (%s)', (_rule, program, output, outputWhole, expected) => {
    expect(readResults({ program, output, outputWhole })).toEqual(expected);
  });
});

describe('the catalogue', () => {
  test('each runner has one reader', () => {
    const runners = READERS.map(({ runner }) => runner);
    expect(new Set(runners).size).toBe(runners.length);
  });

  test('of an output of any length the head and the tail are read', () => {
    const rule = (title: string) => `${'='.repeat(20)} ${title} ${'='.repeat(20)}`;
    const output = `${rule('test session starts')}\n${`${'noise '.repeat(500)}\n`.repeat(2_000)}=== 2 passed in 0.1s ===\n`;
    expect(readResults({ program: 'pytest', output, outputWhole: true })).toEqual(counted(2, 0, 0));
    expect(
      readResults({
        program: 'pytest',
        output: `${'noise '.repeat(500)}\n`.repeat(2_000),
        outputWhole: true,
      }),
    ).toEqual(SILENT);
  });

  test('hostile megabytes are read, not suffered', () => {
    const hostile = [
      '.py::',
      '\u001b[1;',
      '=== 1 passed, ',
      '<testsuite ',
      '{"Action":"',
      '    ok 1 - a\n',
      'Ran 1 test in 0.1s\n',
      `${'='.repeat(27)} test session starts ${'='.repeat(28)}\n`,
      'FAILED a::b[ - ',
      ' FAIL  [ ',
      '=== RUN   TestA\n',
      '    --- FAIL: TestA/b (0.00s)\n',
      'running 1 test\n',
      '[ERROR] a -- Time elapsed: 1 s',
      '  1) Failure:\nA#b [x:1]:\n',
      '> Task :a',
      'Ran 1 test across 1 file. [1ms]\n',
      '100% tests passed, 0 tests failed out of 1\n',
      '[0] ',
      '\r',
    ];
    for (const piece of hostile) {
      const output = piece.repeat(Math.ceil(200_000 / piece.length));
      expect(readResults({ program: null, output, outputWhole: true }).kind).toBeTypeOf('string');
    }
  });
});
