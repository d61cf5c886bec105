import { describe, expect, it } from 'vitest';
import { readCommand } from '../../../../src/core/shell/reading.ts';
import { filesOf } from './files-of.ts';

type Row = [name: string, files: Record<string, string>, line: string, expected: string];

/** The class of the last command; with what hides its failure, or why it executes nothing. */
function read(files: Record<string, string>, line: string): string {
  const command = readCommand(line, { project: filesOf(files) }).commands.at(-1);
  if (command === undefined) return 'nothing';
  const mask = command.innerMask;
  if (mask !== null) return `${command.class} masked ${mask.path}:${mask.line} ${mask.text}`;
  return command.disarmed === null ? command.class : `disarmed ${command.disarmed}`;
}

const justfile = `set shell := ["bash", "-cu"]
flags := '-q'
# runs all
default: lint (test "unit")

test kind='all' *args:
    @echo {{kind}}
    pytest {{flags}} {{args}}

lint:
    ruff check .

swallows:
    pytest || true

ignores:
    -pytest
    echo done

late: lint && test
    echo late

long:
    pytest \\
      -q

script:
    #!/usr/bin/env bash
    pytest
    echo done

strict:
    #!/usr/bin/env bash
    set -e
    pytest
    echo done

piped:
    pytest | tee log

alias t := test
nothing:
    echo test
`;

const just: readonly Row[] = [
  ['a recipe', { justfile }, 'just lint', 'check'],
  ['the first recipe and what it needs', { justfile }, 'just', 'test'],
  ['an alias', { justfile }, 'just t', 'test'],
  ['arguments', { justfile }, 'just test unit -x', 'test'],
  ['variables in front', { justfile }, 'just flags=-v lint', 'check'],
  ['several recipes', { justfile }, 'just lint swallows', 'test masked justfile:14 || true'],
  ['a failure that is swallowed', { justfile }, 'just swallows', 'test masked justfile:14 || true'],
  ['a failure that is ignored', { justfile }, 'just ignores', 'test masked justfile:17 || true'],
  ['what comes afterwards', { justfile }, 'just late', 'test'],
  ['a line that goes on', { justfile }, 'just long', 'test'],
  ['a script without errexit', { justfile }, 'just script', 'test masked justfile:29 ; echo done'],
  ['a script with errexit', { justfile }, 'just strict', 'test'],
  ['a pipe without pipefail', { justfile }, 'just piped', 'test masked justfile:39 | tee log'],
  [
    'a pipe with pipefail',
    { justfile: justfile.replace('-cu', '-euo", "pipefail", "-c') },
    'just piped',
    'test',
  ],
  ['below the folder of the justfile', { justfile }, 'cd src/x && just lint', 'check'],
  [
    'a file that is named',
    { 'ci/j.just': 'test:\n  pytest || true\n' },
    'just -f ci/j.just test',
    'test masked ci/j.just:2 || true',
  ],
  [
    'a test that tests nothing',
    { justfile: 'test:\n  echo ok\n' },
    'just test',
    'disarmed "test": "echo ok" executes nothing',
  ],
  ['a recipe that is not there', { justfile }, 'just e2e', 'test'],
  ['no justfile', {}, 'just test', 'test'],
];

const mise: readonly Row[] = [
  ['a text', { 'mise.toml': '[tasks]\ntest = "pytest -q"\n' }, 'mise run test', 'test'],
  ['a table', { 'mise.toml': '[tasks.check]\nrun = "ruff check ."\n' }, 'mise run check', 'check'],
  [
    'a failure that is swallowed',
    { '.mise.toml': '[tasks.test]\nrun = "pytest || true"\n' },
    'mise r test',
    'test masked .mise.toml:1 || true',
  ],
  ['several texts', { 'mise.toml': '[tasks.ci]\nrun = ["ruff check .", "pytest"]\n' }, 'mise run ci', 'test'],
  [
    'its shell ends at the first failure',
    { 'mise.toml': "[tasks.ci]\nrun = '''\npytest\necho done\n'''\n" },
    'mise run ci',
    'test',
  ],
  [
    'each text has a shell that ends at the first failure',
    { 'mise.toml': '[tasks.ci]\nrun = ["pytest; true", "ruff check ."]\n' },
    'mise run ci',
    'test',
  ],
  [
    'what it depends on',
    { 'mise.toml': '[tasks.ci]\ndepends = ["test"]\n[tasks.test]\nrun = "pytest"\n' },
    'mise run ci',
    'test',
  ],
  [
    'a script with a first line of its own',
    { 'mise.toml': "[tasks.ci]\nrun = '''\n#!/usr/bin/env bash\npytest\necho done\n'''\n" },
    'mise run ci',
    'test masked mise.toml:2 ; echo done',
  ],
  [
    'a script in another language',
    { 'mise.toml': "[tasks.ci]\nrun = '''\n#!/usr/bin/env python3\nprint(1)\n'''\n" },
    'mise run ci',
    'run',
  ],
  [
    'more than one',
    { 'mise.toml': '[tasks]\na = "ruff check ."\nb = "pytest || true"\n' },
    'mise run a ::: b',
    'test masked mise.toml:3 || true',
  ],
  [
    'a script in a folder',
    { 'mise-tasks/test/unit': '#!/bin/bash\npytest\ntrue\n' },
    'mise run test:unit',
    'test masked mise-tasks/test/unit:2 ; true',
  ],
  [
    'words behind it',
    { 'mise.toml': '[tasks]\nt = "pytest"\n' },
    'mise run t -- --collect-only',
    'disarmed --collect-only',
  ],
  ['a broken file', { 'mise.toml': '[tasks' }, 'mise run test', 'test'],
];

