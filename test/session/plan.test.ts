import { describe, expect, it } from 'vitest';
import type { Message } from '../../src/replay/messages.ts';
import { parseMessages } from '../../src/replay/messages.ts';
import { type Answer, replayMessages } from '../../src/replay/replay.ts';

type Sent = { type: Message['type']; [key: string]: unknown };

const F = '```';
const GATE = 'python -m unittest tests.test_store -v';
const OK = 'Ran 4 tests in 0.01s\n\nOK';
const PLAN = `# Plan\n## Step 1 — Store\nKeep keys.\n${F}bash\n${GATE}\n${F}\n## Step 2 — Log\n${F}bash\npython -m unittest tests.test_wal -v\n${F}\n`;

const user = { type: 'user', text: 'do it' } as const;
const plan = (text: string): Sent => ({ type: 'plan', text });
const planOf = (...gates: readonly string[]): Sent =>
  plan(`## Step 1 — Store\n${F}bash\n${gates.join('\n')}\n${F}\n`);
const write = (path: string, content: string | null = 'new\n'): Sent => ({ type: 'write', path, content });
const run = (command: string, more: object = {}): Sent => ({
  type: 'run',
  command,
  exit: 0,
  output: OK,
  ...more,
});
const done = (step = 1): Sent => ({ type: 'milestone', action: 'done', step });
const status: Sent = { type: 'milestone', action: 'status' };
const claim: Sent = { type: 'claim', text: 'Done, everything works.' };
const compacted: Sent = { type: 'compacted' };

async function answers(sent: readonly Sent[]): Promise<readonly Answer[]> {
  const start: Sent = { type: 'session_start', files: { 'kv/a.py': 'A = 1\n', 'README.md': 'x\n' } };
  const text = [start, ...sent].map((message) => JSON.stringify(message)).join('\n');
  const found: Answer[] = [];
  for await (const answer of replayMessages(parseMessages(text, 'test'))) found.push(answer);
  return found;
}

async function last(sent: readonly Sent[]): Promise<Answer> {
  const answer = (await answers(sent)).at(-1);
  if (answer === undefined) throw new Error('no answer');
  return answer;
}

/** Answer to `done` after these messages, with the plan of two steps unless another one is sent. */
async function claimed(sent: readonly Sent[]): Promise<{ decision: string; reason: string }> {
  const { decision, reason } = await last([
    ...(sent.some(({ type }) => type === 'plan') ? [] : [plan(PLAN)]),
    user,
    write('kv/store.py'),
    ...sent,
    done(),
  ]);
  return { decision, reason: reason ?? '' };
}

describe('a step is accepted', () => {
  const rows: readonly [string, readonly Sent[]][] = [
    ['for its gate command', [run(GATE)]],
    ['for a part of a line that proves it', [run(`cd "$PWD" && ${GATE} 2>&1 | tail -20`)]],
    ['from the root by its full path', [run(`cd /project && ${GATE}`)]],
    ['with a time limit', [run(`timeout 60 ${GATE}`)]],
    ['behind a write in the line', [run(`sed -i s/1/2/ kv/a.py && ${GATE}`, { writes: ['kv/a.py'] })]],
    ['although documentation changed since', [run(GATE), write('README.md', 'y\n')]],
    ['for the same content again', [run(GATE), write('kv/store.py', 'other\n'), write('kv/store.py')]],
    ['although it ran masked afterwards', [run(GATE), run(`${GATE} || true`)]],
    [
      'green after red',
      [run(GATE, { exit: 1, output: 'FAILED (failures=1)' }), write('kv/store.py', 'b\n'), run(GATE)],
    ],
    [
      'after other things failed',
      [run('ls nothing', { exit: 2, output: '' }), run(GATE), run('grep x y', { exit: 1, output: '' })],
    ],
    [
      'for all its gate commands in one line',
      [planOf('npm run lint', 'npm test'), run('npm run lint && npm test', { output: '5 passed' })],
    ],
    [
      'for all of them one by one',
      [
        planOf('make', 'test -f kv/a.py'),
        run('make', { output: '' }),
        run('test -f kv/a.py', { output: '' }),
      ],
    ],
    [
      'for a check that executes nothing, in a line',
      [planOf('test -f kv/a.py'), run('ls && test -f kv/a.py', { output: '' })],
    ],
    [
      'for a gate command with its own cd',
      [planOf('cd kv && npm test'), run('npm test', { directory: 'kv', output: '' })],
    ],
    ['for a block with cd', [planOf('cd kv', 'npm test'), run('cd kv && npm test', { output: '' })]],
    [
      'for a loop',
      [
        planOf('for t in a b; do ./check $t || exit 1; done'),
        run('for t in a b; do ./check $t || exit 1; done', { output: '' }),
      ],
    ],
    ['for [[ ]]', [planOf('[[ -f kv/a.py ]]'), run('[[ -f kv/a.py ]]', { output: '' })]],
    [
      'for a loop in a pipe',
      [
        planOf('for t in a; do ./check $t || exit 1; done'),
        run('for t in a; do ./check $t || exit 1; done 2>&1 | tail -3', { output: '' }),
      ],
    ],
    ['for a negation', [planOf('! grep -r TODO kv'), run('! grep -r TODO kv', { output: '' })]],
    ['for a pipeline', [planOf('./kv dump | diff - want'), run('./kv dump | diff - want', { output: '' })]],
    [
      'for a here-document',
      [planOf("python - <<'E'\nimport kv\nE"), run("python - <<'E'\nimport kv\nE", { output: '' })],
    ],
    [
      'when the agent adds a gate command and runs both',
      [plan(PLAN), run(GATE), plan(PLAN.replace(GATE, `${GATE}\n./more`)), run('./more', { output: '' })],
    ],
  ];
  it.each(rows)('%s', async (_name, sent) => {
    expect(await claimed(sent)).toMatchObject({ decision: 'allow' });
  });
});

