import { describe, expect, it } from 'vitest';
import { changedSince, replayFacts, stateView, unverifiedFiles } from '../../src/core/ledger.ts';
import type { FactBody, StateView } from '../../src/core/types.ts';
import { change, edit, numbered, ran, turn } from './made-facts.ts';

type Row = [name: string, facts: readonly FactBody[], state: Partial<StateView>];

const clean = { unverified: false, files: [] };
const green = ran({ result: 'green' });
const red = ran({ result: 'red', failing: ['tests/test_a.py::test'] });
const testScript = (given: { failing?: readonly string[] }) =>
  ran({
    result: 'red',
    class: 'run',
    command: 'python tests/test_a.py',
    scope: ['tests/test_a.py'],
    ...given,
  });
const lint = (result: 'green' | 'red') =>
  ran({ result, class: 'check', command: 'ruff check .', clears: 'configuration' });
const program = (result: 'green' | 'red') => ran({ result, class: 'run', command: 'python a.py' });
const probe = (command: string) => ran({ result: 'green', class: 'run', command, clears: 'nothing' });
const narrow = ran({ result: 'green', command: 'pytest tests/test_b.py', scope: ['tests/test_b.py'] });

const rows: Row[] = [
  ['nothing happened', [turn], { ...clean, streak: 0, lastRun: null }],
  ['a write sets the flag', [edit('a.py', '1')], { unverified: true, files: ['a.py'], streak: 1 }],
  [
    'a green run for this tree clears it',
    [edit('a.py', '1'), green],
    { ...clean, streak: 0, lastRun: 'green' },
  ],
  [
    'a green run before the write does not',
    [green, edit('a.py', '1')],
    { unverified: true, files: ['a.py'], lastRun: 'green' },
  ],
  [
    'the same content again is the same tree',
    [edit('a.py', '1'), green, edit('a.py', '2'), edit('a.py', '1')],
    clean,
  ],
  [
    'content that was never green',
    [edit('a.py', '1'), green, edit('a.py', '2')],
    { unverified: true, files: ['a.py'] },
  ],
  ['a change that is taken back is none', [edit('a.py', '1'), edit('a.py', undefined)], clean],
  ['a file created and removed again is nothing', [edit('a.py', '1'), edit('a.py', undefined), red], clean],
  ['a removal is a write', [edit('a.py', null)], { unverified: true, files: ['a.py'] }],
  [
    'masked, empty and unknown runs leave it',
    [edit('a.py', '1'), ran({ result: 'masked' }), ran({ result: 'empty' }), ran({ result: 'unknown' })],
    { unverified: true, lastRun: 'unknown' },
  ],
  [
    'masked, empty and unknown runs revoke nothing',
    [
      edit('a.py', '1'),
      green,
      ran({ result: 'masked' }),
      ran({ result: 'empty' }),
      ran({ result: 'unknown' }),
    ],
    { ...clean, lastRun: 'unknown' },
  ],
  [
    'the last run counts, not the best',
    [edit('a.py', '1'), green, red],
    { unverified: true, files: ['a.py'], lastRun: 'red' },
  ],
  [
    'a linter that was green on what the tests had proven did not give the green',
    [edit('a.py', '1'), green, lint('green'), lint('red')],
    clean,
  ],
  [
    'a linter that gave the green of configuration takes it back',
    [edit('ci.yml', '1', 'config'), lint('green'), lint('green'), lint('red')],
    { unverified: true, files: ['ci.yml'] },
  ],
  [
    'a program that ran green and then red: the tests have the later word',
    [edit('a.py', '1'), program('green'), program('red'), green],
    clean,
  ],
  [
    'a program that ran green and then red: another program does not answer for it',
    [
      edit('a.py', '1'),
      program('green'),
      program('red'),
      ran({ result: 'green', class: 'run', command: 'python b.py' }),
    ],
    { unverified: true, files: ['a.py'] },
  ],
  [
    'of configuration, what names each changed file has looked at it',
    [edit('ci.yml', '1', 'config'), probe('python -c "yaml.safe_load(open(\'ci.yml\'))"')],
    clean,
  ],
  [
    'what names one of two files has not looked at the other',
    [
      edit('ci.yml', '1', 'config'),
      edit('b.yml', '1', 'config'),
      probe('python -c "yaml.safe_load(open(\'ci.yml\'))"'),
    ],
    { unverified: true, files: ['b.yml', 'ci.yml'] },
  ],
  [
    'of code it is not enough to be named',
    [edit('a.py', '1'), probe('python -c "open(\'a.py\')"')],
    { unverified: true, files: ['a.py'] },
  ],
  [
    'a script of tests that shows failed ones is a red test: a program that runs does not answer for it',
    [
      edit('a.py', '1'),
      testScript({ failing: ['test_a'] }),
      ran({ result: 'green', class: 'run', command: 'python a.py' }),
    ],
    { unverified: true, files: ['a.py'] },
  ],
  [
    'a script of tests that did not come to its tests was only started in the wrong way',
    [edit('a.py', '1'), green, testScript({})],
    { ...clean, lastRun: 'red' },
  ],
  [
    'the suite answers for a script of tests',
    [edit('a.py', '1'), testScript({ failing: ['test_a'] }), green],
    clean,
  ],
  ['the same command green supersedes it', [edit('a.py', '1'), red, green], clean],
  [
    'a narrower command does not',
    [edit('a.py', '1'), red, narrow],
    { unverified: true, files: ['a.py'], lastRun: 'green' },
  ],
  [
    'a wider command supersedes a narrower red',
    [
      edit('a.py', '1'),
      ran({ result: 'red', command: 'pytest tests/test_a.py', scope: ['tests/test_a.py'] }),
      green,
    ],
    clean,
  ],
  [
    'a red of another tree is not held against this one',
    [edit('a.py', '1'), red, edit('a.py', '2'), narrow],
    clean,
  ],
  [
    'an exploratory red run revokes nothing',
    [edit('a.py', '1'), green, ran({ result: 'red', command: 'python x.py', class: 'run' })],
    { ...clean, lastRun: 'red' },
  ],
  [
    'a red run of the command that gave the green revokes',
    [
      edit('a.py', '1'),
      ran({ result: 'green', command: 'python x.py', class: 'run' }),
      ran({ result: 'red', command: 'python x.py', class: 'run' }),
    ],
    { unverified: true },
  ],
  ['a red run where nothing was written sets nothing', [turn, red], { ...clean, lastRun: 'red' }],
  [
    'inline code that names nothing of the project clears nothing',
    [edit('a.py', '1'), ran({ result: 'green', command: 'python -c 1', class: 'run', clears: 'nothing' })],
    { unverified: true },
  ],
  [
    'a type checker does not clear code',
    [edit('a.py', '1'), ran({ result: 'green', command: 'tsc', class: 'check', clears: 'configuration' })],
    { unverified: true, streak: 0, lastRun: null },
  ],
  [
    'a type checker clears configuration',
    [
      edit('tsconfig.json', '1', 'config'),
      ran({ result: 'green', command: 'tsc', class: 'check', clears: 'configuration' }),
    ],
    clean,
  ],
  [
    'configuration after proven code needs only a checker',
    [
      edit('a.py', '1'),
      green,
      edit('x.toml', '1', 'config'),
      ran({ result: 'green', command: 'tsc', class: 'check', clears: 'configuration' }),
    ],
    clean,
  ],
  [
    'a run during which code changed is evidence for neither tree',
    [edit('a.py', '1'), ran({ result: 'green', changes: [change('a.snap', '1')], evidenceFor: 'nothing' })],
    { unverified: true, files: ['a.py', 'a.snap'] },
  ],
  [
    'a line that wrote first and checked then is evidence',
    [ran({ result: 'green', changes: [change('a.py', '1')], evidenceFor: 'tree-after' })],
    clean,
  ],
  [
    'after a green run only what changed since is named',
    [edit('a.py', '1'), green, edit('b.py', '1')],
    { unverified: true, files: ['b.py'] },
  ],
  [
    'a red one puts all that was changed in doubt',
    [edit('a.py', '1'), green, edit('b.py', '1'), green, red],
    { unverified: true, files: ['a.py', 'b.py'] },
  ],
  [
    'a gate check whose failures are all old counts as green',
    [edit('a.py', '1'), ran({ result: 'red', by: 'gate', failing: ['old'], preexisting: ['old'] })],
    clean,
  ],
  [
    'one that fails anew does not',
    [edit('a.py', '1'), ran({ result: 'red', by: 'gate', failing: ['old', 'new'], preexisting: ['old'] })],
    { unverified: true },
  ],
  [
    'a test command that its runner did not understand revokes nothing',
    [
      edit('a.py', '1'),
      green,
      ran({
        result: 'red',
        command: 'pytest --no-such',
        output: 'ERROR: usage: pytest [options]\npytest: error: unrecognized arguments: --no-such\n',
      }),
    ],
    clean,
  ],
  [
    'one that ended without a word revokes',
    [edit('a.py', '1'), green, ran({ result: 'red', command: 'pytest -v', output: 'Segmentation fault\n' })],
    { unverified: true },
  ],
  [
    'one that stopped at an old failure is no evidence, and nothing against it either',
    [
      edit('a.py', '1'),
      ran({ result: 'red', by: 'gate', failing: ['old'], preexisting: ['old'], stopped: 'it stops' }),
    ],
    { unverified: true, files: ['a.py'] },
  ],
  [
    'what then passes by itself is',
    [
      edit('a.py', '1'),
      ran({ result: 'red', by: 'gate', failing: ['old'], preexisting: ['old'], stopped: 'it stops' }),
      ran({ result: 'green', command: 'pytest tests/test_b.py' }),
    ],
    clean,
  ],
  [
    'all old, and no test is seen to pass',
    [
      edit('a.py', '1'),
      ran({ result: 'red', by: 'gate', failing: ['old'], preexisting: ['old'], passed: 0 }),
    ],
    { unverified: true, files: ['a.py'] },
  ],
  [
    'all old, and the runner does not say what passes',
    [
      edit('a.py', '1'),
      ran({
        result: 'red',
        by: 'gate',
        failing: ['old'],
        preexisting: ['old'],
        passed: 0,
        passedUntold: true,
      }),
    ],
    clean,
  ],
  [
    'an old failure that the agent saw is set aside once it is known to be old',
    [
      edit('a.py', '1'),
      ran({ result: 'red', command: 'pytest tests', failing: ['old'] }),
      ran({ result: 'red', by: 'gate', failing: ['old'], preexisting: ['old'] }),
    ],
    clean,
  ],
  [
    'distinct files make the streak',
    [edit('a.py', '1'), edit('a.py', '2'), edit('b.py', '1')],
    { streak: 2 },
  ],
  ['a red run ends the streak', [edit('a.py', '1'), red], { streak: 0 }],
  [
    'a listing does not',
    [edit('a.py', '1'), ran({ result: 'none', command: 'ls', class: 'inert' })],
    { streak: 1 },
  ],
  [
    'a command that could not start does not',
    [edit('a.py', '1'), ran({ result: 'unknown', commandExit: 127 })],
    { streak: 1 },
  ],
  [
    'a line that authors files counts',
    [
      ran({
        result: 'none',
        class: 'inert',
        command: 'cat > a.py',
        changes: [change('a.py', '1')],
        authored: ['a.py'],
      }),
    ],
    { streak: 1, unverified: true },
  ],
  [
    'what is authored after the run in the same line counts',
    [ran({ result: 'green', changes: [change('a.py', '1')], authored: ['a.py'], evidenceFor: 'nothing' })],
    { streak: 1 },
  ],
  [
    'bulk changes do not count',
    [
      {
        type: 'files_changed',
        by: 'other',
        authored: false,
        changes: [change('a.py', '1'), change('b.py', '1')],
      },
    ],
    { streak: 0, unverified: true },
  ],
];

