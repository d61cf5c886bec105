import { describe, expect, test } from 'vitest';
import { readResults } from '../../src/results/index.ts';
import { counted } from './expected.ts';

const read = (program: string | null, output: string) => readResults({ program, output, outputWhole: true });

describe('a summary without what stands around it', () => {
  test.each<[program: string, output: string, passed: number, failed: number, skipped: number]>([
    ['pytest', '.....\n5 passed', 5, 0, 0],
    ['pytest', '== 1 failed, 4 passed, 2 warnings in 0.1s ==', 4, 1, 0],
    ['jest', 'Tests: 1 failed, 2 passed, 3 total', 2, 1, 0],
    ['vitest', 'Tests  3 passed (3)', 3, 0, 0],
    ['mocha', '3 passing', 3, 0, 0],
    ['mocha', '2 passing (5ms)\n1 failing', 2, 1, 0],
    ['cargo-test', 'test result: FAILED. 4 passed; 1 failed', 4, 1, 0],
    ['go-test', 'ok      example.com/a   0.012s', 1, 0, 0],
    ['go-test', '--- FAIL: TestA (0.00s)\nFAIL', 0, 2, 0],
    ['mix', '3 doctests, 5 tests, 1 failure, 1 skipped', 3, 1, 1],
    ['bats', '2 tests, 0 failures', 2, 0, 0],
    ['node-test', '# pass 2\n# fail 1', 2, 1, 0],
    ['unittest', 'OK', 1, 0, 0],
    ['maven', 'Tests run: 5, Failures: 1, Errors: 1, Skipped: 1\nBUILD FAILURE', 2, 2, 1],
    ['dotnet', 'Failed!  - Failed: 1, Passed: 4, Skipped: 0, Total: 5', 4, 1, 0],
    ['npm', '> jest\n\nTests: 1 failed, 2 passed, 3 total', 2, 1, 0],
    ['make', '3 passing (10ms)', 3, 0, 0],
  ])('%s: %j', (program, output, passed, failed, skipped) => {
    const names = failed === 0 ? 'complete' : 'incomplete';
    expect(read(program, output)).toEqual(counted(passed, failed, skipped, [], names));
  });

  test.each<[program: string, output: string]>([
    ['bun-test', '0 pass\n0 fail'],
    ['make', '0 passing (1ms)'],
    ['swift', 'Executed 0 tests, with 0 failures (0 unexpected) in 0.0 (0.0) seconds'],
    ['dotnet', 'Total tests: 0'],
  ])('%s says that it ran nothing: %j', (program, output) => {
    expect(read(program, output).kind).toBe('empty');
  });

  test('a whole form is read alone, whatever else looks like a summary', () => {
    const inner = 'Tests: 7 failed, 2 passed, 9 total\n';
    const outer = '============================== 5 passed in 0.12s ==============================\n';
    expect(read('pytest', inner + outer)).toEqual(counted(5, 0, 0));
  });

  test.each<[name: string, program: string | null, output: string]>([
    ['words within a line', 'npm', 'retry: 1 failed, 2 passed so far, going on'],
    ['a program that is no test', null, '1 failed, 4 passed'],
    ['plain words of a task', 'make', 'ok\nFAILED\nPASS'],
  ])('says nothing of %s', (_, program, output) => {
    expect(read(program, output).kind).toBe('silent');
  });

  test('a test whose runner is not known is read as a task', () => {
    const request = { program: null, output: 'Tests: 1 failed, 2 passed, 3 total', outputWhole: true };
    expect(readResults({ ...request, tests: true })).toEqual(counted(2, 1, 0, [], 'incomplete'));
  });

  test('a runner that always sums up and did not', () => {
    expect(read('pytest', 'collected 5 items\n\ntests/test_a.py ').kind).toBe('no-summary');
  });
});
