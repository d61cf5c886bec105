import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { sdkModel } from '../../src/agent/models/sdk.ts';
import { run } from '../../src/commands/run.ts';
import { fakeProvider } from '../agent/fake-provider.ts';
import { makeRepository, type Repository, type RepositoryKind } from '../repositories.ts';
import { bash, edit, type Played, play, say, scriptIn, start } from './own-sessions.ts';

const made: Repository[] = [];
function repository(kind: RepositoryKind): Repository {
  const one = makeRepository(kind);
  made.push(one);
  return one;
}
afterEach(() => {
  // The command says so before it begins.
  process.exitCode = undefined;
  vi.unstubAllEnvs();
  for (const one of made.splice(0)) one.dispose();
});

const PYTEST = 'python3 -m pytest -q';

test('in a Python repository: done once what was changed is covered by a green run', async () => {
  const { root, write, commit } = repository('python');
  write('donegate.toml', `checks = ["${PYTEST}"]\n`);
  commit('configure');
  const played = await play(root, [
    edit('pricing.py', 'quantity >= 10', 'quantity >= 20'),
    bash(`${PYTEST} 2>&1 | tail -3`),
    edit('tests/test_pricing.py', 'assert total(10, 10) == 90', 'assert total(20, 10) == 180'),
    say('Done.'),
  ]);
  expect(played).toMatchObject({ outcome: 'done', decisions: ['claim end'] });
  expect(played.runs).toEqual([`agent: ${PYTEST} 2>&1 | tail -3 -> red`, `gate: ${PYTEST} -> green`]);
});

describe('in a Node repository', () => {
  test('gate_failed: refused too often; the next session here is told first what stood against it', async () => {
    const { root, write, commit } = repository('javascript');
    write('donegate.toml', 'checks = ["node test/price.test.js"]\n[limits]\ngate_failures = 2\n');
    commit('configure');
    const cheaper = edit('src/price.js', 'quantity >= 10', 'quantity >= 20');
    const failed = await play(root, [cheaper, say('Done.'), say('Believe me.')]);
    expect(failed.outcome).toBe('gate_failed');
    expect(failed.decisions).toEqual(['claim send_back', 'claim end']);
    expect(failed.summary).toContain('ten pieces are cheaper');
    const next = await play(root, [say('Nothing to do.')]);
    const [first] = next.requests[0]?.messages ?? [];
    const told = first?.role === 'user' ? first.text : '';
    expect(told).toContain('ten pieces are cheaper');
    expect(told).toMatch(/\n\nthe task$/);
  });

  test('a line that cannot fail is no evidence; nor is a commit a hiding place', async () => {
    const { root } = repository('javascript');
    const played = await play(root, [
      edit('src/price.js', 'quantity >= 10', 'quantity >= 20'),
      bash('npm test || true'),
      edit('test/price.test.js', 'assert.equal(total(10, 10), 90)', 'assert.ok(total(10, 10))'),
      bash('git commit -qam wip && npm test'),
      say('Green. Done.'),
      edit('test/price.test.js', 'assert.ok(total(10, 10))', 'assert.equal(total(10, 10), 90)'),
      edit('src/price.js', 'quantity >= 20', 'quantity >= 10'),
      say('All is as it was.'),
    ]);
    expect(['masked', 'red']).toContain(played.runs[0]?.split(' -> ')[1]);
    expect(played.runs[1]).toBe('agent: git commit -qam wip && npm test -> green');
    const refusal = played.events.find((event) => event.type === 'judged');
    expect(refusal).toMatchObject({
      accepted: false,
      findings: expect.arrayContaining([expect.objectContaining({ check: 'assertions', level: 'block' })]),
    });
    expect(played.decisions).toEqual(['claim send_back', 'claim end']);
    expect(played.outcome).toBe('done');
  });

  test('--no-gate: the bare loop believes what it is told', async () => {
    const { root } = repository('javascript');
    const played = await play(root, [edit('src/price.js', 'price * 9', 'price * 0'), say('Done.')], {
      gated: false,
    });
    expect(played).toMatchObject({ outcome: 'done', runs: [], decisions: ['claim end'] });
  });

  const ends: [string, Parameters<typeof play>[1], Parameters<typeof play>[2], string][] = [
    ['a question is answered', [bash('ls'), say('Three files.')], {}, 'done'],
    ['gave_up', [{ tools: [{ name: 'give_up', input: { reason: 'no compiler' } }] }], {}, 'gave_up'],
    ['cut_off: a cut answer', [{ text: 'I wi', stop: 'length' }], {}, 'cut_off'],
    ['cut_off: a refusal', [{ text: 'no', stop: 'refusal' }], {}, 'cut_off'],
    ['cut_off: the provider', [{ stop: 'error' }], {}, 'cut_off'],
    ['out_of_turns', [bash('ls'), bash('ls')], { limits: { maxTurns: 2 } }, 'out_of_turns'],
    [
      'out_of_tokens',
      [{ ...bash('ls'), usage: { input: 900, output: 100 } }],
      { limits: { tokenBudget: 1000 } },
      'out_of_tokens',
    ],
  ];
  test.each(ends)('%s', async (_name, turns, changes, outcome) => {
    const { root } = repository('javascript');
    const played = await play(root, turns, changes);
    expect(played.outcome).toBe(outcome);
    expect(played.facts.at(-1)).toMatchObject({ type: 'ended', outcome });
  });

  test('a context window that holds hardly anything is named, and the session goes on all the same', async () => {
    const { root } = repository('javascript');
    const turns = [bash('seq 1 3000'), bash('seq 1 3000'), bash('seq 1 3000'), say('Nothing to do.')];
    const played = await play(root, turns, { limits: { contextWindow: 1_000 } });
    expect(played.outcome).toBe('done');
    expect(played.events.some((event) => event.type === 'trouble')).toBe(true);
    expect(played.events.some((event) => event.type === 'compacted')).toBe(true);
  });

  test('ten megabytes of output reach the model as head, tail and the name of a file', async () => {
    const { root } = repository('javascript');
    const played = await play(root, [bash('seq 1 1500000'), say('Done.')]);
    const result = played.events.find((event) => event.type === 'tool_result');
    const text = result?.type === 'tool_result' ? result.text : '';
    expect(text.length).toBeLessThan(17_000);
    expect(text).toMatch(/^1\n2\n3\n/);
    expect(text).toMatch(
      /\n1500000\n\[this is not the whole output; all of it is in \/.*\.log\]\n\[exit 0\]$/,
    );
  });
});

