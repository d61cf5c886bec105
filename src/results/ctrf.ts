import type { TestReport } from '../core/types.ts';
import { reportOf } from './suites.ts';

/** A CTRF file. `damaged`: cut off, or no JSON. `foreign`: it is something else. */
export type CtrfFile = { kind: 'read'; report: TestReport } | { kind: 'damaged' | 'foreign'; error: string };

/** Reads a CTRF file (Common Test Report Format, JSON). A truncated or foreign file is an error. */
export function readCtrf(text: string): CtrfFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return {
      kind: 'damaged',
      error: `not readable as JSON: ${error instanceof Error ? error.message : error}`,
    };
  }
  const summary = at(at(value, 'results'), 'summary');
  const [tests, passed, failed] = [
    count(summary, 'tests'),
    count(summary, 'passed'),
    count(summary, 'failed'),
  ];
  if (tests === null || passed === null || failed === null) {
    return { kind: 'foreign', error: 'no CTRF: results.summary has no counts' };
  }
  const note = tests === 0 ? '0 tests' : null;
  const skipped = Math.max(0, tests - passed - failed);
  return { kind: 'read', report: reportOf([{ passed, failed, skipped, note }], failingNames(value)) };
}

function failingNames(value: unknown): string[] {
  const tests = at(at(value, 'results'), 'tests');
  if (!Array.isArray(tests)) return [];
  return tests.flatMap((test: unknown) => {
    const name = at(test, 'name');
    if (at(test, 'status') !== 'failed' || typeof name !== 'string') return [];
    const suite = at(test, 'suite');
    const path = Array.isArray(suite) ? suite.join(' > ') : suite;
    return [typeof path === 'string' && path !== '' ? `${path} > ${name}` : name];
  });
}

function at(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

function count(value: unknown, key: string): number | null {
  const found = at(value, key);
  return typeof found === 'number' ? found : null;
}
