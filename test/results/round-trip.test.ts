// For any numbers: the summary in the runner's true form, read back.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readResults } from '../../src/results/index.ts';
import { counted, empty } from './expected.ts';

type Numbers = { passed: number; failed: number; skipped: number };
type Rendered = { text: string; failing: readonly string[] };
type Form = readonly [name: string, program: string, render: (numbers: Numbers) => Rendered];

const many = <Made>(count: number, make: (index: number) => Made): Made[] =>
  Array.from({ length: count }, (_, index) => make(index));
const parts = (...found: (readonly [number, string])[]) => found.filter(([number]) => number > 0);
const listed = (between: string, ...found: (readonly [number, string])[]) =>
  parts(...found)
    .map(([number, word]) => `${number} ${word}`)
    .join(between);
const s = (number: number) => (number === 1 ? '' : 's');

/** As pytest centres a title: as wide as the window. */
function rule(title: string): string {
  const side = '='.repeat(Math.max(1, Math.floor((78 - title.length) / 2)));
  const line = `${side} ${title} ${side}`;
  return line.length < 80 ? `${line}=` : line;
}

function pytestSummary({ passed, failed, skipped }: Numbers): string {
  return `${listed(', ', [failed, 'failed'], [passed, 'passed'], [skipped, 'skipped']) || 'no tests ran'} in 0.12s`;
}

const pytestNames = ({ failed }: Numbers) => many(failed, (index) => `tests/test_a.py::test_${index}[a - b]`);
const pytestList = (numbers: Numbers) =>
  numbers.failed === 0
    ? []
    : [
        rule('short test summary info'),
        ...pytestNames(numbers).map((name) => `FAILED ${name} - assert [1] == [2]`),
      ];