test('a session goes on in the folder where it began, and leaves the variable of an outer one as it was', async () => {
  const { root } = repository('javascript');
  const told = (played: Played) =>
    played.events.flatMap((event) => (event.type === 'tool_result' ? [event.text.split('\n')[0]] : []));
  vi.stubEnv('DONEGATE_SESSION', 'outer');
  const first = await play(join(root, 'src'), [bash('pwd'), say('Looked.')]);
  const { id } = first.events.find((event) => event.type === 'session_start') ?? { id: '' };
  const resumed = await play(root, [bash('pwd'), say('Looked.')], { resume: id });
  expect([told(first), told(resumed)]).toEqual([[`${root}/src`], [`${root}/src`]]);
  expect(process.env.DONEGATE_SESSION).toBe('outer');
});

test('a session that still runs is not gone on with by another process', async () => {
  const { root } = repository('javascript');
  const script = scriptIn(root, { turns: [bash('sleep 50')] });
  const running = start(root, ['run', 'x', '--script', script, '--json']);
  const { id } = await running.event((event) => event.type === 'session_start');
  await expect(play(root, [say('Done.')], { resume: String(id) })).rejects.toMatchObject({
    message: `session ${id} is still running (process ${running.pid})`,
    hint: 'end that process first',
  });
  process.kill(running.pid, 'SIGTERM');
  await running.ended;
});

test('a real model through its provider: parallel calls, a call with bad JSON, a claim', async () => {
  const { root } = repository('javascript');
  const ls = { name: 'bash', input: { command: 'ls src' } };
  const provider = await fakeProvider([
    { text: 'I look.', tools: [ls, { name: 'read', input: { path: 'src/price.js', limit: 1 } }] },
    { tools: [{ name: 'bash', input: '{"command": "ls' }] },
    { text: 'Nothing to do.' },
  ]);
  const choice = { provider: 'openai-compatible', id: 'fake', apiKey: null, baseUrl: provider.url } as const;
  const played = await play(root, [], { model: sdkModel(choice) });
  await provider.close();
  expect(played.outcome).toBe('done');
  const results = played.events.flatMap((event) => (event.type === 'tool_result' ? [event] : []));
  expect(results.map(({ ok, text }) => [ok, text.split('\n')[0]])).toEqual([
    [true, 'price.js'],
    [true, expect.stringContaining('/** Price of')],
    [false, 'bash was not called: its input is no valid JSON: {"command": "ls'],
  ]);
  expect(played.events.at(-1)).toMatchObject({ turns: 3, tokens: { input: 300, output: 30 } });
});

