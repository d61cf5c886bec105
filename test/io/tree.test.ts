import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { locateRepository } from '../../src/io/tree/repository.ts';
import { makeTreeCase, seen } from './tree-case.ts';

/** A committed project; `setup` happens before the session, `change` in it. */
const project = `
git init -q -b main
mkdir -p src/deep ignored
echo one >src/a.py; echo two >src/b.py; echo three >src/deep/c.py; echo '#!/bin/sh' >run.sh; chmod +x run.sh
printf 'ignored/\\n*.log\\n' >.gitignore
echo secret >ignored/x; echo noise >old.log
git add -A; git commit -q -m first
`;

type Row = readonly [name: string, setup: string, change: string, expected: readonly string[]];

const ordinary: readonly Row[] = [
  ['nothing', '', '', []],
  ['an edit', '', 'echo 1 >src/a.py', ['src/a.py']],
  ['an edit and back', '', 'echo 1 >src/a.py; echo one >src/a.py; touch src/b.py', []],
  ['a new file, one removed', '', 'echo 1 >src/n.py; rm src/b.py', ['-src/b.py', 'src/n.py']],
  [
    'a dirty start belongs to the person',
    'echo mine >src/a.py; echo mine >new.py; rm src/b.py',
    'echo x >src/deep/c.py',
    ['src/deep/c.py'],
  ],
  [
    'an edit of a file that was dirty already',
    'echo mine >src/a.py; echo mine >new.py',
    'echo x >src/a.py; echo x >new.py',
    ['new.py', 'src/a.py'],
  ],
  ['a commit in the middle hides nothing', '', 'echo 1 >src/a.py; git commit -qam second', ['src/a.py']],
  [
    'nor does a branch',
    '',
    'git checkout -q -b other; echo 1 >src/a.py; git commit -qam x; git checkout -q main; git merge -q other',
    ['src/a.py'],
  ],
  [
    'a branch switch is a change',
    'git checkout -q -b other; echo 1 >src/a.py; git commit -qam x; git checkout -q main',
    'git checkout -q other',
    ['src/a.py'],
  ],
  [
    'a rebase is what it leaves',
    'git checkout -q -b other; echo 1 >src/a.py; git commit -qam x; git checkout -q main; echo 2 >src/b.py; git commit -qam y; git checkout -q other',
    'git rebase -q main',
    ['src/b.py'],
  ],
  ['a stash takes away', 'echo 1 >src/a.py', 'git stash -q', ['src/a.py']],
  ['a stash and back is nothing', 'echo 1 >src/a.py', 'git stash -q; git stash pop -q', []],
  [
    'a conflict at the start',
    'git checkout -q -b other; echo 1 >src/a.py; git commit -qam x; git checkout -q main; echo 2 >src/a.py; git commit -qam y; git merge -q other >/dev/null || true',
    'echo 3 >src/b.py',
    ['src/b.py'],
  ],
  [
    'a conflict that is mended',
    'git checkout -q -b other; echo 1 >src/a.py; git commit -qam x; git checkout -q main; echo 2 >src/a.py; git commit -qam y; git merge -q other >/dev/null || true',
    'echo 3 >src/a.py; git add src/a.py',
    ['src/a.py'],
  ],
  ['an added, empty intent', 'echo 1 >src/n.py; git add -N src/n.py', 'echo 2 >src/n.py', ['src/n.py']],
  ['a detached HEAD', 'git checkout -q --detach', 'echo 1 >src/a.py', ['src/a.py']],
];

