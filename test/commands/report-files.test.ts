// Reports that runners write into files, in whole sessions with the real runners.
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { makeEmptyRepository, makeRepository, type Repository } from '../repositories.ts';
import { cli } from './cli.ts';
import { bash, edit, type Played, play, say, scriptIn, type Turn, write } from './own-sessions.ts';

const made: Repository[] = [];
afterEach(() => {
  for (const one of made.splice(0)) one.dispose();
});

function kept(repository: Repository): Repository {
  made.push(repository);
  return repository;
}

/** What the session saw of each run: by whom, the result, the counts. */
function seen({ events }: Pick<Played, 'events'>): readonly string[] {
  return events.flatMap((event) => {
    if (event.type !== 'run') return [];
    const { tests } = event;
    const counts = tests === null ? 'not counted' : `${tests.passed} ${tests.failed} ${tests.skipped}`;
    return [`${event.by}: ${event.result}, ${counts}`];
  });
}

type Row = readonly [name: string, turns: readonly Turn[], ...expected: string[]];

// Of another length: Python takes what it compiled in the same second from a file of the same size.
const broken = edit('pricing.py', 'quantity >= 10', 'quantity >= 2000');
const mended = edit('pricing.py', 'quantity >= 2000', 'quantity >= 10');
const RUN = 'python3 -m pytest --junitxml=out/report.xml > /dev/null';
const report = (line: string) => `sh -c '${line}; true'`;
const forged = '<testsuite><testcase name="a"/></testsuite>';

const PYTEST: readonly Row[] = [
  ['green gets its counts', [bash(RUN)], 'agent: green, 3 0 0'],
  ['what is masked stays masked, with its counts', [bash(report(RUN))], 'agent: masked, 3 0 0'],
  ['what is masked and failed is red', [broken, bash(report(RUN))], 'agent: red, 2 1 0'],
  ['no test ran', [bash(report(`${RUN} -k nothing`))], 'agent: masked, 0 0 0'],
  [
    'a report of an older run is none of this one',
    [broken, bash(`${RUN} || true`), mended, bash('python3 -m pytest > /dev/null')],
    'agent: red, 2 1 0',
    'agent: green, not counted',
  ],
  [
    'written again with the same content, it is',
    [
      bash('python3 -m pytest -o junit_suite_name=x --junitxml=a.xml > /dev/null'),
      bash('python3 -m pytest --junitxml=a.xml > /dev/null'),
    ],
    'agent: green, 3 0 0',
    'agent: green, 3 0 0',
  ],
  [
    'what the line itself brings is none',
    [write('other.xml', forged), bash('cp other.xml junit.xml; python3 -m pytest > /dev/null')],
    'agent: green, not counted',
  ],
  [
    'what an edit tool brought is none',
    [write('junit.xml', forged), bash('python3 -m pytest -k nothing | tail -0')],
    'agent: red, not counted',
  ],
];

describe('pytest, whose output nobody sees', () => {
  it.for(PYTEST)('%s', async ([, turns, ...expected]) => {
    const { root } = kept(makeRepository('python'));
    expect(seen(await play(root, [...turns, say('Done.')], { gated: false }))).toEqual(expected);
  });
});

describe('at a claim', () => {
  const test = edit(
    'tests/test_pricing.py',
    'assert total(10, 10) == 90',
    'assert total(10, 10) == 90\n    assert total(20, 10) == 180',
  );

  it('a check is counted by its file, which is no code, though git does not ignore it', async () => {
    const { root, write: lay, commit } = kept(makeRepository('python'));
    lay('donegate.toml', `checks = ["${RUN}"]\n`);
    commit('configure');
    const harmless = edit('pricing.py', 'Prices of an order', 'What an order costs');
    const played = await play(root, [harmless, test, say('Done.')]);
    expect([played.outcome, seen(played)]).toEqual(['done', ['gate: green, 3 0 0']]);
  });

  it('a check that swallows its failures is red by its file', async () => {
    const { root, write: lay, commit } = kept(makeRepository('python'));
    lay('check.sh', `${RUN}\ntrue\n`);
    lay('donegate.toml', 'checks = ["sh check.sh"]\n[limits]\ngate_failures = 1\n');
    commit('configure');
    const played = await play(root, [broken, test, say('Done.')]);
    expect([played.outcome, seen(played)]).toEqual(['gate_failed', ['gate: red, 2 1 0']]);
    expect(played.summary).toContain('1 failed in out/report.xml');
    expect(played.summary).toContain('tests/test_pricing.py::test_ten_pieces_are_cheaper');
  });

  it('tests that failed before are known by the files of the copies', async () => {
    const { root, write: lay, commit } = kept(makeRepository('python'));
    lay('tests/test_old.py', 'def test_old():\n    assert 1 == 2\n');
    lay('donegate.toml', `checks = ["${RUN}"]\n`);
    commit('it fails already');
    const harmless = edit('pricing.py', 'Prices of an order', 'What an order costs');
    const played = await play(root, [harmless, test, say('Done.')]);
    expect([played.outcome, seen(played)]).toEqual(['done', ['gate: red, 3 1 0']]);
    expect(played.summary).toContain('had failed before this session: tests/test_old.py::test_old');
  });
});

