// Gate commands in lines that prove nothing by themselves: bash saw how they ended.
import { afterEach, describe, expect, test } from 'vitest';
import { bashVersion } from '../bash-version.ts';
import { makeRepository, type Repository } from '../repositories.ts';
import { bash, play, say, step, write } from './own-sessions.ts';
import { gate, withPlan } from './plans.ts';

const made: Repository[] = [];
afterEach(() => {
  for (const one of made.splice(0)) one.dispose();
});

/** What the milestone says when a line was run on a tree where step 1 is done, or not. */
async function answered(line: string, isDone: boolean): Promise<string> {
  const one = makeRepository('javascript');
  made.push(one);
  withPlan(one, 1);
  const text = isDone ? 'part 1\n' : 'nothing\n';
  const turns = [
    write('out/1.txt', text),
    bash(line),
    step('done', 1),
    { tools: [{ name: 'give_up', input: { reason: 'enough' } }] },
    say('x'),
  ];
  const { events } = await play(one.root, turns, { plan: `${one.root}/PLAN.md` });
  const found = events.findLast((event) => event.type === 'tool_result' && /Step 1/.test(event.text));
  return found?.type === 'tool_result' ? found.text : '';
}

describe.skipIf(bashVersion().number < 500)('a witness saw the gate command end', () => {
  const rows: readonly [string, string, boolean, string][] = [
    ['0, and more stands behind it', `${gate(1)}; echo "exit: $?"`, true, 'Accepted: Step 1'],
    ['0, and its failure would have been swallowed', `${gate(1)} || true`, true, 'Accepted: Step 1'],
    ['1, and more stands behind it', `${gate(1)}; echo done`, false, 'red (exit 1)'],
    ['1, and its failure was swallowed', `${gate(1)} || true`, false, 'red (exit 1)'],
  ];
  test.each(rows)('%s', async (_name, line, isDone, said) => {
    expect(await answered(line, isDone)).toContain(said);
  });
});
