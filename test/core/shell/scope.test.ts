import { describe, expect, it } from 'vitest';
import { readCommand } from '../../../src/core/shell/reading.ts';
import { covers, showsCover } from '../../../src/core/shell/scope.ts';
import { isTestScript } from '../../../src/core/test-script.ts';

/** The last command of a line that tests, or runs a script of tests. */
function tested(line: string) {
  const command = readCommand(line).commands.findLast((one) => one.class === 'test' || isTestScript(one));
  if (command === undefined) throw new Error(`no test in ${line}`);
  const { text, program, scope, directory } = command;
  return { text, class: command.class, program, scope, directory };
}

describe('a green that answers for a red', () => {
  const rows: readonly [wide: string, narrow: string][] = [
    ['pytest -q', 'pytest -q'],
    ['pytest  -q', 'pytest -q'],
    ['pytest', 'pytest tests/a.py::t'],
    ['pytest -q', 'python -m pytest -x -k foo tests'],
    ['uv run pytest', 'pytest tests/a.py'],
    ['pytest tests', 'pytest tests/a.py::TestA::test_b'],
    ['pytest tests/a.py', "pytest 'tests/a.py::t[1]'"],
    ['pytest tests/a.py tests/b.py', 'pytest tests/b.py'],
    ['pytest -m slow tests', 'pytest -m slow tests/a.py'],
    ['pytest', 'cd app && pytest tests'],
    ['pytest -c ci.ini', 'pytest -c ci.ini tests/a.py'],
    ['coverage run -m pytest', 'pytest tests/a.py'],
    ['python -m unittest', 'python -m unittest tests.test_a -v'],
    ['python -m unittest tests.test_a', 'python -m unittest tests.test_a.TestA.test_b'],
    ['python -m unittest discover', 'python -m unittest tests.test_a'],
    ['python -m unittest discover -s tests', 'python -m unittest tests.test_a'],
    ['go test ./...', 'go test ./pkg'],
    ['go test ./...', 'go test ./pkg -run TestX'],
    ['go test ./pkg/...', 'go test ./pkg/sub/...'],
    ['go test', 'go test -run TestX'],
    ['cargo test', 'cargo test wal'],
    ['cargo test wal', 'cargo test wal::recovers'],
    ['vitest run', 'npx vitest run src/a.test.ts -t x'],
    ['npx vitest run src', 'npx vitest run src/a.test.ts'],
    ['npx jest', 'npx jest a --testNamePattern=x'],
    ['node --test', 'node --test test/a.mjs'],
    ['npx mocha', 'npx mocha test/a.js -g x'],
    ['mvn test', 'mvn test -Dtest=A'],
    ['./gradlew test', './gradlew test --tests A'],
    ['rspec', 'rspec spec/a_spec.rb:3'],
    ['mix test test/a.exs', 'mix test test/a.exs:3'],
    ['tox', 'pytest tests/a.py'],
    ['nox', 'python -m unittest tests.test_a'],
    ['make test', 'go test ./pkg'],
    ['make lint test', 'pytest -k x'],
    ['npm test', 'npm test'],
    ['npm test', 'npm test -- -t x'],
    ['tox -e unit', 'tox -e unit -- tests/a.py -k foo'],
    ['go test -race ./...', 'go test -race ./pkg'],
    ['npm test --workspaces', 'npm test -w packages/a'],
    ['npm run test -ws --if-present', 'npm -w a test'],
    ['pnpm -r test', 'pnpm --filter a test'],
    ['pnpm run -r test', 'pnpm test --filter=a'],
    ['tox -e unit', 'uv run --group unit pytest -xvs tests/unit/test_charm.py::test_x'],
    ['tox -e lint,unit', 'pytest tests/unit/test_charm.py'],
    ['tox run -e py312', 'python -m pytest tests/a.py::t'],
    ['nox -s tests-3.12', 'pytest tests/a.py::t'],
    ['uv run tox', 'pytest'],
    ['just test', 'pytest tests/a.py::t'],
    ['mise run test', 'pytest tests/a.py::t'],
    ['hatch test', 'pytest tests/a.py::t'],
    ['hatch run test', 'pytest tests/a.py::t'],
    ['poetry run pytest', 'pytest tests/a.py::t'],
    ['python -m pytest', 'pytest tests/a.py::t'],
    ['go test -tags integration ./...', 'go test -tags integration ./pkg'],
    ['go test ./...', 'go test -short ./...'],
    ['bundle exec rake spec', 'bundle exec rspec spec/a_spec.rb:3'],
    ['pytest', 'python tests/test_a.py'],
    ['pytest -q tests/test_a.py', 'python tests/test_a.py'],
    ['python -m unittest discover', 'python -m tests.test_a'],
    ['make test', 'node test/a.test.js'],
    ['bun test', 'bun test src/a.test.ts -t x'],
    ['bun test src', 'bun test src/a.test.ts'],
    ['npm test', 'timeout 60 npm test'],
    ['time npm test', 'npm test'],
    ['bun run test', 'rtk bun run test'],
    ['rtk test bun run test', 'bun run test'],
  ];
  it.each(rows)('%s covers %s', (wide, narrow) => {
    expect(covers(tested(wide), tested(narrow))).toBe(true);
  });
});