const REPORTER = '--test-reporter=junit --test-reporter-destination=out.xml';

describe('node --test with its JUnit reporter', () => {
  const configured = (): Repository => {
    const repository = kept(makeRepository('javascript'));
    repository.edit('package.json', 'node --test', `node --test ${REPORTER}`);
    repository.write('donegate.toml', 'checks = ["npm test"]\n');
    repository.commit('report into a file');
    return repository;
  };

  it('check counts by the file that the script names', () => {
    const { root, edit: change } = configured();
    change('src/price.js', 'quantity >= 10', 'quantity >= 20');
    const { status, stdout } = cli(root, ['check', '--json', '--base', 'HEAD']);
    const { commands } = JSON.parse(stdout) as { commands: { result: string; tests: object | null }[] };
    expect([status, commands]).toMatchObject([
      1,
      [{ result: 'red', tests: { passed: 2, failed: 1, skipped: 0 } }],
    ]);
  });

  it('run prints the counts', () => {
    const { root } = configured();
    const script = scriptIn(root, {
      turns: [bash('npm test'), bash(`node --test ${REPORTER} --test-name-pattern=nothing test/*.test.js`)],
      final: say('Done.'),
    });
    const { stdout } = cli(root, ['run', 'the task', '--script', script, '--json']);
    const runs = stdout
      .split('\n')
      .filter((line) => line.startsWith('{"type":"run"'))
      .map((line) => JSON.parse(line) as { result: string; tests: object });
    expect(runs).toMatchObject([
      { result: 'green', tests: { passed: 3, failed: 0, skipped: 0 } },
      { result: 'empty', tests: { passed: 0, failed: 0 } },
    ]);
  });
});

describe('Vitest with its JUnit and JSON reporters', () => {
  const line = 'npx vitest run --reporter=junit --outputFile=out/v.xml';
  const file = (body: string): Turn =>
    write('a.test.ts', `import { expect, it } from 'vitest';\nlet n = 0;\n${body}\n`);
  const ROWS: readonly Row[] = [
    [
      'green',
      [file('it("a", () => expect(1).toBe(1)); it.skip("b", () => {});'), bash(line)],
      'agent: green, 1 0 1',
    ],
    [
      'flaky: it passed when it was run again',
      [file('it("a", { retry: 1 }, () => expect(++n).toBe(2));'), bash(line)],
      'agent: green, 1 0 0',
    ],
    ['all skipped', [file('it.skip("a", () => {});'), bash(line)], 'agent: empty, 0 0 0'],
    [
      'two forms of one run count once',
      [
        file('it("a", () => expect(1).toBe(1));'),
        bash(
          'npx vitest run --reporter=junit --outputFile.junit=v.xml --reporter=json --outputFile.json=v.json',
        ),
      ],
      'agent: green, 1 0 0',
    ],
  ];
  it.for(ROWS)('%s', async ([, turns, ...expected]) => {
    const { root, write: lay, commit } = kept(makeEmptyRepository());
    symlinkSync(resolve(import.meta.dirname, '../../node_modules'), join(root, 'node_modules'));
    lay('.gitignore', 'node_modules\n');
    commit('empty project');
    expect(seen(await play(root, [...turns, say('Done.')], { gated: false }))).toEqual(expected);
  });
});

/** What Surefire needs; this suite fetches nothing (`mvn test` in test/fixtures/maven does). */
const FETCHED = [
  'maven/plugins/maven-surefire-plugin/3.2.5/maven-surefire-plugin-3.2.5.jar',
  'maven/surefire/surefire-junit-platform/3.2.5/surefire-junit-platform-3.2.5.jar',
].map((path) => join(homedir(), '.m2/repository/org/apache', path));

const POM = readFileSync(join(import.meta.dirname, '../fixtures/maven/pom.xml'), 'utf8');
const testClass = (body: string): Turn =>
  write(
    'src/test/java/x/AddTest.java',
    `package x;
import static org.junit.jupiter.api.Assertions.*;
import org.junit.jupiter.api.*;
class AddTest {
  static int runs;
  @Test void adds() { assertEquals(2, 1 + 1); }
${body}
}
`,
  );

describe('Maven, which prints nothing with -q', () => {
  it('has its counts, its retries and its ignored failures from the files of Surefire', {
    timeout: 240_000,
  }, async (context) => {
    if (!FETCHED.every((path) => existsSync(path)))
      context.skip('Surefire is not in the local repository of Maven: `mvn test` in test/fixtures/maven');
    const { root, write: lay, commit } = kept(makeEmptyRepository());
    lay('pom.xml', POM);
    lay('.gitignore', 'target/\n');
    commit('empty project');
    const line = 'mvn -o -q test';
    const flaky = '  @Test void flaky() { assertTrue(++runs > 1); }\n  @Test @Disabled void later() {}';
    const turns = [
      testClass(flaky),
      bash(`${line} -Dsurefire.rerunFailingTestsCount=1 > /dev/null`),
      bash(`${line} -Dmaven.test.failure.ignore=true > /dev/null`),
    ];
    const played = await play(root, [...turns, say('Done.')], { gated: false });
    expect(seen(played)).toEqual(['agent: green, 2 0 1', 'agent: red, 1 1 1']);
  });
});