const FORMS: readonly Form[] = [
  [
    'pytest',
    'pytest',
    (numbers) => ({
      text: [
        rule('test session starts'),
        'collected',
        ...pytestList(numbers),
        rule(pytestSummary(numbers)),
      ].join('\n'),
      failing: pytestNames(numbers),
    }),
  ],
  [
    'pytest -q',
    'pytest',
    (numbers) => ({
      text: [`${'.'.padEnd(72)} [100%]`, ...pytestList(numbers), pytestSummary(numbers)].join('\n'),
      failing: pytestNames(numbers),
    }),
  ],
  [
    'unittest',
    'unittest',
    ({ passed, failed, skipped }) => {
      const names = many(failed, (index) => `test_${index} (test_a.A.test_${index})`);
      const total = passed + failed + skipped;
      const details = listed(', ', [failed, 'failures'], [skipped, 'skipped']).replaceAll(
        /(\d+) (\w+)/g,
        '$2=$1',
      );
      return {
        text: [
          ...names.flatMap((name) => ['='.repeat(70), `FAIL: ${name}`, '-'.repeat(70), 'AssertionError', '']),
          '-'.repeat(70),
          `Ran ${total} test${s(total)} in 0.001s`,
          '',
          `${failed > 0 ? 'FAILED' : 'OK'}${details === '' ? '' : ` (${details})`}`,
        ].join('\n'),
        failing: names,
      };
    },
  ],
  [
    'vitest',
    'vitest',
    ({ passed, failed, skipped }) => {
      const names = many(failed, (index) => `a.test.ts > suite > case ${index}`);
      const total = passed + failed + skipped;
      const tests = listed(' | ', [failed, 'failed'], [passed, 'passed'], [skipped, 'skipped']) || 'no tests';
      return {
        text: [
          ' RUN  v4.1.12 /project',
          '',
          ...names.flatMap((name) => [` FAIL  ${name}`, 'Error: x', '']),
          ` Test Files  ${failed > 0 ? '1 failed' : '1 passed'} (1)`,
          `      Tests  ${tests}${total > 0 ? ` (${total})` : ''}`,
        ].join('\n'),
        failing: names,
      };
    },
  ],
  [
    'jest',
    'jest',
    ({ passed, failed, skipped }) => {
      const names = many(failed, (index) => `case ${index}`);
      const total = passed + failed + skipped;
      const tests = listed(
        ', ',
        [failed, 'failed'],
        [skipped, 'skipped'],
        [passed, 'passed'],
        [total, 'total'],
      );
      return {
        text: [
          `${failed > 0 ? 'FAIL' : 'PASS'} src/a.test.js`,
          ...names.flatMap((name) => [`  ● ${name}`, '', '    x', '']),
          `Test Suites: ${failed > 0 ? '1 failed' : '1 passed'}, 1 total`,
          `Tests:       ${tests || '0 total'}`,
        ].join('\n'),
        failing: names.map((name) => `src/a.test.js › ${name}`),
      };
    },
  ],
  [
    'mocha',
    'mocha',
    ({ passed, failed, skipped }) => {
      const names = many(failed, (index) => `case ${index}`);
      return {
        text: [
          '',
          '',
          `  ${passed} passing (12ms)`,
          ...parts([skipped, 'pending'], [failed, 'failing']).map(([number, word]) => `  ${number} ${word}`),
          '',
          ...names.flatMap((name, index) => [
            `  ${index + 1}) suite`,
            `       ${name}:`,
            '     Error: x',
            '',
          ]),
        ].join('\n'),
        failing: names.map((name) => `suite > ${name}`),
      };
    },
  ],
  [
    'node --test',
    'node-test',
    ({ passed, failed, skipped }) => {
      const names = many(failed, (index) => `case ${index}`);
      const counts = [passed + failed + skipped, 0, passed, failed, 0, skipped, 0, 12.5];
      const words = ['tests', 'suites', 'pass', 'fail', 'cancelled', 'skipped', 'todo', 'duration_ms'];
      return {
        text: [
          ...words.map((word, index) => `ℹ ${word} ${counts[index]}`),
          '',
          ...(failed > 0 ? ['✖ failing tests:'] : []),
          ...names.flatMap((name) => ['', 'test at a.test.js:1:1', `✖ ${name} (0.5ms)`, '  Error: x']),
        ].join('\n'),
        failing: names.map((name) => `a.test.js > ${name}`),
      };
    },
  ],
  [
    'go test -v',
    'go-test',
    ({ passed, failed, skipped }) => {
      const tests = [
        ...many(passed, (index) => ['PASS', `TestP${index}`] as const),
        ...many(failed, (index) => ['FAIL', `TestF${index}`] as const),
        ...many(skipped, (index) => ['SKIP', `TestS${index}`] as const),
      ];
      const none = tests.length === 0 ? ' [no tests to run]' : '';
      return {
        text: [
          ...tests.flatMap(([outcome, name]) => [`=== RUN   ${name}`, `--- ${outcome}: ${name} (0.00s)`]),
          ...(failed > 0
            ? ['FAIL', 'FAIL\texample.com/m\t0.1s', 'FAIL']
            : ['PASS', `ok  \texample.com/m\t0.1s${none}`]),
        ].join('\n'),
        failing: many(failed, (index) => `example.com/m.TestF${index}`),
      };
    },
  ],
  [
    'cargo test',
    'cargo-test',
    ({ passed, failed, skipped }) => {
      const names = many(failed, (index) => `tests::case_${index}`);
      const total = passed + failed + skipped;
      return {
        text: [
          '     Running unittests src/lib.rs (target/debug/deps/calc-0123456789abcdef)',
          '',
          `running ${total} test${s(total)}`,
          ...(failed > 0 ? ['', 'failures:', ...names.map((name) => `    ${name}`), ''] : []),
          `test result: ${failed > 0 ? 'FAILED' : 'ok'}. ${passed} passed; ${failed} failed; ${skipped} ignored; 0 measured; 0 filtered out; finished in 0.00s`,
        ].join('\n'),
        failing: names.map((name) => `calc::${name}`),
      };
    },
  ],
  [
    'Surefire',
    'maven',
    ({ passed, failed, skipped }) => {
      const names = many(failed, (index) => `x.StoreTest.case${index}`);
      const level = failed > 0 ? 'ERROR' : skipped > 0 ? 'WARNING' : 'INFO';
      return {
        text: [
          ...names.flatMap((name) => [
            '',
            `[ERROR] ${name} -- Time elapsed: 0.01 s <<< FAILURE!`,
            'java.lang.AssertionError',
          ]),
          '[INFO] Results:',
          '[INFO] ',
          `[${level}] Tests run: ${passed + failed + skipped}, Failures: ${failed}, Errors: 0, Skipped: ${skipped}`,
          '[INFO] ',
          `[INFO] ${'-'.repeat(72)}`,
        ].join('\n'),
        failing: names,
      };
    },
  ],
  [
    'TAP',
    'tap',
    ({ passed, failed, skipped }) => {
      const points = [
        ...many(passed, (index) => ['ok', `pass ${index}`]),
        ...many(failed, (index) => ['not ok', `fail ${index} # 1`]),
        ...many(skipped, (index) => ['ok', `skip ${index} # SKIP later`]),
      ];
      return {
        text: [
          'TAP version 13',
          ...points.map(([ok, name], index) => `${ok} ${index + 1} - ${name}`),
          `1..${points.length}`,
        ].join('\n'),
        failing: many(failed, (index) => `fail ${index} # 1`),
      };
    },
  ],
  [
    'RSpec',
    'rspec',
    ({ passed, failed, skipped }) => {
      const total = passed + failed + skipped;
      const names = many(failed, (index) => `A case ${index}`);
      return {
        text: [
          'Finished in 0.01 seconds (files took 0.1 seconds to load)',
          `${total} example${s(total)}, ${failed} failure${s(failed)}${skipped > 0 ? `, ${skipped} pending` : ''}`,
          '',
          ...names.map((name, index) => `rspec ./spec/a_spec.rb:${index + 1} # ${name}`),
        ].join('\n'),
        failing: names.map((name) => `./spec/a_spec.rb > ${name}`),
      };
    },
  ],
  [
    'minitest',
    'minitest',
    ({ passed, failed, skipped }) => {
      const names = many(failed, (index) => `A#test_${index}`);
      return {
        text: [
          'Finished in 0.001000s, 3.0 runs/s, 3.0 assertions/s.',
          ...names.flatMap((name, index) => [
            '',
            `  ${index + 1}) Failure:`,
            `${name} [a.rb:1]:`,
            'Expected: 1',
          ]),
          '',
          `${passed + failed + skipped} runs, 3 assertions, ${failed} failures, 0 errors, ${skipped} skips`,
        ].join('\n'),
        failing: names,
      };
    },
  ],
  [
    'PHPUnit',
    'phpunit',
    ({ passed, failed, skipped }) => {
      const total = passed + failed + skipped;
      const names = many(failed, (index) => `ATest::test${index}`);
      const numbers = [
        `Tests: ${total}, Assertions: 3`,
        ...parts([failed, 'Failures'], [skipped, 'Skipped']).map(([n, word]) => `${word}: ${n}`),
      ];
      return {
        text: [
          'Time: 00:00.018, Memory: 4.00 MB',
          '',
          ...(failed > 0 ? [`There ${failed === 1 ? 'was' : 'were'} ${failed} failure${s(failed)}:`] : []),
          ...names.flatMap((name, index) => ['', `${index + 1}) ${name}`, 'Failed asserting.']),
          '',
          ...(total === 0
            ? ['No tests executed!']
            : failed + skipped === 0
              ? [`OK (${total} test${s(total)}, 3 assertions)`]
              : [`${numbers.join(', ')}.`]),
        ].join('\n'),
        failing: names,
      };
    },
  ],
  [
    'ExUnit',
    'mix',
    ({ passed, failed, skipped }) => {
      const total = passed + failed + skipped;
      const names = many(failed, (index) => `test case ${index} (CalcTest)`);
      return {
        text: [
          ...names.map((name, index) => `  ${index + 1}) ${name}`),
          'Finished in 0.03 seconds (0.00s async, 0.03s sync)',
          `${total > 0 ? `${total} test${s(total)}, ` : ''}${failed} failure${s(failed)}${skipped > 0 ? `, ${skipped} skipped` : ''}`,
        ].join('\n'),
        failing: names,
      };
    },
  ],
  [
    'Deno',
    'deno',
    ({ passed, failed, skipped }) => {
      const names = many(failed, (index) => `case ${index} => ./a_test.ts`);
      return {
        text: [
          ' FAILURES ',
          '',
          ...names.map((name) => `${name}:1:6`),
          '',
          `${failed > 0 ? 'FAILED' : 'ok'} | ${passed} passed | ${failed} failed${skipped > 0 ? ` | ${skipped} ignored` : ''} (12ms)`,
        ].join('\n'),
        failing: names,
      };
    },
  ],
  [
    'bun',
    'bun-test',
    ({ passed, failed, skipped }) => {
      const names = many(failed, (index) => `case ${index}`);
      const total = passed + failed + skipped;
      return {
        text: [
          'bun test v1.4.5 (a7733435c)',
          '',
          'a.test.ts:',
          ...names.map((name) => `(fail) ${name} [0.10ms]`),
          '',
          ` ${passed} pass`,
          ...(skipped > 0 ? [` ${skipped} skip`] : []),
          ` ${failed} fail`,
          `Ran ${total} test${s(total)} across 1 file. [8.00ms]`,
        ].join('\n'),
        failing: names.map((name) => `a.test.ts > ${name}`),
      };
    },
  ],
  [
    'Playwright',
    'playwright',
    ({ passed, failed, skipped }) => {
      const names = many(failed, (index) => `case ${index}`);
      const total = passed + failed + skipped;
      return {
        text: [
          `Running ${total} test${s(total)} using 1 worker`,
          '',
          ...(total === 0 ? ['Error: No tests found'] : []),
          ...(failed > 0 ? [`  ${failed} failed`] : []),
          ...names.map((name, index) => `    a.spec.ts:${index + 1}:5 › ${name} ────`),
          ...(skipped > 0 ? [`  ${skipped} skipped`] : []),
          ...(passed > 0 ? [`  ${passed} passed (1.2s)`] : []),
        ].join('\n'),
        failing: names.map((name) => `a.spec.ts › ${name}`),
      };
    },
  ],
  [
    'ctest',
    'ctest',
    ({ passed, failed, skipped }) => {
      const total = passed + failed + skipped;
      const names = many(failed, (index) => `case ${index}`);
      return {
        text: [
          total === 0
            ? 'No tests were found!!!'
            : `${Math.round(((total - failed) / total) * 100)}% tests passed, ${failed} tests failed out of ${total}`,
          '',
          'Total Test time (real) =   1.10 sec',
          ...(skipped > 0 ? ['', 'The following tests did not run:'] : []),
          ...many(skipped, (index) => `\t  ${index + 1} - skip ${index} (Skipped)`),
          ...(failed > 0 ? ['', 'The following tests FAILED:'] : []),
          ...names.map((name, index) => `\t ${index + 10} - ${name} (Failed)`),
        ].join('\n'),
        failing: names,
      };
    },
  ],
];

const numbers = fc.record({
  passed: fc.nat({ max: 12 }),
  failed: fc.nat({ max: 5 }),
  skipped: fc.nat({ max: 5 }),
});

describe('a summary in the form of its runner says its numbers and names', () => {
  test.each(FORMS)('%s', (_, program, render) => {
    fc.assert(
      fc.property(numbers, ({ passed, failed, skipped }) => {
        const { text, failing } = render({ passed, failed, skipped });
        const read = readResults({ program, output: text, outputWhole: true });
        if (passed + failed === 0) expect(read).toEqual(empty(expect.any(String)));
        else expect(read).toEqual(counted(passed, failed, skipped, failing));
        expect(readResults({ program: null, output: text, outputWhole: true })).toEqual(read);
      }),
      { numRuns: 40 },
    );
  });
});