describe('a step is refused', () => {
  const rows: readonly [string, readonly Sent[], string][] = [
    ['nothing ran', [], `\`${GATE}\`: not run in this turn`],
    ['another test ran', [run('python -m unittest tests.test_wal -v')], 'not run in this turn'],
    ['in another environment', [run(`X=1 ${GATE}`)], 'not run in this turn'],
    ['in another directory', [run(`cd kv && ${GATE}`)], 'not run in this turn'],
    ['the line ran in another directory', [run(GATE, { directory: 'kv' })], 'not run in this turn'],
    ['only its text', [run(`echo "${GATE}"`, { output: GATE })], 'not run in this turn'],
    ['fewer tests', [run(`${GATE} -k one_test`)], 'not run in this turn'],
    ['in an earlier turn', [run(GATE), user], 'not run in this turn'],
    ['its failure was swallowed', [run(`${GATE} || true`)], 'masked by "|| true"'],
    ['something stands behind it', [run(`${GATE}; echo done`)], 'masked by "; echo done"'],
    ['it was red', [run(GATE, { exit: 1, output: 'FAIL: test_get\nFAILED (failures=1)' })], 'red (exit 1)'],
    [
      'it was red: its output is quoted',
      [run(GATE, { exit: 1, output: 'FAIL: test_get\nFAILED (failures=1)' })],
      'FAIL: test_get',
    ],
    ['red after green', [run(GATE), run(GATE, { exit: 1, output: 'FAILED (failures=1)' })], 'red (exit 1)'],
    [
      'red, then masked',
      [
        run(GATE, { exit: 1, output: 'FAIL: test_get\nRan 4 tests in 0.01s\n\nFAILED (failures=1)' }),
        run(`${GATE} || true`),
      ],
      'red (exit 1)',
    ],
    [
      'its output shows failures behind a mask',
      [run(`${GATE} || true`, { output: 'FAIL: test_get\nRan 4 tests in 0.01s\n\nFAILED (failures=1)' })],
      'red: 1 failed, its status is masked by "|| true"',
    ],
    ['code changed since', [run(GATE), write('kv/a.py', 'A = 2\n')], 'stale: kv/a.py changed since'],
    ['code was removed since', [run(GATE), write('kv/a.py', null)], 'stale: kv/a.py changed since'],
    [
      'code changed in the line behind it',
      [run(`${GATE} && sed -i s/1/2/ kv/a.py`, { writes: ['kv/a.py'] })],
      'no evidence',
    ],
    ['on a stashed tree', [run(`git stash -q && ${GATE} && git stash pop`)], 'no evidence'],
    ['no test ran', [run(GATE, { output: 'Ran 0 tests in 0.000s\n\nOK' })], 'empty: 0 tests ran'],
    ['in the background', [run(`${GATE} &`, { output: '' })], 'not known how it ended'],
    ['its status is not known', [run(GATE, { exit: null })], 'not known how it ended'],
    ['by a function of its name', [run(`python() { true; }; ${GATE}`)], 'not run in this turn'],
    ['by another program of its name', [run(`export PATH=./fake:$PATH; ${GATE}`)], `\`${GATE}\`:`],
    ['by an alias', [run(`shopt -s expand_aliases; alias python=true\n${GATE}`)], `\`${GATE}\`:`],
    [
      'the gate command was weakened',
      [plan(PLAN), plan(PLAN.replace(GATE, 'true')), run('true', { output: '' })],
      `\`${GATE}\`: not run`,
    ],
    [
      'the gate command was taken out',
      [plan(PLAN), plan(PLAN.replace(GATE, '')), run('true', { output: '' })],
      `\`${GATE}\`: not run`,
    ],
    ['the plan was removed', [plan(PLAN), plan('')], `\`${GATE}\`: not run`],
    [
      'one of two gate commands is missing',
      [planOf('npm run lint', 'npm test'), run('npm test', { output: '' })],
      '`npm run lint`: not run',
    ],
    [
      'a loop that hides its failures',
      [
        planOf('for t in a b; do ./check $t; done || true'),
        run('for t in a b; do ./check $t; done', { output: '' }),
      ],
      'not run in this turn',
    ],
    [
      'a loop with more behind it',
      [
        planOf('for t in a; do ./check $t; done'),
        run('for t in a; do ./check $t; done; true', { output: '' }),
      ],
      'masked by',
    ],
    [
      'a loop that is never reached',
      [
        planOf('for t in a; do ./check $t; done'),
        run('exit 0; for t in a; do ./check $t; done', { output: '' }),
      ],
      'masked by',
    ],
    [
      '[[ ]] behind a trap',
      [planOf('[[ -f x ]]'), run("trap 'exit 0' EXIT; [[ -f x ]]", { output: '' })],
      'masked by',
    ],
    [
      '[[ ]] where nothing is executed',
      [planOf('[[ -f x ]]'), run('set -n; [[ -f x ]]', { output: '' })],
      'masked by',
    ],
    ['a test that fails', [planOf('test -f x'), run('test -f x', { exit: 1, output: '' })], 'red (exit 1)'],
    [
      'a test whose status is dropped',
      [planOf('test -f x'), run('test -f x; true', { output: '' })],
      'masked by',
    ],
    [
      'what a negation negates',
      [planOf('! grep -r TODO kv'), run('grep -r TODO kv', { output: '' })],
      'not run in this turn',
    ],
    [
      'a block without its cd',
      [planOf('cd kv', 'npm test'), run('npm test', { output: '' })],
      'not run in this turn',
    ],
    ['a step without gate commands', [plan('## Step 1 — A\nx\n')], 'no gate command'],
    [
      'a block that is no shell',
      [planOf('npm test', 'if true'), run('npm test', { output: '' })],
      'no valid shell',
    ],
  ];
  it.each(rows)('%s', async (_name, sent, reason) => {
    expect(await claimed(sent)).toEqual({ decision: 'deny', reason: expect.stringContaining(reason) });
  });

  it('that the plan does not have', async () => {
    expect(await last([plan(PLAN), user, done(7)])).toMatchObject({
      decision: 'deny',
      reason: 'There is no Step 7. The plan has the steps 1, 2.',
    });
  });

  it('whose turn has not come', async () => {
    const answer = await last([plan(PLAN), user, run('python -m unittest tests.test_wal -v'), done(2)]);
    expect(answer).toMatchObject({
      decision: 'deny',
      reason: 'Step 2 — Log cannot be accepted yet. Earlier steps must be done first: Step 1 — Store.',
    });
  });

  it('where there is no plan', async () => {
    expect(await last([user, done()])).toMatchObject({
      decision: 'deny',
      reason: 'There is no plan: no PLAN.md was found, so there are no steps.',
    });
  });
});

