import { runnerOfPlace } from '../core/report-places.ts';
import type { TestReport } from '../core/types.ts';
import type { ReadReports } from '../session-types.ts';
import { readCtrf } from './ctrf.ts';
import { readJsonReports } from './json-reports.ts';
import { readJunitXml } from './junit-xml.ts';
import { reportOfTests, type SettledTest, settledTests } from './reported-tests.ts';
import { sumOfReports } from './suites.ts';
import { tap } from './tap.ts';

type Content =
  | { kind: 'tests'; tests: readonly SettledTest[] }
  | { kind: 'report'; form: 'ctrf' | 'json' | 'tap'; report: TestReport }
  /** Begun as a report, and not whole. */
  | { kind: 'damaged' }
  | { kind: 'foreign' };

type Read = { path: string; content: Content };

/**
 * What the report files of a runner say together. Several files are several suites, added up; the same tests told twice (a copy,
 * an aggregate, another form) count once. Of forms that say different things the one with more failures speaks, then the one
 * with more tests. Where a file is not whole, only failures are believed.
 */
export const readReports: ReadReports = ({ program, files }) => {
  const read = withoutCopies(files).map(({ path, text }) => ({
    path,
    content: contentOf(path, text, program),
  }));
  const told = [reportOfJunit(read), ...FORMS.map((form) => reportOfForm(read, form))];
  const report = told.reduce((best, one) => (isHeavier(one, best) ? one : best));
  const isWhole = read.every(({ content }) => content.kind !== 'damaged');
  return {
    report: isWhole ? report : failuresOf(report),
    paths: read.filter(({ content }) => 'tests' in content || 'report' in content).map(({ path }) => path),
    failingIn: read.filter((file) => failed(reportOfOne(file)) > 0).map(({ path }) => path),
  };
};

const FORMS = ['ctrf', 'json', 'tap'] as const;

/** Of XML the tests are compared. */
function withoutCopies<File extends { path: string; text: string | null }>(
  files: readonly File[],
): readonly File[] {
  const texts = new Set<string>();
  return files.filter(({ path, text }) => {
    if (text === null || path.endsWith('.xml')) return true;
    const isNew = !texts.has(text);
    texts.add(text);
    return isNew;
  });
}

function contentOf(path: string, text: string | null, program: string | null): Content {
  if (text === null) return { kind: 'damaged' };
  if (path.endsWith('.tap')) return contentOfForm('tap', tap.read(text));
  if (path.endsWith('.xml')) {
    const file = readJunitXml(text.replace(/^\uFEFF/, ''));
    if (file.kind !== 'read') return { kind: file.kind };
    const runners = [program, file.writer, runnerOfPlace(path)];
    return { kind: 'tests', tests: settledTests(file.tests, runners) };
  }
  const ctrf = readCtrf(text);
  return ctrf.kind === 'read'
    ? contentOfForm('ctrf', ctrf.report)
    : contentOfForm('json', readJsonReports(text));
}

function contentOfForm(form: (typeof FORMS)[number], report: TestReport): Content {
  return report.kind === 'silent' ? { kind: 'foreign' } : { kind: 'report', form, report };
}

function reportOfForm(read: readonly Read[], form: (typeof FORMS)[number]): TestReport {
  return sumOfReports(
    read.flatMap(({ content }) =>
      content.kind === 'report' && content.form === form ? [content.report] : [],
    ),
  );
}

/** Larger files first: one whose tests were all told, to the time that each took, is a part of them again. */
function reportOfJunit(read: readonly Read[]): TestReport {
  const files = read.flatMap(({ path, content }) =>
    content.kind === 'tests' ? [{ path, tests: content.tests }] : [],
  );
  if (files.length === 0) return { kind: 'silent' };
  const told = new Set<string>();
  const tests: SettledTest[] = [];
  for (const file of files.toSorted((one, other) => other.tests.length - one.tests.length)) {
    if (runnerOfPlace(file.path) === null && file.tests.every(({ key }) => told.has(key))) continue;
    for (const { key } of file.tests) told.add(key);
    tests.push(...file.tests);
  }
  return reportOfTests(tests);
}

function reportOfOne(file: Read): TestReport {
  return file.content.kind === 'report' ? file.content.report : reportOfJunit([file]);
}

function isHeavier(one: TestReport, other: TestReport): boolean {
  if (one.kind === 'silent' || one.kind === 'no-summary') return false;
  if (other.kind === 'silent' || other.kind === 'no-summary') return true;
  return failed(one) - failed(other) > 0 || (failed(one) === failed(other) && all(one) > all(other));
}

function failed(report: TestReport): number {
  return report.kind === 'counted' ? report.counts.failed : 0;
}

function all(report: TestReport): number {
  if (report.kind !== 'counted') return 0;
  const { passed, failed, skipped } = report.counts;
  return passed + failed + skipped;
}

function failuresOf(report: TestReport): TestReport {
  return failed(report) > 0 && report.kind === 'counted'
    ? { ...report, namesComplete: false }
    : { kind: 'silent' };
}
