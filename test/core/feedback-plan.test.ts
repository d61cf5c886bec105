import { expect, it } from 'vitest';
import { lacks, plan, reminder } from '../../src/core/feedback-plan.ts';

const store = { step: 1, title: 'Store' };
const log = { step: 2, title: 'Log' };
const green = { command: 'npm test', lacks: null, output: null };
const red = { command: 'npm run lint', lacks: lacks.red(1, '2 failed'), output: 'boom\nbang\n' };
const loop = { command: 'for i in 1; do\n  ./c $i\ndone', lacks: lacks.notRun, output: null };

it('what a gate command lacks is one phrase', () => {
  expect([
    lacks.notRun,
    lacks.red(1, null),
    lacks.red(null, '1 failed'),
    lacks.masked('|| true'),
    lacks.stale(['src/wal.py']),
    lacks.stale([]),
    lacks.empty(null),
    lacks.unknown('it runs in the background'),
    lacks.moved(['kv.db']),
    lacks.moved([]),
    lacks.disarmed('--collect-only'),
    lacks.noShell,
  ]).toEqual([
    'not run in this turn',
    'red (exit 1)',
    'red: 1 failed',
    'masked by "|| true": its own status is not the line\'s',
    'stale: src/wal.py changed since',
    'stale: the code changed since',
    'empty: 0 tests ran',
    'not known how it ended: it runs in the background',
    'no evidence: kv.db changed while it ran; run it again',
    'no evidence: it ran on another state of the tree than the one that stands; run it again by itself',
    'disarmed by `--collect-only`: it could not fail',
    'no valid shell: it can never be green; the person has to mend and approve the plan',
  ]);
});

it('a refused step says what each gate command lacks, and quotes red output', () => {
  expect(
    plan.lacking(store, [green, red, loop]),
  ).toBe(`Step 1 — Store is not done: 2 of its 3 gate commands are not green for the tree as it stands now.
- \`npm test\`: green
- \`npm run lint\`: red (exit 1): 2 failed
    boom
    bang
- not run in this turn:
    for i in 1; do
      ./c $i
    done
Run each as it stands here, from the root of the repository, then ask again. Do not change the gate commands, and do not delete, skip or weaken tests.`);
});

it('the status says where the work stands', () => {
  const step = { ...log, scope: 'Write-ahead log.', reopened: 'why', inPlan: false };
  const said = plan.status({
    step,
    standings: [green],
    done: [store],
    errors: [{ line: 7, message: 'a gap' }],
    doubts: ['A doubt.'],
  });
  expect(said).toBe(`Step 2 — Log
It was accepted before and is open again: why.
Its section was taken out of the plan; it still has to be done.
Write-ahead log.
Gate commands:
- \`npm test\`: green
Done: Step 1 — Store.
The plan, line 7: a gap.
A doubt.`);
});

it('the other answers', () => {
  expect([
    plan.none,
    plan.wrongState('is empty'),
    plan.unknownStep(9, [1, 2]),
    plan.unknownStep(9, []),
    plan.isDone(store),
    plan.earlierFirst(log, [store]),
    plan.noGates(store),
    plan.errors(store, [{ line: 3, message: 'no valid shell' }]),
    plan.accepted(store, log),
    plan.accepted(log, null),
    plan.reset(store, [log]),
    plan.reset({ step: 2, title: 'Step 2' }, []),
    plan.allDone([store, log]),
    plan.openSteps([store, log]),
    plan.openStepsFix(store),
    reminder.unverified(['a.py']),
    reminder.lastRed('pytest', '1 failed'),
  ]).toEqual([
    'There is no plan: no PLAN.md was found, so there are no steps.',
    '.donegate/plan-state.json is empty. Nothing is taken as done or written until a person has mended or removed it.',
    'There is no Step 9. The plan has the steps 1, 2.',
    'There is no Step 9. The plan has no steps.',
    'Step 1 — Store is done already.',
    'Step 2 — Log cannot be accepted yet. Earlier steps must be done first: Step 1 — Store.',
    'Step 1 — Store has no gate command, so nothing can show that it is done. Ask the person to add one to the plan.',
    'Step 1 — Store cannot be accepted while its section of the plan has errors, for its gate commands are not all known: line 3: no valid shell.',
    'Accepted: Step 1 — Store is done. The next one is Step 2 — Log.',
    'Accepted: Step 2 — Log is done. All steps of the plan are done.',
    'Step 1 — Store is open again. To be re-checked, though they stay done: Step 2 — Log.',
    'Step 2 is open again.',
    'All steps of the plan are done: 1, 2.',
    'The plan is not done. Open: Step 1 — Store; Step 2 — Log.',
    'Go on with Step 1 — Store; when its gate commands are green, call milestone(action="done", step=1).',
    'Not proven by any run yet: a.py.',
    'The last run was red: `pytest`\n1 failed',
  ]);
});