const kinds: readonly Row[] = [
  ['a mode', '', 'chmod -x run.sh; chmod +x src/a.py', ['run.sh', 'src/a.py:100755']],
  ['a symbolic link', '', 'ln -s a.py src/l.py', ['src/l.py:120000']],
  ['a link to another file', 'ln -s a.py src/l.py', 'ln -sf b.py src/l.py', ['src/l.py:120000']],
  ['a link that leads nowhere', '', 'ln -s nowhere src/l.py', ['src/l.py:120000']],
  ['a folder for a file', '', 'rm src/a.py; mkdir src/a.py; echo 1 >src/a.py/x', ['-src/a.py', 'src/a.py/x']],
  ['a file for a folder', '', 'rm -r src/deep; echo 1 >src/deep', ['src/deep', '-src/deep/c.py']],
  [
    'a link for a folder with the same files',
    '',
    'mv src/deep moved; ln -s ../moved src/deep',
    ['moved/c.py', 'src/deep:120000', '-src/deep/c.py'],
  ],
  ['a name in other case', '', 'mv src/a.py src/A.py', ['src/A.py', '-src/a.py']],
  [
    'names that need quoting',
    '',
    `echo 1 >$'new\\nline.py'; echo 1 >'sp ace.py'; echo 1 >'q"uote.py'; echo 1 >'ä.py'; echo 1 >'-dash.py'; echo 1 >':(top)x.py'`,
    ['-dash.py', ':(top)x.py', 'new\nline.py', 'q"uote.py', 'sp ace.py', 'ä.py'],
  ],
  ['a pipe for a file', '', 'rm src/a.py; mkfifo src/a.py', ['-src/a.py']],
  ['a binary file', '', `printf '\\0\\1' >src/x.bin`, ['src/x.bin']],
  [
    'a large file and one byte of it',
    'head -c 17000000 /dev/zero >src/large',
    'printf x >>src/large',
    ['src/large'],
  ],
  ['a large file, only touched', 'head -c 17000000 /dev/zero >src/large', 'touch src/large', []],
  [
    'a large file that shrinks',
    'head -c 17000000 /dev/zero >src/large',
    'echo small >src/large',
    ['src/large'],
  ],
];

const hidden: readonly Row[] = [
  [
    'a new line in .gitignore hides no new file',
    '',
    'echo new.py >>.gitignore; echo 1 >new.py',
    ['.gitignore', 'new.py'],
  ],
  [
    'nor one in .git/info/exclude',
    '',
    'mkdir -p .git/info; echo new.py >>.git/info/exclude; echo 1 >new.py',
    ['new.py'],
  ],
  [
    'nor a folder with a .gitignore of its own',
    '',
    `mkdir h; echo '*' >h/.gitignore; echo 1 >h/x.py`,
    ['h/.gitignore', 'h/x.py'],
  ],
  ['a rule that goes shows no thousand files', '', 'echo >.gitignore; echo 1 >ignored/y', ['.gitignore']],
  [
    'rules of a folder below',
    `printf '/only.py\\n*.tmp\\n!keep.tmp\\n' >src/.gitignore; git add -A`,
    'echo 1 >src/only.py; echo 1 >only.py; echo 1 >src/deep/x.tmp; echo 1 >src/keep.tmp',
    ['only.py', 'src/keep.tmp'],
  ],
  [
    'a folder that ignores itself at the start stays ignored',
    `mkdir h; echo '*' >h/.gitignore; echo 1 >h/x`,
    'echo 2 >h/x; echo 1 >h/y',
    [],
  ],
  [
    'what installations and caches leave is nothing',
    '',
    'mkdir -p node_modules/p .venv/bin src/__pycache__; echo 1 >node_modules/p/i.js; echo 1 >.venv/bin/x; echo 1 >src/__pycache__/a.pyc',
    [],
  ],
  [
    'an output folder that is ignored later, as scaffolding does',
    '',
    'echo build/ >>.gitignore; mkdir build; echo 1 >build/x.o',
    ['.gitignore'],
  ],
  ['an ignored file that becomes tracked', '', 'git add -f old.log; echo 2 >old.log', ['old.log']],
  ['and is committed', '', 'git add -f old.log; git commit -qm x', ['old.log']],
  [
    'a tracked file that a new rule ignores',
    '',
    'echo src/ >>.gitignore; echo 1 >src/a.py',
    ['.gitignore', 'src/a.py'],
  ],
  ['assume-unchanged', 'git update-index --assume-unchanged src/a.py', 'echo 1 >src/a.py', ['src/a.py']],
  ['skip-worktree', 'git update-index --skip-worktree src/a.py', 'echo 1 >src/a.py', ['src/a.py']],
  [
    'both, set in the session',
    '',
    'git update-index --assume-unchanged src/a.py; git update-index --skip-worktree src/b.py; echo 1 >src/a.py; echo 1 >src/b.py',
    ['src/a.py', 'src/b.py'],
  ],
  [
    'ignoreStat, untrusted ctimes and a monitor of files',
    'git config core.ignoreStat true; git config core.trustctime false; git config core.fsmonitor true',
    'touch -r src/a.py t; echo ONE >src/a.py; echo oNe >src/b.py; touch -r t src/a.py; rm t',
    ['src/a.py', 'src/b.py'],
  ],
];

