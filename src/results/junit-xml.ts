import { SaxesParser } from 'saxes';
import type { TestReport } from '../core/types.ts';
import { type ReportedTest, reportOfTests, settledTests } from './reported-tests.ts';

/** A JUnit XML file. `damaged`: cut off, it is evidence of nothing. `foreign`: it is something else. */
export type JunitFile =
  /** `writer`: the runner that it says to come from, by its key in the catalogue; null: it does not say so. */
  | { kind: 'read'; tests: readonly ReportedTest[]; writer: string | null }
  | { kind: 'damaged' | 'foreign'; error: string };

/** Attributes of a test that say it without an element: CTest, GoogleTest, behave. */
const NOT_RUN = /^(?:disabled|notrun|skipped|ignored|suppressed|untested)$/i;
const FAILED = /^(?:fail|failed|failure|error)$/i;

/** Reads a JUnit XML file. A truncated file is an error, never a shorter success. */
export function readJunitXml(text: string): JunitFile {
  const parser = new SaxesParser();
  const tests: ReportedTest[] = [];
  const seen: Seen = { root: null, writer: null };
  collect(parser, tests, seen);
  try {
    parser.write(text).close();
  } catch (error) {
    const kind = seen.root === null || isRoot(seen.root) ? 'damaged' : 'foreign';
    return { kind, error: `not readable as XML: ${error instanceof Error ? error.message : error}` };
  }
  if (!isRoot(seen.root)) {
    return { kind: 'foreign', error: `no JUnit XML: the root is <${seen.root ?? ''}>` };
  }
  return { kind: 'read', tests, writer: seen.writer };
}

type Seen = { root: string | null; writer: string | null };

function writerOf(name: string, said: (attribute: string) => string): string | null {
  if (name === 'testsuite' && said('name') === 'pytest') return 'pytest';
  if (name === 'testsuites' && said('name') === 'nextest-run') return 'nextest';
  if (name === 'property' && said('name') === 'go.version') return 'go-test';
  return said('xsi:noNamespaceSchemaLocation').includes('surefire') ? 'maven' : null;
}

function isRoot(name: string | null): boolean {
  return name === 'testsuites' || name === 'testsuite';
}

type Marks = { failed: boolean; skipped: boolean };

/**
 * A todo or an expected failure has both marks, and is no failure. A test that passed when it was run again has none:
 * its first failures are called otherwise (`flakyFailure`).
 */
function collect(parser: SaxesParser, tests: ReportedTest[], seen: Seen): void {
  const suites: { name: string; timestamp: string }[] = [];
  let open: (Omit<ReportedTest, 'outcome'> & Marks) | null = null;
  parser.on('opentag', ({ name, attributes }) => {
    seen.root ??= name;
    const said = (key: string): string => String(Reflect.get(attributes, key) ?? '');
    seen.writer ??= writerOf(name, said);
    if (name === 'testsuite') suites.push({ name: said('name'), timestamp: said('timestamp') });
    if (name === 'testcase') {
      open = {
        name: said('name'),
        group: said('classname'),
        file: said('file'),
        suites: suites.map((suite) => suite.name),
        stamp: `${suites.at(-1)?.timestamp ?? ''} ${said('time')}`,
        failed: FAILED.test(said('status')) || FAILED.test(said('result')),
        skipped: NOT_RUN.test(said('status')) || NOT_RUN.test(said('result')),
      };
    }
    if (open === null) return;
    if (name === 'failure' || name === 'error') open.failed = true;
    if (name === 'skipped') open.skipped = true;
  });
  parser.on('closetag', ({ name }) => {
    if (name === 'testsuite') suites.pop();
    if (name !== 'testcase' || open === null) return;
    const { failed, skipped, ...test } = open;
    const passed = isWholeFile(test) ? 'skipped' : 'passed';
    tests.push({ ...test, outcome: skipped ? 'skipped' : failed ? 'failed' : passed });
    open = null;
  });
}

/** Node lists a file that held no test (or ended itself before its tests) as a test of its name. */
function isWholeFile({ name, group }: Pick<ReportedTest, 'name' | 'group'>): boolean {
  return group === 'test' && /\.[cm]?[jt]sx?$/.test(name);
}

/** JUnit XML that a runner printed instead of a summary. */
export function readPrintedJunit(output: string): TestReport {
  const start = /^(?:<\?xml |<testsuites?[ >])/m.exec(output)?.index ?? -1;
  const end = Math.max(output.lastIndexOf('</testsuites>'), output.lastIndexOf('</testsuite>'));
  if (start < 0 || end < start) return { kind: 'silent' };
  const close = output.startsWith('</testsuites>', end) ? '</testsuites>' : '</testsuite>';
  const file = readJunitXml(output.slice(start, end + close.length));
  return file.kind === 'read' ? reportOfTests(settledTests(file.tests, [file.writer])) : { kind: 'silent' };
}
