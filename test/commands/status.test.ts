import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { makeRepository, type Repository } from '../repositories.ts';
import { cli } from './cli.ts';
import { bash, edit, play, say, write } from './own-sessions.ts';

const made: Repository[] = [];
function repository(): Repository {
  const one = makeRepository('javascript');
  made.push(one);
  return one;
}
afterEach(() => {
  for (const one of made.splice(0)) one.dispose();
});

test('where no session was, they say so', () => {
  const { root } = repository();
  const said = [['status'], ['status', '--json'], ['status', '--line'], ['why'], ['why', '--json']].map(
    (args) => {
      const { status, stdout } = cli(root, args);
      return [status, stdout];
    },
  );
  expect(said).toEqual([
    [0, 'No session of donegate here yet.\nStart one: donegate run "..."\n'],
    [0, 'null\n'],
    [0, 'donegate: no session\n'],
    [1, 'No session of donegate here yet.\n'],
    [1, 'null\n'],
  ]);
});

test.each(['status', 'why'])('%s in a folder that does not exist is an error', (command) => {
  const { root } = repository();
  const { status, stdout, stderr } = cli(root, [command, '--cwd', 'nowhere']);
  const message = `donegate: there is no directory ${join(root, 'nowhere')} (name another one with --cwd)\n`;
  expect({ status, stdout, stderr }).toEqual({ status: 2, stdout: '', stderr: message });
});

test('after a claim that was refused: what stands, and why', async () => {
  const { root } = repository();
  const { facts } = await play(root, [edit('src/price.js', 'price * 9', 'price * 8'), say('Done.')], {
    limits: { maxTurns: 2 },
  });
  const [started] = facts;
  const session = started?.type === 'session_started' ? started.session : '';
  expect(JSON.parse(cli(root, ['status', '--json']).stdout)).toMatchObject({
    session,
    host: 'run',
    live: false,
    outcome: 'out_of_turns',
    unverified: true,
    files: ['src/price.js'],
    lastRun: 'red',
    streak: 0,
    step: null,
  });
  expect(cli(root, ['status', '--line']).stdout).toBe('donegate: unverified (1), last run red\n');
  const why = cli(root, ['why']);
  expect(why.status).toBe(1);
  expect(why.stdout).toContain(`in session ${session}:\n  Done.\n\nrefuted: 2 findings against it\n`);
  expect(why.stdout).toMatch(/\nThe facts behind it:\n {2}\d+ {2}red {2}npm test {2}by the gate;/);
});

test('after a claim that was accepted, 0; what changes later is seen', async () => {
  const { root, write: change } = repository();
  await play(root, [write('notes.md', 'Notes.\n'), say('Done.')]);
  expect(cli(root, ['why'])).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('\nproven: nothing'),
  });
  change('src/price.js', 'export const price = 1;\n');
  expect(cli(root, ['status', '--line']).stdout).toBe('donegate: unverified (1), last run none\n');
});

test('what tests leave behind is no code for them either', async () => {
  const { root, write: change, commit } = repository();
  const leaving = `import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
test('it leaves something', () => writeFileSync('left.dat', String(Math.random())));
`;
  change('test/leaving.test.js', leaving);
  commit('a test that leaves something behind');
  const { facts } = await play(root, [bash('npm test'), bash('npm test'), say('Looked.')]);
  const leftovers = facts.flatMap((fact) => (fact.type === 'ran' ? fact.changes : []));
  expect(leftovers.at(-1)).toMatchObject({ path: 'left.dat', kind: 'other' });
  expect(cli(root, ['status', '--line']).stdout).toBe('donegate: verified, last run green\n');
});

test('where nothing can be written the log is read all the same, and nothing passes for verified', async () => {
  const { root, remove, write: change } = repository();
  const { facts } = await play(root, [write('notes.md', 'Notes.\n'), say('Done.')]);
  const [started] = facts;
  const session = started?.type === 'session_started' ? started.session : '';
  // A folder that cannot be made, for whoever may write everywhere as well.
  remove(`.git/donegate/sessions/${session}/logs`);
  change(`.git/donegate/sessions/${session}/logs`, 'a file');
  const { status, stdout } = cli(root, ['status', '--line']);
  expect([status, stdout]).toEqual([
    0,
    expect.stringMatching(/^donegate: unverified \(0\), last run none, the working tree cannot be read \(/),
  ]);
});

test('a claim that nobody judged is not said to be proven', async () => {
  const { root } = repository();
  await play(root, [edit('src/price.js', 'price * 9', 'price * 8'), say('Done.')], { gated: false });
  expect(cli(root, ['why']).stdout).toContain('unproven: not judged, the session ran without the gate\n');
});