const repositories: readonly Row[] = [
  ['another worktree of the same repository', '', 'git worktree add -q other; echo 1 >other/src/a.py', []],
  [
    'a nested repository',
    'git init -q n; echo 1 >n/x.py; git -C n add -A; git -C n commit -qm x',
    'echo 2 >n/x.py; echo 1 >n/y.py',
    ['n/x.py', 'n/y.py'],
  ],
  [
    'a nested repository, committed',
    'git init -q n; echo 1 >n/x.py; git -C n add -A; git -C n commit -qm x',
    'echo 2 >n/x.py; git -C n commit -qam y',
    ['n/x.py'],
  ],
  ['one without a commit', 'git init -q n; echo 1 >n/x.py', 'echo 2 >n/x.py', ['n/x.py']],
  ['one that appears', '', 'mkdir n; echo 1 >n/x.py; git init -q n', ['n/x.py']],
  ['one that is dissolved', 'git init -q n; echo 1 >n/x.py', 'rm -rf n/.git; echo 2 >n/x.py', ['n/x.py']],
  ['one that is dissolved, and nothing else', 'git init -q n; echo 1 >n/x.py', 'rm -rf n/.git', []],
  [
    'one that is dissolved, with the only copy of what was committed',
    'git init -q n; echo 1 >n/x.py; git -C n add -A; git -C n commit -qm x',
    'rm -rf n/.git',
    ['-n', 'n/x.py'],
  ],
  [
    'one that a folder with files becomes',
    'mkdir n; echo 1 >n/x.py',
    'git init -q n; git -C n add -A; git -C n commit -qm x; echo 2 >n/y.py',
    ['n/y.py'],
  ],
  ['one that is removed', 'git init -q n; echo 1 >n/x.py', 'rm -rf n', ['-n/x.py']],
  [
    'a submodule',
    'git init -q ../m$$; echo 1 >../m$$/x.py; git -C ../m$$ add -A; git -C ../m$$ commit -qm x; git -c protocol.file.allow=always submodule --quiet add "$PWD/../m$$" sub; git commit -qm sub; rm -rf ../m$$',
    'echo 2 >sub/x.py',
    ['sub/x.py'],
  ],
  [
    'line ends that git converts',
    `git config core.autocrlf true; printf 'a\\r\\nb\\r\\n' >src/w.py; git add -A 2>/dev/null; git commit -qm w; rm src/w.py; git checkout -q src/w.py`,
    'touch src/w.py src/a.py',
    [],
  ],
  [
    'an edit under such conversion',
    `git config core.autocrlf true; printf 'a\\r\\nb\\r\\n' >src/w.py; git add -A 2>/dev/null; git commit -qm w`,
    `printf 'a\\r\\nc\\r\\n' >src/w.py`,
    ['src/w.py'],
  ],
  ['a large-file pointer whose content stands on the disk, touched', lfs(), 'touch model.bin', []],
  ['its content changed', lfs(), 'echo other >model.bin', ['model.bin']],
  [
    'a filter that fails does not hide the others',
    `git config filter.bad.clean false; git config filter.bad.required true`,
    `echo '*.bad filter=bad' >.gitattributes; echo 1 >x.bad; echo 1 >src/a.py`,
    ['.gitattributes', 'src/a.py', 'x.bad'],
  ],
  ['a sparse checkout', 'git sparse-checkout set src/deep', '', []],
  [
    'a sparse file that appears',
    'git sparse-checkout set --no-cone /src/deep/',
    'mkdir -p src; echo 1 >src/a.py',
    ['src/a.py'],
  ],
  [
    'a split index',
    'git config core.splitIndex true; git update-index --split-index',
    'echo 1 >src/a.py',
    ['src/a.py'],
  ],
  [
    'hashes of 256 bits',
    'rm -rf .git; git init -q --object-format=sha256 -b main; git add -A; git commit -qm x',
    'echo 1 >src/a.py; echo 1 >n.py',
    ['n.py', 'src/a.py'],
  ],
];

