import { describe, expect, it } from 'vitest';
import { changesOf } from '../../../src/core/plan/approval.ts';
import { contractOf, currentStep, type PlanFact } from '../../../src/core/plan/contract.ts';
import { parsePlan } from '../../../src/core/plan/parse.ts';
import type { StateEntry } from '../../../src/core/plan/state.ts';

type Steps = Readonly<Record<number, readonly string[]>>;

/** A plan: number of the step -> its gate commands. */
function planText(steps: Steps): string {
  return Object.entries(steps)
    .map(([step, gates]) => `## Step ${step} — S${step}\n\`\`\`bash\n${gates.join('\n')}\n\`\`\`\n`)
    .join('');
}

type Said =
  | { seen: Steps; by?: 'start' | 'agent' | 'person' }
  | { done: number; gates: readonly string[] }
  | { reset: number };

function facts(said: readonly Said[]): readonly PlanFact[] {
  return said.map((one, at): PlanFact => {
    const around = { seq: at + 1, at: '2026-01-01T00:00:00.000Z' };
    if ('seen' in one)
      return { ...around, type: 'plan_seen', text: planText(one.seen), by: one.by ?? 'agent' };
    if ('reset' in one) return { ...around, type: 'step_reset', step: one.reset };
    const { done, gates } = one;
    return {
      ...around,
      type: 'step_done',
      step: done,
      title: '',
      gates,
      facts: [],
      tree: null,
      commit: null,
    };
  });
}

/** One line a step: `1 done: a`, `2 open (why): b, (c)`; in brackets: no longer in the plan. */
function outline(said: readonly Said[], entries: readonly StateEntry[] = []): readonly string[] | null {
  const contract = contractOf({ facts: facts(said), entries, session: 'now' });
  if (contract === null) return null;
  return contract.steps.map(({ step, done, reopened, gates, inPlan }) => {
    const commands = gates.map(({ command, line }) => (line === null ? `(${command})` : command));
    const why = reopened === null ? '' : ` (${reopened})`;
    return `${step}${inPlan ? '' : '?'} ${done ? 'done' : 'open'}${why}: ${commands.join(', ')}`;
  });
}

function entry(step: number, gates: readonly string[], session = 'before'): StateEntry {
  const doneAt = '2026-01-01T00:00:00.000Z';
  return { step, title: '', doneAt, commit: null, tree: null, gates, session, facts: [] };
}

const start = { seen: { 1: ['a'], 2: ['b'] }, by: 'start' } as const;

describe('what binds', () => {
  const rows: readonly [string, readonly Said[], readonly string[] | null][] = [
    ['nothing was seen', [], null],
    ['the plan as first seen', [start], ['1 open: a', '2 open: b']],
    [
      'the agent adds a gate command',
      [start, { seen: { 1: ['a', 'c'], 2: ['b'] } }],
      ['1 open: a, c', '2 open: b'],
    ],
    ['the agent takes one out', [start, { seen: { 1: [], 2: ['b'] } }], ['1 open: (a)', '2 open: b']],
    [
      'the agent changes one',
      [start, { seen: { 1: ['true'], 2: ['b'] } }],
      ['1 open: (a), true', '2 open: b'],
    ],
    [
      'only white space and quotes changed',
      [start, { seen: { 1: ["'a' # x"], 2: ['  b'] } }],
      ['1 open: a', '2 open: b'],
    ],
    ['a step vanishes', [start, { seen: { 1: ['a'] } }], ['1 open: a', '2? open: (b)']],
    [
      'a step is added',
      [start, { seen: { 1: ['a'], 2: ['b'], 3: ['c'] } }],
      ['1 open: a', '2 open: b', '3 open: c'],
    ],
    [
      'what the agent added itself it may take back',
      [start, { seen: { 1: ['a', 'c'], 2: ['b'] } }, { seen: start.seen }],
      ['1 open: a', '2 open: b'],
    ],
    ['steps in another order', [start, { seen: { 2: ['b'], 1: ['a'] } }], ['1 open: a', '2 open: b']],
    ['the person approves', [start, { seen: { 1: ['true'] }, by: 'person' }], ['1 open: true']],
    [
      'the agent changes what was approved',
      [start, { seen: { 1: ['c'] }, by: 'person' }, { seen: { 1: ['d'] } }],
      ['1 open: (c), d'],
    ],
    ['a plan without steps freezes nothing', [{ seen: {} }, { seen: { 1: ['a'] } }], ['1 open: a']],
    [
      'a plan that the agent writes binds as well',
      [{ seen: { 1: ['a'] } }, { seen: { 1: ['b'] } }],
      ['1 open: (a), b'],
    ],
  ];
  it.each(rows)('%s', (_name, said, expected) => {
    expect(outline(said)).toEqual(expected);
  });
});

