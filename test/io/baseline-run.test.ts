import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ExecResult } from '../../src/core/ports.ts';
import { type Failures, openBaselineRun } from '../../src/io/baseline-run.ts';
import { openExec } from '../../src/io/exec.ts';
import { openReach } from '../../src/io/reach.ts';
import { openReportFiles } from '../../src/io/report-files.ts';
import { makeTreeCase } from './tree-case.ts';

/** A runner in shell: each test is a file that is sourced; the failing ones are named. */
const project = `
git init -q -b main
mkdir src tests
echo 'add() { echo $(($1 + $2)); }' >src/add.sh
echo 'three() { echo 4; }' >src/three.sh
echo '. src/add.sh; [ $(add 1 2) = 3 ]' >tests/add
echo '. src/three.sh; [ $(three) = 3 ]' >tests/three
printf 'bad=0\\nfor t in tests/*; do (. ./$t) || { echo "FAIL $t"; bad=1; }; done\\nexit $bad\\n' >run.sh
git add -A; git commit -qm first`;

const readFailures = (_line: unknown, result: ExecResult): Failures | null => ({
  failing: result.output
    .split('\n')
    .filter((line) => line.startsWith('FAIL '))
    .map((line) => line.slice(5)),
  namesComplete: true,
});

type Row = readonly [
  name: string,
  setup: string,
  change: string,
  command: string,
  expected: readonly string[] | null,
];

const rows: readonly Row[] = [
  ['a test that failed before', '', 'echo "add() { echo 0; }" >src/add.sh', 'bash run.sh', ['tests/three']],
  [
    'the person broke it before the session',
    'echo "add() { echo 0; }" >src/add.sh',
    'echo x >src/new.sh',
    'bash run.sh',
    ['tests/add', 'tests/three'],
  ],
  [
    'a new test, and a removed one',
    '',
    'echo false >tests/new; rm tests/three; touch src/new.sh',
    'bash run.sh',
    ['tests/three'],
  ],
  [
    'an absolute path leads back to the changed file',
    '',
    'echo "add() { echo 0; }" >src/add.sh',
    'sed "s#src/[a-z]*.sh#\\"$ORIGINAL/&\\"#" -i tests/*; bash run.sh',
    null,
  ],
  [
    'a file that git ignores is missing in the copy',
    'echo /env >.gitignore; echo ok=1 >env; echo ". ./env" >tests/needs-it',
    'echo "add() { echo 0; }" >src/add.sh',
    'bash run.sh',
    null,
  ],
  [
    'what is built there lies there, wherever the environment has it',
    '',
    'echo "add() { echo 0; }" >src/add.sh',
    'case $CARGO_TARGET_DIR in "$PWD"/*) bash run.sh ;; esac',
    ['tests/three'],
  ],
  ['it does not end in time', '', 'mv src/three.sh src/3.sh', 'bash run.sh; sleep 60', null],
];

