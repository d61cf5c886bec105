import { describe, expect, it } from 'vitest';
import { readCommand } from '../../../../src/core/shell/reading.ts';

/** What a command hides its own failure with; null: nothing. */
const rows: readonly [line: string, maskedBy: string | null][] = [
  ['ruff check --exit-zero .', '--exit-zero'],
  ['ruff check -e .', '-e'],
  ['ruff check .', null],
  ['flake8 --exit-zero src', '--exit-zero'],
  ['python -m pylint --exit-zero src', '--exit-zero'],
  ['pylint src', null],
  ['golangci-lint run --issues-exit-code 0', '--issues-exit-code=0'],
  ['golangci-lint run --issues-exit-code=0 ./...', '--issues-exit-code=0'],
  ['golangci-lint run --issues-exit-code 3', null],
  ['bun test --watch', '--watch'],
  ['deno test --watch', '--watch'],
  ['npx playwright test --ui', '--watch'],
  ['npx playwright test', null],
  ['npm run test:watch', 'test:watch'],
  ['npm run test:watched', null],
  ['MAKEFLAGS=i make test', '-i'],
  ['MAKEFLAGS=--ignore-errors make test', '-i'],
  ['MAKEFLAGS=-j4 make test', null],
  ['ptw', 'ptw'],
  ['watchexec -e py pytest', 'watchexec'],
  ['gdb -batch -ex run ./a.out', 'gdb'],
];

describe('options with which a program ends 0 whatever it found, or never ends', () => {
  it.each(rows)('%s', (line, maskedBy) => {
    const [command] = readCommand(line).commands;
    expect([command?.proven, command?.maskedBy]).toEqual([maskedBy === null, maskedBy]);
  });
});