describe('a step that was accepted', () => {
  const done = { done: 1, gates: ['a'] } as const;
  const rows: readonly [string, readonly Said[], string][] = [
    ['stays accepted', [start, done], '1 done: a'],
    [
      'stays accepted when another step changes',
      [start, done, { seen: { 1: ['a'], 2: ['c'] } }],
      '1 done: a',
    ],
    ['is open after a reset', [start, done, { reset: 1 }], '1 open: a'],
    ['is done again after a reset', [start, done, { reset: 1 }, done], '1 done: a'],
    [
      'is open again when a gate command is added',
      [start, done, { seen: { 1: ['a', 'c'], 2: ['b'] } }],
      '1 open (its gate commands have changed: `c` was not asked when it was accepted): a, c',
    ],
    [
      'stays accepted when a gate command is taken out',
      [start, done, { seen: { 1: [], 2: ['b'] } }],
      '1 done: (a)',
    ],
    [
      'is open again when its section disappears',
      [start, done, { seen: { 2: ['b'] } }],
      '1? open (its section is no longer in the plan): (a)',
    ],
    ['is done again with its section gone', [start, done, { seen: { 2: ['b'] } }, done], '1? done: (a)'],
    [
      'is done when its section comes back',
      [start, done, { seen: { 2: ['b'] } }, { seen: start.seen }],
      '1 done: a',
    ],
    [
      'was accepted for quotes and white space of another kind',
      [start, { done: 1, gates: ['"a"'] }],
      '1 done: a',
    ],
  ];
  it.each(rows)('%s', (_name, said, expected) => {
    expect(outline(said)?.[0]).toBe(expected);
  });
});

describe('steps that earlier sessions have done', () => {
  const rows: readonly [string, readonly Said[], readonly StateEntry[], readonly string[]][] = [
    ['count', [start], [entry(1, ['a'])], ['1 done: a', '2 open: b']],
    ['can be reset', [start, { reset: 1 }], [entry(1, ['a'])], ['1 open: a', '2 open: b']],
    [
      'do not count for other gate commands',
      [start],
      [entry(1, ['true'])],
      ['1 open (its gate commands have changed: `a` was not asked when it was accepted): a', '2 open: b'],
    ],
    ['of this session need its log', [start], [entry(1, ['a'], 'now')], ['1 open: a', '2 open: b']],
    ['that the plan does not have are nothing', [start], [entry(7, ['x'])], ['1 open: a', '2 open: b']],
  ];
  it.each(rows)('%s', (_name, said, entries, expected) => {
    expect(outline(said, entries)).toEqual(expected);
  });

  it('are doubted where this session says nothing of them', () => {
    const contract = contractOf({ facts: facts([start]), entries: [entry(1, ['a'], 'now')], session: 'now' });
    expect(contract?.doubts).toEqual([
      'Step 1 stands as done in the state file, but the log of this session does not know it.',
    ]);
  });
});

it('the current step is the first that is not done', () => {
  const steps = (said: readonly Said[]) => {
    const contract = contractOf({ facts: facts(said), entries: [], session: 'now' });
    return contract === null ? null : (currentStep(contract)?.step ?? 'none');
  };
  const two = { done: 2, gates: ['b'] } as const;
  const one = { done: 1, gates: ['a'] } as const;
  expect([steps([start]), steps([start, one]), steps([start, two]), steps([start, one, two])]).toEqual([
    1,
    2,
    1,
    'none',
  ]);
});

it('a person is shown what an approval changes', () => {
  const before = parsePlan(planText({ 1: ['a', 'b'], 2: ['c'], 3: ['d'] })).steps;
  const after = parsePlan(planText({ 1: ['a', 'x'], 3: ['"d"'], 4: ['e'] })).steps;
  expect(changesOf(before, after)).toEqual([
    { step: 1, title: 'S1', added: ['x'], taken: ['b'], gone: false },
    { step: 2, title: 'S2', added: [], taken: ['c'], gone: true },
    { step: 4, title: 'S4', added: ['e'], taken: [], gone: false },
  ]);
});
