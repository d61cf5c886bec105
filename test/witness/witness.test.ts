import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Testimony } from '../../src/core/testimony.ts';
import { openWitness } from '../../src/io/witness.ts';
import { readTestimony } from '../../src/witness/testimony.ts';
import { unquoted } from '../../src/witness/unquoted.ts';
import { bashVersion } from '../bash-version.ts';

const directory = mkdtempSync(join(tmpdir(), 'donegate-test-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function testify(
  line: string,
  options: { shell?: string; environment?: Record<string, string> } = {},
): Testimony {
  const environment = { PATH: process.env.PATH ?? '', ...options.environment };
  const prepared = openWitness().prepare(environment);
  spawnSync(options.shell ?? 'bash', ['-c', line], {
    cwd: directory,
    env: { ...environment, ...prepared.environment },
    stdio: 'ignore',
    timeout: 15_000,
  });
  return prepared.collect();
}

const texts = (testimony: Testimony) =>
  testimony.kind === 'given' ? testimony.commands.map(({ text, statuses }) => [text, statuses]) : testimony;

describe.runIf(bashVersion().number >= 404)('records', () => {
  test.each([
    [
      'echo "a\nb"; true',
      [
        ['echo "a\nb"', [0]],
        ['true', [0]],
      ],
    ],
    [
      "echo 'tab\there' \\\\ ; true",
      [
        ["echo 'tab\there' \\\\", [0]],
        ['true', [0]],
      ],
    ],
    [
      "echo 'ü é 漢'; true",
      [
        ["echo 'ü é 漢'", [0]],
        ['true', [0]],
      ],
    ],
    [
      "false '\n1\t9\tlast\tbegins\t\t0,\t/\t\ttrue\n'; true",
      [
        ["false '\n1\t9\tlast\tbegins\t\t0,\t/\t\ttrue\n'", [1]],
        ['true', [0]],
      ],
    ],
    [
      `false '${'long '.repeat(3_000)}'; true`,
      [
        [`false '${'long '.repeat(3_000)}'`, [1]],
        ['true', [0]],
      ],
    ],
  ])('a command comes back as it was: %j', (line, expected) => {
    expect(texts(testify(line))).toEqual(expected);
  });

  test.runIf(bashVersion().number >= 500)('shells that write at once do not mix their records', () => {
    const commands = ['true', 'false', 'echo'].map((name, at) => `${name} ${`${at}`.repeat(5_000)}`);
    writeFileSync(join(directory, 'long'), commands.join('\n'));
    const testimony = testify('for i in {1..30}; do bash ./long & done; wait');
    if (testimony.kind === 'none') throw new Error(testimony.why);
    const [, ...scripts] = testimony.shells;
    expect(scripts.map(({ isWhole }) => isWhole)).toEqual(Array(30).fill(true));
    const texts = scripts.map((_, at) =>
      testimony.commands
        .filter(({ shell }) => shell === at + 1)
        .map(({ text, statuses }) => [text, statuses]),
    );
    const expected = commands.map((text, at) => [text, [at % 2]]);
    expect(texts).toEqual(Array(30).fill(expected));
  });

  test('a command that is too long to tell makes the testimony cut', () => {
    const testimony = testify(`false '${'x'.repeat(90_000)}'; true`);
    expect(testimony).toMatchObject({ kind: 'given', shells: [{ isWhole: false }] });
  });

  test.each([
    ['a', 'a'],
    ["''", ''],
    ['a\\ b\\\\', 'a b\\'],
    ["$'a\\nb\\\\101\\E\\001'", 'a\nb\\101\u001b\u0001'],
    ["$'\\303\\274'", 'ü'],
    ["$'\\303x'", '\ufffdx'],
    ["$'it\\'s'", "it's"],
  ])('printf %%q: %s', (word, expected) => {
    expect(unquoted(word)).toBe(expected);
  });
});

describe('reading the log', () => {
  const record = (number: number, text: string, statuses: string, background = '') =>
    `7\t${number}\tlast\tbegins\t${background}\t${statuses}\t/w\t${text}\n`;
  const end = (number: number, statuses: string) =>
    record(number, 'trap', statuses) +
    `7\t${number + 1}\tlast\tbegins!\t\t0,\t/w\ttrap\n7\t${number + 2}\tlast\tend!\t\t0,\t/w\ttrap\n`;
  const START = '7\t0\touter\n';

  test.each<[string, string, readonly (readonly number[] | null)[], boolean]>([
    [
      'each is told by the next',
      START + record(1, 'a', '0,') + record(2, 'b', '1,') + end(3, '0,2,'),
      [[1], [0, 2]],
      false,
    ],
    [
      'a record is missing',
      START + record(1, 'a', '0,') + record(3, 'b', '1,') + end(4, '2,'),
      [null, [2]],
      true,
    ],
    [
      'a torn last line is no record',
      `${START + record(1, 'a', '0,')}7\t2\tlast\tbegins\t\t5,`,
      [null],
      false,
    ],
    [
      'started in the background',
      START +
        record(1, 'a', '0,') +
        record(2, 'b', '0,', '99') +
        end(3, '4,').replace('begins\t\t', 'begins\t99\t'),
      [null, [4]],
      false,
    ],
    [
      'the same twice in a row',
      START + record(1, 'a', '0,') + record(2, 'a', '1,') + record(3, 'b', '0,') + end(4, '0,'),
      [[1], [0], [0]],
      false,
    ],
    [
      'the DEBUG trap was gone at the end',
      `${START + record(1, 'a', '0,') + record(2, 'b', '1,')}7\t3\tlast\tend!\t\t0,\t/w\ttrap\n`,
      [[1], null],
      true,
    ],
    ['it said that it stops', `${START + record(1, 'a', '0,')}7\t2\tcut\n`, [null], true],
    [
      'garbage between',
      `${START + record(1, 'a', '0,')}garbage\n\t\t\n${record(2, 'b', '1,')}${end(3, '0,')}`,
      [[1], [0]],
      false,
    ],
  ])('%s', (_, log, statuses, cut) => {
    const testimony = readTestimony(log, true);
    expect(testimony.kind === 'given' && testimony.commands.map((command) => command.statuses)).toEqual(
      statuses,
    );
    expect(testimony).toMatchObject({ shells: [{ isWhole: !cut }] });
  });

  test('only the beginning of a long log was read', () => {
    expect(readTestimony(START + record(1, 'a', '0,'), false)).toMatchObject({
      kind: 'given',
      shells: [{ isWhole: false }],
    });
  });
});

describe('commands that hand the shell on have no status', () => {
  test.each([
    ['exec ls', null],
    ['eval "a b"', null],
    ['"eval" a', null],
    ['. ./lib', null],
    ['A=1 B[2]+=x source lib', null],
    ['builtin . lib', null],
    ['command -p eval x', null],
    ['$PYTHON -m pytest', null],
    ['`which pytest` -q', null],
    ['exit 3', null],
    ['"$VENV/bin/python" -m pytest', [3]],
    ['./exec ls', [3]],
    ['"./p" a', [3]],
    ['evaluate x', [3]],
    ['.venv/bin/pytest', [3]],
    ['A=$X pytest', [3]],
    ['echo eval', [3]],
  ])('%s', (text, statuses) => {
    const log = `7\t0\touter\n7\t1\tlast\tbegins\t\t0,\t/w\t${text.replaceAll('\\', '\\\\')}\n7\t2\tlast\tbegins\t\t3,\t/w\tx\n`;
    const testimony = readTestimony(log, true);
    expect(testimony.kind === 'given' && testimony.commands[0]).toMatchObject({ text, statuses });
  });
});

describe('its files', () => {
  test('lie in the temporary directory, are private as to what is told, and are gone afterwards', () => {
    const prepared = openWitness().prepare({});
    const { BASH_ENV: file = '' } = prepared.environment;
    const place = dirname(file);
    expect(dirname(place)).toBe(tmpdir());
    expect(
      [place, ...readdirSync(place).map((name) => join(place, name))].map(
        (path) => statSync(path).mode & 0o777,
      ),
    ).toEqual([0o711, 0o644, 0o600]);
    prepared.collect();
    expect(existsSync(place)).toBe(false);
  });

  test('that cannot be written are no harm', () => {
    const before = process.env.TMPDIR;
    process.env.TMPDIR = '/nowhere/at/all';
    try {
      const prepared = openWitness().prepare({});
      expect(prepared.environment).toEqual({});
      expect(prepared.collect()).toMatchObject({ kind: 'none' });
    } finally {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
    }
  });

  test('that go away in the middle are no harm', () => {
    const prepared = openWitness().prepare({});
    const { BASH_ENV: file = '' } = prepared.environment;
    const run = spawnSync('bash', ['-ec', `rm -r '${dirname(file)}'; true; echo $?; ! false; echo on`], {
      env: { PATH: process.env.PATH, BASH_ENV: file },
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
      timeout: 15_000,
    });
    expect([run.status, run.stdout, run.stderr]).toEqual([0, '0\non\n', '']);
    expect(prepared.collect()).toMatchObject({ kind: 'none' });
  });

  test('hold plain bash', () => {
    const prepared = openWitness().prepare({ BASH_ENV: '~/"odd" name' });
    const { BASH_ENV: file = '' } = prepared.environment;
    expect(spawnSync('bash', ['-n', file], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
    expect(readFileSync(file, 'utf8')).toContain('. "~/\\"odd\\" name"');
    prepared.collect();
  });
});

describe('nothing is testified', () => {
  test.each<[string, string, { shell?: string; environment?: Record<string, string> }]>([
    ['by another shell', 'false; true', { shell: 'sh' }],
    ['by bash in its POSIX mode', 'false; true', { environment: { POSIXLY_CORRECT: '1' } }],
    ['by a single command', 'false a b', {}],
    ['where bash would forget a job', 'true & wait -n; true', {}],
    ['where a coprocess is read', 'coproc true; true', {}],
  ])('%s', (_, line, options) => {
    expect(testify(line, options)).toMatchObject({ kind: 'none' });
  });
});
