import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCtrf } from '../../src/results/ctrf.ts';
import { type JunitFile, readJunitXml } from '../../src/results/junit-xml.ts';
import { reportOfTests, settledTests } from '../../src/results/reported-tests.ts';
import { counted, empty } from './expected.ts';

const reportOf = (file: JunitFile) =>
  file.kind === 'read' ? reportOfTests(settledTests(file.tests, [file.writer])) : file;
const fixture = (name: string) =>
  readFileSync(join(import.meta.dirname, '../fixtures/results', name), 'utf8');

describe('JUnit XML that a run wrote', () => {
  test.each([
    ['junit/pytest-9.2-mixed.xml', counted(2, 1, 2, ['test_d.py::test_bad'])],
    ['junit/vitest-4.1-mixed.xml', counted(1, 1, 2, ['d.test.js > four'])],
    ['junit/node-20-mixed.xml', counted(2, 1, 2, ['child bad'])],
    ['junit/surefire-3.2-green.xml', counted(2, 0, 0)],
    ['junit/surefire-3.2-red.xml', counted(1, 2, 1, ['x.StoreTest.loses', 'x.StoreTest.throwsIt'])],
  ])('%s', (name, report) => {
    expect(reportOf(readJunitXml(fixture(name)))).toEqual(report);
  });

  test('an empty suite ran nothing', () => {
    expect(reportOf(readJunitXml('<testsuites/>'))).toEqual(empty('no test case'));
  });

  test('cut anywhere, it is an error and never a shorter success', () => {
    const whole = fixture('junit/pytest-9.2-mixed.xml').trimEnd();
    for (let length = 0; length < whole.length; length += 7) {
      expect(readJunitXml(whole.slice(0, length)).kind).toBe('damaged');
    }
  });

  test('another root is no JUnit XML', () => {
    expect(readJunitXml('<html></html>')).toEqual({
      kind: 'foreign',
      error: 'no JUnit XML: the root is <html>',
    });
  });
});

describe('CTRF that a run wrote', () => {
  test.each([
    ['ctrf/mocha-ctrf-mixed.json', counted(1, 2, 2, ['four', 'h "before each" hook for "five"'])],
    ['ctrf/mocha-ctrf-green.json', counted(2, 0, 0)],
    ['ctrf/mocha-ctrf-skipped.json', empty('all 2 skipped')],
  ])('%s', (name, report) => {
    expect(readCtrf(fixture(name))).toEqual({ kind: 'read', report });
  });

  test('cut or foreign, it is an error', () => {
    const whole = fixture('ctrf/mocha-ctrf-mixed.json').trimEnd();
    expect(readCtrf(whole.slice(0, -1)).kind).toBe('damaged');
    expect(readCtrf('{"results":{}}')).toEqual({
      kind: 'foreign',
      error: 'no CTRF: results.summary has no counts',
    });
    expect(readCtrf('null').kind).toBe('foreign');
  });
});
