import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, describe, expect, test } from 'vitest';
import type { FactBody } from '../../src/core/types.ts';
import { openFactLog } from '../../src/io/fact-log.ts';
import { crash } from './crash.ts';

const directory = mkdtempSync(join(tmpdir(), 'donegate-log-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const clock = { now: () => new Date('2026-11-30T12:00:00Z') };
const at = '2026-11-30T12:00:00.000Z';
const turn = (text: string): FactBody => ({ type: 'turn_started', text });
let count = 0;
const freshPath = () => join(directory, `${(count += 1)}`, 'facts.jsonl');
const open = (path: string, mode: 'new' | 'existing' = 'existing') => openFactLog({ path, mode, clock });

/** A log with three facts. */
function threeFacts(): string {
  const path = freshPath();
  const log = open(path, 'new');
  for (const text of ['a', 'b', 'c']) log.append(turn(text));
  return path;
}

const texts = (path: string) =>
  open(path)
    .facts()
    .map((fact) => (fact.type === 'turn_started' ? fact.text : fact.type));

describe('fact log', () => {
  test('facts are numbered by their place in the file', () => {
    const path = freshPath();
    const log = open(path, 'new');
    expect([log.facts(), log.damage()]).toEqual([[], null]);
    expect(log.append(turn('a'))).toEqual({ seq: 1, at, type: 'turn_started', text: 'a' });
    expect(log.append({ type: 'compacted', summary: 'ä\n"\u0000' })).toEqual({
      seq: 2,
      at,
      type: 'compacted',
      summary: 'ä\n"\u0000',
    });
    expect(open(path).facts()).toEqual([
      { seq: 1, at, type: 'turn_started', text: 'a' },
      { seq: 2, at, type: 'compacted', summary: 'ä\n"\u0000' },
    ]);
  });

  test('two that append by turns see one order', () => {
    const path = freshPath();
    const one = open(path, 'new');
    const other = open(path, 'new');
    const numbers = [
      one.append(turn('a')),
      other.append(turn('b')),
      other.append(turn('b')),
      one.append(turn('a')),
    ];
    expect(numbers.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    expect(one.facts()).toEqual(other.facts());
    expect([one.damage(), other.damage(), open(path).damage()]).toEqual([null, null, null]);
  });

  test('a torn last record is skipped loudly, and swallows nothing', () => {
    const path = threeFacts();
    appendFileSync(path, '{"record":"x-1","at":"2026');
    const log = open(path);
    expect([log.facts().length, log.damage()]).toEqual([3, null]);
    expect(log.append(turn('d')).seq).toEqual(4);
    expect(texts(path)).toEqual(['a', 'b', 'c', 'd']);
    expect([open(path).damage(), open(path).notes()]).toEqual([
      null,
      [`line 4 of ${path} was cut off while it was written; it is skipped`],
    ]);
  });

  test('a record of two megabytes', () => {
    const path = threeFacts();
    const text = 'ö'.repeat(1_000_000);
    expect(open(path).append(turn(text)).seq).toBe(4);
    expect(texts(path)).toEqual(['a', 'b', 'c', text]);
  });
});

const lineOf = (path: string, n: number) => readFileSync(path, 'utf8').split('\n')[n] ?? '';

const damages: readonly [
  name: string,
  harm: (path: string) => void,
  expected: (path: string) => string | null,
][] = [
  ['none', () => {}, () => null],
  ['the log is deleted', (path) => rmSync(path), (path) => `the session's log ${path} is missing`],
  [
    'the whole folder is deleted',
    (path) => rmSync(dirname(path), { recursive: true }),
    (path) => `the session's log ${path} is missing`,
  ],
  [
    'the last fact is cut off',
    (path) => truncateSync(path, readFileSync(path).length - lineOf(path, 2).length - 1),
    (path) => `the session's log ${path} was cut: it had 3 facts and has 2`,
  ],
  [
    'it is emptied',
    (path) => writeFileSync(path, ''),
    (path) => `the session's log ${path} was cut: it had 3 facts and has 0`,
  ],
  [
    'a fact is changed',
    (path) => writeFileSync(path, readFileSync(path, 'utf8').replace('"text":"b"', '"text":"x"')),
    (path) => `the first 3 facts of the session's log ${path} are not the ones that were recorded`,
  ],
  [
    'another log stands in its place',
    (path) => copyFileSync(longerLog(), path),
    (path) => `the first 3 facts of the session's log ${path} are not the ones that were recorded`,
  ],
  [
    'a line of somebody else',
    (path) => appendFileSync(path, 'all tests passed\n'),
    (path) => `line 4 of the session's log ${path} is no record of donegate`,
  ],
  [
    'a line of JSON that is no fact',
    (path) => appendFileSync(path, '{"type":"ran"}\n'),
    (path) => `line 4 of the session's log ${path} is no record of donegate`,
  ],
  ['the anchor of a short log is deleted', (path) => rmSync(`${path}.anchor`), () => null],
];

function replace(path: string): void {
  copyFileSync(longerLog(), `${path}.other`);
  renameSync(`${path}.other`, path);
}

function longerLog(): string {
  const path = freshPath();
  const log = open(path, 'new');
  for (const text of ['1', '2', '3', '4']) log.append(turn(text));
  return path;
}

describe('fact log: damage is said, never taken for a clean start', () => {
  test.each(damages)('%s', (_name, harm, expected) => {
    const path = threeFacts();
    harm(path);
    expect(open(path).damage()).toEqual(expected(path));
  });

  test('a new session that finds an anchor has lost its log', () => {
    const path = threeFacts();
    rmSync(path);
    expect(open(path, 'new').damage()).toBe(`the session's log ${path} is missing`);
  });

  test('the anchor of a longer log is deleted', () => {
    const path = freshPath();
    const log = open(path, 'new');
    for (let n = 0; n < 9; n += 1) log.append(turn('a'));
    rmSync(`${path}.anchor`);
    expect(open(path).damage()).toBe(`the anchor of the session's log ${path} is missing`);
  });

  test.each<[string, (path: string) => void, string]>([
    ['removed', (path) => rmSync(path), 'was removed while the session ran'],
    ['cut', (path) => truncateSync(path, 10), 'was cut while the session ran'],
    ['replaced', replace, 'was replaced while the session ran'],
  ])('while it is open: %s. What was known stays known, and it goes on', (_name, harm, expected) => {
    const path = threeFacts();
    const log = open(path);
    expect(log.damage()).toBe(null);
    harm(path);
    expect(log.damage()).toBe(`the session's log ${path} ${expected}`);
    expect(log.append(turn('d')).seq).toBe(4);
    expect(log.facts().length).toBe(4);
    expect(open(path).damage()).not.toBe(null);
  });
});

describe('fact log: processes', () => {
  test('killed at random points: every acknowledged record is there, as it was acknowledged', async () => {
    let seed = 7;
    const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
    const { acknowledged, ...report } = await crash({ rounds: 10, writers: 2, random });
    expect(acknowledged).toBeGreaterThan(40);
    expect(report).toEqual({ rounds: 10, lost: 0, invented: 0, damaged: [], torn: report.torn });
  });

  test('a disk that is full refuses the record loudly; nothing else is lost', async () => {
    const path = freshPath();
    open(path, 'new').append(turn('before'));
    const program = join(directory, 'full.mjs');
    const source = join(dirname(fileURLToPath(import.meta.url)), 'crash-writer.ts');
    await build({ entryPoints: [source], outfile: program, bundle: true, platform: 'node', format: 'esm' });
    // A limit of the file's size (in blocks of 1024 bytes) stands for the disk; the signal is ignored, as by any server.
    const line = `trap '' XFSZ; ulimit -f 32; exec "$0" "$1" "$2" full`;
    const { stdout, stderr, status } = spawnSync('bash', ['-c', line, process.execPath, program, path], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 30_000,
    });
    expect([status, /EFBIG|could be written/.test(stderr)]).toEqual([1, true]);
    const acknowledged = stdout.split('\n').length - 1;
    expect(acknowledged).toBeGreaterThan(1);
    expect(open(path).append(turn('after')).seq).toBe(acknowledged + 2);
    expect([open(path).damage(), texts(path).at(0), texts(path).at(-1)]).toEqual([null, 'before', 'after']);
  });
});
