// Names of files are bytes. Inside they are ordinary text, and no two files have one name.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { projectFiles } from '../../src/io/project-files.ts';
import { openReach } from '../../src/io/reach.ts';
import { bytesOf, nameOf, splitZ, terminated } from '../../src/io/tree/names.ts';
import { cli } from '../commands/cli.ts';
import { makeTreeCase, seen } from './tree-case.ts';

describe('tree: a name for every path', () => {
  test.each<[string, readonly number[] | string, string]>([
    ['ordinary text is itself', 'src/ä"q.py', 'src/ä"q.py'],
    ['so is a backslash', 'a\\b\\12\\x', 'a\\b\\12\\x'],
    ['and what cannot be a byte', 'a\\777\\400', 'a\\777\\400'],
    ['a byte that is no UTF-8 stands as git prints it', [0x63, 0xe9, 0x2e, 0x70, 0x79], 'c\\351.py'],
    ['the same as text', 'c\\351.py', 'c\\134351.py'],
    ['and that as text', 'c\\134351.py', 'c\\134134351.py'],
    ['a backslash before such a byte', [0x5c, 0xe9], '\\\\351'],
    ['digits after such a byte', [0xe9, 0x31], '\\3511'],
    ['half of a surrogate pair', [0xed, 0xa0, 0x80], '\\355\\240\\200'],
    ['a character in too many bytes', [0xc0, 0xaf], '\\300\\257'],
    ['a character that breaks off', [0xf0, 0x9f, 0x98, 0x2f, 0x61], '\\360\\237\\230/a'],
    ['one beyond Unicode', [0xf5, 0x80, 0x80, 0x80], '\\365\\200\\200\\200'],
    ['the replacement character is one like others', '\ufffd', '\ufffd'],
    ['composed', 'é', 'é'],
    ['and not composed', 'e\u0301', 'e\u0301'],
  ])('%s', (_name, path, expected) => {
    const bytes = Buffer.from(path as string);
    expect([nameOf(bytes), bytesOf(expected)]).toEqual([expected, bytes]);
  });

  test('any bytes have a name that leads back to them, in every folder, also in lists', () => {
    const piece = fc.oneof(
      fc.uint8Array({ min: 1, max: 255, minLength: 1, maxLength: 6 }),
      fc.constantFrom('\\351', '\\', '3', '\\134', 'é', '/', '\n').map((text) => Buffer.from(text)),
    );
    const path = fc
      .array(piece, { minLength: 1, maxLength: 6 })
      .map((pieces) => Buffer.concat(pieces.map((bytes) => Buffer.from(bytes))));
    fc.assert(
      fc.property(fc.array(path, { minLength: 1, maxLength: 4 }), (paths) => {
        const names = paths.map(nameOf);
        expect(names.map(bytesOf)).toEqual(paths);
        expect(JSON.parse(JSON.stringify(names))).toEqual(names);
        expect(names.every((name) => Buffer.from(name).toString('utf8') === name)).toBe(true);
        const list = Buffer.concat(paths.flatMap((bytes) => [bytes, Buffer.of(0)]));
        expect([splitZ(list), Buffer.from(terminated(names))]).toEqual([names, list]);
        for (const bytes of paths) {
          const at = bytes.indexOf('/');
          if (at >= 0)
            expect(nameOf(bytes)).toBe(`${nameOf(bytes.subarray(0, at))}/${nameOf(bytes.subarray(at + 1))}`);
        }
      }),
    );
  });
});

const strange = [
  `$'caf\\351\\351.py'`,
  `$'caf\\351\\352.py'`,
  `'caf\\351\\351.py'`,
  `$'new\\nline.py'`,
  `$'tab\\t.py'`,
  `'"quoted".py'`,
  `"it's.py"`,
  `'-rf.py'`,
  `':(exclude)a.py'`,
  `':!b.py'`,
  `'*.py'`,
  `'[ab].py'`,
  `$'e\\314\\201.py'`,
  `$'\\303\\251.py'`,
  `$'\\355\\240\\275\\355\\270\\200.py'`,
  `' lead and trail .py '`,
  `$'cr\\r.py'`,
  `'#hash.py'`,
  `'!not.py'`,
] as const;

const names = [
  'caf\\351\\351.py',
  'caf\\351\\352.py',
  'caf\\134351\\134351.py',
  'new\nline.py',
  'tab\t.py',
  '"quoted".py',
  "it's.py",
  '-rf.py',
  ':(exclude)a.py',
  ':!b.py',
  '*.py',
  '[ab].py',
  'e\u0301.py',
  'é.py',
  '\\355\\240\\275\\355\\270\\200.py',
  ' lead and trail .py ',
  'cr\r.py',
  '#hash.py',
  '!not.py',
];

/** The folder itself has such a name, too. */
const folder = `$'d\\377'`;
const below = names.map((name) => `d\\377/${name}`).sort();
const each = (command: string) =>
  strange.map((name) => command.replaceAll('%', () => `${folder}/${name}`)).join('\n');
