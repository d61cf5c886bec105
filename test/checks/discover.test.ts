import { describe, expect, test } from 'vitest';
import { discoverChecks } from '../../src/checks/discover.ts';
import type { ProjectFiles } from '../../src/core/reading-types.ts';

type Files = Readonly<Record<string, string>>;

function projectOf(files: Files): ProjectFiles {
  return {
    read: (path) => files[path] ?? null,
    isFile: (path) => path in files,
    isDirectory: (path) => Object.keys(files).some((name) => name.startsWith(`${path}/`)),
  };
}

const scripts = (value: Record<string, string>): string => JSON.stringify({ scripts: value });

const rows: readonly [name: string, files: Files, commands: readonly string[]][] = [
  ['nothing known', { 'README.md': '' }, []],
  ['a test script', { 'package.json': scripts({ test: 'node --test' }) }, ['npm test']],
  [
    'the fast ones first',
    { 'package.json': scripts({ test: 'vitest run', typecheck: 'tsc', lint: 'biome check' }) },
    ['npm run lint', 'npm run typecheck', 'npm test'],
  ],
  [
    'the lock file names the manager: pnpm',
    { 'package.json': scripts({ test: 'a', lint: 'b' }), 'pnpm-lock.yaml': '' },
    ['pnpm run lint', 'pnpm test'],
  ],
  [
    'the lock file names the manager: yarn',
    { 'package.json': scripts({ test: 'a' }), 'yarn.lock': '' },
    ['yarn test'],
  ],
  [
    'bun test would be its own runner, so the script is run',
    { 'package.json': scripts({ test: 'vitest run' }), 'bun.lock': '' },
    ['bun run test'],
  ],
  [
    'the field packageManager goes before the lock file',
    {
      'package.json': JSON.stringify({ packageManager: 'yarn@4.1.0', scripts: { test: 'a' } }),
      'package-lock.json': '',
    },
    ['yarn test'],
  ],
  [
    'what npm init writes is no check',
    { 'package.json': scripts({ test: 'echo "Error: no test specified" && exit 1' }) },
    [],
  ],
  [
    'a script that does nothing is no check',
    { 'package.json': scripts({ test: 'exit 0', lint: 'true' }) },
    [],
  ],
  ['an echo is no check', { 'package.json': scripts({ test: 'echo all good' }) }, []],
  [
    'a watcher never ends',
    { 'package.json': scripts({ test: 'jest --watch', 'test:ci': 'jest' }) },
    ['npm run test:ci'],
  ],
  [
    'a fixer would change the tree',
    { 'package.json': scripts({ lint: 'eslint --fix .', test: 'jest' }) },
    ['npm test'],
  ],
  [
    'a check that runs the tests goes instead of them',
    {
      'package.json': scripts({
        check: 'npm run types && npm run lint && npm test',
        types: 'tsc',
        lint: 'biome check .',
        test: 'vitest run',
      }),
    },
    ['npm run check'],
  ],
  [
    'a check that does not run the tests stands beside them',
    { 'package.json': scripts({ check: 'tsc --noEmit', test: 'vitest run' }) },
    ['npm run check', 'npm test'],
  ],
  [
    'a check through run-s',
    { 'package.json': scripts({ check: 'run-s lint test', lint: 'a', test: 'vitest run' }) },
    ['npm run check'],
  ],
  [
    'test:unit is not test',
    {
      'package.json': scripts({
        check: 'tsc && npm run test:unit',
        test: 'npm run test:unit && npm run test:e2e',
        'test:unit': 'vitest',
        'test:e2e': 'playwright test',
      }),
    },
    ['npm run check', 'npm test'],
  ],
  ['a broken package.json names nothing', { 'package.json': '{' }, []],
  ['pytest by pyproject', { 'pyproject.toml': '[tool.pytest.ini_options]\n' }, ['python3 -m pytest']],
  ['pytest by conftest', { 'tests/conftest.py': '' }, ['python3 -m pytest']],
  [
    'pytest by the requirements',
    { 'requirements-dev.txt': 'pytest==9\n', 'tests/test_a.py': '' },
    ['python3 -m pytest'],
  ],
  [
    'pytest by how the tests are written',
    { 'test_a.py': 'def test_a():\n    assert 1\n' },
    ['python3 -m pytest'],
  ],
  ['pytest through uv', { 'uv.lock': '', 'pyproject.toml': 'dev = ["pytest"]' }, ['uv run python -m pytest']],
  [
    'the virtual environment of the project',
    { '.venv/pyvenv.cfg': 'home = /usr/bin\n', '.venv/bin/pytest': '', 'pytest.ini': '' },
    ['.venv/bin/python -m pytest'],
  ],
  [
    'an environment without pytest is not the one that tests run in',
    { '.venv/pyvenv.cfg': '', 'env/pyvenv.cfg': '', 'env/bin/pytest': '', 'pytest.ini': '' },
    ['env/bin/python -m pytest'],
  ],
  [
    'unittest needs nothing more',
    { '.venv/pyvenv.cfg': '', 'test_a.py': 'import unittest\n' },
    ['.venv/bin/python -m unittest'],
  ],
  [
    'the environment that stands, before the manager that would fill it',
    { 'uv.lock': '', 'venv/pyvenv.cfg': '', 'venv/bin/pytest': '', 'pytest.ini': '' },
    ['venv/bin/python -m pytest'],
  ],
  [
    'unittest when nothing speaks of pytest',
    { 'tests/__init__.py': '', 'tests/test_a.py': 'import unittest\nclass A(unittest.TestCase): pass\n' },
    ['python3 -m unittest'],
  ],
  [
    'a folder that is no package is named to unittest',
    { 'tests/test_a.py': 'import unittest\n' },
    ['python3 -m unittest discover -s tests'],
  ],
  [
    'a Django project',
    { 'manage.py': '', 'app/tests.py': '', 'tests/__init__.py': '' },
    ['python3 manage.py test'],
  ],
  [
    'tox when it alone is there',
    { 'tox.ini': '[testenv]\ncommands = stestr run\n', 'tests/test_a.py': '' },
    ['tox'],
  ],
  [
    'a folder tests without Python is no Python project',
    { 'tests/a.test.js': '', 'package.json': scripts({ test: 'node --test tests' }) },
    ['npm test'],
  ],
  ['cargo', { 'Cargo.toml': '[package]' }, ['cargo test']],
  ['go', { 'go.mod': 'module a' }, ['go vet ./...', 'go test ./...']],
  ['maven with its wrapper', { 'pom.xml': '', mvnw: '' }, ['sh mvnw -B test']],
  ['gradle', { 'build.gradle.kts': '' }, ['gradle test']],
  [
    'a Makefile whose check needs test',
    {
      Makefile: '.PHONY: check test\ncheck: lint test\nlint:\n\truff check\ntest:\n\tpytest -q\n',
      'pytest.ini': '',
    },
    ['make check'],
  ],
  [
    'a Makefile with test and no check',
    { Makefile: 'all: build\ntest: build\n\t./run-tests\n' },
    ['make test'],
  ],
  [
    'a Makefile that calls go test',
    { Makefile: 'test:\n\tgo test -race ./...\n', 'go.mod': '' },
    ['go vet ./...', 'make test'],
  ],
  ['an echo in a Makefile is no check', { Makefile: 'test:\n\t@echo 12 passed\n' }, []],
  ['a variable is no target', { Makefile: 'test := a\n' }, []],
  [
    'a justfile',
    { justfile: 'test *args:\n    cargo test {{args}}\n\ncheck: fmt test\n', 'Cargo.toml': '' },
    ['just check'],
  ],
  [
    'a check script that runs the package script',
    {
      'scripts/check.sh': '#!/bin/sh\nset -e\nnpm run lint\nnpm test\n',
      'package.json': scripts({ lint: 'a', test: 'b' }),
    },
    ['sh scripts/check.sh'],
  ],
  [
    'a package script that runs the check script',
    {
      'scripts/check.sh': 'set -e\nnode --test\n',
      'package.json': scripts({ test: 'bash scripts/check.sh' }),
    },
    ['npm test'],
  ],
  [
    'two languages, two checks',
    { 'package.json': scripts({ test: 'vitest run' }), 'pytest.ini': '' },
    ['npm test', 'python3 -m pytest'],
  ],
];

describe('discoverChecks', () => {
  test.each(rows)('%s', (_name, files, commands) => {
    const found = discoverChecks(projectOf(files), Object.keys(files));
    expect(found.map((check) => check.command)).toEqual(commands);
  });

  test('each says why, in a sentence', () => {
    const files = { 'package.json': scripts({ test: 'node --test' }), 'go.mod': '' };
    expect(discoverChecks(projectOf(files))).toEqual([
      { command: 'go vet ./...', why: 'go.mod: a Go module.' },
      { command: 'npm test', why: 'package.json has the script "test": node --test' },
      { command: 'go test ./...', why: 'go.mod: a Go module.' },
    ]);
  });
});
