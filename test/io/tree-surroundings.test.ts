// Repositories as they are met: nested, odd, broken, set up otherwise in the session. A change is seen, and nothing else is one.
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readIndex, writeIndex } from '../../src/io/tree/index-entries.ts';
import { plainRepository } from '../../src/io/tree/plain-repository.ts';
import { locateRepository } from '../../src/io/tree/repository.ts';
import { makeTreeCase, seen, type TreeCase } from './tree-case.ts';

const project = `git init -q -b main; mkdir -p src/deep; echo one >src/a.py; echo two >src/b.py; echo three >src/deep/c.py
printf 'ignored/\\n*.log\\n' >.gitignore; git add -A; git commit -qm first
`;

const template = makeTreeCase();
template.sh(project);
afterAll(() => template.dispose());

/** `setup` happens before the session, `change` in it. */
type Row = readonly [name: string, setup: string, change: string, expected: readonly string[]];

const nested: readonly Row[] = [
  [
    'that git refuses to read',
    '',
    'git init -q n; git -C n config core.repositoryFormatVersion 99; echo 1 >n/x.py',
    ['n/x.py'],
  ],
  [
    'that git refuses to read from now on',
    'git init -q n; echo 1 >n/x.py',
    'git -C n config core.repositoryFormatVersion 99; echo 2 >n/x.py',
    ['n/x.py'],
  ],
  [
    'whose files are said to be elsewhere',
    '',
    'git init -q n; mkdir w; git -C n config core.worktree ../../w; echo 1 >n/x.py',
    ['n/x.py'],
  ],
  ['with other hashes, new', '', 'git init -q --object-format=sha256 n; echo 1 >n/x.py', ['n/x.py']],
  [
    'with other hashes, from the start',
    'git init -q --object-format=sha256 n; echo 1 >n/x.py; echo 1 >n/y.py; git -C n add -A; git -C n commit -qm x',
    'echo 2 >n/x.py',
    ['n/x.py'],
  ],
  [
    'new, and hidden by a rule of its own',
    '',
    `git init -q n; echo '*' >n/.git/info/exclude; echo 1 >n/x.py`,
    ['n/x.py'],
  ],
  [
    'new, and hidden by a .gitignore of its own',
    '',
    `git init -q n; echo '*' >n/.gitignore; echo 1 >n/x.py`,
    ['n/.gitignore', 'n/x.py'],
  ],
  [
    'new, with what its own .gitignore names as usual output',
    '',
    `git init -q n; printf 'node_modules\\n/build/\\n' >n/.gitignore; mkdir n/build n/node_modules; echo 1 >n/build/x; echo 1 >n/node_modules/x`,
    ['n/.gitignore'],
  ],
  [
    'from the start, with rules of its own',
    `git init -q n; echo '*.db' >n/.git/info/exclude; echo '/gen/' >n/.gitignore; echo 1 >n/x.py`,
    'echo 1 >n/x.db; mkdir n/gen; echo 1 >n/gen/x; echo 2 >n/x.py',
    ['n/x.py'],
  ],
  [
    'limit: so deep that only its coming is seen',
    '',
    'd=.; for n in 1 2 3 4; do d=$d/n; git init -q $d; echo 1 >$d/x.py; done',
    ['n/n/n/n:160000', 'n/n/n/x.py', 'n/n/x.py', 'n/x.py'],
  ],
  [
    'limit: with a name at which no process can be started',
    '',
    `git init -q $'n\\351'; echo 1 >$'n\\351'/x.py`,
    ['n\\351:160000'],
  ],
  [
    'a submodule in an ignored folder',
    `${submodule('ignored/sub')}`,
    'echo 3 >ignored/sub/x.py',
    ['ignored/sub/x.py'],
  ],
  ['a submodule at another commit', submodule('sub'), 'git -C sub checkout -q HEAD~1', ['sub/x.py']],
];

const setUp: readonly Row[] = [
  ['file modes', '', 'git config core.fileMode false; chmod +x src/a.py', ['src/a.py:100755']],
  ['file modes that never counted', 'git config core.fileMode false', 'chmod +x src/a.py', []],
  ['letters', '', 'git config core.ignoreCase true; echo 1 >src/A.py', ['src/A.py']],
  [
    'a monitor of files',
    '',
    `git config core.fsmonitor true; git config core.untrackedCache true; echo 1 >src/a.py`,
    ['src/a.py'],
  ],
  [
    'the place of hooks and of attributes',
    '',
    'git config core.attributesFile x; git config core.hooksPath y; echo 1 >src/a.py',
    ['src/a.py'],
  ],
];

