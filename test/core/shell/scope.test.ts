import { describe, expect, it } from 'vitest';
import { readCommand } from '../../../src/core/shell/reading.ts';
import { covers } from '../../../src/core/shell/scope.ts';

/** The last command of a line that tests. */
function tested(line: string) {
  const command = readCommand(line).commands.findLast((one) => one.class === 'test');
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
    ['go test -tags integration ./...', 'go test -tags integration ./pkg'],
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
    ['make test-unit', 'pytest tests/a.py'],
    ['make test', 'npm test'],
    ['tox -e lint,py', 'pytest'],
    ['mvn test -Dtest=A', 'mvn test'],
    ['pytest', 'pytest ../other/tests'],
    ['pytest tests', 'cd "$X" && pytest tests/a.py'],
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
