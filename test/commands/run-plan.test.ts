import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { ModelRequest } from '../../src/agent/model.ts';
import { makeRepository, type Repository } from '../repositories.ts';
import { bash, play, say, scriptIn, start, step } from './own-sessions.ts';
import { claim, doStep, withPlan } from './plans.ts';

const made: Repository[] = [];
function planned(steps: number): Repository {
  const one = makeRepository('javascript');
  made.push(one);
  withPlan(one, steps);
  return one;
}
afterEach(() => {
  for (const one of made.splice(0)) one.dispose();
});

const PLAN = (root: string) => ({ plan: join(root, 'PLAN.md') });

test('the loop works through a plan; a step that was not run, and the task before its time, are refused', async () => {
  const { root, read } = planned(2);
  const [makeTwo, runTwo, claimTwo] = doStep(2);
  const played = await play(
    root,
    [step('status'), ...doStep(1), claim(), makeTwo, step('done', 2), runTwo, claimTwo, claim()].filter(
      (turn) => turn !== undefined,
    ),
    PLAN(root),
  );
  expect(played.decisions).toEqual([
    'milestone allow',
    'claim send_back',
    'milestone deny',
    'milestone allow',
    'claim end',
  ]);
  expect(played.outcome).toBe('done');
  const state: { steps: { step: number }[] } = JSON.parse(read('.donegate/plan-state.json'));
  expect(state.steps.map((entry) => entry.step)).toEqual([1, 2]);
});

test('a plan without a step is a mistake of the operator; other mistakes in it are named', async () => {
  const { root, write } = planned(1);
  write('PLAN.md', '# Nothing\n');
  await expect(play(root, [], PLAN(root))).rejects.toThrow(/PLAN\.md:1: no step found/);
  write('PLAN.md', '## Step 1 — Part 1\n\nNo gate command.\n');
  const played = await play(root, [step('done', 1), say('Done.')], {
    ...PLAN(root),
    limits: { maxTurns: 2 },
  });
  expect(played.events.flatMap((event) => (event.type === 'trouble' ? [event.text] : []))).toEqual([
    expect.stringMatching(/PLAN\.md:1: /),
  ]);
  expect(played.decisions).toEqual(['milestone deny', 'claim send_back']);
});

test('without --plan a plan that lies there does not block the task', async () => {
  const { root } = planned(2);
  const played = await play(root, [say('Nothing to do.')]);
  expect(played.outcome).toBe('done');
});

test('after each of several compactions the model is told the step that is current then', async () => {
  const { root } = planned(5);
  const talk = 'I think about it. '.repeat(230);
  const turns = [1, 2, 3, 4, 5].flatMap((n) => [say_(talk, n), ...doStep(n, talk)]);
  const played = await play(root, [...turns, claim()], { ...PLAN(root), limits: { contextWindow: 6_000 } });
  expect(played.outcome).toBe('done');
  const told = played.requests.flatMap((request, index) => {
    const before = played.requests[index - 1];
    return before?.purpose === 'summarise' ? [{ text: first(request), done: doneBefore(request) }] : [];
  });
  expect(told.length).toBeGreaterThanOrEqual(3);
  const steps = told.map(({ text }) =>
    Number(/Step (\d)/i.exec(text.split('Where the work stands')[1] ?? '')?.[1]),
  );
  expect(steps).toEqual([...steps].sort());
  expect(new Set(steps).size).toBeGreaterThan(1);
  for (const [index, { done }] of told.entries()) {
    // What the tail shows as accepted is done by then.
    for (const n of done) expect(steps[index]).toBeGreaterThan(n);
  }
});

function say_(text: string, n: number) {
  return { text, ...bash(`echo ${n}`) };
}

function first(request: ModelRequest): string {
  const [message] = request.messages;
  return message?.role === 'user' ? message.text : '';
}

/** Steps whose claim was accepted in the part of the history that was kept. */
function doneBefore(request: ModelRequest): number[] {
  return request.messages.flatMap((message, index) => {
    const next = request.messages[index + 1];
    if (message.role !== 'assistant' || next?.role !== 'tool') return [];
    return message.toolCalls.flatMap((call, at) => {
      const accepted = call.name === 'milestone' && next.results[at]?.ok === true && 'input' in call;
      const input = accepted ? (call.input as { action: string; step: number }) : null;
      return input?.action === 'done' ? [input.step] : [];
    });
  });
}

test('killed in step 3, resumed: what was done stays done, and the model is told where it stands', async () => {
  const { root } = planned(4);
  const outside = mkdtempSync(join(tmpdir(), 'fifo-'));
  const fifo = join(outside, 'fifo');
  execFileSync('mkfifo', [fifo], { stdio: 'ignore', timeout: 10_000 });
  const hang = `timeout 30 cat ${fifo}`;
  const turns = [...doStep(1), ...doStep(2), bash(hang), claim()];
  const running = start(root, ['run', '--plan', 'PLAN.md', '--script', scriptIn(root, { turns }), '--json']);
  const begun = await running.event((event) => event.type === 'session_start');
  await running.event((event) => JSON.stringify(event.input) === JSON.stringify({ command: hang }));
  process.kill(running.pid, 'SIGKILL');
  await running.ended;
  release(fifo);
  rmSync(outside, { recursive: true, force: true });

  const resumed = await play(root, [step('status'), ...doStep(3), ...doStep(4), claim()], {
    resume: String(begun.id),
    task: 'go on',
  });
  expect(resumed.outcome).toBe('done');
  expect(resumed.decisions).toEqual(['milestone allow', 'milestone allow', 'claim end']);
  const messages = resumed.requests[0]?.messages ?? [];
  const last = messages.at(-1);
  expect(last).toMatchObject({ role: 'user', text: expect.stringMatching(/Step 3[\s\S]*\n\ngo on$/) });
  expect(messages.at(-2)).toMatchObject({
    role: 'tool',
    results: [{ ok: false, text: 'Interrupted before it ended: nothing is known of its result.' }],
  });
});

/** Lets a reader go that may still be there. */
function release(fifo: string): void {
  try {
    closeSync(openSync(fifo, constants.O_WRONLY | constants.O_NONBLOCK));
  } catch {
    // Nobody reads.
  }
}
