import { SaxesParser } from 'saxes';
import type { TestReport } from '../core/types.ts';
import { reportOf } from './suites.ts';

/** A report file that a run wrote. `damaged`: cut off, or not what its name says; it is evidence of nothing. */
export type FileReport = { kind: 'read'; report: TestReport } | { kind: 'damaged'; error: string };

type Case = { name: string; failed: boolean; skipped: boolean };

/** Reads a JUnit XML file. A truncated file is an error, never a shorter success. */
export function readJunitXml(text: string): FileReport {
  const parser = new SaxesParser();
  const cases: Case[] = [];
  let open: Case | null = null;
  let root: string | null = null;
  parser.on('opentag', ({ name, attributes }) => {
    root ??= name;
    if (name === 'testcase') {
      open = { name: caseName(attributes), failed: false, skipped: false };
      cases.push(open);
    }
    if (open === null) return;
    if (name === 'failure' || name === 'error') open.failed = true;
    if (name === 'skipped') open.skipped = true;
  });
  parser.on('closetag', ({ name }) => {
    if (name === 'testcase') open = null;
  });
  try {
    parser.write(text).close();
  } catch (error) {
    return {
      kind: 'damaged',
      error: `not readable as XML: ${error instanceof Error ? error.message : error}`,
    };
  }
  if (root !== 'testsuites' && root !== 'testsuite') {
    return { kind: 'damaged', error: `no JUnit XML: the root is <${root ?? ''}>` };
  }
  return { kind: 'read', report: reportOfCases(cases) };
}

/** A todo or an expected failure has both marks, and is no failure. */
function reportOfCases(cases: readonly Case[]): TestReport {
  const failing = cases.filter(({ failed, skipped }) => failed && !skipped);
  const skipped = cases.filter((one) => one.skipped).length;
  const passed = cases.length - failing.length - skipped;
  const suite = { passed, failed: failing.length, skipped, note: cases.length === 0 ? 'no test case' : null };
  return reportOf(
    [suite],
    failing.map(({ name }) => name),
  );
}

function caseName(attributes: Readonly<{ name?: unknown; classname?: unknown }>): string {
  const { name, classname: group } = attributes;
  const title = typeof name === 'string' ? name : '';
  return typeof group === 'string' && group !== '' && group !== 'test' ? `${group} > ${title}` : title;
}

/** JUnit XML that a runner printed instead of a summary. */
export function readPrintedJunit(output: string): TestReport {
  const start = /^(?:<\?xml |<testsuites?[ >])/m.exec(output)?.index ?? -1;
  const end = Math.max(output.lastIndexOf('</testsuites>'), output.lastIndexOf('</testsuite>'));
  if (start < 0 || end < start) return { kind: 'silent' };
  const close = output.startsWith('</testsuites>', end) ? '</testsuites>' : '</testsuite>';
  const file = readJunitXml(output.slice(start, end + close.length));
  return file.kind === 'read' ? file.report : { kind: 'silent' };
}
