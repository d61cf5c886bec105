import { describe, expect, it } from 'vitest';
import { reportFilesOf } from '../../../src/core/judge/report-files.ts';
import { judgeRun } from '../../../src/core/judge-run.ts';
import type { WrittenReport } from '../../../src/core/ports.ts';
import { reportPlaces } from '../../../src/core/report-places.ts';
import { readCommand } from '../../../src/core/shell/reading.ts';
import { readResults } from '../../../src/results/index.ts';
import { readReports } from '../../../src/results/report-files.ts';

const root = '/project';

/** `passed` and `failed` tests of a class. */
function junit(passed: number, failed: number, group = 'c'): string {
  const cases = Array.from({ length: passed + failed }, (_, index) => {
    const inner = index < failed ? '<failure/>' : '';
    return `<testcase classname="${group}" name="t${index}" time="0.${index}">${inner}</testcase>`;
  });
  return `<testsuite name="${group}">${cases.join('')}</testsuite>`;
}

type Given = { line: string; files: Readonly<Record<string, string>>; status?: number; output?: string };

/** The line as it ends with these files written: its result, its counts, the names, what it says. */
function judged({ line, files, status = 0, output = '' }: Given) {
  const reading = readCommand(line);
  const place = { root, directory: '.' };
  const named = reportPlaces(reading, place)?.named ?? [];
  const written: WrittenReport[] = Object.entries(files).map(([path, text]) => {
    const absolute = path.startsWith('/') ? path : `${root}/${path}`;
    return { path: absolute, text, command: named.find((one) => one.path === absolute)?.command ?? null };
  });
  return judgeRun({
    reading,
    exit: { kind: 'exited', code: status },
    output,
    outputWhole: true,
    testimony: { kind: 'none', why: 'no witness' },
    background: false,
    readResults,
    reportFiles: reportFilesOf({ written, reading, place, readReports }),
    asked: 'agent',
    isProjectFile: () => false,
    isOutside: (path) => path.startsWith('/') && !path.startsWith(root),
  });
}

const GREEN = junit(3, 0);
const RED = junit(2, 1);
const NONE = junit(0, 0);
const SKIPPED = '<testsuite><testcase name="a"><skipped/></testcase></testsuite>';

