// A command that has said its answer must end by itself: no timer, no child and no open pipe may keep it alive.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CLI } from './cli.ts';

/** Notes, after everything that is printed, what would keep the process alive; the last note stays. */
const observer = `
import { writeFileSync } from 'node:fs';
let left = ['nothing was printed'];
const observe = (stream) => {
  const write = stream.write.bind(stream);
  stream.write = (...args) => {
    const answer = write(...args);
    setImmediate(() => { left = process.getActiveResourcesInfo(); });
    return answer;
  };
};
observe(process.stdout);
observe(process.stderr);
process.on('exit', () => writeFileSync(process.env.LEFT_FILE, JSON.stringify(left)));
`;

const place = mkdtempSync(join(tmpdir(), 'donegate-ends-'));
const project = join(place, 'project');
const outside = join(place, 'outside');
const noPrograms = join(place, 'empty');

beforeAll(() => {
  for (const directory of [project, outside, noPrograms]) mkdirSync(directory);
  writeFileSync(join(place, 'observer.mjs'), observer);
  writeFileSync(join(project, 'a.py'), 'print(1)\n');
  writeFileSync(
    join(project, 'messages.jsonl'),
    '{"type":"session_start","files":{"a.py":"1"}}\n{"type":"claim","text":"done"}\n',
  );
  const script =
    'git init -q; git add -A; git -c user.name=n -c user.email=n@example.org commit -qm x; echo "print(2)" >a.py';
  execFileSync('bash', ['-ec', script], { cwd: project, stdio: 'ignore', timeout: 20_000 });
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

const harmless: readonly string[] = ['PipeWrap', 'ProcessWrap', 'Immediate'];

const everywhere = ['status', 'check', 'why'];

const rows: readonly (readonly [string, () => { cwd: string; PATH: string }, readonly string[]])[] = [
  [
    'in a repository',
    () => ({ cwd: project, PATH: process.env.PATH ?? '' }),
    [...everywhere, 'check --base HEAD', 'explain pytest', 'replay messages.jsonl', 'milestone status'],
  ],
  ['outside of one', () => ({ cwd: outside, PATH: process.env.PATH ?? '' }), everywhere],
  ['where no program can be started', () => ({ cwd: project, PATH: noPrograms }), everywhere],
];

describe('a command that has said its answer ends', () => {
  test.each(rows)('%s', (_name, given, commands) => {
    const { cwd, PATH } = given();
    const found = commands.map((command) => {
      const file = join(place, 'left.json');
      rmSync(file, { force: true });
      const { status } = spawnSync(
        process.execPath,
        ['--import', join(place, 'observer.mjs'), CLI, ...command.split(' ')],
        {
          cwd,
          input: '',
          timeout: 50_000,
          killSignal: 'SIGKILL',
          env: { ...process.env, PATH, LEFT_FILE: file },
        },
      );
      const left = JSON.parse(readFileSync(file, 'utf8')) as string[];
      // Pipes are our own stdout and stderr; the handle of a child that has ended stays until it is collected.
      return [command, typeof status, left.filter((name) => !harmless.includes(name))];
    });
    expect(found).toEqual(commands.map((command) => [command, 'number', []]));
  });
});
