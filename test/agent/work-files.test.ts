import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FileContent, workFiles } from '../../src/agent/work-files.ts';

const base = realpathSync(mkdtempSync(join(tmpdir(), 'work-files-')));
const root = join(base, 'repo');
const directory = join(root, 'app');
const files = workFiles({ directory, root, allowed: [join(base, 'allowed')] });

beforeAll(() => {
  mkdirSync(join(directory, 'src'), { recursive: true });
  mkdirSync(join(base, 'allowed'));
  mkdirSync(join(base, 'application'));
  writeFileSync(join(directory, 'src/a.py'), 'x = 1\n');
  writeFileSync(join(base, 'secret'), 's');
  symlinkSync('src', join(directory, 'inside'));
  symlinkSync('../..', join(directory, 'out'));
  symlinkSync('../../secret', join(directory, 'file-link'));
  symlinkSync('../../not-there', join(directory, 'dangling'));
  symlinkSync('circle', join(directory, 'circle'));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

describe('where a path leads', () => {
  test.each([
    ['a file', 'src/a.py', 'app/src/a.py'],
    ['a file that is not there yet, in directories that are not', 'new/deep/b.py', 'app/new/deep/b.py'],
    ['an absolute path inside', join(directory, 'src/../c.py'), 'app/c.py'],
    ['a link that stays inside', 'inside/a.py', 'app/src/a.py'],
    ['the working directory itself', '.', 'app'],
    ['a name that begins with dots', '..b/c', 'app/..b/c'],
    ['a directory that the policy allows', join(base, 'allowed/x'), '../allowed/x'],
  ])('%s is inside', async (_name, path, fromRoot) => {
    const absolute = join(root, fromRoot);
    expect(await files.locate(path)).toEqual({ kind: 'inside', absolute, fromRoot });
  });

  test.each([
    ['above', '../x.py', '../x.py is outside of the working directory. Work inside of it.'],
    ['absolute', '/etc/passwd', '/etc/passwd is outside of the working directory. Work inside of it.'],
    [
      'a name that begins like the directory',
      join(base, 'repo/application'),
      `${join(base, 'repo/application')} is outside of the working directory. Work inside of it.`,
    ],
    [
      'a link to a directory outside',
      'out/secret',
      `out/secret is outside of the working directory (a link leads to ${join(base, 'secret')}). Work inside of it.`,
    ],
    [
      'a link to a file outside',
      'file-link',
      `file-link is outside of the working directory (a link leads to ${join(base, 'secret')}). Work inside of it.`,
    ],
    [
      'a link to a file outside that is not there yet',
      'dangling',
      `dangling is outside of the working directory (a link leads to ${join(base, 'not-there')}). Work inside of it.`,
    ],
    ['a circle', 'circle', 'circle is a link that leads nowhere.'],
    ['a NUL byte', 'a\0b', 'A path has no NUL byte.'],
  ])('%s is refused', async (_name, path, why) => {
    expect(await files.locate(path)).toEqual({ kind: 'refused', why });
  });
});

describe('what is read', () => {
  const contents: [string, string, () => void, FileContent][] = [
    [
      'a text with a byte order mark',
      'bom',
      () => put('bom', '\uFEFFhé'),
      { kind: 'text', text: '\uFEFFhé' },
    ],
    ['an empty file', 'empty', () => put('empty', ''), { kind: 'text', text: '' }],
    ['nothing', 'missing', () => {}, { kind: 'missing' }],
    ['a path below a file', 'empty/x', () => {}, { kind: 'missing' }],
    ['NUL bytes', 'nul', () => put('nul', 'a\0b'), { kind: 'unreadable', why: 'it is binary' }],
    [
      'bytes that are no UTF-8',
      'latin',
      () => put('latin', Buffer.from([0xe9, 0x0a])),
      { kind: 'unreadable', why: 'it is binary' },
    ],
    ['a pipe', 'pipe', () => pipe('pipe'), { kind: 'unreadable', why: 'it is no regular file' }],
    ['a directory', 'src', () => {}, { kind: 'directory', entries: ['a.py'] }],
  ];
  test.each(contents)('%s', async (_name, path, prepare, expected) => {
    prepare();
    expect(await files.read(join(directory, path))).toEqual(expected);
  });
});

test('a write makes its directories and says why it failed', async () => {
  const deep = join(directory, 'x/y/z.txt');
  expect(await files.write(deep, 'z')).toBe(null);
  expect(readFileSync(deep, 'utf8')).toBe('z');
  expect(await files.write(join(deep, 'below'), 'z')).toBe('a part of its path is a file');
  expect(await files.write(join(directory, 'x'), 'z')).toBe('it is a directory');
});

function put(path: string, content: string | Buffer): void {
  writeFileSync(join(directory, path), content);
}

function pipe(path: string): void {
  execFileSync('mkfifo', [join(directory, path)], { stdio: 'ignore', timeout: 10_000 });
}
