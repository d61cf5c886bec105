import { expect, it } from 'vitest';
import { readCommand } from '../../../src/core/shell/reading.ts';
import { filesOf } from './inner/files-of.ts';

const project = filesOf({
  'package.json': JSON.stringify({ scripts: { test: 'jest || true' } }, null, 2),
});

it.each<[string, string | null]>([
  ['pytest', null],
  ['pytest | tail', null],
  ['ls; echo done', null],
  ['pytest; echo done', 'drop `; echo done`, or run `pytest` by itself'],
  ['pytest || true', 'drop `|| true`, or run `pytest` by itself'],
  ['pytest -q; mypy .', 'put `&&` between `pytest -q` and `mypy .`'],
  ['pytest\nmypy .', 'put `&&` between `pytest` and `mypy .`'],
  ['mypy .; pytest || true', 'drop `|| true`, or run `pytest` by itself'],
  ['pytest &', 'run `pytest` in the foreground'],
  ['if pytest; then ls; fi', 'run `pytest` by itself, without `if`'],
  ['set +o pipefail; pytest | cat', 'put `set -o pipefail` before it, or run `pytest` without `| cat`'],
  ['pytest --co', 'run `pytest --co` without `--co`'],
  ['alias pytest=true; pytest', 'run `pytest` without `alias pytest=true`'],
  [
    'npm test',
    'package.json:3 swallows the failure (`|| true`): take that away, or run the command there by itself',
  ],
  ['[[ a b ]]; pytest', 'write the line so that `bash -n` accepts it'],
])('%j: %s', (line, suggestion) => {
  expect(readCommand(line, { project }).suggestion).toBe(suggestion);
});