const index: readonly Row[] = [
  ['version 4', 'git update-index --index-version 4', 'echo 1 >src/a.py; touch src/b.py', ['src/a.py']],
  [
    'with an untracked cache',
    'git update-index --untracked-cache; git status -s',
    'echo 1 >src/n.py',
    ['src/n.py'],
  ],
  [
    'with long names',
    `d=$(printf 'l%.0s' $(seq 200)); mkdir -p $d/$d/$d; for n in $(seq 5); do echo 1 >$d/$d/$d/${'$'}{d}$n; done; git add -A`,
    'rm -r l*; echo 1 >src/a.py',
    longNames(),
  ],
  ['sparse, with folders for entries', sparseIndex(), 'touch src/deep/c.py', []],
  [
    'sparse, and a left out file that appears',
    sparseIndex(),
    'mkdir -p other/d; echo 2 >other/d/x.py',
    ['other/d/x.py'],
  ],
  ['that is broken from the start', 'echo x >.git/index', 'echo 1 >src/a.py', ['src/a.py']],
  ['that is gone from the start', 'rm .git/index', 'echo 1 >src/a.py; touch src/b.py', ['src/a.py']],
  ['that goes in the session', '', 'rm .git/index; echo 1 >src/a.py', ['src/a.py']],
  ['that somebody holds a lock of', '', 'touch .git/index.lock; echo 1 >src/a.py', ['src/a.py']],
  [
    'with a folder for a file that was removed before',
    'rm src/a.py; mkdir src/a.py; echo 1 >src/a.py/in',
    'echo 1 >src/b.py',
    ['src/b.py'],
  ],
  ['with a conflict of a file and a folder', fileAndFolder(), 'echo 1 >src/b.py', ['src/b.py']],
  [
    'of a copied working tree',
    'cp -r src s; rm -r src; mv s src',
    'touch src/*; echo 1 >src/a.py',
    ['src/a.py'],
  ],
];

const files: readonly Row[] = [
  [
    'pipes and sockets',
    '',
    `mkfifo p; python3 -c "import socket; socket.socket(socket.AF_UNIX).bind('s')"`,
    [],
  ],
  [
    'a folder for a link to one',
    'ln -s deep src/l',
    'rm src/l; mkdir src/l; echo 1 >src/l/c.py',
    ['-src/l', 'src/l/c.py'],
  ],
  [
    'what lies behind a link is elsewhere',
    'mkdir ignored; echo 1 >ignored/x.py; ln -s ../ignored src/l',
    'echo 2 >ignored/x.py',
    [],
  ],
  [
    'names that only other systems forbid',
    '',
    `mkdir 'git~1' '.git ' .GIT 'x\\.git'; for d in 'git~1' '.git ' .GIT 'x\\.git'; do echo 1 >"$d/x.py"; done`,
    ['.GIT/x.py', '.git /x.py', 'git~1/x.py', 'x\\.git/x.py'],
  ],
  [
    'links with names that steer git',
    '',
    'ln -s x .gitattributes; ln -s y src/.gitignore',
    ['.gitattributes:120000', 'src/.gitignore:120000'],
  ],
];

describe.each([
  ['a nested repository', nested],
  ['what is set up in the session', setUp],
  ["the person's index", index],
  ['files', files],
])('tree: %s', (_what, rows) => {
  test.each(rows)('%s', (_name, setup, change, expected) =>
    within(setup, async (it) => {
      const tree = await it.open();
      const { id, why } = await tree.look();
      expect(why).toBe(null);
      it.sh(change);
      expect(await seen(tree)).toEqual(expected);
      expect(await seen(await it.open({ baseline: { kind: 'tree', id: id ?? '' } }))).toEqual(expected);
    }),
  );
});

