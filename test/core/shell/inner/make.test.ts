import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readCommand } from '../../../../src/core/shell/reading.ts';
import { projectFiles } from '../../../../src/io/project-files.ts';

const MAKEFILE = `PYTEST = pytest -q
RUN := $(PYTEST) tests
WEAK ?= pytest
.PHONY: ok dash ortrue chain echo weak phony-needs all
all: ok
ok:
\t@$(RUN)
dash:
\t-$(PYTEST)
atdash:
\t@-pytest
ortrue:
\t$(PYTEST) || true
semicolon:
\tpytest; true
pipe:
\tpytest | cat
chain: lint
\tpytest $(ARGS)
needs-dash: dash
lint:
\truff check .
echo:
\t@echo all tests passed
test-echo:
\t@echo all tests passed
folder:
\tpytest
folder-with-needs: ok
\tpytest
weak:
\t$(WEAK)
long:
\tcd . && \\
\tpytest && \\
\techo done
long-masked:
\tpytest; \\
\techo done
inline: ; pytest
conditional:
\tif pytest; then echo ok; else echo failed; fi
unset:
\t$(UNSET)pytest
implicit:
\t$(CC) -c x.c && pytest
computed:
\t$(shell echo pytest)
recursive:
\t$(MAKE) ok
recursive-dash:
\t$(MAKE) dash
pattern-%:
\tpytest $*
`;

const FILES: Readonly<Record<string, string>> = {
  Makefile: MAKEFILE,
  'oneshell.mk': '.ONESHELL:\ntest:\n\tpytest\n\techo done\n',
  'bash.mk': 'SHELL = /bin/bash\n.SHELLFLAGS = -eo pipefail -c\ntest:\n\tpytest | cat\n\techo done\n',
  'ignore.mk': '.IGNORE: test\ntest:\n\tpytest\n',
  'ignore-all.mk': '.IGNORE:\ntest:\n\tpytest\n',
  'include.mk': 'include other.mk\n',
  'other.mk': 'test:\n\tpytest || :\n',
  'true.mk': 'SHELL = /bin/true\ntest:\n\tpytest\n',
  'noexec.mk': '.SHELLFLAGS = -nc\ntest:\n\tpytest\n',
  'prefix.mk': '.RECIPEPREFIX = >\ntest:\n>-pytest\n',
  'no-rules.mk': 'X = 1\n',
  'define.mk': 'define X\ntest:\n\ttrue\nendef\ntest:\n\tpytest\n',
};

const root = mkdtempSync(join(tmpdir(), 'donegate-make-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
mkdirSync(join(root, 'folder'));
mkdirSync(join(root, 'folder-with-needs'));
mkdirSync(join(root, 'bin'));
for (const [name, text] of Object.entries(FILES)) writeFileSync(join(root, name), text);
for (const name of ['pytest', 'ruff', 'cc']) {
  writeFileSync(
    join(root, 'bin', name),
    `#!/bin/sh\necho ran >> "$RAN"\nexit "\${${name.toUpperCase()}_EXIT:-0}"\n`,
  );
  chmodSync(join(root, 'bin', name), 0o755);
}
const project = projectFiles(root);

/** Runs the line in a real bash with pipefail; the stub pytest ends with `exit`. */
function execute(line: string, exit: number): { status: number | null; ran: boolean } {
  const ran = join(root, 'ran');
  rmSync(ran, { force: true });
  const path = `${join(root, 'bin')}${delimiter}${process.env.PATH ?? ''}`;
  const { status } = spawnSync('bash', ['-o', 'pipefail', '-c', line], {
    cwd: root,
    env: { PATH: path, RAN: ran, PYTEST_EXIT: String(exit) },
    stdio: 'ignore',
    timeout: 20_000,
  });
  return { status, ran: project.isFile(ran) && projectFiles(root).isFile('ran') };
}

describe('makefiles, against the real make', () => {
  it.each<[string, string]>([
    ['make', 'green'],
    ['make ok', 'green'],
    ['make dash', 'masked'],
    ['make atdash', 'masked'],
    ['make ortrue', 'masked'],
    ['make semicolon', 'masked'],
    ['make pipe', 'masked'],
    ['make chain', 'green'],
    ['make needs-dash', 'masked'],
    ['make echo', 'none'],
    ['make test-echo', 'none'],
    ['make folder', 'none'],
    ['make folder-with-needs', 'green'],
    ['make weak', 'green'],
    ['WEAK=true make weak', 'none'],
    ['make ok PYTEST=true', 'none'],
    ['make long', 'green'],
    ['make long-masked', 'masked'],
    ['make inline', 'green'],
    ['make conditional', 'masked'],
    ['make unset', 'green'],
    ['make implicit', 'green'],
    ['make recursive', 'green'],
    ['make recursive-dash', 'masked'],
    ['make -i ok', 'masked'],
    ['make -k ok', 'green'],
    ['make -n ok', 'none'],
    ['make -t ok', 'none'],
    ['make nope', 'none'],
    ['make -f oneshell.mk test', 'masked'],
    ['make -f bash.mk test', 'green'],
    ['make -f ignore.mk test', 'masked'],
    ['make -f ignore-all.mk test', 'masked'],
    ['make -f include.mk test', 'masked'],
    ['make -f true.mk test', 'none'],
    ['make -f noexec.mk test', 'none'],
    ['make -f prefix.mk test', 'masked'],
    ['make -f define.mk test', 'green'],
  ])('%s is %s', (line, worth) => {
    expect(readCommand(line, { project }).ifExitZero).toBe(worth);
    const failing = execute(line, 1);
    // What is called green must not end 0 on a failing pytest, and must really run it when it passes.
    if (worth === 'green') {
      expect(failing.status).not.toBe(0);
      expect(execute(line, 0)).toEqual({ status: 0, ran: true });
    }
    if (worth === 'masked') expect(failing.status).toBe(0);
    if (worth === 'none') expect(failing.ran).toBe(false);
  });

  it('names the file and the line that swallow', () => {
    expect(readCommand('make needs-dash', { project }).commands[0]).toMatchObject({
      program: 'pytest',
      scope: [],
      innerMask: { path: 'Makefile', line: 9, text: '-$(PYTEST)' },
      maskedBy: '-$(PYTEST)',
    });
  });

  it.each<[line: string, scope: readonly string[]]>([
    ['make ok', ['tests']],
    ['make chain', []],
    ['make weak', []],
  ])('chooses what its runner is given, not the names of targets: %s', (line, scope) => {
    expect(readCommand(line, { project }).commands[0]).toMatchObject({ program: 'pytest', scope });
  });

  it('a makefile without any rule lets no target end 0: the name decides', () => {
    expect(execute('make -f no-rules.mk test', 0).status).not.toBe(0);
    expect(readCommand('make -f no-rules.mk test', { project }).commands[0]?.class).toBe('test');
    // There is a folder of that name, which make is content with.
    expect(execute('make -f no-rules.mk folder', 0)).toEqual({ status: 0, ran: false });
    expect(readCommand('make -f no-rules.mk folder', { project }).ifExitZero).toBe('none');
  });

  it('where make computes a command, nothing is known of it', () => {
    expect(readCommand('make computed', { project }).commands[0]?.class).toBe('unknown');
  });
});
