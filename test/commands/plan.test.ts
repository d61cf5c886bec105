import { spawnSync } from 'node:child_process';
import { afterEach, describe, expect, test } from 'vitest';
import { type PlanOptions, plan } from '../../src/commands/plan.ts';
import { makeRepository, type Repository } from '../repositories.ts';
import { CLI } from './cli.ts';
import { bash, play } from './own-sessions.ts';
import { claim, doStep, gate, withPlan } from './plans.ts';
import { printed } from './printed.ts';

const made: Repository[] = [];
function planned(text?: string): Repository {
  const one = makeRepository('javascript');
  made.push(one);
  withPlan(one, 2);
  if (text !== undefined) one.write('PLAN.md', text);
  return one;
}
afterEach(() => {
  for (const one of made.splice(0)) one.dispose();
});

function ask(root: string, changes: Partial<PlanOptions>): Promise<{ status: number; out: string }> {
  const defaults = { plan: null, json: false, yes: false, rebuild: false, cwd: root, color: false };
  return printed(() => plan({ action: 'lint', ...defaults, ...changes }));
}

/** The command line at a terminal, at which a word is typed. */
function inTerminal(cwd: string, args: readonly string[], typed: string) {
  const pty = 'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))';
  return spawnSync('python3', ['-c', pty, process.execPath, CLI, ...args], {
    cwd,
    input: typed,
    encoding: 'utf8',
    timeout: 50_000,
    killSignal: 'SIGKILL',
  });
}

const F = '```';

describe('lint', () => {
  test('a plan without errors is fine', async () => {
    const { root } = planned();
    expect(await ask(root, {})).toEqual({ status: 0, out: 'PLAN.md: 2 steps, 2 gate commands, fine\n' });
  });

  test('errors and weak gate commands have their line, and end 1', async () => {
    const { root } = planned(
      `## Step 1 — A\n${F}bash\nls\nnpm test || true\n${F}\n## Step 3 — B\n${F}bash\nnode --test nowhere/x.test.mjs\n${F}\n`,
    );
    expect(await ask(root, {})).toEqual({
      status: 1,
      out: [
        'PLAN.md:3: weak  `ls` executes nothing of the project',
        'PLAN.md:4: weak  `npm test || true` swallows its failure by `|| true`',
        'PLAN.md:6: error a gap: Step 3 stands where Step 2 is expected',
        'PLAN.md:8: note  `node --test nowhere/x.test.mjs` names nowhere/x.test.mjs, which does not exist (yet)',
        'PLAN.md: 2 steps, 3 gate commands',
        '',
      ].join('\n'),
    });
  });

  test('what is still to be built, and a gate command twice, are only notes', async () => {
    const { root } = planned(
      `## Step 1 — A\n${F}bash\nnode --test to/come.test.mjs\n${F}\n## Step 2 — B\n${F}bash\nnode --test  to/come.test.mjs\n${F}\n`,
    );
    const { status, out } = await ask(root, { json: true });
    expect([status, JSON.parse(out).weak.map((one: { kind: string }) => one.kind)]).toEqual([
      0,
      ['no-such-path', 'no-such-path', 'same-gate'],
    ]);
  });
});

test('no plan, and a state that cannot be read, are errors that name the file', async () => {
  const one = planned();
  await expect(ask(one.root, { plan: 'NO.md' })).rejects.toThrow('there is no plan NO.md');
  one.write('.donegate/plan-state.json', '{"version":1,');
  await expect(ask(one.root, { action: 'show' })).rejects.toThrow(
    '.donegate/plan-state.json is no JSON: it was cut or edited',
  );
});

describe('approve', () => {
  test("is a person's word: refused without a terminal", async () => {
    const { root } = planned();
    await expect(ask(root, { action: 'approve' })).rejects.toThrow("approving a plan is a person's word");
  });

  test('without a session there is nothing to approve', async () => {
    const { root } = planned();
    expect(await ask(root, { action: 'approve', yes: true })).toEqual({
      status: 0,
      out: 'No session is live here. The next one takes PLAN.md as it stands.\n',
    });
  });

  test('asks a person, and only a yes is one', async () => {
    const one = planned();
    const weaker = one.read('PLAN.md').replace(gate(1), 'true');
    const said: Record<string, unknown>[] = [];
    await play(one.root, [bash('true'), ...doStep(1), ...doStep(2), claim()], {
      plan: `${one.root}/PLAN.md`,
      before: async (answer) => {
        if (answer !== 1) return;
        const agreed = one.read('PLAN.md');
        one.write('PLAN.md', weaker);
        for (const word of ['', 'no', 'yes']) {
          const { status, stdout } = inTerminal(one.root, ['plan', 'approve'], `${word}\n`);
          const bound = (await ask(one.root, { action: 'show' })).out.includes(gate(1));
          said.push({ word, status, isShown: stdout.includes(`- ${gate(1)}`), bound });
        }
        one.write('PLAN.md', agreed);
        await ask(one.root, { action: 'approve', yes: true });
      },
    });
    expect(said).toEqual([
      { word: '', status: 1, isShown: true, bound: true },
      { word: 'no', status: 1, isShown: true, bound: true },
      { word: 'yes', status: 0, isShown: true, bound: false },
    ]);
  });

  test('makes the plan as it stands bind the live session', async () => {
    const one = planned();
    const changed = one.read('PLAN.md').replace(gate(1), 'test -f out/1.txt');
    const said: string[] = [];
    const [makeOne, runOne] = doStep(1);
    const turns = [makeOne, runOne, ...doStep(2), claim()].filter((turn) => turn !== undefined);
    await play(one.root, turns, {
      plan: `${one.root}/PLAN.md`,
      before: async (answer) => {
        if (answer !== 1) return;
        one.write('PLAN.md', changed);
        said.push((await ask(one.root, { action: 'show' })).out.split('\n')[1] ?? '');
        said.push((await ask(one.root, { action: 'approve', yes: true })).out);
        said.push((await ask(one.root, { action: 'show' })).out.split('\n')[1] ?? '');
      },
    });
    expect(said).toEqual([
      `      ${gate(1)}  (taken out of the plan; it still binds)`,
      expect.stringMatching(
        /^Step 1 — Part 1\n {2}- grep -q "part 1" out\/1.txt\n {2}\+ test -f out\/1.txt\nApproved: from now on PLAN.md as it stands binds session /,
      ),
      '      test -f out/1.txt',
    ]);
  });
});

test('the state file can be written anew from the logs', async () => {
  const one = planned();
  const turns = [...doStep(1), ...doStep(2), claim()];
  await play(one.root, turns, { plan: `${one.root}/PLAN.md` });
  const before = one.read('.donegate/plan-state.json');
  one.write('.donegate/plan-state.json', before.slice(0, 40));
  await expect(ask(one.root, { action: 'show' })).rejects.toThrow('plan-state.json is no JSON');
  const { out } = await ask(one.root, { action: 'show', rebuild: true });
  expect(out).toMatch(/^done {2}Step 1[\s\S]*^done {2}Step 2/m);
  expect(one.read('.donegate/plan-state.json')).toBe(before);
});