/** As git-lfs leaves it: the pointer is committed, the content stands on the disk; git-lfs itself is not there. */
function lfs(): string {
  return `
echo '*.bin filter=lfs diff=lfs merge=lfs -text' >.gitattributes
content=$(printf 'weights' | sha256sum | cut -d' ' -f1)
printf 'version https://git-lfs.github.com/spec/v1\\noid sha256:%s\\nsize 7\\n' $content >model.bin
git add -A; git commit -qm lfs
git config filter.lfs.clean 'git-lfs clean -- %f'; git config filter.lfs.required true
printf weights >model.bin`;
}

const template = makeTreeCase();
template.sh(project);
afterAll(() => template.dispose());

describe('tree: what differs from the baseline', () => {
  test.each([...ordinary, ...kinds, ...hidden, ...repositories])(
    '%s',
    async (_name, setup, change, expected) => {
      const it = makeTreeCase();
      try {
        it.sh(project + setup);
        const tree = await it.open();
        const before = await tree.look();
        expect([before.why, [...before.code.keys()]]).toEqual([null, []]);
        if (change !== '') it.sh(change);
        expect(await seen(tree)).toEqual(expected);
        // Another process, with the kept index.
        expect(await seen(await it.open({ baseline: { kind: 'tree', id: before.id ?? '' } }))).toEqual(
          expected,
        );
      } finally {
        it.dispose();
      }
    },
  );
});

/** Runs `body` on a project of its own. */
async function within(
  setup: string,
  body: (it: ReturnType<typeof makeTreeCase>) => Promise<void>,
): Promise<void> {
  const it = makeTreeCase();
  try {
    it.sh(setup);
    await body(it);
  } finally {
    it.dispose();
  }
}