const rows: readonly [name: string, given: Given, result: string, tests: string | null][] = [
  [
    'a silent green gets its counts',
    { line: 'mvn -q test', files: { 'target/surefire-reports/TEST-A.xml': GREEN } },
    'green',
    '3 0 0',
  ],
  [
    'a filtered green gets its counts',
    { line: 'pytest --junitxml=a.xml | tail -0', files: { 'a.xml': GREEN } },
    'green',
    '3 0 0',
  ],
  [
    'a file in a usual place counts where nothing was printed',
    { line: 'npx jest > /dev/null', files: { 'junit.xml': GREEN } },
    'green',
    '3 0 0',
  ],
  [
    'failures make it red although it ended 0',
    { line: 'pytest --junitxml=a.xml > /dev/null', files: { 'a.xml': RED } },
    'red',
    '2 1 0',
  ],
  [
    'failures make a masked one red',
    { line: 'pytest -q --junitxml=a.xml > /dev/null || true', files: { 'a.xml': RED } },
    'red',
    '2 1 0',
  ],
  [
    'Maven told to ignore its failures is red',
    {
      line: 'mvn -q test -Dmaven.test.failure.ignore=true',
      files: { 'target/surefire-reports/TEST-A.xml': RED },
    },
    'red',
    '2 1 0',
  ],
  [
    'passes leave a masked one masked',
    { line: 'pytest -q --junitxml=a.xml > /dev/null || true', files: { 'a.xml': GREEN } },
    'masked',
    '3 0 0',
  ],
  [
    'passes leave a background job unknown',
    { line: 'pytest --junitxml=a.xml > /dev/null & wait', files: { 'a.xml': GREEN } },
    'unknown',
    '3 0 0',
  ],
  [
    'passes leave a failed line failed',
    { line: 'pytest --junitxml=a.xml > /dev/null', status: 1, files: { 'a.xml': GREEN } },
    'red',
    '3 0 0',
  ],
  [
    'a filter that can explain the failure leaves it unknown',
    { line: 'pytest --junitxml=a.xml | grep x', status: 1, files: { 'a.xml': GREEN } },
    'unknown',
    '3 0 0',
  ],
  [
    'failures show that it was not the filter',
    { line: 'pytest --junitxml=a.xml | grep x', status: 1, files: { 'a.xml': RED } },
    'red',
    '2 1 0',
  ],
  [
    'no test ran',
    { line: 'mvn -q test', files: { 'target/surefire-reports/TEST-A.xml': NONE } },
    'empty',
    '0 0 0',
  ],
  [
    'all skipped',
    { line: 'pytest --junitxml=a.xml > /dev/null', files: { 'a.xml': SKIPPED } },
    'empty',
    '0 0 0',
  ],
  [
    'a runner that prints nothing but its file is not without a summary',
    { line: 'npx jest', files: { 'junit.xml': GREEN } },
    'green',
    '3 0 0',
  ],
  [
    'printed and written are the same tests',
    { line: 'pytest --junitxml=a.xml', output: '3 passed in 0.1s', files: { 'a.xml': GREEN } },
    'green',
    '3 0 0',
  ],
  [
    'of a part of the words the file knows the rest',
    {
      line: 'mvn test | tail -3',
      output: '[INFO] Tests run: 1, Failures: 0, Errors: 0, Skipped: 0',
      files: { 'target/surefire-reports/TEST-A.xml': GREEN },
    },
    'green',
    '3 0 0',
  ],
  [
    'words that were forged do not hide what the named file shows',
    { line: 'pytest --junitxml=a.xml', output: '9 passed in 0.1s', files: { 'a.xml': RED } },
    'red',
    '2 1 0',
  ],
  [
    'a summary is believed before a file that only lies where reports usually do',
    { line: 'pytest', output: '9 passed in 0.1s', files: { 'reports/a.xml': RED } },
    'green',
    '9 0 0',
  ],
  [
    'a runner that ran nothing is not made red by a file of somebody else',
    { line: 'pytest -k no', output: 'no tests ran in 0.1s', files: { 'reports/a.xml': RED } },
    'empty',
    '0 0 0',
  ],
  [
    'Limit: where a filter takes the summary, a report that tests wrote as their data is believed',
    { line: 'pytest | tail -0', files: { 'reports/a.xml': RED } },
    'red',
    '2 1 0',
  ],
  [
    'what said that nothing ran is not made green',
    { line: 'pytest -k no --junitxml=a.xml', output: 'no tests ran in 0.1s', files: { 'a.xml': GREEN } },
    'empty',
    '0 0 0',
  ],
  [
    'words that show failures are not made green',
    { line: 'pytest --junitxml=a.xml', output: '1 failed, 2 passed in 0.1s', files: { 'a.xml': GREEN } },
    'red',
    '2 1 0',
  ],
  [
    'two runners, each its own file',
    {
      line: 'pytest --junitxml=a.xml > /dev/null && mvn -q test',
      files: { 'a.xml': GREEN, 'target/surefire-reports/TEST-A.xml': junit(2, 0, 'd') },
    },
    'green',
    '5 0 0',
  ],
  [
    'one runner twice, each its own file',
    {
      line: 'pytest a --junitxml=a.xml > /dev/null && pytest b --junitxml=b.xml > /dev/null',
      files: { 'a.xml': GREEN, 'b.xml': junit(2, 0, 'd') },
    },
    'green',
    '5 0 0',
  ],
  [
    'a silent runner is not given the words of another one',
    { line: 'pytest && npx jest', output: '4 passed in 0.1s', files: {} },
    'green',
    '4 0 0',
  ],
  [
    'one prints, the other writes',
    {
      line: 'pytest && mvn -q test',
      output: '4 passed in 0.1s',
      files: { 'target/surefire-reports/TEST-A.xml': junit(2, 0) },
    },
    'green',
    '6 0 0',
  ],
  [
    'a converter behind the runner',
    { line: 'go test -v ./... 2>&1 | go-junit-report > a.xml', files: { 'a.xml': RED } },
    'red',
    '2 1 0',
  ],
  [
    'a runner that prints its report into a file',
    { line: 'node --test --test-reporter=junit > a.xml', files: { 'a.xml': RED } },
    'red',
    '2 1 0',
  ],
  [
    'an opaque line that runs Maven',
    { line: 'make test', files: { 'target/surefire-reports/TEST-A.xml': RED } },
    'red',
    '2 1 0',
  ],
  [
    'a runner does not answer for what another one writes in the same minute',
    {
      line: 'npx jest',
      output: 'Test Suites: 1 passed, 1 total\nTests:       4 passed, 4 total\n',
      files: { 'server/target/surefire-reports/TEST-A.xml': RED },
    },
    'green',
    '4 0 0',
  ],
  [
    'a runner and a program that reads its report',
    {
      line: 'pytest --junitxml=a.xml > /dev/null && junitparser merge a.xml old.xml all.xml',
      files: { 'a.xml': GREEN, 'all.xml': RED },
    },
    'green',
    '3 0 0',
  ],
  [
    'a script of tests that shows none on the terminal',
    { line: 'python3 tests/run_all.py', files: { 'junit.xml': RED } },
    'red',
    '2 1 0',
  ],
  ['no test command, no report', { line: 'python3 gen.py', files: { 'junit.xml': RED } }, 'green', null],
];

