import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readCommand } from '../../../../src/core/shell/reading.ts';
import { projectFiles } from '../../../../src/io/project-files.ts';

const SCRIPTS: Readonly<Record<string, string>> = {
  'good.sh': '#!/usr/bin/env bash\nset -euo pipefail\npytest -q | cat\necho done\n',
  'no-errexit.sh': '#!/bin/bash\npytest -q\necho done\n',
  'no-pipefail.sh': '#!/bin/bash\nset -e\npytest -q | cat\n',
  'last.sh': '#!/bin/sh\npytest -q\n',
  'flag.sh': '#!/bin/bash -e\npytest -q\necho done\n',
  'or.sh': 'set -e\npytest -q || echo failed\n',
  'test-fake.sh': 'echo 5 passed\n',
  'deploy.sh': 'curl -V\n',
  'outer.sh': 'set -e\n./good.sh\necho done\n',
  'outer-masked.sh': 'set -e\n./no-errexit.sh\n',
  'itself.sh': './itself.sh\n',
  'lint.sh': 'set -e\nmypy .\n',
  'status.sh': 'rc=0\npytest || rc=1\nmypy . || rc=1\nexit $rc\n',
  'dispatch.sh': '#!/bin/bash\nset -e\ncase "$1" in\n  unit) pytest ;;\n  lint) mypy . ;;\nesac\n',
  'arms.sh': '#!/bin/bash\nset -e\ncase "$1" in\n  unit) pytest ;;\n  loose) pytest || true ;;\nesac\n',
  'either.sh':
    '#!/bin/bash\nset -e\nif [ -n "$CI" ]; then\n  pytest -q --cov\nelse\n  pytest -q\nfi\necho done\n',
  'default.sh': '#!/bin/bash\nset -e\ncase "$KIND" in\n  unit) pytest tests/unit ;;\n  *) pytest ;;\nesac\n',
  'maybe.sh': '#!/bin/bash\nset -e\ncase "$KIND" in\n  unit) pytest tests/unit ;;\n  all) pytest ;;\nesac\n',
  'either-loose.sh':
    '#!/bin/bash\nset -e\nif [ -n "$CI" ]; then\n  pytest -q || true\nelse\n  pytest -q\nfi\n',
  'either-then.sh': '#!/bin/bash\nif [ -n "$CI" ]; then\n  pytest -q\nelse\n  pytest -q\nfi\necho done\n',
  'either-piped.sh': '#!/bin/bash\nif [ -n "$CI" ]; then\n  pytest -q | cat\nelse\n  pytest -q\nfi\n',
  'function.sh': 'set -e\nmain() {\n  pytest\n}\nmain "$@"\n',
  'unparsed.sh': 'pytest\nif\n',
  py: '#!/usr/bin/env python3\nprint(1)\n',
};

const root = mkdtempSync(join(tmpdir(), 'donegate-script-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
mkdirSync(join(root, 'stubs'));
for (const [name, text] of Object.entries(SCRIPTS)) write(name, text);
for (const name of ['pytest', 'mypy']) write(`stubs/${name}`, '#!/bin/sh\nexit "$STUB"\n');
const project = projectFiles(root);

function write(name: string, text: string): void {
  writeFileSync(join(root, name), text);
  chmodSync(join(root, name), 0o755);
}

function statusOf(line: string, stub: number): number | null {
  return spawnSync('bash', ['-o', 'pipefail', '-c', line], {
    cwd: root,
    env: { PATH: `${join(root, 'stubs')}${delimiter}${process.env.PATH ?? ''}`, STUB: String(stub) },
    stdio: 'ignore',
    timeout: 20_000,
  }).status;
}

describe('shell scripts of the project, against the real bash', () => {
  it.each<[string, string, string]>([
    ['./good.sh', 'test', 'green'],
    ['./no-errexit.sh', 'test', 'masked'],
    ['./either.sh', 'test', 'green'],
    ['CI=1 ./either.sh', 'test', 'green'],
    ['./default.sh', 'test', 'green'],
    ['KIND=unit ./default.sh', 'test', 'green'],
    ['CI=1 ./either-loose.sh', 'test', 'masked'],
    ['./either-then.sh', 'test', 'masked'],
    ['CI=1 ./either-piped.sh', 'test', 'masked'],
    ['./maybe.sh', 'test', 'masked'],
    ['bash -e no-errexit.sh', 'test', 'green'],
    ['./no-pipefail.sh', 'test', 'masked'],
    ['sh last.sh', 'test', 'green'],
    ['./flag.sh', 'test', 'green'],
    ['bash flag.sh', 'test', 'masked'],
    ['./or.sh', 'test', 'masked'],
    ['./outer.sh', 'test', 'green'],
    ['./outer-masked.sh', 'test', 'masked'],
    ['./status.sh', 'test', 'green'],
    ['./function.sh all', 'test', 'green'],
    ['./dispatch.sh unit', 'test', 'green'],
    ['./arms.sh loose', 'test', 'masked'],
    ['./dispatch.sh "it\'s"', 'test', 'masked'],
    ['timeout 9 bash good.sh', 'test', 'green'],
    ['. ./last.sh', 'test', 'masked'],
  ])('%s is a %s, %s', (line, className, worth) => {
    const reading = readCommand(line, { project });
    expect([reading.commands[0]?.class, reading.ifExitZero]).toEqual([className, worth]);
    expect(statusOf(line, 0)).toBe(0);
    if (worth === 'green') expect(statusOf(line, 1)).not.toBe(0);
    else if (!line.startsWith('. ')) expect(statusOf(line, 1)).toBe(0);
  });

  it.each<[string, string, string | null]>([
    ['./test-fake.sh', 'inert', 'test-fake.sh runs no test'],
    ['./deploy.sh', 'run', null],
    ['./lint.sh', 'check', null],
    ['./itself.sh', 'run', null],
    ['./py', 'run', null],
    ['./not-there-test.sh', 'test', null],
    ['./not-there.sh', 'run', null],
    ['./unparsed.sh', 'run', null],
    ['bash -n good.sh', 'inert', null],
  ])('%s is %s', (line, className, disarmed) => {
    expect(readCommand(line, { project }).commands[0]).toMatchObject({ class: className, disarmed });
  });

  it('the deepest place is named', () => {
    expect(readCommand('./outer-masked.sh', { project }).commands[0]?.innerMask).toEqual({
      path: 'no-errexit.sh',
      line: 2,
      text: '; echo done',
    });
  });
});