describe('tree: where the world is not as it should be', () => {
  test.each<[string, Readonly<Record<string, string>>]>([
    ['another repository', { GIT_DIR: '/nowhere', GIT_WORK_TREE: '/', GIT_COMMON_DIR: '/nowhere' }],
    ['another index', { GIT_INDEX_FILE: '/nowhere', GIT_INDEX_VERSION: '4' }],
    ['other objects', { GIT_OBJECT_DIRECTORY: '/nowhere', GIT_DEFAULT_HASH: 'sha256' }],
    ['settings', { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'core.autocrlf', GIT_CONFIG_VALUE_0: 'true' }],
    ['other readings of paths', { GIT_ICASE_PATHSPECS: '1', GIT_NAMESPACE: 'x' }],
  ])('the environment names %s', (_name, environment) =>
    within('', async (it) => {
      const before = { ...process.env };
      try {
        Object.assign(process.env, environment);
        const tree = await it.open();
        await tree.look();
        it.sh(`printf 'one\\r\\n' >src/a.py; echo 1 >src/A.py`);
        expect(await seen(tree)).toEqual(['src/A.py', 'src/a.py']);
      } finally {
        process.env = before;
      }
    }),
  );

  test.each([
    ['is removed', 'rm -rf .git'],
    ['loses its objects', 'rm -rf .git/objects'],
    ['is made anew', 'rm -rf .git; git init -q; git add -A; git commit -qm x'],
  ])('a `.git` that %s never makes a change disappear', (_name, change) =>
    within('', async (it) => {
      const tree = await it.open();
      const { id } = await tree.look();
      it.sh(`echo 1 >src/a.py; ${change}`);
      for (const look of [
        await tree.look(),
        await (await it.open({ baseline: { kind: 'tree', id: id ?? '' } })).look(),
      ]) {
        expect(look.id === null ? look.why !== null : look.code.has('src/a.py')).toBe(true);
      }
    }),
  );

  test('an edit while an index is written is not lost, whoever writes it', () =>
    within('', async (it) => {
      const tree = await it.open();
      const { id } = await tree.look();
      it.sh('for n in $(seq 40); do echo $n >src/n$n.py; done');
      const other = await it.open({ baseline: { kind: 'tree', id: id ?? '' } });
      const looks = await Promise.all([tree.look(), other.look(), tree.look(), other.look()]);
      expect(looks.map(({ why, code }) => [why, code.size])).toEqual(Array(4).fill([null, 40]));
    }));

  test('of very many files the texts are kept', () =>
    within(
      `mkdir data; for n in $(seq 1100); do echo $n >data/f$n.txt; done; printf 'a\\0' >data/b.bin`,
      async (it) => {
        const tree = await it.open();
        await tree.look();
        it.sh(`echo x >data/f7.txt; printf 'b\\0' >data/b.bin; rm data/f8.txt`);
        expect(await seen(tree)).toEqual(['data/b.bin', 'data/f7.txt', '-data/f8.txt']);
        expect([await tree.baselineText('data/f7.txt'), await tree.baselineText('data/f8.txt')]).toEqual([
          '7\n',
          '8\n',
        ]);
      },
    ));

  test('limit: an edit of the same size, with its time set back in the second in which its other times were read', () =>
    within(`touch -d '1 hour ago' src/a.py; git update-index -q --refresh`, async (it) => {
      const tree = await it.open();
      await tree.look();
      it.sh('cp -p src/a.py t; echo ONE >src/a.py; touch -r t src/a.py; rm t');
      // As if all this had taken less than a second.
      const path = join(it.root, '.git/donegate/sessions/s/index');
      const times = statSync(path);
      const read = readIndex(readFileSync(path), 20);
      if (read === null) throw new Error('an index of ours');
      const entry = read.entries.find(
        ({ nameAt, nameLength }) => read.bytes.toString('utf8', nameAt, nameAt + nameLength) === 'src/a.py',
      );
      read.bytes.writeUInt32BE(Math.floor(statSync(join(it.root, 'src/a.py')).ctimeMs / 1000), entry?.at);
      const kept = read.entries.map((each) => ({ entry: each, change: null }));
      writeFileSync(path, writeIndex(read, kept, { format: 'sha1', hasTrees: true }));
      expect([
        times.size,
        await seen(await it.open({ baseline: { kind: 'tree', id: (await tree.baseline()).id ?? '' } })),
      ]).toEqual([statSync(path).size, []]);
    }));
});