const tables: readonly Row[] = [
  [
    'a Taskfile is not read',
    { 'Taskfile.yml': 'tasks: {test: {cmd: "pytest || true"}}' },
    'task test',
    'test',
  ],
  [
    'deno',
    { 'deno.json': '{"tasks":{"ok":"deno test || true"}}' },
    'deno task ok',
    'test masked deno.json:1 || true',
  ],
  [
    'deno: a table',
    { 'deno.json': '{"tasks":{"ok":{"command":"deno check a.ts","dependencies":["t"]},"t":"deno test"}}' },
    'deno task ok',
    'test',
  ],
  [
    'composer',
    { 'composer.json': '{"scripts":{"test":["@lint","phpunit"],"lint":"phpcs"}}' },
    'composer test',
    'test',
  ],
  [
    'composer: swallowed',
    { 'composer.json': '{"scripts":{"test":["phpunit || true"]}}' },
    'composer run test',
    'test masked composer.json:1 || true',
  ],
  ['composer: code', { 'composer.json': '{"scripts":{"test":"My\\\\Class::run"}}' }, 'composer test', 'test'],
  [
    'poe',
    {
      'pyproject.toml':
        '[tool.poe.tasks]\nall = ["lint", "t"]\nlint = "ruff check ."\nt = { cmd = "pytest" }\n',
    },
    'poe all',
    'test',
  ],
  [
    'poe: ignored',
    { 'pyproject.toml': '[tool.poe.tasks]\nt = { cmd = "pytest", ignore_fail = true }\n' },
    'uv run poe t',
    'test masked pyproject.toml:2 || true',
  ],
  [
    'pdm',
    { 'pyproject.toml': '[tool.pdm.scripts]\ngo = {shell = "pytest; echo"}\n' },
    'pdm run go',
    'test masked pyproject.toml:2 ; echo',
  ],
  [
    'pdm: no such task',
    { 'pyproject.toml': '[tool.pdm.scripts]\ngo = "pytest"\n' },
    'pdm run ruff check',
    'check',
  ],
  [
    'pdm: a function',
    { 'pyproject.toml': '[tool.pdm.scripts]\ngo = {call = "app.main:run"}\n' },
    'pdm run go',
    'run',
  ],
  [
    'hatch',
    { 'pyproject.toml': '[tool.hatch.envs.default.scripts]\ncov = ["pytest", "- coverage html"]\n' },
    'hatch run cov',
    'test',
  ],
  [
    'hatch: an environment',
    {
      'hatch.toml':
        '[envs.lint.scripts]\nall = ["style", "types"]\nstyle = "ruff check ."\ntypes = "mypy src"\n',
    },
    'hatch run lint:all',
    'check',
  ],
  [
    'hatch: ignored',
    { 'hatch.toml': '[envs.default.scripts]\nt = ["- pytest"]\n' },
    'hatch run t',
    'test masked hatch.toml:2 || true',
  ],
  [
    'pixi',
    { 'pixi.toml': '[tasks]\nt = { cmd = "pytest", depends-on = ["b"] }\nb = "cargo build"\n' },
    'pixi run t',
    'test',
  ],
  [
    'rye',
    { 'pyproject.toml': '[tool.rye.scripts]\ngo = { cmd = ["python", "-m", "app"] }\n' },
    'rye run go',
    'run',
  ],
];

describe.each([
  ['just', just],
  ['mise', mise],
  ['tables', tables],
])('%s', (_runner, rows) => {
  it.each(rows)('%s', (_name, files, line, expected) => {
    expect(read(files, line)).toBe(expected);
  });
});
