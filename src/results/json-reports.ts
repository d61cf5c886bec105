import type { TestCounts, TestReport } from '../core/types.ts';
import { reportOf, sumOfReports } from './suites.ts';

/** JSON that a runner printed instead of its summary: Jest and Vitest (one object), Mocha (`stats`). */
export function readJsonReports(output: string): TestReport {
  if (!output.includes('"numPassedTests"') && !output.includes('"passes"')) return { kind: 'silent' };
  const found = candidates(output).flatMap((text) => {
    const value = parsed(text);
    return value === null ? [] : [jestReport(value) ?? mochaReport(value) ?? ({ kind: 'silent' } as const)];
  });
  return sumOfReports(found);
}

/** Objects that begin at the start of a line: on one line, or until a line that closes them. */
function candidates(output: string): string[] {
  const lines = output.split('\n');
  const found: string[] = [];
  let start: number | null = null;
  lines.forEach((line, index) => {
    if (line.startsWith('{"')) found.push(line);
    else if (/^\s*\{$/.test(line)) start ??= index;
    else if (line === '}' && start !== null) {
      found.push(lines.slice(start, index + 1).join('\n'));
      start = null;
    }
  });
  return found;
}

function parsed(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

function numberAt(value: object, key: string): number | null {
  const found: unknown = Reflect.get(value, key);
  return typeof found === 'number' ? found : null;
}

function listAt(value: object, key: string): object[] {
  const found: unknown = Reflect.get(value, key);
  return Array.isArray(found) ? found.filter((item) => typeof item === 'object' && item !== null) : [];
}

function textAt(value: object, key: string): string {
  const found: unknown = Reflect.get(value, key);
  return typeof found === 'string' ? found : '';
}

function jestReport(value: object): TestReport | null {
  const [passed, failed] = [numberAt(value, 'numPassedTests'), numberAt(value, 'numFailedTests')];
  if (passed === null || failed === null) return null;
  const skipped = (numberAt(value, 'numPendingTests') ?? 0) + (numberAt(value, 'numTodoTests') ?? 0);
  const files = listAt(value, 'testResults');
  const tests = files.flatMap((file) => listAt(file, 'assertionResults'));
  const failing = tests.flatMap((test) =>
    textAt(test, 'status') === 'failed' ? [textAt(test, 'fullName')] : [],
  );
  const unloaded = files.filter(
    (file) => textAt(file, 'status') === 'failed' && listAt(file, 'assertionResults').length === 0,
  );
  const all = [...failing, ...unloaded.map((file) => textAt(file, 'name'))];
  const counts = tests.length > 0 ? countsOf(tests) : { passed, failed, skipped };
  return reportOf([{ ...counts, failed: counts.failed + unloaded.length, note: null }], all);
}

/** Until Vitest 2 the numbers above the list take what was skipped for passed. */
function countsOf(tests: readonly object[]): TestCounts {
  const of = (status: string) => tests.filter((test) => textAt(test, 'status') === status).length;
  const [passed, failed] = [of('passed'), of('failed')];
  return { passed, failed, skipped: tests.length - passed - failed };
}

function mochaReport(value: object): TestReport | null {
  const stats: unknown = Reflect.get(value, 'stats');
  if (typeof stats !== 'object' || stats === null) return null;
  const [passed, failed] = [numberAt(stats, 'passes'), numberAt(stats, 'failures')];
  if (passed === null || failed === null) return null;
  const failing = listAt(value, 'failures').map((test) => textAt(test, 'fullTitle'));
  return reportOf([{ passed, failed, skipped: numberAt(stats, 'pending') ?? 0, note: null }], failing);
}
