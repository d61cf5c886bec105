import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reportPlaces } from '../../src/core/report-places.ts';
import { readCommand } from '../../src/core/shell/reading.ts';
import { projectFiles } from '../../src/io/project-files.ts';
import { openReportFiles } from '../../src/io/report-files.ts';

type Files = Readonly<Record<string, string>>;

/** Files that were written while `during` ran in a directory that had been laid out by `before`. */
function written(given: { line: string; before?: string; during: string; files?: Files }): readonly string[] {
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'donegate-reports-'));
  try {
    for (const [path, text] of Object.entries(given.files ?? {})) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const sh = (script: string) => {
      const { status, stderr } = spawnSync('bash', ['-ec', script], { cwd: root, encoding: 'utf8' });
      expect([status, stderr]).toEqual([0, '']);
    };
    sh(given.before ?? ':');
    const places = reportPlaces(readCommand(given.line, { project: projectFiles(root) }), {
      root,
      directory: '.',
    });
    if (places === null) return [];
    const writtenSince = openReportFiles().watch(places);
    sh(given.during);
    return writtenSince().map(
      ({ path, text, command }) =>
        `${relative(root, path)}${command === null ? '' : ' (named)'}${text === null ? ' (not read)' : ''}`,
    );
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

type Row = readonly [
  name: string,
  given: { line: string; before?: string; during: string; files?: Files },
  ...expected: string[],
];

const rows: readonly Row[] = [
  ['a new file', { line: 'pytest', during: 'echo x > junit.xml' }, 'junit.xml'],
  [
    'one that the line names',
    { line: 'pytest --junitxml=odd/name.xml', during: 'mkdir odd; echo x > odd/name.xml' },
    'odd/name.xml (named)',
  ],
  ['one that stood there before is stale', { line: 'pytest', before: 'echo x > junit.xml', during: ':' }],
  [
    'one that the line names, too',
    { line: 'pytest --junitxml=a.xml', before: 'echo x > a.xml', during: ':' },
  ],
  [
    'written again with the same content',
    {
      line: 'pytest',
      before: 'echo x > junit.xml; touch -d "2020-01-01" junit.xml',
      during: 'echo x > junit.xml',
    },
    'junit.xml',
  ],
  [
    'replaced by a file of the same size and age',
    {
      line: 'pytest',
      before: 'echo x > junit.xml; touch -d "2020-01-01" junit.xml',
      during: 'echo y > n; touch -r junit.xml n; mv n junit.xml',
    },
    'junit.xml',
  ],
  [
    'the clock says nothing: dated into the future before',
    { line: 'pytest', before: 'echo x > junit.xml; touch -d "2100-01-01" junit.xml', during: ':' },
  ],
  [
    'the clock says nothing: dated into the past',
    { line: 'pytest', during: 'echo x > junit.xml; touch -d "2000-01-01" junit.xml' },
    'junit.xml',
  ],
  [
    'an old one that was put aside',
    {
      line: 'pytest --junitxml=junit.xml',
      before: 'echo x > junit.xml; mkdir reports; echo x > reports/a.xml',
      during: 'mv junit.xml junit-1.xml; mv reports old-results; echo y > junit.xml',
    },
    'junit.xml (named)',
  ],
  [
    'other rights make no new file',
    { line: 'pytest', before: 'echo x > junit.xml', during: 'chmod -R go-r .' },
  ],
  ['removed', { line: 'pytest', before: 'echo x > junit.xml', during: 'rm junit.xml' }],
  [
    'Maven, in every module',
    {
      line: 'mvn test',
      before: 'mkdir -p a/target/surefire-reports b/deep/er; echo x > a/target/surefire-reports/TEST-Old.xml',
      during:
        'mkdir -p b/deep/er/target/failsafe-reports; echo x > a/target/surefire-reports/TEST-New.xml; echo x > b/deep/er/target/failsafe-reports/TEST-I.xml',
    },
    'a/target/surefire-reports/TEST-New.xml',
    'b/deep/er/target/failsafe-reports/TEST-I.xml',
  ],
  [
    'Gradle',
    {
      line: './gradlew test',
      during: 'mkdir -p app/build/test-results/test/binary; echo x > app/build/test-results/test/TEST-A.xml',
    },
    'app/build/test-results/test/TEST-A.xml',
  ],
  [
    'nextest',
    { line: 'cargo nextest run', during: 'mkdir -p target/nextest/ci; echo x > target/nextest/ci/junit.xml' },
    'target/nextest/ci/junit.xml',
  ],
  [
    'CTRF',
    { line: 'npx playwright test', during: 'mkdir ctrf; echo "{}" > ctrf/ctrf-report.json' },
    'ctrf/ctrf-report.json',
  ],
  [
    'a build folder of CMake',
    { line: 'ctest --test-dir build --output-junit j.xml', during: 'mkdir build; echo x > build/j.xml' },
    'build/j.xml',
  ],
  [
    'where the line goes',
    { line: 'cd sub && pytest', before: 'mkdir sub', during: 'echo x > sub/junit.xml; echo x > junit.xml' },
    'sub/junit.xml',
  ],
  [
    'named by a script of package.json',
    {
      line: 'npm test',
      files: { 'package.json': '{"scripts":{"test":"vitest run --outputFile=odd/out.xml"}}' },
      during: 'mkdir odd; echo x > odd/out.xml',
    },
    'odd/out.xml',
  ],
  [
    'named by the configuration of PHPUnit',
    {
      line: 'vendor/bin/phpunit',
      files: {
        'phpunit.xml.dist': '<phpunit><logging><junit outputFile="odd/out.xml"/></logging></phpunit>',
      },
      during: 'mkdir odd; echo x > odd/out.xml',
    },
    'odd/out.xml',
  ],
  [
    'named by a script that the line calls',
    {
      line: './ci/check.sh',
      files: { 'ci/check.sh': 'pytest --junitxml=odd/out.xml\n' },
      during: 'mkdir odd; echo x > odd/out.xml',
    },
    'odd/out.xml',
  ],
  [
    'what tests keep as data',
    { line: 'pytest', during: 'mkdir -p tests/fixtures; echo x > tests/fixtures/junit.xml' },
  ],
  [
    'installed packages',
    { line: 'npx jest', during: 'mkdir -p node_modules/a; echo x > node_modules/a/junit.xml' },
  ],
  [
    'a folder that is linked in',
    {
      line: 'pytest',
      before: 'mkdir -p d/in; ln -s "$PWD/d/in" reports; mv d .d',
      during: 'echo x > .d/in/junit.xml',
    },
  ],
  ['a pipe is no file', { line: 'pytest --junitxml=p.xml', during: 'mkfifo p.xml' }],
  ['a line without tests', { line: 'python3 gen.py', during: 'echo x > junit.xml' }],
  [
    'a large file is not read',
    { line: 'pytest', during: 'head -c 5000000 /dev/zero > junit.xml' },
    'junit.xml (not read)',
  ],
  [
    'a folder with too many files is not looked into: what is new there cannot be told from what is old',
    {
      line: 'pytest',
      before: 'mkdir reports; touch reports/{1..2100}.txt; touch reports/old.xml',
      during: 'touch reports/new.xml',
    },
  ],
  [
    'unless the line names it',
    {
      line: 'pytest --junitxml=reports/new.xml',
      before: 'mkdir reports; touch reports/{1..2100}.txt',
      during: 'touch reports/new.xml',
    },
    'reports/new.xml (named)',
  ],
  [
    'reports of a module come before the folders of all others',
    {
      line: 'mvn test',
      before: 'mkdir -p m{1..400}/src/main',
      during: 'mkdir -p m300/target/surefire-reports; echo x > m300/target/surefire-reports/TEST-A.xml',
    },
    'm300/target/surefire-reports/TEST-A.xml',
  ],
  [
    'an archive of reports does not hide the modules',
    {
      line: 'npm test',
      before: 'mkdir -p reports/{1..600} web',
      during: 'mkdir -p web/ctrf; echo {} > web/ctrf/report.json',
    },
    'web/ctrf/report.json',
  ],
  [
    'nor are folders behind too many others: an old report that comes into view is no new one',
    {
      line: 'pytest',
      before: 'mkdir -p a{1..900}/reports; for a in a*; do echo x > $a/reports/old.xml; done',
      during: 'rm -r a{1..600}',
    },
  ],
];

describe('report files that were written during a run', () => {
  it.for(rows)('%s', ([, given, ...expected]) => {
    expect(written(given)).toEqual(expected);
  });
});