describe('a step that was accepted', () => {
  const accepted = [plan(PLAN), user, write('kv/store.py'), run(GATE), done()];

  it('stays accepted, whatever changes and however often it is claimed', async () => {
    const found = await answers([...accepted, write('kv/a.py', 'A = 3\n'), user, done()]);
    expect(found.slice(-4).map(({ decision, state }) => [decision, state.step])).toEqual([
      ['allow', 2],
      ['allow', 2],
      ['allow', 2],
      ['allow', 2],
    ]);
    expect(found.at(-1)?.reason).toBe('Step 1 — Store is done already.');
  });

  it('opens again by a reset, and later ones are named', async () => {
    const found = await answers([
      ...accepted,
      run('python -m unittest tests.test_wal -v'),
      done(2),
      { type: 'milestone', action: 'reset', step: 1 },
      status,
    ]);
    expect(found.slice(-3).map(({ reason, state }) => [reason?.split('\n')[0], state.step])).toEqual([
      ['Accepted: Step 2 — Log is done. All steps of the plan are done.', null],
      ['Step 1 — Store is open again. To be re-checked, though they stay done: Step 2 — Log.', 1],
      ['Step 1 — Store', 1],
    ]);
  });

  it('opens again when a gate command is added to it', async () => {
    const { reason, state } = await last([...accepted, plan(PLAN.replace(GATE, `${GATE}\n./more`)), status]);
    expect([state.step, reason]).toEqual([
      1,
      expect.stringContaining('`./more` was not asked when it was accepted'),
    ]);
  });
});

