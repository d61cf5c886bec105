// Looks that leave the private index as it is must say the same as those for which git writes it.
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { sidesInIndex } from '../../src/io/tree/index-file.ts';
import { makeTreeCase } from './tree-case.ts';

const project = `git init -q -b main; mkdir -p src/deep; echo one >src/a.py; echo two >src/b.py; echo three >src/deep/c.py
printf 'dos\\r\\n' >src/dos.py; git add -A; git commit -qm x
`;

const template = makeTreeCase();
template.sh(project);
afterAll(() => template.dispose());

const apart = 'index left alone';
const taken = 'index written';

const rows: readonly (readonly [string, string, string, string, readonly string[]])[] = [
  ['an edit', '', 'echo 1 >src/a.py', apart, ['src/a.py']],
  ['a new file', '', 'echo 1 >src/n.py', apart, ['src/n.py']],
  ['a file that is gone', '', 'rm src/a.py', apart, ['src/a.py']],
  ['a folder that is gone', '', 'rm -r src/deep', apart, ['src/deep/c.py']],
  ['a file for a folder', '', 'rm -r src/deep; echo 1 >src/deep', apart, ['src/deep', 'src/deep/c.py']],
  [
    'a folder for a file',
    '',
    'rm src/a.py; mkdir src/a.py; echo 1 >src/a.py/x',
    apart,
    ['src/a.py', 'src/a.py/x'],
  ],
  ['a rename', '', 'mv src/a.py src/n.py', apart, ['src/a.py', 'src/n.py']],
  ['nothing but times', '', 'touch src/a.py', apart, []],
  [
    'names that need quoting',
    '',
    `echo 1 >'src/q"ü.py'; echo 1 >'src/sp ace.py'`,
    apart,
    ['src/q"ü.py', 'src/sp ace.py'],
  ],
  [
    'what stood at the start in another form',
    'echo mine >src/a.py',
    'echo one >src/a.py',
    apart,
    ['src/a.py'],
  ],
  [
    'an entry that was only intended',
    'echo 1 >src/n.py; git add -N src/n.py',
    'echo 2 >src/n.py',
    apart,
    ['src/n.py'],
  ],
  [
    'hashes of 256 bits',
    'rm -rf .git; git init -q --object-format=sha256; git add -A; git commit -qm x',
    'echo 1 >src/a.py',
    apart,
    ['src/a.py'],
  ],
  ['a link', '', 'ln -s a.py src/l', taken, ['src/l']],
  ['a link for a file', '', 'ln -sf b.py src/a.py', taken, ['src/a.py']],
  [
    'a link for a folder',
    '',
    'mv src/deep moved; ln -s ../moved src/deep',
    taken,
    ['moved/c.py', 'src/deep', 'src/deep/c.py'],
  ],
  ['another mode', '', 'chmod +x src/a.py', taken, ['src/a.py']],
  [
    'a mode that does not count',
    'git config core.fileMode false',
    'chmod +x src/a.py; echo 1 >src/a.py',
    taken,
    ['src/a.py'],
  ],
  ['line ends of DOS', '', `printf 'x\\r\\n' >src/a.py`, apart, ['src/a.py']],
  [
    'line ends of DOS that git would convert are other bytes',
    'git config core.autocrlf true',
    `printf 'one\\r\\n' >src/a.py`,
    apart,
    ['src/a.py'],
  ],
  [
    'a keyword that git would take out',
    `echo '*.py ident' >.gitattributes`,
    `printf '$Id: x$\\n' >src/a.py`,
    apart,
    ['src/a.py'],
  ],
  [
    'an encoding',
    `echo '*.txt working-tree-encoding=UTF-16LE' >.gitattributes`,
    `printf 'a\\0' >x.txt`,
    apart,
    ['x.txt'],
  ],
  ['attributes that come', '', `echo '*.py ident' >.gitattributes`, apart, ['.gitattributes']],
  [
    'an LFS file',
    `echo '*.bin filter=lfs' >.gitattributes; echo one >model.bin`,
    'echo 2 >model.bin',
    taken,
    ['model.bin'],
  ],
  [
    'names that are no UTF-8',
    `echo 1 >$'caf\\351\\351.py'`,
    `echo 2 >$'caf\\351\\351.py'; echo 1 >$'caf\\351\\352.py'`,
    apart,
    ['caf\\351\\351.py', 'caf\\351\\352.py'],
  ],
  [
    'many files',
    '',
    'for n in $(seq 30); do echo $n >src/n$n.py; done',
    taken,
    Array.from({ length: 30 }, (_, n) => `src/n${n + 1}.py`).sort(),
  ],
  ['a large file', '', 'head -c 2000000 /dev/zero >src/z', taken, ['src/z']],
  ['a nested repository', '', 'git init -q n; echo 1 >n/x.py', taken, ['n/x.py']],
  [
    'an edit beside a nested repository',
    'git init -q n; echo 1 >n/x.py',
    'echo 1 >src/a.py',
    apart,
    ['src/a.py'],
  ],
  [
    'an edit beside a commit of the person',
    '',
    'echo 1 >src/a.py; git add -A; git commit -qm y',
    apart,
    ['src/a.py'],
  ],
];

