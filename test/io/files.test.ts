import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { writeAtomically } from '../../src/io/atomic-write.ts';
import { keptConfig, readConfig } from '../../src/io/config.ts';
import { openConversationStore } from '../../src/io/conversation-store.ts';
import { underLock } from '../../src/io/lock.ts';
import { prepareLogDirectory } from '../../src/io/output-capture.ts';
import { projectFiles } from '../../src/io/project-files.ts';

const directory = mkdtempSync(join(tmpdir(), 'donegate-files-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const root = join(directory, 'root');
mkdirSync(join(root, 'a/b'), { recursive: true });
const put = (path: string, text: string) => writeFileSync(join(directory, path), text);

describe("the project's files", () => {
  put('root/a/x.sh', 'echo');
  put('outside.txt', 'secret');
  put('root/large', 'x'.repeat(1024 * 1024 + 1));
  put('root/binary', 'a\0b');
  symlinkSync(join(directory, 'outside.txt'), join(root, 'link'));
  symlinkSync('a/x.sh', join(root, 'inner'));
  symlinkSync(join(root, 'a/x.sh'), join(directory, 'leads-in'));
  const files = projectFiles(root);

  test.each<[string, string, string | null, boolean, boolean]>([
    ['a file', 'a/x.sh', 'echo', true, false],
    ['an absolute path', join(root, 'a/x.sh'), 'echo', true, false],
    ['a folder', 'a', null, false, true],
    ['the root', '.', null, false, true],
    ['nothing', 'missing/x', null, false, false],
    ['a link inside', 'inner', 'echo', true, false],
    ['a link that leads out', 'link', null, false, false],
    ['a way out', '../outside.txt', null, false, false],
    ['too large', 'large', null, true, false],
    ['no text', 'binary', null, true, false],
    ['no path', 'a\0b', null, false, false],
  ])('%s', (_name, path, text, isFile, isDirectory) => {
    expect([files.read(path), files.isFile(path), files.isDirectory(path)]).toEqual([
      text,
      isFile,
      isDirectory,
    ]);
  });

  test.each<[string, string, string | null]>([
    ['a file outside', join(directory, 'outside.txt'), 'secret'],
    ['one of the project is none', join(root, 'a/x.sh'), null],
    ['a link that leads into the project is none', join(directory, 'leads-in'), null],
    ['a folder is none', directory, null],
    ['nothing', join(directory, 'missing'), null],
    ['a relative path says nothing', '../outside.txt', null],
  ])('outside: %s', (_name, path, text) => {
    expect(files.outside?.(path)).toBe(text);
  });

  test('a file that changes is read again', () => {
    put('root/changing', 'one');
    expect(files.read('changing')).toBe('one');
    put('root/changing', 'other');
    expect(files.read('changing')).toBe('other');
  });
});

describe('donegate.toml', () => {
  test('the nearest one up to the root; as it stood at the start', () => {
    expect(readConfig(root, join(root, 'a/b'))).toBe(null);
    put('donegate.toml', 'outside');
    expect(readConfig(root, join(root, 'a/b'))).toBe(null);
    put('root/donegate.toml', 'timeout = 1');
    put('root/a/donegate.toml', 'timeout = 2');
    expect(readConfig(root, join(root, 'a/b'))).toEqual({ path: 'a/donegate.toml', text: 'timeout = 2' });
    const kept = join(directory, 'kept');
    const request = { root, directory: root, kept };
    expect(keptConfig({ ...request, isNew: true })?.text).toBe('timeout = 1');
    put('root/donegate.toml', 'timeout = 9999');
    expect(keptConfig({ ...request, isNew: false })?.text).toBe('timeout = 1');
    expect(keptConfig({ ...request, isNew: true })?.text).toBe('timeout = 9999');
  });

  test('one that cannot be read is an error, not a default', () => {
    mkdirSync(join(directory, 'other/donegate.toml'), { recursive: true });
    expect(() => readConfig(join(directory, 'other'), join(directory, 'other'))).toThrow(
      'donegate.toml cannot be read: EISDIR',
    );
  });
});

describe('conversations', () => {
  const isText = (value: unknown): value is string => typeof value === 'string';
  test('are loaded as they were appended, without what a crash tore', () => {
    const path = join(directory, 'conversation');
    const store = openConversationStore(path, isText);
    expect(store.load()).toEqual([]);
    store.append('a\nb');
    appendFileSync(path, '"half of a mess');
    store.append('c');
    appendFileSync(path, '{"no":"message"}\n');
    expect(store.load()).toEqual(['a\nb', 'c']);
    store.replace(['d']);
    store.append('e');
    expect(openConversationStore(path, isText).load()).toEqual(['d', 'e']);
  });
});

describe('files that are replaced as a whole', () => {
  test('leave nothing behind, whether they can be written or not', () => {
    const path = join(directory, 'atomic/file');
    writeAtomically(path, 'one', { durable: true });
    writeAtomically(path, 'two', { durable: false });
    mkdirSync(join(directory, 'atomic/folder/x'), { recursive: true });
    expect(() => writeAtomically(join(directory, 'atomic/folder'), 'three', { durable: false })).toThrow();
    expect([readFileSync(path, 'utf8'), readdirSync(join(directory, 'atomic')).sort()]).toEqual([
      'two',
      ['file', 'folder'],
    ]);
  });

  test('logs together stay below their limit, the oldest go', () => {
    const logs = join(directory, 'logs');
    prepareLogDirectory(logs);
    for (const name of ['1.log', '2.log', '3.log']) put(`logs/${name}`, 'x'.repeat(100));
    put('logs/other', 'x'.repeat(1000));
    prepareLogDirectory(logs, 250);
    expect(readdirSync(logs).length).toBe(3);
    prepareLogDirectory(logs, 0);
    expect(readdirSync(logs)).toEqual(['other']);
  });
});

describe('locks', () => {
  const path = join(directory, 'lock');
  const ownedBy = (pid: number) => JSON.stringify({ id: 'x', pid, host: hostname() });
  test('one at a time, and free again after an error', async () => {
    let inside = 0;
    let most = 0;
    const action = async () => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
      throw new Error('failed');
    };
    const ends = await Promise.allSettled([1, 2, 3].map(() => underLock(path, 10_000, action)));
    expect([most, ends.map(({ status }) => status), existsSync(path)]).toEqual([
      1,
      ['rejected', 'rejected', 'rejected'],
      false,
    ]);
  });

  test('of a living process that does not let go: an error that names the file', async () => {
    writeFileSync(path, ownedBy(process.ppid));
    await expect(underLock(path, 1, async () => {})).rejects.toThrow(`another process holds ${path}`);
  });

  test('of a dead process: taken over', async () => {
    writeFileSync(path, ownedBy(2 ** 30));
    expect(await underLock(path, 10_000, async () => 'in')).toBe('in');
  });
});