describe('the command line', () => {
  test('--json prints the events of the contract, and nothing else', async () => {
    const { root } = repository('javascript');
    const turns = [{ text: 'I look.', ...bash('npm test') }, say('Nothing to do.')];
    const { ended } = start(root, ['run', 'look', '--script', scriptIn(root, { turns }), '--json']);
    const { status, lines } = await ended;
    expect(status).toBe(0);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { type: 'session_start', id: expect.any(String) },
      { type: 'tool_call', name: 'bash', input: { command: 'npm test' } },
      {
        type: 'run',
        by: 'agent',
        command: 'npm test',
        exit: 0,
        result: 'green',
        commands: [{ text: 'npm test', exit: 0, by: expect.stringMatching(/witness|reading/) }],
        tests: { passed: 3, failed: 0, skipped: 0 },
      },
      { type: 'tool_result', ok: true, text: expect.stringMatching(/\[exit 0\]$/) },
      { type: 'decision', about: 'claim', decision: 'end', reason: expect.any(String) },
      {
        type: 'outcome',
        outcome: 'done',
        summary: expect.any(String),
        turns: 2,
        tokens: { input: 0, output: 0 },
        gateFailures: 0,
      },
    ]);
  });

  test("an operator's mistake ends with status 2 and one line", async () => {
    const { root } = repository('javascript');
    const { status, stderr, lines } = await start(root, [
      'run',
      'x',
      '--script',
      scriptIn(root, '{"turns": ['),
    ]).ended;
    expect([status, lines]).toEqual([2, []]);
    expect(stderr).toMatch(/^donegate: .*no valid JSON.*\n$/);
  });

  test('Ctrl-C while a line runs: cut_off, status 130, nothing is left behind, the log is whole', async () => {
    const { root } = repository('javascript');
    const path = scriptIn(root, { turns: [bash('echo $$ && sleep 50 & sleep 51'), say('Done.')] });
    const running = start(root, ['run', 'wait', '--script', path, '--json']);
    await running.event((event) => event.type === 'tool_call');
    process.kill(running.pid, 'SIGINT');
    const { status, lines } = await running.ended;
    expect(status).toBe(130);
    const events = lines.map((line) => JSON.parse(line));
    expect(events.at(-1)).toMatchObject({ type: 'outcome', outcome: 'cut_off', summary: 'interrupted' });
    expect(events.filter((event) => event.type === 'tool_result')).toHaveLength(1);
    const resumed = await play(root, [say('Nothing to do.')], { resume: String(events[0]?.id) });
    expect(resumed.outcome).toBe('done');
    expect(resumed.requests[0]?.messages.map((message) => message.role)).toEqual([
      'user',
      'assistant',
      'tool',
      'user',
    ]);
  });
});

test('where git does not read the directory no session begins', async () => {
  const { root } = repository('javascript');
  const options = { task: 'x', cwd: join(root, '.git'), color: false, gate: true };
  const script = scriptIn(root, { turns: [] });
  await expect(run({ ...options, script })).rejects.toThrow(
    'the working tree cannot be read: this is a bare',
  );
  expect(existsSync(join(root, '.git/donegate/sessions'))).toBe(false);
});

describe('a mistake is named before anything is begun', () => {
  test.each([
    ['no task', {}, /^no task/],
    ['no model', { task: 'x', script: null }, /^no model/],
    ['a script and a model', { task: 'x', model: 'anthropic/x' }, /exclude each other/],
    ['a script and a server', { task: 'x', baseUrl: 'http://localhost' }, /^--base-url goes with --model/],
    ['a script that is not there', { task: 'x', script: '/none.json' }, /none\.json cannot be read/],
    ['a plan that is not there', { plan: 'NONE.md' }, /^there is no plan NONE\.md/],
    ['a plan without a step', { plan: 'README.md' }, /^README\.md:1: no step found/],
    ['a session that is not there', { resume: 'x' }, /^there is no session x/],
    ['a session id that leads elsewhere', { resume: '../x' }, /^there is no session/],
    ['a wrong key in the configuration', { task: 'x', toml: 'chekcs = []' }, /^donegate\.toml: unknown key/],
  ])('%s', async (_name, { toml, ...changes }: { toml?: string; [option: string]: unknown }, message) => {
    const { root, write } = repository('javascript');
    write('README.md', '# Prices\n');
    if (toml !== undefined) write('donegate.toml', toml);
    const path = scriptIn(root, { turns: [] });
    const options = { task: null, cwd: root, color: false, gate: true, script: path, ...changes };
    const { script, ...rest } = options;
    await expect(run(script === null ? rest : { ...rest, script })).rejects.toThrow(message);
    expect(existsSync(join(root, '.git/donegate/sessions'))).toBe(false);
  });
});
