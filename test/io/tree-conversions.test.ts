// A working tree is what its bytes are: no filter, line end or encoding by which git keeps files makes two contents one.
import { afterAll, describe, expect, test } from 'vitest';
import { makeTreeCase, seen, type TreeCase } from './tree-case.ts';

const project = `git init -q -b main; mkdir -p src; echo one >src/a.py; echo two >src/b.py; printf 'dos\\r\\n' >src/dos.py
git add -A; git commit -qm first
`;

const template = makeTreeCase();
template.sh(project);
afterAll(() => template.dispose());

/** `setup` happens before the session, `change` in it. */
type Row = readonly [name: string, setup: string, change: string, expected: readonly string[]];

/** As git-lfs leaves it: the pointer is committed, the content stands on the disk; git-lfs itself is not there. */
const lfs = `
echo '*.bin filter=lfs diff=lfs merge=lfs -text' >.gitattributes
content=$(printf 'weights' | sha256sum | cut -d' ' -f1)
printf 'version https://git-lfs.github.com/spec/v1\\noid sha256:%s\\nsize 7\\n' $content >model.bin
git add -A; git commit -qm lfs
git config filter.lfs.clean 'git-lfs clean -- %f'; git config filter.lfs.required true
cp model.bin pointer; printf weights >model.bin
# What git-lfs would have written into the index.
git -c filter.lfs.required=false -c filter.lfs.clean='cat pointer' add model.bin; rm pointer
`;

/** Every letter is another one in the repository, as with a filter that encrypts. */
const rot13 = `git config filter.rot.clean 'tr a-z n-za-m'; git config filter.rot.smudge 'tr a-z n-za-m'
echo '*.key filter=rot' >.gitattributes; echo secret >a.key; git add -A; git commit -qm rot
`;

const dosCheckout = `git config core.autocrlf true; printf 'a\\r\\nb\\r\\n' >src/w.py; git add -A 2>/dev/null; git commit -qm w
rm src/w.py; git checkout -q src/w.py
`;

const utf16 = `echo '*.txt working-tree-encoding=UTF-16LE' >.gitattributes; printf 'a\\0b\\0' >x.txt; git add -A; git commit -qm x
`;

const inSession: readonly Row[] = [
  [
    'a filter that comes in the session hides no edit',
    '',
    `git config filter.x.clean 'echo one'; echo '*.py filter=x' >.gitattributes; echo 1 >src/a.py`,
    ['.gitattributes', 'src/a.py'],
  ],
  [
    'nor does one in .git/info/attributes, with the edit staged and committed',
    '',
    `git config filter.x.clean 'echo one'; mkdir -p .git/info; echo '*.py filter=x' >.git/info/attributes; echo 1 >src/a.py
     git add -A; git commit -qm x --allow-empty`,
    ['src/a.py'],
  ],
  [
    'nor do line ends that are converted from now on',
    '',
    `git config core.autocrlf true; printf 'one\\r\\n' >src/a.py; git add -A 2>/dev/null`,
    ['src/a.py'],
  ],
  [
    'nor attributes that make a text of a file',
    '',
    `echo '*.py text' >.gitattributes; printf 'dos\\n' >src/dos.py`,
    ['.gitattributes', 'src/dos.py'],
  ],
  [
    'nor a keyword',
    `printf '$Id$\\n' >src/a.py`,
    `echo '*.py ident' >.gitattributes; printf '$Id: import os $\\n' >src/a.py`,
    ['.gitattributes', 'src/a.py'],
  ],
  [
    'nor an encoding',
    '',
    `echo '*.py working-tree-encoding=UTF-16LE' >.gitattributes; printf 'o\\0n\\0e\\0\\n\\0' >src/a.py`,
    ['.gitattributes', 'src/a.py'],
  ],
  [
    'ordinary attributes that come are one changed file',
    '',
    `printf '* text=auto\\n*.png binary\\n*.sh text eol=lf\\n' >.gitattributes; git add --renormalize .; git commit -qam x; touch src/*`,
    ['.gitattributes'],
  ],
];