const repository = 'git init -q -b main; echo 0 >plain.py; git add -A; git commit -qm x\n';

const template = makeTreeCase();
template.sh(`${repository} mkdir ${folder}\n${each('echo 1 >%')}\n`);
const tracked = makeTreeCase(template.root);
tracked.sh('git add -A; git commit -qm y');
afterAll(() => {
  template.dispose();
  tracked.dispose();
});

describe('tree: files with strange names', () => {
  for (const [how, from] of [
    ['tracked', tracked],
    ['untracked', template],
  ] as const) {
    test.each<[string, string, readonly string[]]>([
      ['touched', each('touch %'), []],
      ['edited', each('echo 2 >%'), below],
      ['gone', `rm -r ${folder}`, below.map((path) => `-${path}`)],
      ['one of two that differ by one byte', `echo 2 >${folder}/${strange[0]}`, ['d\\377/caf\\351\\351.py']],
      [
        'renamed by one byte',
        `mv ${folder}/${strange[1]} ${folder}/$'caf\\351\\353.py'`,
        ['-d\\377/caf\\351\\352.py', 'd\\377/caf\\351\\353.py'],
      ],
      ['a link', `ln -s x ${folder}/$'l\\376'`, ['d\\377/l\\376:120000']],
      ['very many', `for n in $(seq 30); do echo $n >${folder}/$'\\376'$n; done`, many()],
    ])(`%s, ${how}`, async (_name, change, expected) => {
      const it = makeTreeCase(from.root);
      try {
        const tree = await it.open();
        const { id } = await tree.look();
        it.sh(change);
        expect(await seen(tree)).toEqual(expected);
        expect(await seen(await it.open({ baseline: { kind: 'tree', id: id ?? '' } }))).toEqual(expected);
      } finally {
        it.dispose();
      }
    });
  }

  test('ignored by name, they stay ignored, and what is beside them does not', async () => {
    const it = makeTreeCase(template.root);
    try {
      // A folder that ignores itself has no rule in the root.
      it.sh(each('mkdir -p %.d; echo "*" >%.d/.gitignore'));
      const tree = await it.open();
      await tree.look();
      it.sh(each('echo 1 >%.d/hidden; echo 1 >%.e'));
      expect(await seen(tree)).toEqual(below.map((path) => `${path}.e`).sort());
    } finally {
      it.dispose();
    }
  });

  test('are listed, read, copied and compared with a commit', async () => {
    const it = makeTreeCase(tracked.root);
    const copies = mkdtempSync(join(tmpdir(), 'donegate-names-'));
    try {
      const tree = await it.open();
      await tree.look();
      it.sh(each('echo 2 >%'));
      expect(await tree.files()).toEqual([...below, 'plain.py'].sort());
      for (const path of below) {
        expect([path, await tree.baselineText(path), await tree.currentText(path)]).toEqual([
          path,
          '1\n',
          '2\n',
        ]);
        expect(projectFiles(it.root).read(path)).toBe('2\n');
      }
      expect(await tree.copyTo(copies, 'baseline')).toBe(true);
      it.sh(`git -C '${copies}' init -q; git -C '${copies}' add -A`);
      expect(it.sh(`git -C '${copies}' write-tree`)).toBe(it.sh('git rev-parse HEAD^{tree}'));
      const since = await it.open({ session: 'c', baseline: { kind: 'revision', name: 'HEAD~1' } });
      expect(await seen(since)).toEqual(below);
    } finally {
      it.dispose();
      rmSync(copies, { recursive: true });
    }
  });

  test('nobody can say whether they were opened: they count as such', async () => {
    const it = makeTreeCase(template.root);
    try {
      const reach = openReach({ root: it.root, stateDirectory: join(it.root, '.git') });
      const paths = ['plain.py', 'd\\377/caf\\351\\351.py', 'd\\377/new\nline.py'];
      await reach.before(paths);
      const opened = await reach.opened(paths);
      expect(opened.includes('d\\377/caf\\351\\351.py')).toBe(true);
    } finally {
      it.dispose();
    }
  });

  test('a claim after such a change is refused, and names it', async () => {
    const it = makeTreeCase(tracked.root);
    try {
      it.sh(`echo 2 >${folder}/${strange[0]}`);
      const { status, stdout } = cli(it.root, ['check', '--json']);
      const { verdict, findings } = JSON.parse(stdout) as {
        verdict: string;
        findings: { message: string }[];
      };
      expect([status, verdict]).toEqual([1, 'unproven']);
      expect(findings[0]?.message).toContain('d\\377/caf\\351\\351.py');
    } finally {
      it.dispose();
    }
  });
});

function many(): readonly string[] {
  return Array.from({ length: 30 }, (_, n) => `d\\377/\\376${n + 1}`).sort();
}