describe('failing before: by name, in a copy of the baseline', () => {
  test.each(rows)('%s', async (_name, setup, change, command, expected) => {
    const it = makeTreeCase();
    try {
      it.sh(project + (setup === '' ? '' : `\n${setup}`));
      const tree = await it.open();
      await tree.look();
      it.sh(change);
      const state = join(it.root, '.git/donegate');
      const exec = openExec({ logDirectory: null, graceMs: 100 });
      const reach = openReach({ root: it.root, stateDirectory: state });
      process.env.ORIGINAL = it.root;
      const timeoutMs = command.includes('sleep') ? 1_500 : 20_000;
      const answersPath = join(state, 'answers.json');
      const run = openBaselineRun({
        tree,
        exec,
        reach,
        reports: openReportFiles(),
        reportPlaces: () => null,
        root: it.root,
        answersPath,
        readFailures,
      });
      const now = it.sh('bash run.sh || true').split('\n');
      const failing = now.filter((line) => line.startsWith('FAIL ')).map((line) => line.slice(5));
      expect((await run({ command, directory: '.', timeoutMs, failing }))?.failing ?? null).toEqual(
        (await reach.works()) ? expected : null,
      );
      expect(it.sh('git status --short; git worktree list | wc -l')).not.toContain('.pycache');
    } finally {
      delete process.env.ORIGINAL;
      it.dispose();
    }
  });

  test('the baseline runs once, and nothing else where none of it failed there', async () => {
    const it = makeTreeCase();
    try {
      it.sh(project);
      const tree = await it.open();
      await tree.look();
      it.sh('echo "add() { echo 0; }" >src/add.sh');
      const reach = openReach({ root: it.root, stateDirectory: join(it.root, '.git') });
      const run = openBaselineRun({
        tree,
        exec: openExec({ logDirectory: null }),
        reach,
        reports: openReportFiles(),
        reportPlaces: () => null,
        root: it.root,
        answersPath: join(it.root, '.git/answers'),
        readFailures,
      });
      const command = `echo run >>'${it.root}/.git/runs'; bash run.sh`;
      const request = { command, directory: '.', timeoutMs: 20_000, failing: ['tests/add'] };
      const expected = (await reach.works()) ? ['tests/three'] : undefined;
      expect((await run(request))?.failing).toEqual(expected);
      expect((await run(request))?.failing).toEqual(expected);
      if (expected !== undefined) expect(it.sh('cat .git/runs')).toBe('run\n');
    } finally {
      it.dispose();
    }
  });

  test('a package that is installed in place of itself is that of the copy', async () => {
    const it = makeTreeCase();
    try {
      it.sh(`git init -q; mkdir -p src/shop; echo .venv >.gitignore; echo 'total = sum' >src/shop/__init__.py
echo 'import shop; print("FAIL old"); print("" if shop.total([1]) == 1 else "FAIL total")' >check.py
git add -A; git commit -qm x; python3 -m venv --without-pip .venv; echo "$PWD/src" >"$(echo .venv/lib/*/site-packages)/shop.pth"`);
      const tree = await it.open();
      await tree.look();
      writeFileSync(join(it.root, 'src/shop/__init__.py'), 'total = max\nnew = 1\n');
      const reach = openReach({ root: it.root, stateDirectory: join(it.root, '.git') });
      const run = openBaselineRun({
        tree,
        exec: openExec({ logDirectory: null }),
        reach,
        reports: openReportFiles(),
        reportPlaces: () => null,
        root: it.root,
        answersPath: join(it.root, '.git/answers'),
        readFailures,
      });
      const command = '.venv/bin/python check.py';
      const answer = await run({ command, directory: '.', timeoutMs: 20_000, failing: ['old'] });
      expect(answer?.failing ?? null).toEqual((await reach.works()) ? ['old'] : null);
    } finally {
      it.dispose();
    }
  });

  test('the installed dependencies are there, and a link of a workspace leads into the copy', async () => {
    const it = makeTreeCase();
    try {
      it.sh(`git init -q; echo node_modules >.gitignore; mkdir -p packages/a node_modules/dep node_modules/@s; echo 1 >packages/a/v; echo d >node_modules/dep/v
git add -A; git commit -qm x`);
      symlinkSync('../../packages/a', join(it.root, 'node_modules/@s/a'));
      const tree = await it.open();
      await tree.look();
      writeFileSync(join(it.root, 'packages/a/v'), '2');
      mkdirSync(join(it.root, '.venv'));
      const reach = openReach({ root: it.root, stateDirectory: join(it.root, '.git') });
      const run = openBaselineRun({
        tree,
        exec: openExec({ logDirectory: null }),
        reach,
        reports: openReportFiles(),
        reportPlaces: () => null,
        root: it.root,
        answersPath: join(it.root, '.git/answers'),
        readFailures: (_command, { output }) => ({ failing: output.trim().split('\n'), namesComplete: true }),
      });
      const command = 'cat node_modules/@s/a/v node_modules/dep/v; ls -d .venv';
      const answer = await run({ command, directory: '.', timeoutMs: 20_000, failing: ['2d', '.venv'] });
      expect(answer?.failing ?? null).toEqual((await reach.works()) ? ['1', 'd', '.venv'] : null);
    } finally {
      it.dispose();
    }
  });
});