const fromTheStart: readonly Row[] = [
  ['an LFS file, only touched', lfs, 'touch model.bin', []],
  ['its content changed', lfs, 'echo other >model.bin', ['model.bin']],
  ['changed and back', lfs, 'echo other >model.bin; printf weights >model.bin', []],
  ['its pointer instead of its content', lfs, 'git cat-file blob HEAD:model.bin >model.bin', ['model.bin']],
  [
    'its content instead of its pointer',
    `${lfs} git cat-file blob HEAD:model.bin >model.bin`,
    'printf weights >model.bin',
    ['model.bin'],
  ],
  ['a file that a filter encrypts, touched', rot13, 'touch a.key', []],
  ['and changed', rot13, 'echo terces >a.key', ['a.key']],
  ['and as it stands in the repository', rot13, 'git cat-file blob HEAD:a.key >a.key', ['a.key']],
  ['a checkout with line ends of DOS, touched', dosCheckout, 'touch src/*', []],
  ['and edited', dosCheckout, `printf 'a\\r\\nc\\r\\n' >src/w.py`, ['src/w.py']],
  ['and checked out anew', dosCheckout, 'rm src/w.py; git checkout -q src/w.py', []],
  ['an encoding, touched', utf16, 'touch x.txt', []],
  ['an encoding, edited', utf16, `printf 'a\\0c\\0' >x.txt`, ['x.txt']],
];

describe('tree: what git would convert', () => {
  test.each([...inSession, ...fromTheStart])('%s', (_name, setup, change, expected) =>
    within(setup, async (it) => {
      const tree = await it.open();
      const { id } = await tree.look();
      it.sh(change);
      expect(await seen(tree)).toEqual(expected);
      expect(await seen(await it.open({ baseline: { kind: 'tree', id: id ?? '' } }))).toEqual(expected);
    }),
  );
});

/** Nothing but the way in which git keeps files differs from the commit. */
describe('tree: what git converts is no change against a commit', () => {
  test.each<Row>([
    ['line ends', dosCheckout, '', []],
    ['line ends, one edited', dosCheckout, `printf 'a\\r\\nc\\r\\n' >src/w.py`, ['src/w.py']],
    ['line ends, another mode', dosCheckout, 'chmod +x src/w.py', ['src/w.py:100755']],
    ['an LFS file', lfs, '', []],
    ['an LFS file, edited', lfs, 'echo other >model.bin', ['model.bin']],
    ['an LFS file that was not fetched', `${lfs} git cat-file blob HEAD:model.bin >model.bin`, '', []],
    ['a filter', rot13, '', []],
    ['a filter, and an edit', rot13, 'echo terces >a.key', ['a.key']],
    ['an encoding', utf16, '', []],
    ['an encoding, and an edit', utf16, `printf 'a\\0c\\0' >x.txt`, ['x.txt']],
    [
      'names that stand on lines of their own',
      `git config core.autocrlf true; for n in 'a"b' $'new\\nline' '-x' 'sp ace' $'caf\\351' '\\\\351'; do printf 'a\\r\\n' >"src/$n"; done
       git add -A 2>/dev/null; git commit -qm x; touch src/*`,
      '',
      [],
    ],
    [
      'limit: a filter that this machine has set up has a say',
      `git config filter.x.clean 'echo one'; mkdir -p .git/info; echo '*.py filter=x' >.git/info/attributes`,
      'echo 1 >src/a.py; echo 1 >src/b.py',
      ['src/b.py'],
    ],
    [
      'a filter that refuses one file hides no other',
      `git config core.autocrlf true; printf 'a\\r\\n' >src/w.py; echo 1 >a.bad; git add -A 2>/dev/null; git commit -qm x
       echo '*.bad filter=bad' >.gitattributes; git add .gitattributes; git commit -qm y; git config filter.bad.clean false; git config filter.bad.required true`,
      'echo 2 >a.bad; touch src/w.py',
      ['a.bad'],
    ],
  ])('%s', (_name, setup, change, expected) =>
    within(setup, async (it) => {
      it.sh(change);
      expect(await seen(await it.open({ baseline: { kind: 'revision', name: 'HEAD' } }))).toEqual(expected);
    }),
  );
});

async function within(setup: string, body: (it: TreeCase) => Promise<void>): Promise<void> {
  const it = makeTreeCase(template.root);
  try {
    it.sh(setup);
    await body(it);
  } finally {
    it.dispose();
  }
}