const typo = ran({ result: 'red', command: 'pytest tests/test_a.py::tset' });
const noTestRan = { ...typo, judged: { ...typo.judged, tests: { passed: 0, failed: 0, skipped: 0 } } };
rows.push(
  [
    'a test command that ran no test revokes nothing',
    [edit('a.py', '1'), green, noTestRan],
    { unverified: false, files: [], lastRun: 'red' },
  ],
  ['and clears nothing', [edit('a.py', '1'), noTestRan], { unverified: true }],
);

describe('what follows from the facts', () => {
  it.each(rows)('%s', (_, facts, state) => {
    expect(stateView(replayFacts(numbered(facts)), null)).toMatchObject(state);
  });

  it('counts the claims refused in a turn, and begins anew with the next', () => {
    const refused: FactBody = {
      type: 'claim_judged',
      text: '',
      verdict: 'unproven',
      accepted: false,
      findings: [],
    };
    const counts = [
      [turn, refused, refused],
      [turn, refused, refused, turn],
      [turn, refused, turn, refused],
    ].map((facts) => replayFacts(numbered(facts)).refusals);
    expect(counts).toEqual([2, 0, 1]);
  });

  it('keeps the tests that were seen red, with the last run that saw them', () => {
    const facts = [
      edit('a.py', '1'),
      red,
      ran({ result: 'red', command: 'pytest -x', failing: ['tests/test_a.py::test'] }),
      green,
    ];
    expect([...replayFacts(numbered(facts)).seenRed.values()]).toEqual([
      { test: 'tests/test_a.py::test', program: 'pytest', command: 'pytest -x', fact: 3 },
    ]);
  });

  it('forgets seen reds that are known to be old', () => {
    const facts = [
      edit('a.py', '1'),
      red,
      ran({
        result: 'red',
        by: 'gate',
        failing: ['tests/test_a.py::test'],
        preexisting: ['tests/test_a.py::test'],
      }),
    ];
    expect(replayFacts(numbered(facts)).seenRed.size).toBe(0);
  });

  it('names what changed since a run of the turn, net of what was taken back', () => {
    const facts = [
      turn,
      edit('a.py', '1'),
      edit('c.py', '1'),
      green,
      edit('a.py', '2'),
      edit('b.py', '1'),
      edit('c.py', '2'),
      edit('c.py', '1'),
    ];
    expect(changedSince(replayFacts(numbered(facts)), 4)).toEqual(['a.py', 'b.py']);
  });

  it('a fault of ours stands until a green run follows', () => {
    const fault: FactBody = { type: 'faulted', where: 'ran', error: 'no space left' };
    const faults = [
      [edit('a.py', '1'), fault],
      [edit('a.py', '1'), fault, green],
    ].map((facts) => replayFacts(numbered(facts)).fault);
    expect(faults).toEqual([{ where: 'ran', error: 'no space left' }, null]);
  });

  it('watches which written files a run has opened', () => {
    const facts = [
      edit('a.py', '1'),
      edit('b.py', '1'),
      ran({ result: 'green', opened: ['a.py'] }),
      edit('c.py', '1'),
    ];
    expect([...replayFacts(numbered(facts)).unopened]).toEqual([
      ['b.py', { measured: true }],
      ['c.py', { measured: false }],
    ]);
  });

  it('names no file when nothing is unverified', () => {
    expect(unverifiedFiles(replayFacts(numbered([edit('a.py', '1'), green])))).toEqual([]);
  });
});
