import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type MilestoneOptions, milestone } from '../../src/commands/milestone.ts';
import { makeRepository, type Repository } from '../repositories.ts';
import { play, say, step } from './own-sessions.ts';
import { claim, doStep, gate, withPlan } from './plans.ts';
import { printed } from './printed.ts';

const made: Repository[] = [];
function planned(steps = 2): Repository {
  const one = makeRepository('javascript');
  made.push(one);
  withPlan(one, steps);
  return one;
}
afterEach(() => {
  for (const one of made.splice(0)) one.dispose();
});

type Asked = { status: number; answer: Record<string, unknown> };

async function ask(root: string, changes: Partial<MilestoneOptions>): Promise<Asked> {
  const defaults = { step: null, plan: null, run: false, json: true, cwd: root, color: false };
  const { status, out } = await printed(() => milestone({ action: 'status', ...defaults, ...changes }));
  return { status, answer: JSON.parse(out) };
}

describe('without a session', () => {
  test('status says what is open, and nothing is begun', async () => {
    const { root } = planned();
    expect(await ask(root, { action: 'status' })).toEqual({
      status: 0,
      answer: {
        decision: 'allow',
        text: expect.stringContaining('Step 1'),
        current: 1,
        title: 'Part 1',
        gates: [{ command: gate(1), lacks: expect.any(String) }],
        done: [],
      },
    });
  });

  test('a plan that was named and is not there is an error, not a plan without steps', async () => {
    const { root } = planned();
    await expect(ask(root, { action: 'status', plan: 'NO.md' })).rejects.toThrow(
      `there is no plan NO.md in ${root}`,
    );
  });

  test('done needs --run, and is refused with just that hint', async () => {
    const { root } = planned();
    expect(await ask(root, { action: 'done', step: 1 })).toMatchObject({
      status: 1,
      answer: {
        decision: 'deny',
        text: expect.stringContaining('donegate milestone done 1 --run'),
        current: 1,
      },
    });
  });

  test('done --run runs the gate commands: red is refused, green is accepted and stays', async () => {
    const { root, write } = planned();
    const refused = await ask(root, { action: 'done', step: 1, run: true });
    expect(refused).toMatchObject({ status: 1, answer: { decision: 'deny', current: 1, done: [] } });
    write('out/1.txt', 'part 1\n');
    const accepted = await ask(root, { action: 'done', step: 1, run: true });
    expect(accepted).toMatchObject({ status: 0, answer: { decision: 'allow', current: 2, done: [1] } });
    const later = await ask(root, { action: 'status' });
    expect(later.answer).toMatchObject({ current: 2, done: [1] });
  });

  test('reset reopens a step', async () => {
    const { root, write } = planned();
    write('out/1.txt', 'part 1\n');
    await ask(root, { action: 'done', step: 1, run: true });
    const reset = await ask(root, { action: 'reset', step: 1 });
    expect(reset).toMatchObject({ status: 0, answer: { decision: 'allow', current: 1, done: [] } });
  });

  test('reset of a step that was not done says so', async () => {
    const { root } = planned();
    expect(await ask(root, { action: 'reset', step: 1 })).toMatchObject({
      status: 0,
      answer: { text: 'Step 1 — Part 1 was not done, so it was open already.', current: 1 },
    });
  });

  test('a step must be named, and a plan must be there', async () => {
    const { root, remove } = planned();
    await expect(ask(root, { action: 'done' })).rejects.toThrow('milestone done needs the number of a step');
    await expect(ask(root, { action: 'status', run: true })).rejects.toThrow('--run goes with done');
    remove('PLAN.md');
    for (const run of [true, false])
      expect(await ask(root, { action: 'done', step: 1, run })).toMatchObject({
        status: 1,
        answer: { text: expect.stringMatching(/^There is no plan/) },
      });
  });

  test.each(['done', 'reset'] as const)(
    '%s: a state file that cannot be written is named',
    async (action) => {
      const { root, write } = planned();
      write('out/1.txt', 'part 1\n');
      if (action === 'reset') await ask(root, { action: 'done', step: 1, run: true });
      rmSync(join(root, '.donegate'), { recursive: true, force: true });
      // Its folder cannot be made; nobody is refused anything by its mode here who is root.
      write('.donegate', 'a file\n');
      await expect(ask(root, { action, step: 1, run: action === 'done' })).rejects.toMatchObject({
        name: 'UserError',
        message: `${root}/.donegate/plan-state.json cannot be written (EEXIST)`,
        hint: 'make its folder writable',
      });
    },
  );
});