describe('tree: a repository is found without git as git finds it', () => {
  test.each<[string, string, string, boolean]>([
    ['at its root', '', '.', true],
    ['below', '', 'src/deep', true],
    ['through a link', 'ln -s src l', 'l/deep', true],
    [
      'with remotes and branches',
      'git remote add o x; git checkout -q -b y; git config branch.y.remote o',
      '.',
      true,
    ],
    ['on no branch', 'git checkout -q --detach', '.', true],
    ['a folder in an ignored one', 'mkdir -p ignored/x', 'ignored/x', true],
    ['a nested one', 'git init -q n; mkdir n/d', 'n/d', true],
    ['a linked worktree', 'git worktree add -q ignored/w', 'ignored/w', false],
    ['a submodule', submodule('sub'), 'sub', false],
    ['with a folder elsewhere', 'mkdir ignored; git init -q --separate-git-dir ignored/g', '.', false],
    ['with files elsewhere', 'mkdir w; git config core.worktree ../w', 'src', false],
    ['bare', 'git init -q --bare b', 'b', false],
    ['said to be bare', 'git config core.bare true', '.', false],
    ['the inside of .git', '', '.git/refs', false],
    ['with other hashes', 'git init -q --object-format=sha256 n', 'n', false],
    ['with an extension', 'git config extensions.worktreeConfig true', '.', false],
    ['with more settings elsewhere', 'git config include.path x', '.', false],
    ['of an unknown format', 'git config core.repositoryFormatVersion 99', '.', false],
    ['without a HEAD', 'rm .git/HEAD', '.', false],
    [
      "that is somebody else's",
      'if [ $(id -u) = 0 ]; then git init -q n; chown -R 65534 n; else git init -q --bare n; fi',
      'n',
      false,
    ],
  ])('%s', (_name, setup, directory, isPlain) =>
    within(setup, async (it) => {
      const at = join(it.root, directory);
      const found = await locateRepository(at, { onlyLooks: true });
      const steered = process.env.GIT_CEILING_DIRECTORIES;
      try {
        // Says nothing, and makes us ask git.
        process.env.GIT_CEILING_DIRECTORIES = '';
        expect(found).toEqual(await locateRepository(at, { onlyLooks: true }));
      } finally {
        if (steered === undefined) delete process.env.GIT_CEILING_DIRECTORIES;
        else process.env.GIT_CEILING_DIRECTORIES = steered;
      }
      expect(plainRepository(at) !== null).toBe(isPlain);
    }),
  );

  test('where there is none', () =>
    within('', async (it) => {
      mkdirSync(join(it.root, '../', `${it.root.split('/').at(-1)}-none`));
      expect(plainRepository(`${it.root}-none`)).toBe(null);
      expect(plainRepository(join(it.root, 'missing'))).toBe(null);
      it.sh('rmdir "$PWD-none"');
    }));
});

function submodule(path: string): string {
  return `git init -q ../m$$; cd ../m$$; echo 1 >x.py; git add -A; git commit -qm x; echo 2 >x.py; git commit -qam y; cd - >/dev/null
git -c protocol.file.allow=always submodule --quiet add -f "$PWD/../m$$" ${path}; git commit -qm sub; rm -rf ../m$$
`;
}

function sparseIndex(): string {
  return `mkdir -p other/d; echo 1 >other/d/x.py; git add -A; git commit -qm y; git sparse-checkout set --cone --sparse-index src/deep
`;
}

function fileAndFolder(): string {
  return `git checkout -q -b other; git rm -q src/a.py; mkdir src/a.py; echo 1 >src/a.py/in; git add -A; git commit -qm x; git checkout -q main
echo 2 >src/a.py; git commit -qam y; git merge -q other >/dev/null 2>&1 || true
`;
}

function longNames(): readonly string[] {
  const folder = 'l'.repeat(200);
  return [...[1, 2, 3, 4, 5].map((n) => `-${folder}/${folder}/${folder}/${folder}${n}`), 'src/a.py'];
}

async function within(setup: string, body: (it: TreeCase) => Promise<void>): Promise<void> {
  const it = makeTreeCase(template.root);
  try {
    it.sh(setup);
    await body(it);
  } finally {
    it.dispose();
  }
}