describe('tree: an edit is read without writing the index', () => {
  test.each(rows)('%s', async (_name, setup, change, expected, changed) => {
    const it = makeTreeCase();
    try {
      it.sh(project + setup);
      const tree = await it.open();
      const before = await tree.look();
      const session = join(it.root, '.git/donegate/sessions/s');
      const written = () => statSync(join(session, 'index'), { bigint: true }).mtimeNs;
      const first = written();
      it.sh(change);
      const look = await tree.look();
      const says = written() === first ? apart : taken;
      expect([says, look.why, [...look.code.keys()]]).toEqual([expected, null, changed]);
      expect(look.id === before.id).toBe(changed.length === 0);
      // What was kept of it is lost: git takes everything in, and the answer is the same.
      rmSync(join(session, 'look.json'));
      const again = await it.open({ baseline: { kind: 'tree', id: before.id ?? '' } });
      expect(await again.look()).toEqual(look);
    } finally {
      it.dispose();
    }
  });
});

describe('tree: one id for one content', () => {
  test('however it came about, and in every process', async () => {
    const it = makeTreeCase(template.root);
    try {
      const tree = await it.open();
      const { id: baseline } = await tree.look();
      const other = async () => (await it.open({ baseline: { kind: 'tree', id: baseline ?? '' } })).look();
      const ids: (string | null)[] = [];
      const many = 'for n in $(seq 30); do echo $n >src/n$n.py; done';
      for (const script of [
        'echo 1 >src/a.py',
        many,
        'rm src/n*.py',
        'echo 2 >src/a.py',
        many,
        'echo 1 >src/a.py',
        'rm src/n*.py',
        'echo one >src/a.py',
      ]) {
        it.sh(script);
        const { id } = await tree.look();
        expect((await other()).id).toBe(id);
        ids.push(id);
      }
      const [one, oneMany, , two, twoMany] = ids;
      expect(ids).toEqual([one, oneMany, one, two, twoMany, oneMany, one, baseline]);
      expect(new Set([...ids]).size).toBe(5);
    } finally {
      it.dispose();
    }
  });

  test.each(['excludes', 'apart.json', 'differences.json', 'look.json', 'index'])(
    'although %s is lost or torn',
    async (name) => {
      const it = makeTreeCase(template.root);
      try {
        const tree = await it.open();
        await tree.look();
        it.sh('for n in $(seq 30); do echo $n >src/n$n.py; done');
        await tree.look();
        it.sh('echo 1 >src/a.py');
        const look = await tree.look();
        const kept = join(it.root, '.git/donegate/sessions/s', name);
        rmSync(kept);
        expect(await tree.look()).toEqual(look);
        writeFileSync(kept, name === 'excludes' ? '' : '{');
        expect(await tree.look()).toEqual(look);
      } finally {
        it.dispose();
      }
    },
  );

  test('contents and files of such a look', async () => {
    const it = makeTreeCase(template.root);
    try {
      const tree = await it.open();
      await tree.look();
      it.sh('echo first >src/a.py; rm src/b.py; echo 1 >src/n.py');
      const hash = (await tree.look()).code.get('src/a.py') ?? '';
      it.sh('echo second >src/a.py');
      expect([
        await tree.textOf?.(hash),
        await tree.currentText('src/a.py'),
        await tree.baselineText('src/a.py'),
      ]).toEqual(['first\n', 'second\n', 'one\n']);
      expect(await tree.files()).toEqual(['src/a.py', 'src/deep/c.py', 'src/dos.py', 'src/n.py']);
      const copy = mkdtempSync(join(tmpdir(), 'donegate-tree-copy-'));
      expect(await tree.copyTo(copy, 'baseline')).toBe(true);
      const print = (cwd: string) =>
        execFileSync('bash', ['-c', 'grep -r . src | sort'], {
          cwd,
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'pipe'],
          timeout: 20_000,
        });
      expect(print(copy)).toBe(print(template.root));
      rmSync(copy, { recursive: true });
    } finally {
      it.dispose();
    }
  });
});

describe('tree: what git keeps, read and written without git', () => {
  test.each([['2'], ['4']])('entries of an index of version %s', (version) => {
    const it = makeTreeCase(template.root);
    try {
      const long = `${'l'.repeat(200)}/`.repeat(19) + 'm'.repeat(250);
      const hash = it.sh('git rev-parse HEAD:src/a.py').trim();
      it.sh(`git update-index --index-version ${version} --add --cacheinfo 100755,${hash},${long}`);
      const index = join(it.root, '.git/index');
      const expected = [
        ['src/a.py', { mode: '100644', hash }],
        [long, { mode: '100755', hash }],
      ];
      const sides = sidesInIndex(index, 20, ['src/a.py', 'a.py', 'src/missing', long]);
      expect(sides === null ? null : [...sides].sort().reverse()).toEqual(version === '2' ? expected : null);
    } finally {
      it.dispose();
    }
  });

  test('contents, also one that looks like the place of another, and what a full disk left of one', async () => {
    const it = makeTreeCase(template.root);
    try {
      const tree = await it.open();
      await tree.look();
      const hashOf = (text: string) => it.sh(`printf '%s' '${text}' | git hash-object --stdin`).trim();
      const forged = `\n${hashOf('true')} 4\nfork`;
      appendFileSync(join(it.root, '.git/donegate/sessions/s/contents'), `\n${hashOf('torn')} 4\nto`);
      for (const text of ['', 'ä\n', forged, 'true', 'torn', 'x'.repeat(100_000), 'ä\n']) {
        writeFileSync(join(it.root, 'src/a.py'), text);
        const hash = (await tree.look()).code.get('src/a.py') ?? '';
        expect([await tree.textOf?.(hash), hash]).toEqual([text, hashOf(text)]);
      }
      expect(await tree.textOf?.(hashOf('never'))).toBe(null);
    } finally {
      it.dispose();
    }
  });
});
