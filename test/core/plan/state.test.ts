import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changeState,
  type PlanState,
  parseState,
  printState,
  rebuildState,
  type StateEntry,
  withoutStep,
  withStep,
} from '../../../src/core/plan/state.ts';
import type { Fact } from '../../../src/core/types.ts';

const entry = (step: number, more: Partial<StateEntry> = {}): StateEntry => ({
  step,
  title: `S${step}`,
  doneAt: '2026-11-30T12:00:00.000Z',
  commit: null,
  tree: 'abc',
  gates: ['pytest -q'],
  session: 's1',
  facts: [12, 15],
  ...more,
});

const state: PlanState = { version: 1, plan: 'PLAN.md', steps: [entry(1), entry(2, { commit: 'f00' })] };
const text = printState(state);

describe('the state file', () => {
  const good: readonly [string, string | null, unknown][] = [
    ['none', null, { kind: 'none' }],
    ['printed', text, { kind: 'state', state }],
    ['on one line', JSON.stringify(state), { kind: 'state', state }],
    ['with keys that it does not know', JSON.stringify({ ...state, note: 1 }), { kind: 'state', state }],
  ];
  it.each(good)('%s', (_name, given, expected) => {
    expect(parseState(given)).toEqual(expected);
  });

  const changed = (change: object) => JSON.stringify({ ...state, ...change });
  const step = (change: object) => changed({ steps: [{ ...entry(1), ...change }] });
  const wrong: readonly [string, string, string][] = [
    ['empty', '', 'is empty'],
    ['torn', text.slice(0, -20), 'is no JSON: it was cut or edited'],
    [
      'of a newer version',
      changed({ version: 2 }),
      'was written by a newer donegate (version 2; this one knows 1)',
    ],
    [
      'without a version',
      changed({ version: undefined }),
      'is not a state of donegate: "version": 1 is expected',
    ],
    ['something else', '[]', 'is not a state of donegate: an object is expected'],
    ['without a plan', changed({ plan: 1 }), 'is not a state of donegate: "plan", a path is expected'],
    ['without steps', changed({ steps: {} }), 'is not a state of donegate: "steps", a list is expected'],
    [
      'with a step that is none',
      changed({ steps: [1] }),
      'is not a state of donegate: steps[0], an object is expected',
    ],
    ['with a step twice', changed({ steps: [entry(1), entry(1)] }), 'names Step 1 twice'],
    [
      'with a number that is none',
      step({ step: '1' }),
      'is not a state of donegate: steps[0].step, a number is expected',
    ],
    [
      'with a time that is none',
      step({ doneAt: 'x' }),
      'is not a state of donegate: steps[0].doneAt, a time is expected',
    ],
    [
      'with gates that are none',
      step({ gates: [1] }),
      'is not a state of donegate: steps[0].gates, a list of commands is expected',
    ],
    [
      'with facts that are none',
      step({ facts: 'x' }),
      'is not a state of donegate: steps[0].facts, a list of numbers is expected',
    ],
  ];
  it.each(wrong)('%s is an error', (_name, given, why) => {
    expect(parseState(given)).toEqual({ kind: 'wrong', why });
  });

  it('cut anywhere is an error or whole, never another state', () => {
    fc.assert(
      fc.property(fc.nat({ max: text.length }), (length) => {
        const read = parseState(text.slice(0, length));
        return read.kind === 'wrong' || (read.kind === 'state' && printState(read.state) === text);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a change of the state', () => {
  it('puts a step in, in its place, and takes it out', () => {
    const added = changeState(null, { plan: 'PLAN.md', change: (steps) => withStep(steps, entry(2)) });
    const both = changeState(added, { plan: 'PLAN.md', change: (steps) => withStep(steps, entry(1)) });
    const again = changeState(both, {
      plan: 'PLAN.md',
      change: (steps) => withStep(steps, entry(2, { tree: null })),
    });
    const less = changeState(again, { plan: 'PLAN.md', change: (steps) => withoutStep(steps, 1) });
    expect([both, again, less].map((one) => JSON.parse(one).steps)).toEqual([
      [entry(1), entry(2)],
      [entry(1), entry(2, { tree: null })],
      [entry(2, { tree: null })],
    ]);
  });

  it.each([['{"version":2}'], ['{'], ['']])('never overwrites what it cannot read: %s', (before) => {
    const change = () => changeState(before, { plan: 'PLAN.md', change: (steps) => steps });
    expect(change).toThrow('.donegate/plan-state.json');
  });
});

it('the state can be rebuilt from the logs of the sessions', () => {
  const around = (seq: number) => ({ seq, at: '2026-11-30T12:00:00.000Z' });
  const done = (seq: number, step: number): Fact => ({
    ...around(seq),
    type: 'step_done',
    step,
    title: `S${step}`,
    gates: ['pytest -q'],
    facts: [12, 15],
    tree: 'abc',
    commit: null,
  });
  const logs = [
    { session: 's0', facts: [done(1, 1), done(2, 2), done(3, 3)] },
    { session: 's1', facts: [done(1, 1), { ...around(2), type: 'step_reset', step: 3 } satisfies Fact] },
  ];
  expect(rebuildState('PLAN.md', logs)).toEqual({
    version: 1,
    plan: 'PLAN.md',
    steps: [entry(1), entry(2, { session: 's0' })],
  });
});