test('a plan that is named inside of a session does not take the place of its own', async () => {
  const { root, write } = planned();
  write('EASY.md', '## Step 1 — Easy\n\n```bash\ntest -f package.json\n```\n');
  const played = await play(root, [step('status'), say('Done.')], {
    plan: `${root}/PLAN.md`,
    limits: { maxTurns: 2 },
    before: async (answer) => {
      if (answer === 0) await ask(root, { action: 'done', step: 1, run: true, plan: `${root}/EASY.md` });
    },
  });
  const asked = played.requests[1]?.messages.at(-1);
  expect(JSON.stringify(asked)).toContain('Step 1 — Part 1');
  const [session = ''] = readdirSync(join(root, '.git/donegate/sessions'));
  const kept = readFileSync(join(root, '.git/donegate/sessions', session, 'plan-file.json'), 'utf8');
  expect({ kept, decisions: played.decisions }).toEqual({
    kept: '"PLAN.md"',
    decisions: ['claim send_back'],
  });
});

test('to ask about a plan does not make it that of a session that has none', async () => {
  const { root, write } = planned();
  write('EASY.md', '## Step 1 — Easy\n\n```bash\ntest -f package.json\n```\n');
  await play(root, [step('status'), say('Done.')], {
    limits: { maxTurns: 2 },
    before: async (answer) => {
      if (answer === 0) await ask(root, { action: 'status', plan: `${root}/EASY.md` });
    },
  });
  const [session = ''] = readdirSync(join(root, '.git/donegate/sessions'));
  expect(readdirSync(join(root, '.git/donegate/sessions', session))).not.toContain('plan-file.json');
});

test('inside of a session an unwritable state file is told to the agent, and the step stays open', async () => {
  const { root, write } = planned();
  write('.donegate', 'a file\n');
  const played = await play(root, [...doStep(1), step('status')], {
    plan: `${root}/PLAN.md`,
    limits: { maxTurns: 4 },
  });
  const told = played.events.flatMap((event) => (event.type === 'tool_result' ? [event.text] : []));
  expect(told.slice(2)).toEqual([
    `${root}/.donegate/plan-state.json cannot be written (EEXIST). What it needs: make its folder writable. If that is not yours to do, tell the person.`,
    expect.stringMatching(/^Step 1 — Part 1\n/),
  ]);
  expect(played.facts.filter(({ type }) => type === 'faulted')).toEqual([]);
});

test('inside of a session the command sees its log and works on its state', async () => {
  const { root } = planned();
  const seen: Asked[] = [];
  const [makeOne, runOne] = doStep(1);
  const turns = [makeOne, runOne, ...doStep(2), claim()].filter((turn) => turn !== undefined);
  const played = await play(root, turns, {
    plan: `${root}/PLAN.md`,
    before: async (answer) => {
      if (answer === 1 || answer === 2) seen.push(await ask(root, { action: 'done', step: 1 }));
    },
  });
  expect(seen).toMatchObject([
    { status: 1, answer: { decision: 'deny', gates: [{ command: gate(1), lacks: 'not run in this turn' }] } },
    { status: 0, answer: { decision: 'allow', done: [1], current: 2 } },
  ]);
  expect(played).toMatchObject({ outcome: 'done', decisions: ['milestone allow', 'claim end'] });
});
