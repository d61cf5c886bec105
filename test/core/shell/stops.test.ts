import { describe, expect, it } from 'vitest';
import { readCommand } from '../../../src/core/shell/reading.ts';
import { goingOn, stoppingOption } from '../../../src/core/shell/stops.ts';

describe('a line that is told to go on behind a failure', () => {
  const rows: readonly [line: string, whole: string | null][] = [
    ['cargo test', 'cargo test --no-fail-fast'],
    [
      'cd kv && cargo +nightly -q test --workspace',
      'cd kv && cargo +nightly -q test --workspace --no-fail-fast',
    ],
    ['cargo nextest run', 'cargo nextest run --no-fail-fast'],
    ['pytest -x -q tests', 'pytest -q tests --maxfail=0'],
    ['pytest -q', 'pytest -q --maxfail=0'],
    ['pytest --maxfail 2 2>&1 | tail -5', 'pytest --maxfail=0 2>&1 | tail -5'],
    ['pytest -q --maxfail=0', null],
    ['go test -failfast ./...', 'go test ./...'],
    ['python -m unittest -f', 'python -m unittest'],
    ['npx jest --bail', 'npx jest'],
    ['npx vitest run --bail=1', 'npx vitest run'],
    ['npx mocha -b', 'npx mocha'],
    ['vendor/bin/phpunit --stop-on-failure', 'vendor/bin/phpunit'],
    ['./gradlew test', './gradlew test --continue'],
    ['mvn -q test', 'mvn -q test -fae'],
    ['go test ./...', null],
    ['npx jest --bail=0', null],
    ['cargo test --no-fail-fast', null],
    ['make test', null],
    ['pytest -x && npx vitest run', null],
    ['cargo test -- --nocapture', null],
    ["bash -c 'pytest -x'", null],
  ];
  it.each(rows)('%s', (line, whole) => {
    expect(goingOn(readCommand(line))).toBe(whole);
  });
});

describe('an option that stops at the first failure', () => {
  const rows: readonly [line: string, option: string | null][] = [
    ['pytest --maxfail=1', '--maxfail=1'],
    ['pytest -x', '-x'],
    ['bundle exec rspec --fail-fast', '--fail-fast'],
    ['npx jest --bail 3', '--bail 3'],
    ['pytest --maxfail=0', null],
    ['npx jest --bail 0', null],
    ['cargo test --no-fail-fast', null],
    ['go test -failfast=false ./...', null],
    ['pytest -rx', null],
    ['go test -x ./...', null],
  ];
  it.each(rows)('%s', (line, option) => {
    const [command] = readCommand(line).commands.filter((one) => one.class === 'test');
    expect(command === undefined ? 'no test' : stoppingOption(command)).toBe(option);
  });
});
