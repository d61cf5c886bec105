import { describe, expect, it } from 'vitest';
import { judgeRun } from '../../../src/core/judge-run.ts';
import { readCommand } from '../../../src/core/shell/reading.ts';
import { judged, testified } from '../readings.ts';

const MAKEFILE =
  'test:\n\tpytest -q\nboth:\n\tpytest -q a\n\tpytest -q b\nlinted:\n\truff check .\n\tpytest -q\n';
const PACKAGE = JSON.stringify({
  scripts: {
    test: 'vitest run',
    posttest: 'node after.js',
    ci: 'eslint . && vitest run',
    fast: 'vitest run --bail=1',
  },
});
const FILES: Readonly<Record<string, string>> = { Makefile: MAKEFILE, 'package.json': PACKAGE };
const project = {
  read: (path: string) => FILES[path] ?? null,
  isFile: (path: string) => path in FILES,
  isDirectory: () => false,
};

const PYTEST = 'FAILED tests/test_a.py::test - assert 1 == 2\n1 failed, 4 passed in 0.12s\n';
const STOPPED = `${'!'.repeat(20)} stopping after 1 failures ${'!'.repeat(20)}\n${PYTEST}`;
const VITEST = ' FAIL  a.test.js > adds\n\n Test Files  1 failed (1)\n      Tests  1 failed | 4 passed (5)\n';
const GO = '--- FAIL: TestA (0.00s)\n    a_test.go:5: no\nFAIL\nFAIL\tx/a\t0.003s\nok  \tx/b\t0.002s\nFAIL\n';
const CARGO =
  'test a ... FAILED\n\ntest result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out\n\n';

describe('a red run that may have left tests out', () => {
  const rows: readonly [name: string, line: string, output: string, stopped: string | null][] = [
    ['a runner that goes to its end', 'pytest -q', PYTEST, null],
    ['a runner that says that it stopped', 'pytest -q', STOPPED, 'the runner stopped at the first failures'],
    [
      'a runner that was told to stop',
      'go test -failfast ./...',
      GO,
      '`-failfast` stops at the first failure',
    ],
    ['go tells of all packages', 'go test ./...', GO, null],
    [
      'a package that panicked',
      'go test ./...',
      '--- FAIL: TestA (0.00s)\npanic: no\n\ngoroutine 7 [running]:\nFAIL\tx/a\t0.003s\nok  \tx/b\t0.002s\nFAIL\n',
      'the tests of x/a ended before their time',
    ],
    [
      'a package that is not built',
      'go test ./...',
      'FAIL\tx/a [build failed]\nok  \tx/b\t0.002s\nFAIL\n',
      'a package could not be built, so none of its tests ran',
    ],
    [
      'cargo stops at a test program',
      'cargo test',
      `${CARGO}error: test failed, to rerun pass \`--lib\`\n`,
      'cargo stops at the first failing test program',
    ],
    [
      'cargo that goes on',
      'cargo test --no-fail-fast',
      `${CARGO}error: test failed, to rerun pass \`--lib\`\n${CARGO}error: 1 target failed:\n    \`--lib\`\n`,
      null,
    ],
    ['a recipe of one step', 'make test', PYTEST, null],
    ['a recipe of two', 'make both', PYTEST, '`make both` has more than one step'],
    ['a test that is the last step', 'make linted', PYTEST, null],
    ['a script with another behind it', 'npm test', VITEST, '`npm test` has more than one step'],
    ['a script whose last step tests', 'npm run ci', VITEST, null],
    ['a script that stops at a failure', 'npm run fast', VITEST, '`--bail=1` stops at the first failure'],
    ['a green run', 'make both', '5 passed in 0.1s\n', null],
  ];
  it.each(rows)('%s', (_, line, output, stopped) => {
    const status = output.includes('FAIL') ? 1 : 0;
    const run = judgeRun(judged([], { reading: readCommand(line, { project }), output, status }));
    expect(run.stopped ?? null).toBe(stopped);
  });

  it('a command behind it that did not run', () => {
    const line = 'pytest -q tests/a && npx vitest run';
    const testimony = testified([{ text: 'pytest -q tests/a', statuses: [1] }]);
    const reading = readCommand(line, { project });
    const run = judgeRun(judged([], { reading, output: PYTEST, status: 1, testimony }));
    expect(run.stopped).toBe('`npx vitest run` did not run');
  });

  it('names are not all where a command failed that named none', () => {
    const reading = readCommand('pytest -q; python check.py', { project });
    const commands = ['pytest -q', 'python check.py'].map((text) => ({ text, statuses: [1] }));
    const run = judgeRun(judged([], { reading, output: PYTEST, status: 1, testimony: testified(commands) }));
    expect([run.failing, run.namesComplete]).toEqual([['tests/test_a.py::test'], false]);
  });
});