describe('tree: traps', () => {
  test('a same-size edit in the very moment of the last `git add` is seen', () =>
    within(project, async (it) => {
      // What such an edit leaves: an entry with the file's times and the hash of the text before it.
      it.sh("echo bbb >src/a.py; touch -d '10 seconds ago' src/a.py; git add -A");
      const [now, before] = it
        .sh('git hash-object src/a.py; echo aaa | git hash-object -w --stdin')
        .split('\n');
      const path = join(it.root, '.git/index');
      const index = readFileSync(path);
      Buffer.from(before ?? '', 'hex').copy(index, index.indexOf(Buffer.from(now ?? '', 'hex')));
      createHash('sha1')
        .update(index.subarray(0, -20))
        .digest()
        .copy(index, index.length - 20);
      writeFileSync(path, index);
      it.sh('touch -r src/a.py .git/index');
      expect(it.sh('GIT_OPTIONAL_LOCKS=0 git diff --name-only')).toBe('src/a.py\n');
      const tree = await it.open();
      expect([await seen(tree), await tree.baselineText('src/a.py')]).toEqual([[], 'bbb\n']);
    }));

  test('same-size edits between looks that follow at once are seen', () =>
    within(project, async (it) => {
      const tree = await it.open();
      await tree.look();
      for (const text of ['ccc\n', 'ddd\n', 'eee\n', 'one\n', 'fff\n']) {
        writeFileSync(join(it.root, 'src/a.py'), text);
        expect([text, await seen(tree)]).toEqual([text, text === 'one\n' ? [] : ['src/a.py']]);
      }
    }));

  test('a same-size edit whose time is set back is seen', () =>
    within(project, async (it) => {
      const tree = await it.open();
      await tree.look();
      it.sh('touch -r src/a.py t; echo ONE >src/a.py; touch -r t src/a.py; rm t');
      expect(await seen(tree)).toEqual(['src/a.py']);
    }));

  test("the person's index, objects and hooks are left alone", () =>
    within(project, async (it) => {
      it.sh(
        `printf '#!/bin/sh\\necho ran >>hooks-ran\\n' >.git/hooks/post-index-change; chmod +x .git/hooks/*`,
      );
      it.sh('echo mine >new.py; git add -N new.py; rm -f hooks-ran');
      const state = () =>
        it.sh('sha256sum .git/index; find .git -path .git/donegate -prune -o -type f -print | sort; ls');
      const before = state();
      const tree = await it.open();
      await tree.look();
      it.sh('echo 1 >src/a.py');
      await tree.look();
      it.sh('echo one >src/a.py');
      expect(state()).toBe(before);
    }));

  test('what killed processes leave (a lock of ours, one of git, half a state) stops nobody', () =>
    within(project, async (it) => {
      const tree = await it.open();
      const { id } = await tree.look();
      const dead = spawnSync('true').pid;
      const session = join(it.root, '.git/donegate/sessions/s');
      writeFileSync(join(session, 'lock'), JSON.stringify({ id: 'x', pid: dead, host: hostname() }));
      writeFileSync(join(session, 'index.lock'), '');
      it.sh('echo 1 >src/a.py');
      expect(await seen(tree)).toEqual(['src/a.py']);
      // A first look that was killed has no complete rules.
      renameSync(join(session, 'excludes'), join(session, 'excludes.draft'));
      rmSync(join(session, 'look.json'));
      expect(await seen(await it.open({ baseline: { kind: 'tree', id: id ?? '' } }))).toEqual(['src/a.py']);
      for (const name of ['look.json', 'apart.json', 'index']) {
        writeFileSync(join(session, name), '');
        expect(await seen(await it.open({ baseline: { kind: 'tree', id: id ?? '' } }))).toEqual(['src/a.py']);
        rmSync(join(session, name));
        expect(await seen(await it.open({ baseline: { kind: 'tree', id: id ?? '' } }))).toEqual(['src/a.py']);
      }
    }));

  test('many looks at once, of several processes, agree', () =>
    within(project, async (it) => {
      const first = await it.open();
      const { id } = await first.look();
      it.sh('for n in 1 2 3 4 5 6 7 8 9; do echo $n >src/n$n.py; done');
      const trees = await Promise.all(
        [1, 2, 3].map(() => it.open({ baseline: { kind: 'tree', id: id ?? '' } })),
      );
      const looks = await Promise.all([...trees, ...trees].map((tree) => tree.look()));
      expect(new Set(looks.map((look) => look.id)).size).toBe(1);
      expect(looks.map((look) => look.why)).toEqual([null, null, null, null, null, null]);
    }));

  test('a baseline that is gone is said, not taken for no change', () =>
    within(project, async (it) => {
      const tree = await it.open({ baseline: { kind: 'tree', id: '0123456789'.repeat(4) } });
      const look = await tree.look();
      expect([look.id, look.why?.startsWith('git says: fatal: bad object')]).toEqual([null, true]);
    }));
});