describe('report files in the judgement', () => {
  it.each(rows)('%s', (_name, given, result, tests) => {
    const { result: found, tests: counts } = judged(given);
    const said = counts === null ? null : `${counts.passed} ${counts.failed} ${counts.skipped}`;
    expect([found, said]).toEqual([result, tests]);
  });
});

const brought: readonly string[] = [
  'echo "$XML" > junit.xml; npx jest > /dev/null',
  'npx jest > /dev/null; cp other.xml junit.xml',
  'mv other.xml junit.xml && npx jest > /dev/null',
  `npx jest > /dev/null; python3 -c "open('junit.xml', 'w').write('x')"`,
  'touch junit.xml && npx jest > /dev/null',
  'cat other.xml | tee junit.xml; npx jest > /dev/null',
  'git checkout -- junit.xml && npx jest > /dev/null',
  'cp other.xml "$OUT" && npx jest > /dev/null',
];

describe('what the line itself brings is no word of the runner', () => {
  it.each(brought)('%s', (line) => {
    const { result, tests } = judged({ line, files: { 'junit.xml': RED } });
    expect([result === 'red', tests]).toEqual([false, null]);
  });

  it('not even where the runner is told to write there', () => {
    const line = 'pytest --junitxml=a.xml > /dev/null; cp old.xml a.xml';
    expect(judged({ line, files: { 'a.xml': GREEN } }).tests).toBe(null);
  });

  it('an unknown path is none that the runner names', () => {
    const line = 'cp other.xml "$OUT" && pytest --junitxml=a.xml > /dev/null';
    expect(judged({ line, files: { 'a.xml': RED } }).result).toBe('red');
  });

  it('a removed report is written anew', () => {
    const line = 'rm -f junit.xml; npx jest > /dev/null';
    expect(judged({ line, files: { 'junit.xml': RED } }).result).toBe('red');
  });
});

describe('what is told', () => {
  it('the file, the names, and which files were read', () => {
    const files = { 'tests/a.xml': junit(0, 1, 'tests.test_a'), '/tmp/b.xml': NONE };
    const line = 'pytest --junitxml=tests/a.xml > /dev/null';
    expect(judged({ line, files })).toMatchObject({
      why: '`pytest --junitxml=tests/a.xml` is red (1 failed in tests/a.xml) although it ended 0',
      failing: ['tests/test_a.py::t0'],
      namesComplete: true,
      reportFiles: ['tests/a.xml'],
    });
  });

  it('names that the words leave out', () => {
    const line = 'pytest --junitxml=a.xml --tb=no | tail -1';
    const given = { line, output: '1 failed, 2 passed in 0.1s', status: 1 };
    expect(judged({ ...given, files: { 'a.xml': junit(2, 1, 'test_a') } })).toMatchObject({
      failing: ['test_a.py::t0'],
      namesComplete: true,
    });
    expect(
      judged({ ...given, line: 'pytest --junitxml=a.xml', files: { 'a.xml': junit(2, 2, 'test_a') } }),
    ).toMatchObject({
      failing: [],
      namesComplete: false,
    });
  });

  it('nothing, where no file was written', () => {
    expect(judged({ line: 'pytest', output: '3 passed in 0.1s', files: {} })).not.toHaveProperty(
      'reportFiles',
    );
  });
});