describe('a green that does not', () => {
  const rows: readonly [wide: string, narrow: string][] = [
    ['pytest tests/a.py::t', 'pytest'],
    ['pytest -q tests/test_b.py', 'pytest -q'],
    ['pytest tests/a.py', 'pytest tests/ab.py'],
    ['pytest tests', 'pytest tests2/a.py'],
    ['pytest -k foo', 'pytest'],
    ['pytest -k foo tests', 'pytest tests/a.py'],
    ['pytest -k foo', 'pytest -k bar'],
    ['pytest --ignore=tests/a.py', 'pytest tests/a.py'],
    ['pytest --deselect tests/a.py::t', 'pytest'],
    ['pytest --lf', 'pytest'],
    ['pytest -c other.ini', 'pytest -q'],
    ['npx vitest run --config=e2e.ts', 'npx vitest run'],
    ['pytest --lf', 'pytest --lf -q'],
    ['cd app && pytest', 'pytest'],
    ['cd app && pytest', 'cd web && pytest tests/a.py'],
    ['pytest', 'go test ./...'],
    ['pytest', 'python -m unittest'],
    ['python -m unittest tests.test_a', 'python -m unittest'],
    ['python -m unittest discover -s tests/unit', 'python -m unittest discover -s tests'],
    ["python -m unittest discover -p 'test_a*'", 'python -m unittest discover'],
    ['go test', 'go test ./...'],
    ['go test ./pkg', 'go test ./pkg/sub'],
    ['go test ./pkg -run TestX', 'go test ./pkg'],
    ['go test ./...', 'go test -tags integration ./pkg'],
    ['go test -short ./...', 'go test ./...'],
    ['pytest tests/test_b.py', 'python tests/test_a.py'],
    ['pytest', 'python src/a.py'],
    ['cargo test wal', 'cargo test'],
    ['cargo test -p kv', 'cargo test'],
    ['cargo test', 'cargo test -- --ignored'],
    ['npx vitest run src/a.test.ts', 'npx vitest run'],
    ['npx vitest run src/a.test.ts', 'npx vitest run src/b.test.ts'],
    ['npx vitest --shard=1/2', 'npx vitest run'],
    ['cd web && npx vitest run', 'npx vitest run src/a.test.ts'],
    ['npx vitest run', 'cd web && npx vitest run src/a.test.ts'],
    ['npm test', 'npx vitest run src/a.test.ts'],
    ['npm run test:unit', 'npm test'],
    ['npm test', 'npm run test:e2e'],
    ['npm test -w packages/a', 'npm test --workspaces'],
    ['npm test -w packages/a', 'npm test -w packages/b'],
    ['npm test --workspaces', 'npm run test:e2e -w packages/a'],
    ['npm test --workspaces', 'npm test'],
    ['npm test --workspaces -- -t x', 'npm test -w packages/a'],
    ['pnpm -r test', 'npm test -w a'],
    ['tox', 'tox -e py311'],
    ['tox -e unit', 'tox -e unit -- --runslow'],
    ['tox -e unit', 'tox -e unit2 -- tests/a.py'],
    ['tox -e unit -- tests/b.py', 'tox -e unit -- tests/b.py tests/a.py'],
    ['go test ./...', 'go test -race ./...'],
    ['cargo test', 'cargo test --release'],
    ['pytest', 'pytest -W error tests/a.py'],
    ['pytest', 'pytest --cov-fail-under=90'],
    ['make test-unit', 'pytest tests/a.py'],
    ['make test', 'npm test'],
    ['tox -e lint,py', 'pytest'],
    ['tox -e lint', 'pytest tests/a.py::t'],
    ['tox -e unit', 'pytest'],
    ['tox -e unit', 'pytest tests/integration/test_a.py'],
    ['tox -e unit -- -k foo', 'pytest tests/unit/test_a.py'],
    ['tox -- tests/a.py', 'pytest tests/b.py'],
    ['just test tests/a.py', 'pytest tests/b.py'],
    ['make test ARGS=-kfoo', 'pytest tests/b.py'],
    ['just test-unit', 'pytest tests/b.py'],
    ['mvn test -Dtest=A', 'mvn test'],
    ['pytest', 'pytest ../other/tests'],
    ['pytest tests', 'cd "$X" && pytest tests/a.py'],
    ['bun test src/a.test.ts', 'bun test'],
    ['bun run test', 'bun run test:e2e'],
    ['npm test', 'env A=1 npm test'],
    ['npm test', 'timeout 60 npm test -- --all'],
  ];
  it.each(rows)('%s does not cover %s', (wide, narrow) => {
    const testing = (line: string) => {
      try {
        return tested(line);
      } catch {
        return { text: line, class: 'run' as const, program: null, scope: [], directory: '.' };
      }
    };
    expect(covers(testing(wide), testing(narrow))).toBe(false);
  });
});

