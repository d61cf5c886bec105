import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ignoredBy } from '../../src/replay/ignored.ts';

const FILES: Readonly<Record<string, string>> = {
  '.gitignore':
    '# built\ndist/\n/tmp\n*.db\n!keep.db\nlogs/**\n**/cache/x\na?c.txt\n[xy].o\n\\#odd\ndocs/*.html\n.env*\n!.env.example\nspace \n',
  'sub/.gitignore': '*.gen\n/only\n!dist\n',
};

const PATHS: readonly string[] = [
  'dist/a.js',
  'sub/dist/a.js',
  'sub/deep/dist/a.js',
  'dist',
  'tmp/a.py',
  'sub/tmp/a.py',
  'data/app.db',
  'data/keep.db',
  'logs/a/b.log',
  'logs.py',
  'deep/cache/x',
  'deep/cache/y',
  'abc.txt',
  'ac.txt',
  'x.o',
  'z.o',
  '#odd',
  'docs/a.html',
  'docs/deep/a.html',
  '.env',
  '.env.local',
  '.env.example',
  'space',
  'sub/a.gen',
  'a.gen',
  'sub/only',
  'sub/deep/only',
  'src/a.py',
];

const root = mkdtempSync(join(tmpdir(), 'donegate-ignored-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
for (const [path, text] of Object.entries(FILES)) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
spawnSync('git', ['init', '-q'], { cwd: root });

describe('ignore rules of a replay, against the real git', () => {
  const asked = spawnSync('git', ['check-ignore', '--no-index', '--stdin'], {
    cwd: root,
    input: PATHS.join('\n'),
    encoding: 'utf8',
  });
  const ignored = new Set(asked.stdout.split('\n'));

  it('git has an opinion', () => {
    expect(ignored.size).toBeGreaterThan(10);
  });

  it.each(PATHS)('%s', (path) => {
    expect(ignoredBy(FILES)(path)).toBe(ignored.has(path));
  });
});
