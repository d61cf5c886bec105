import { describe, expect, it } from 'vitest';
import {
  folderKind,
  isReportName,
  reportPathsIn,
  reportPlaces,
  runnerOfPlace,
} from '../../src/core/report-places.ts';
import { readCommand } from '../../src/core/shell/reading.ts';

const root = '/project';
const placesOf = (line: string, directory = '.') => reportPlaces(readCommand(line), { root, directory });
/** Paths that a line names, with the text of the command that does. */
const namedIn = (line: string, directory = '.') => {
  const { commands } = readCommand(line);
  return (placesOf(line, directory)?.named ?? []).map(
    ({ path, command }) => `${commands[command]?.words[0]}: ${path}`,
  );
};

const named: readonly [line: string, ...expected: string[]][] = [
  ['pytest --junitxml=out/a.xml', 'pytest: /project/out/a.xml'],
  ['pytest --junit-xml a.xml', 'pytest: /project/a.xml'],
  [
    'pytest --junitxml "my reports/a.xml"',
    'pytest: /project/my reports/a.xml',
    'pytest: /project/reports/a.xml',
  ],
  ['cd sub && pytest --junitxml=a.xml | tail -1', 'pytest: /project/sub/a.xml'],
  ['cd sub && pytest --junitxml=../a.xml', 'pytest: /project/a.xml'],
  ['pytest --junitxml=/tmp/a.xml', 'pytest: /tmp/a.xml'],
  ['OUT=a.xml; pytest --junitxml=$OUT', 'pytest: /project/a.xml'],
  ['npx vitest run --reporter=junit --outputFile.junit=a.xml', 'vitest: /project/a.xml'],
  ['npx jest --json --outputFile=a.json', 'jest: /project/a.json'],
  ['node --test --test-reporter=junit --test-reporter-destination=a.xml', 'node: /project/a.xml'],
  ['npx mocha --reporter mocha-junit-reporter --reporter-options mochaFile=./a.xml', 'mocha: /project/a.xml'],
  ['PLAYWRIGHT_JUNIT_OUTPUT_NAME=a.xml npx playwright test --reporter=junit', 'playwright: /project/a.xml'],
  ['gotestsum --junitfile a.xml ./...', 'gotestsum: /project/a.xml'],
  ['vendor/bin/phpunit --log-junit a.xml', 'vendor/bin/phpunit: /project/a.xml'],
  ['bundle exec rspec --format RspecJunitFormatter --out a.xml', 'rspec: /project/a.xml'],
  ['dotnet test --logger "junit;LogFilePath=out/a.xml"', 'dotnet: /project/out/a.xml'],
  ['ctest --output-junit a.xml', 'ctest: /project/a.xml'],
  ['swift test --xunit-output a.xml', 'swift: /project/a.xml'],
  ['bash -c "pytest --junitxml=a.xml"', 'pytest: /project/a.xml'],
  ['node --test --test-reporter=tap > a.tap', 'node: /project/a.tap'],
  ['go test -v ./... 2>&1 | go-junit-report > a.xml', 'go-junit-report: /project/a.xml'],
  ['pytest && cp a.xml b.xml'],
  ['echo "<x/>" > junit.xml && pytest'],
  ['mvn -f pom.xml test'],
];

describe('reports that a line names', () => {
  it.each(named)('%s', (line, ...expected) => {
    expect(namedIn(line)).toEqual(expected);
  });

  it('a line that starts elsewhere names from there', () => {
    expect(namedIn('pytest --junitxml=a.xml', 'sub')).toEqual(['pytest: /project/sub/a.xml']);
  });
});

const folders: readonly [line: string, expected: readonly string[] | null][] = [
  ['pytest', ['/project']],
  ['cd sub && npm test', ['/project/sub']],
  ['(cd a && mvn -q test); (cd b && mvn -q test)', ['/project/a', '/project/b']],
  ['cd "$DIR" && pytest', ['/project']],
  ['cd /elsewhere && pytest', []],
  ['python3 tests/run_all.py', ['/project']],
  ['ls -la', null],
  ['python3 app.py', null],
  ['tsc --noEmit', null],
  ['pytest --collect-only', null],
];

describe('where runners of a line start', () => {
  it.each(folders)('%s', (line, expected) => {
    expect(placesOf(line)?.folders ?? null).toEqual(expected);
  });
});

it('paths in a configuration', () => {
  const text = `{"test": "vitest run --outputFile=out/a.xml", "e2e": "mocha -O mochaFile='b.xml'", "x": "cat package.json"}`;
  expect(reportPathsIn(text)).toEqual(['out/a.xml', 'b.xml']);
});

it.each([
  ['surefire-reports', 'reports'],
  ['TestResults', 'reports'],
  ['test-results', 'reports'],
  ['ctrf', 'reports'],
  ['target', 'output'],
  ['build', 'output'],
  ['packages', 'module'],
  ['src', 'module'],
  ['node_modules', 'nothing'],
  ['.venv', 'nothing'],
  ['fixtures', 'nothing'],
] as const)('a folder %s holds: %s', (name, expected) => {
  expect(folderKind(name)).toBe(expected);
});

it.each([
  ['junit.xml', 'module', true],
  ['anything.xml', 'module', true],
  ['pom.xml', 'module', false],
  ['data.json', 'module', false],
  ['ctrf-report.json', 'module', true],
  ['data.json', 'reports', true],
  ['package.json', 'reports', false],
  ['a.html', 'reports', false],
] as const)('%s in a folder of kind %s may be a report: %s', (name, within, expected) => {
  expect(isReportName(name, within)).toBe(expected);
});

it.each([
  ['/p/target/surefire-reports/TEST-x.A.xml', 'maven'],
  ['/p/m/target/failsafe-reports/TEST-x.AIT.xml', 'maven'],
  ['/p/build/test-results/test/TEST-x.A.xml', 'gradle'],
  ['/p/target/surefire-reports/junitreports/TEST-x.A.xml', null],
  ['/p/test-results/junit.xml', null],
])('%s is written by %s alone', (path, expected) => {
  expect(runnerOfPlace(path)).toBe(expected);
});
