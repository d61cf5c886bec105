// A disk that is full in the middle of a session: nothing is proven by what could not be recorded, and nothing is stuck afterwards.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { CLI } from './cli.ts';
import { bash, say, type Turn, write } from './own-sessions.ts';

const place = mkdtempSync(join(tmpdir(), 'donegate-full-disk-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

const disk = join(place, 'disk');
mkdirSync(disk);

/** A file system of two megabytes that only the processes below see, with a repository on it. */
const onSmallDisk = `
mount -t tmpfs -o size=2m tmpfs "$1" && mkdir "$1/project" "$1/tmp" && cd "$1/project" || exit 99
echo 'console.log(1)' >main.mjs
git init -q && git add -A && git -c user.name=n -c user.email=n@example.org commit -qm x || exit 99
shift
exec "$@"
`;

const namespaces = ['--user', '--map-root-user', '--mount'];
const canMount =
  spawnSync('unshare', [...namespaces, 'mount', '-t', 'tmpfs', 'tmpfs', disk], { stdio: 'ignore' }).status ===
  0;

type Event = { type: string; about?: string; decision?: string; reason?: string; outcome?: string };

function playOnSmallDisk(turns: readonly Turn[], temporary: string): readonly Event[] {
  const script = join(place, 'script.json');
  writeFileSync(script, JSON.stringify({ turns, final: { text: 'Done.' } }));
  const command = [process.execPath, CLI, 'run', 'the task', '--script', script, '--json'];
  const { stdout, stderr } = spawnSync(
    'unshare',
    [...namespaces, 'bash', '-c', onSmallDisk, 'bash', disk, ...command],
    { encoding: 'utf8', timeout: 50_000, killSignal: 'SIGKILL', env: { ...process.env, TMPDIR: temporary } },
  );
  expect(stderr).toBe('');
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Event);
}

const claims = (events: readonly Event[]) =>
  events.filter((event) => event.about === 'claim').map(({ decision }) => decision);

const test_ = `import assert from 'node:assert';
import test from 'node:test';
import { double } from './double.mjs';
test('doubles', () => assert.equal(double(2), 4));
`;
const good = [write('double.mjs', 'export const double = (n) => n * 2;\n'), write('double.test.mjs', test_)];
const bad = [write('double.mjs', 'export const double = (n) => n;\n'), write('double.test.mjs', test_)];
const fill = bash('head -c 10M /dev/zero >../filler');
const free = bash('rm ../filler');
const run = bash('node --test');

const rows: readonly (readonly [string, readonly Turn[], readonly string[], string])[] = [
  [
    'a green run on a full disk is not accepted, and the reason is said',
    [...good, fill, run, say('Done.'), say('Done.'), say('Done.')],
    ['send_back', 'send_back', 'end'],
    'gate_failed',
  ],
  [
    'with space again, the same run is accepted',
    [...good, fill, run, say('Done.'), free, run, say('Done.')],
    ['send_back', 'end'],
    'done',
  ],
  [
    'a red run on a full disk, and then space: still red',
    [...bad, fill, run, free, say('Done.'), say('Done.'), say('Done.')],
    ['send_back', 'send_back', 'end'],
    'gate_failed',
  ],
  [
    'what was written while the disk was full is known afterwards',
    [
      ...good,
      run,
      fill,
      bash("printf 'export const double = (n) => n * 3;' | dd of=double.mjs conv=notrunc"),
      free,
      say('Done.'),
      say('Done.'),
      say('Done.'),
    ],
    ['send_back', 'send_back', 'end'],
    'gate_failed',
  ],
];

describe.runIf(canMount)('a full disk', () => {
  test.each(rows)('%s', (_name, turns, expected, outcome) => {
    const events = playOnSmallDisk(turns, tmpdir());
    expect({ claims: claims(events), outcome: events.at(-1)?.outcome }).toEqual({
      claims: expected,
      outcome,
    });
  });

  test('its reason names the disk', () => {
    const events = playOnSmallDisk([...good, fill, run, say('Done.'), free], tmpdir());
    expect(events.find((event) => event.about === 'claim')?.reason).toContain('the disk is full');
  });

  test('where the temporary files lie on it as well, the session goes on', () => {
    const turns = [...good, fill, run, free, run, say('Done.')];
    expect(playOnSmallDisk(turns, join(disk, 'tmp')).at(-1)?.outcome).toBe('done');
  });
});

if (!canMount) test.skip('a full disk: no file system can be mounted here (unshare --mount)');