describe('tree: baselines and contents', () => {
  test('texts before and now, and all files', () =>
    within(`${project} git init -q n; echo 1 >n/x.py; printf '\\0' >bin`, async (it) => {
      const tree = await it.open();
      await tree.look();
      it.sh('echo 1 >src/a.py; rm src/b.py; echo 2 >n/x.py; echo 1 >src/n.py');
      const paths = ['src/a.py', 'src/b.py', 'n/x.py', 'src/n.py', 'bin', 'ignored/x', 'missing'];
      expect(await Promise.all(paths.map((path) => tree.baselineText(path)))).toEqual([
        'one\n',
        'two\n',
        '1\n',
        null,
        null,
        null,
        null,
      ]);
      expect(await Promise.all(paths.map((path) => tree.currentText(path)))).toEqual([
        '1\n',
        null,
        '2\n',
        '1\n',
        null,
        'secret\n',
        null,
      ]);
      expect(await tree.files()).toEqual([
        '.gitignore',
        'bin',
        'n/x.py',
        'run.sh',
        'src/a.py',
        'src/deep/c.py',
        'src/n.py',
      ]);
    }));

  test.each<[string, string, string, readonly string[]]>([
    [
      'a commit, and what came since',
      'echo 1 >src/a.py; git commit -qam x; echo 2 >src/b.py; echo 3 >n.py',
      'HEAD~1',
      ['n.py', 'src/a.py', 'src/b.py'],
    ],
    [
      'a submodule as it was committed',
      'git init -q n; echo 1 >n/x.py; git -C n add -A; git -C n commit -qm x; git add n 2>/dev/null; git commit -qm n',
      'HEAD',
      [],
    ],
    [
      'a sparse checkout lacks nothing',
      "git sparse-checkout set --no-cone '/src/deep/' 'run.sh'",
      'HEAD',
      [],
    ],
    [
      'a submodule that was committed and edited',
      'git init -q n; echo 1 >n/x.py; git -C n add -A; git -C n commit -qm x; git add n 2>/dev/null; git commit -qm n; echo 2 >n/x.py',
      'HEAD',
      ['n/x.py'],
    ],
    [
      'a submodule that was never fetched',
      'git init -q n; echo 1 >n/x.py; git -C n add -A; git -C n commit -qm x; git add n 2>/dev/null; git commit -qm n; rm -rf n; mkdir n',
      'HEAD',
      [],
    ],
    ['a clone that lies around', 'git init -q n; echo 1 >n/x.py', 'HEAD', []],
  ])('against a revision: %s', (_name, setup, name, expected) =>
    within(project + setup, async (it) => {
      expect(await seen(await it.open({ baseline: { kind: 'revision', name } }))).toEqual(expected);
    }),
  );

  test('a revision that does not exist, and a repository without a commit', () =>
    within('git init -q; echo 1 >a.py', async (it) => {
      expect(await seen(await it.open({ baseline: { kind: 'revision', name: 'HEAD' } }))).toEqual([
        'unreadable: git says: fatal: Needed a single revision',
      ]);
      expect(await seen(await it.open({ baseline: { kind: 'empty' } }))).toEqual(['a.py']);
      const tree = await it.open({ session: 'other' });
      await tree.look();
      it.sh('echo 2 >a.py; git add -A; git commit -qm first');
      expect(await seen(tree)).toEqual(['a.py']);
    }));

  test('a linked worktree has a state of its own', () =>
    within(
      `${project} git worktree add -q ../$(basename $PWD)-w 2>/dev/null; mv ../$(basename $PWD)-w w; git worktree repair w >/dev/null; echo w >>.git/info/exclude`,
      async (it) => {
        const [main, linked] = [await it.open(), await it.open({ under: 'w' })];
        await Promise.all([main.look(), linked.look()]);
        it.sh('echo 1 >w/src/a.py; echo 1 >src/b.py');
        expect([await seen(main), await seen(linked)]).toEqual([['src/b.py'], ['src/a.py']]);
      },
    ));

  test('a shallow clone', () =>
    within(`${project} git clone -q --depth 1 "file://$PWD" c; echo c >>.git/info/exclude`, async (it) => {
      const tree = await it.open({ under: 'c' });
      await tree.look();
      it.sh('cd c; echo 1 >src/a.py; git commit -qam x');
      expect(await seen(tree)).toEqual(['src/a.py']);
    }));

  test('a bare repository and the inside of .git have no working tree', () =>
    within(`${project} git init -q --bare bare.git`, async (it) => {
      const why =
        'unreadable: this is a bare repository or the inside of a .git directory: there is no working tree';
      expect([
        await seen(await it.open({ under: 'bare.git' })),
        await seen(await it.open({ under: '.git' })),
      ]).toEqual([[why], [why]]);
    }));

  test.runIf(process.getuid?.() !== 0)('a file that cannot be read counts by what can be seen of it', () =>
    within(`${project} chmod 000 src/b.py`, async (it) => {
      const tree = await it.open();
      await tree.look();
      it.sh('echo 1 >src/a.py; touch src/b.py');
      expect(await seen(tree)).toEqual(['src/a.py', 'src/b.py']);
    }),
  );
});