describe('a green task that showed what it ran', () => {
  type Row = readonly [
    name: string,
    wide: string,
    output: string,
    passed: number,
    narrow: string,
    red: number,
  ];
  const shows = (row: Row, programs: readonly (string | null)[] = []) => {
    const [, wide, output, passed, narrow, failed] = row;
    const seen = { output, tests: { passed, failed: 0, skipped: 0 }, programs };
    return showsCover([tested(wide), seen], [tested(narrow), { tests: { passed: 0, failed, skipped: 0 } }]);
  };
  const pytest = '============ 16 passed, 1 skipped in 0.31s ============';
  const verbose = 'tests/a.py::t PASSED\ntests/b.py::t PASSED\n';
  const warned = '..\n=== warnings summary ===\ntests/b.py::t\n  old\n';

  it.each<Row>([
    ['the summary alone', 'npm test', pytest, 16, 'pytest tests/a.py::t', 1],
    ['with colours', './scripts/test.sh', `\u001b[32m${pytest}\u001b[0m`, 16, 'pytest tests/a.py', 3],
    ['the file is listed', 'npm test', verbose + pytest, 16, 'pytest tests/a.py::t', 1],
    ['files listed by the way', 'npm test', warned + pytest, 16, 'pytest tests/a.py::t', 1],
    ['vitest', 'npm test', ' Tests  3 passed (3)', 3, 'npx vitest run src/a.test.ts', 1],
    [
      'tox says the environment',
      'tox',
      '  py311: OK (1.2 seconds)\n  lint: OK (0.1 seconds)\n',
      5,
      'tox -e py311',
      1,
    ],
    ['tox 3 says it', 'tox', '  py311: commands succeeded\n', 5, 'tox -e py311', 1],
    ['nox says the session', 'nox', 'nox > * tests-3.12: success\n', 5, 'nox -s tests-3.12', 1],
    ['after a collection error', 'npm test', pytest, 16, 'pytest tests/a.py::t', 0],
  ])('answers: %s', (...row) => expect(shows(row)).toBe(true));

  it.each<Row>([
    ['no summary', 'npm test', 'ok', 16, 'pytest tests/a.py::t', 1],
    ['another runner', 'npm test', 'Tests: 16 passed, 16 total', 16, 'pytest tests/a.py::t', 1],
    ['fewer tests', 'npm test', pytest, 16, 'pytest tests', 17],
    ['the red one had no choice', 'npm test', pytest, 16, 'pytest', 1],
    ['the file is not among those listed', 'npm test', verbose + pytest, 16, 'pytest tests/c.py::t', 1],
    ['a task with arguments', 'npm test -- -k x', pytest, 16, 'pytest tests/a.py::t', 1],
    ['a task of another kind', 'npm run test:unit', pytest, 16, 'pytest tests/e2e/a.py::t', 1],
    ['a direct call', 'pytest tests/b.py', pytest, 16, 'pytest tests/a.py::t', 1],
    ['elsewhere', 'cd web && npm test', pytest, 16, 'pytest tests/a.py::t', 1],
    ['a task', 'npm test', pytest, 16, 'make test', 1],
    ['tox without the environment', 'tox', '  py312: OK (1.2 seconds)\n', 5, 'tox -e py311', 1],
    ['tox of another one', 'tox -e unit', '  unit: OK (1.2 seconds)\n', 5, 'tox -e py311', 1],
    ['nox whose session failed', 'nox', 'nox > * tests-3.12: failed\n', 5, 'nox -s tests-3.12', 1],
  ])('does not answer: %s', (...row) => expect(shows(row)).toBe(false));

  it('the summary of another command of the line is not that of the task', () => {
    const row: Row = ['', 'npm test', pytest, 16, 'pytest tests/a.py::t', 1];
    expect(shows(row, ['pytest'])).toBe(false);
  });
});