describe('the status', () => {
  it('says what the step is, what each gate command lacks, and what is done', async () => {
    const text = PLAN.replace(GATE, `${GATE}\nnpm test`);
    const { reason } = await last([
      plan(text),
      user,
      run(GATE),
      run('npm test', { exit: 1, output: 'boom' }),
      status,
    ]);
    expect(reason).toBe(
      `Step 1 — Store\nKeep keys.\nGate commands:\n- \`${GATE}\`: green\n- \`npm test\`: red (exit 1)\n    boom\nDone so far: none.`,
    );
  });

  it('names errors of the plan', async () => {
    const { reason } = await last([plan(PLAN.replace('Step 2', 'Step 3')), user, status]);
    expect(reason).toContain('The plan, line 7: a gap: Step 3 stands where Step 2 is expected.');
  });
});

describe('after a compaction the model is told', () => {
  it('the step, its scope, its gate commands, what is not proven and the last red output', async () => {
    const { context } = await last([
      plan(PLAN),
      user,
      write('kv/store.py'),
      run(GATE, { exit: 1, output: 'FAIL: test_get\nFAILED (failures=1)' }),
      compacted,
    ]);
    for (const said of ['Step 1 — Store', 'Keep keys.', GATE, 'kv/store.py', 'FAIL: test_get'])
      expect(context).toContain(said);
    expect(context).not.toContain('Step 2');
  });

  it('done steps in one line, and nothing else of them', async () => {
    const { context } = await last([plan(PLAN), user, write('kv/store.py'), run(GATE), done(), compacted]);
    expect(context).toContain('Done: Step 1 — Store.');
    expect(context).toContain('Step 2 — Log');
    expect(context).not.toContain(GATE);
  });

  it('that all steps are done, and just that', async () => {
    const { context } = await last([
      plan(PLAN),
      user,
      run(GATE),
      done(),
      run('python -m unittest tests.test_wal -v'),
      done(2),
      compacted,
    ]);
    expect(context).toBe('All steps of the plan are done: 1, 2.');
  });

  it('nothing where nothing is open', async () => {
    expect((await last([user, compacted])).context).toBe(null);
  });

  it('the same at each of three compactions, computed anew', async () => {
    const found = await answers([
      plan(PLAN),
      user,
      compacted,
      write('kv/store.py'),
      compacted,
      run(GATE),
      done(),
      compacted,
    ]);
    const told = found.filter(({ context }) => context !== null).map(({ context }) => context ?? '');
    expect(told.map((text) => /^Step \d.*$/m.exec(text)?.[0])).toEqual([
      'Step 1 — Store',
      'Step 1 — Store',
      'Step 2 — Log',
    ]);
    expect(told.map((text) => text.includes('Not proven by any run yet: kv/store.py'))).toEqual([
      false,
      true,
      false,
    ]);
  });
});

describe('a claim of the whole task', () => {
  it('needs all steps', async () => {
    const sent = [plan(PLAN), user, write('kv/store.py'), run(GATE), done()];
    expect(await last([...sent, claim])).toMatchObject({
      decision: 'send_back',
      reason: expect.stringContaining('Open: Step 2 — Log.'),
    });
    const all = [...sent, run('python -m unittest tests.test_wal -v'), done(2), claim];
    expect(await last(all)).toMatchObject({ decision: 'end', outcome: 'done' });
  });
});