describe('tree: outside of a repository', () => {
  test('the same, with a private git directory', () =>
    within(
      'mkdir src node_modules; echo 1 >src/a.py; echo 1 >node_modules/x.js; echo x.log >.gitignore; echo 1 >x.log',
      async (it) => {
        const tree = await it.open();
        await tree.look();
        it.sh('echo 2 >src/a.py; echo 1 >b.py; echo 2 >x.log; echo 2 >node_modules/x.js');
        expect([await seen(tree), await tree.baselineText('src/a.py')]).toEqual([
          ['b.py', 'src/a.py'],
          '1\n',
        ]);
        expect(await seen(await it.open({ under: 'src', session: 'other' }))).toEqual([]);
        expect(it.sh('ls -a; cat .donegate/.gitignore').split('\n')).toEqual([
          '.',
          '..',
          '.donegate',
          '.gitignore',
          'b.py',
          'node_modules',
          'src',
          'x.log',
          '*',
          '!plan-state.json',
          '!.gitignore',
          '',
        ]);
      },
    ));

  test('a session goes on when somebody makes a repository of it; the next one lives there', () =>
    within('echo 1 >a.py', async (it) => {
      const first = await locateRepository(it.root);
      const session = join(first.stateDirectory, 'sessions/one');
      mkdirSync(session, { recursive: true });
      writeFileSync(
        join(session, 'session.json'),
        JSON.stringify({
          session: 'one',
          host: 'h',
          pid: null,
          machine: '',
          started: '2026-11-30',
          directory: '.',
        }),
      );
      writeFileSync(join(session, 'facts.jsonl'), '');
      it.sh('git init -q');
      expect((await locateRepository(it.root)).stateDirectory).toBe(join(it.root, '.donegate'));
      writeFileSync(
        join(session, 'facts.jsonl'),
        '{"record":"x","at":"","type":"ended","outcome":"done","summary":""}\n',
      );
      expect((await locateRepository(it.root)).stateDirectory).toBe(join(it.root, '.git/donegate'));
    }));

  test('without git nothing is known, and that is said', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'donegate-no-git-'));
    const { PATH } = process.env;
    try {
      process.env.PATH = directory;
      expect(await locateRepository(directory)).toEqual({
        kind: 'unreadable',
        root: directory,
        stateDirectory: join(directory, '.donegate'),
        why: 'git is not installed',
      });
    } finally {
      process.env.PATH = PATH;
      rmSync(directory, { recursive: true });
    }
  });
});
