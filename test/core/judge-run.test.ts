import { describe, expect, it } from 'vitest';
import { didNotStart, type JudgeRequest, judgeRun } from '../../src/core/judge-run.ts';
import { command, judged, reading, testified } from './readings.ts';

const pytest = command({ text: 'pytest -q' });
const masked = command({ text: 'pytest -q', proven: false, maskedBy: '|| true' });
const behindTail = command({ text: 'pytest -q', filteredBy: 'tail -5' });
const behindGrep = command({ text: 'pytest -q', filteredBy: 'grep FAILED' });
const behindHead = command({ text: 'pytest -v', filteredBy: 'head -3' });
const npm = command({ text: 'npm test', program: 'npm' });
const script = command({ text: 'python a.py', class: 'run', program: 'python' });
const probe = command({
  text: "python -c 'x'",
  class: 'run',
  program: 'python',
  inline: { namesProject: false },
});
const tsc = command({ text: 'tsc', class: 'check', executes: false });
const list = command({ text: 'ls -la', class: 'inert', executes: false });
const strange = command({ text: './strange --now', class: 'unknown', program: null });

const GREEN = '5 passed in 0.12s';
const RED = 'FAILED tests/test_a.py::test - assert 1 == 2\n1 failed, 4 passed in 0.12s';
const NONE = 'no tests ran in 0.01s';
const SKIPPED = '3 skipped in 0.02s';

type Row = [
  name: string,
  request: JudgeRequest,
  result: string,
  why: string,
  exits: readonly (number | null)[],
];

const rows: Row[] = [
  [
    'proven, ended 0, its summary passed',
    judged([pytest], { output: GREEN }),
    'green',
    '`pytest -q` is green (5 passed)',
    [0],
  ],
  [
    'proven, ended 1',
    judged([pytest], { output: RED, status: 1 }),
    'red',
    '`pytest -q` is red (1 failed)',
    [1],
  ],
  [
    'ended 0 although its summary shows failures',
    judged([pytest], { output: RED }),
    'red',
    '`pytest -q` is red (1 failed) although it ended 0',
    [0],
  ],
  [
    'ended 1 although all passed (a coverage threshold)',
    judged([pytest], { output: GREEN, status: 1 }),
    'red',
    '`pytest -q` is red (exit 1)',
    [1],
  ],
  ['masked', judged([masked]), 'masked', '`pytest -q` is masked by `|| true`', [null]],
  [
    'masked stays masked with a good summary',
    judged([masked], { output: GREEN }),
    'masked',
    '`pytest -q` is masked by `|| true`',
    [null],
  ],
  [
    'masked with failures shown is red and names the mask',
    judged([masked], { output: RED }),
    'red',
    '`pytest -q` is red (1 failed), and its status is masked by `|| true`',
    [null],
  ],
  ['zero tests', judged([pytest], { output: NONE }), 'empty', '`pytest -q` ran no test: no tests ran', [0]],
  [
    'all skipped',
    judged([pytest], { output: SKIPPED }),
    'empty',
    '`pytest -q` ran no test: all 3 skipped',
    [0],
  ],
  [
    'zero tests and ended 5',
    judged([pytest], { output: NONE, status: 5 }),
    'red',
    '`pytest -q` is red (exit 5)',
    [5],
  ],
  [
    'no summary in whole output',
    judged([pytest], { output: 'hello' }),
    'empty',
    '`pytest -q` ended 0 without the summary that it always prints',
    [0],
  ],
  [
    'no summary in clipped output: count unknown',
    judged([pytest], { output: 'hello', outputWhole: false }),
    'green',
    '`pytest -q` is green',
    [0],
  ],
  [
    'no summary behind a filter: count unknown',
    judged([behindTail], { output: 'hello' }),
    'green',
    '`pytest -q` is green',
    [0],
  ],
  [
    'no summary where the output went to a file',
    judged([command({ text: 'pytest -q', redirected: true })]),
    'green',
    '`pytest -q` is green',
    [0],
  ],
  [
    'no summary where the runner reports in another way',
    judged([
      command({
        text: 'node --test --test-reporter=junit --test-reporter-destination=a.xml',
        program: 'node-test',
      }),
    ]),
    'green',
    '`node --test --test-reporter=junit --test-reporter-destination=a.xml` is green',
    [0],
  ],
  [
    'a test task that is not known says nothing',
    judged([npm], { output: 'fine' }),
    'green',
    '`npm test` is green',
    [0],
  ],
  [
    'status not known',
    judged([pytest], { status: null }),
    'unknown',
    'how `pytest -q` ended is not known: status not known',
    [null],
  ],
  [
    'status not known, failures shown',
    judged([pytest], { status: null, output: RED }),
    'red',
    '`pytest -q` is red (1 failed)',
    [null],
  ],
  [
    'status not known, a good summary is no status',
    judged([pytest], { status: null, output: GREEN }),
    'unknown',
    'how `pytest -q` ended is not known: status not known',
    [null],
  ],
  [
    'the host put it into the background',
    judged([pytest], { background: true, output: GREEN }),
    'unknown',
    'how `pytest -q` ended is not known: it runs in the background',
    [null],
  ],
  [
    'started with &',
    judged([command({ text: 'pytest -q', background: true, proven: false })]),
    'unknown',
    'how `pytest -q` ended is not known: it runs in the background',
    [null],
  ],
  [
    'a server beside the test does not matter',
    judged([command({ text: 'node server.js', class: 'run', background: true, proven: false }), pytest], {
      output: GREEN,
    }),
    'green',
    '`pytest -q` is green (5 passed)',
    [null, 0],
  ],
  [
    'could not start',
    judged([pytest], { status: 127, output: 'pytest: command not found' }),
    'unknown',
    '`pytest -q` could not start (exit 127)',
    [127],
  ],
  [
    'could not start, in the words of the shell, where no status is known',
    judged([pytest], { status: null, output: '/bin/bash: line 819: pytest: command not found' }),
    'unknown',
    '`pytest -q` could not start (exit 127)',
    [127],
  ],
  [
    'could not start, and the line ended 0',
    judged([masked], { output: 'zsh:1: command not found: pytest\n' }),
    'unknown',
    '`pytest -q` could not start (exit 127)',
    [127],
  ],
  [
    'a script that is not there',
    judged([command({ text: './gradlew test' })], {
      status: null,
      output: 'sh: 1: ./gradlew: No such file or directory',
    }),
    'unknown',
    '`./gradlew test` could not start (exit 127)',
    [127],
  ],
  [
    'what another program did not find says nothing about this one',
    judged([masked], { output: './run.sh: 3: java: not found\nbash: line 1: mypytest: command not found' }),
    'masked',
    '`pytest -q` is masked by `|| true`',
    [null],
  ],
  [
    'what is proven to have ended 0 did start, whatever was printed',
    judged([pytest], { output: `bash: pytest: command not found\n${GREEN}` }),
    'green',
    '`pytest -q` is green (5 passed)',
    [0],
  ],
  [
    'timed out',
    judged([pytest], { exit: { kind: 'timed_out', afterMs: 180_000 } }),
    'red',
    '`pytest -q` is red (stopped at its time limit of 180 s)',
    [null],
  ],
  [
    'killed',
    judged([pytest], { exit: { kind: 'signaled', signal: 'SIGKILL' } }),
    'red',
    '`pytest -q` is red (killed by SIGKILL)',
    [137],
  ],
  [
    'interrupted by a person',
    judged([pytest], { exit: { kind: 'signaled', signal: 'SIGINT' } }),
    'unknown',
    'how `pytest -q` ended is not known: it was interrupted',
    [null],
  ],
  [
    'tail never fails by itself',
    judged([behindTail], { status: 1 }),
    'red',
    '`pytest -q` is red (exit 1)',
    [1],
  ],
  [
    'grep that found nothing explains it',
    judged([behindGrep], { status: 1 }),
    'unknown',
    'how `pytest -q` ended is not known: `grep FAILED` behind it can explain exit 1',
    [null],
  ],
  [
    'grep lets failures through',
    judged([behindGrep], { status: 1, output: RED }),
    'red',
    '`pytest -q` is red (1 failed)',
    [1],
  ],
  [
    'cut off by its reader',
    judged([behindHead], { status: 141 }),
    'unknown',
    'how `pytest -v` ended is not known: it was cut off by its reader `head -3`',
    [null],
  ],
  [
    'broken pipe under head',
    judged([behindHead], { status: 1 }),
    'unknown',
    'how `pytest -v` ended is not known: `head -3` behind it can explain exit 1',
    [null],
  ],
  [
    'the line failed behind a masked test',
    judged([command({ text: 'pytest -q', proven: false, maskedBy: '; grep x y' })], { status: 1 }),
    'unknown',
    "how `pytest -q` ended is not known: the line's own status (exit 1) says nothing about it",
    [null],
  ],
  ['a program', judged([script]), 'green', '`python a.py` is green', [0]],
  [
    'a program that fails',
    judged([script], { status: 1, output: 'Traceback' }),
    'red',
    '`python a.py` is red (exit 1)',
    [1],
  ],
  ['a type checker executes nothing', judged([tsc]), 'none', 'nothing was executed', [0]],
  ['a listing is no run', judged([list]), 'none', 'nothing was executed', []],
  [
    'a disarmed runner is no run',
    judged([command({ text: 'pytest --co', disarmed: '--co' })]),
    'none',
    'nothing was executed',
    [],
  ],
  [
    'a line that does not parse',
    judged([pytest], { reading: reading([pytest], { parsed: false, error: 'unexpected )' }) }),
    'none',
    'the line could not be read: unexpected )',
    [],
  ],
  [
    'a mask inside',
    judged([
      command({
        text: 'npm test',
        program: 'npm',
        innerMask: { path: 'package.json', line: 4, text: 'vitest | tee log' },
      }),
    ]),
    'masked',
    '`npm test` is masked inside: vitest | tee log (package.json:4)',
    [0],
  ],
  [
    'the first of two failed: the second printed no summary',
    judged([script, pytest], { status: 1, output: 'Traceback' }),
    'red',
    '`python a.py` is red (exit 1)',
    [null, null],
  ],
  [
    'the second of two failed',
    judged([script, pytest], { status: 1, output: RED }),
    'red',
    '`pytest -q` is red (1 failed)',
    [null, null],
  ],
  [
    'another green does not stand in for a masked test',
    judged([script, masked]),
    'masked',
    '`pytest -q` is masked by `|| true`',
    [0, null],
  ],
  ['an unknown program', judged([strange]), 'green', '`./strange --now` is green', [0]],
  [
    'gate: a linter is judged by its own status',
    judged([tsc], { asked: 'gate' }),
    'green',
    '`tsc` is green',
    [0],
  ],
  [
    'gate: a linter that fails',
    judged([tsc], { asked: 'gate', status: 2 }),
    'red',
    '`tsc` is red (exit 2)',
    [2],
  ],
  ['gate: any command can be one', judged([list], { asked: 'gate' }), 'green', '`ls -la` is green', [0]],
  [
    'gate: a count is asked of tests',
    judged([pytest], { asked: 'gate', output: NONE }),
    'empty',
    '`pytest -q` ran no test: no tests ran',
    [0],
  ],
  ['an exploration is green as a run', judged([probe]), 'green', "`python -c 'x'` is green", [0]],
];

describe('what a run is worth', () => {
  it.each(rows)('%s', (_, request, result, why, exits) => {
    const run = judgeRun(request);
    expect({ result: run.result, why: run.why, exits: run.commands.map((one) => one.exit) }).toEqual({
      result,
      why,
      exits,
    });
  });

  it('tells everything about a red test run', () => {
    expect(
      judgeRun(judged([command({ text: 'pytest -q tests', scope: ['tests'] })], { status: 1, output: RED })),
    ).toEqual({
      result: 'red',
      why: '`pytest -q tests` is red (1 failed)',
      commands: [
        {
          text: 'pytest -q tests',
          class: 'test',
          exit: 1,
          by: 'reading',
          result: 'red',
          maskedBy: null,
          program: 'pytest',
          scope: ['tests'],
          directory: '.',
          clears: 'code',
        },
      ],
      tests: { passed: 4, failed: 1, skipped: 0 },
      failing: ['tests/test_a.py::test'],
      namesComplete: true,
    });
  });

  it.each([
    ['a test clears the flag', pytest, 'code'],
    ['a build clears it', command({ text: 'make', class: 'build' }), 'code'],
    ['a program clears it', script, 'code'],
    ['inline code that names nothing of the project does not', probe, 'nothing'],
    [
      'inline code that imports the project does',
      command({ text: 'python -c y', class: 'run', inline: { namesProject: true } }),
      'code',
    ],
    ['a checker clears it for configuration only', tsc, 'configuration'],
    [
      'a commit whose hooks show nothing does not',
      command({ text: 'git commit -m x', class: 'run' }),
      'nothing',
    ],
    ['an unknown program that is no file of the project does not', strange, 'nothing'],
  ] as const)('%s', (_, one, clears) => {
    expect(judgeRun(judged([one])).commands.map((judgedOne) => judgedOne.clears)).toEqual([clears]);
  });

  it('lets an unknown program clear the flag if it is a file of the project', () => {
    const run = judgeRun(judged([strange], { isProjectFile: (path) => path === './strange' }));
    expect(run.commands.map((one) => one.clears)).toEqual(['code']);
  });

  const elsewhere = { isOutside: (path: string) => path.startsWith('/') && !path.startsWith('/project') };
  it.each([
    ['of another project', { directory: '/tmp/other' }, 'nothing'],
    ['of a tree on another machine', { words: ['ssh', 'build', 'cd app && pytest'] }, 'nothing'],
    ['of this one, named from outside', { directory: '/tmp', words: ['pytest', '/project/tests'] }, 'code'],
    ['of this one, named by an option', { directory: '/', words: ['pytest', '--rootdir=/project'] }, 'code'],
    ['of what is not known, from outside', { directory: '/tmp', words: ['pytest', null] }, 'code'],
    ['in a folder of this one', { directory: '/project/app' }, 'code'],
    ['in a directory that nobody tells', { directory: null }, 'code'],
  ] as const)('lets tests clear the flag if they are of this project: %s', (_, given, clears) => {
    const run = judgeRun(judged([command({ text: 'pytest', ...given })], elsewhere));
    expect(run.commands.map((one) => one.clears)).toEqual([clears]);
  });

  it.each([
    ['a script of another place', { words: ['python', '/tmp/x.py'], scope: ['/tmp/x.py'] }, 'nothing'],
    ['one beside the project', { words: ['python', '../x.py'], scope: ['/other/x.py'] }, 'nothing'],
    ['one of the project', { words: ['python', '/project/x.py'], scope: ['/project/x.py'] }, 'code'],
    [
      'one that is seen to use the project',
      { words: ['python', '/tmp/x.py'], scope: ['/tmp/x.py'], inline: { namesProject: true } },
      'code',
    ],
    [
      'one that is compiled together with it',
      { program: 'go-run', words: ['go', 'run', '/tmp/x.go'], scope: ['/tmp/x.go'] },
      'code',
    ],
    ['one in a container', { words: ['python', '/app/x.py'], scope: ['/app/x.py'], directory: null }, 'code'],
    ['a program that may have been built from it', { words: ['/tmp/app'], scope: ['/tmp/app'] }, 'code'],
    ['a program of the machine', { words: ['/usr/bin/app'], scope: ['/usr/bin/app'] }, 'nothing'],
  ] as const)('lets a run clear the flag if it is one of the project: %s', (_, given, clears) => {
    const script = command({ text: 'x', class: 'run', program: 'x', ...given });
    expect(judgeRun(judged([script], elsewhere)).commands.map((one) => one.clears)).toEqual([clears]);
  });

  it.each([
    ['/tmp/x', 'nothing'],
    ['/project/app', 'code'],
  ])('believes bash where the line does not tell the directory: %s', (directory, clears) => {
    const pytest = command({ text: 'pytest', directory: null, start: 11, end: 17 });
    const run = judgeRun(
      judged([pytest], {
        ...elsewhere,
        reading: reading([pytest], { line: 'cd "$D" && pytest' }),
        testimony: testified([{ text: 'pytest', statuses: [0] }], { directories: [directory] }),
      }),
    );
    expect(run.commands.map((one) => [one.directory, one.clears])).toEqual([[directory, clears]]);
  });

  it.each([
    ['shows failed tests', RED, 'red'],
    ['shows passed ones', GREEN, 'green'],
    ['shows none', 'hello', 'green'],
  ])('a script that ends 0 and %s', (_, output, result) => {
    const script = command({ text: 'bash all.sh', class: 'run', program: 'bash' });
    expect(judgeRun(judged([script], { output })).result).toBe(result);
  });

  it.each([
    ['python3 -m pytest', 'python', '/usr/bin/python3: No module named pytest', 'unknown'],
    ['python3 -m pytest', 'python', "E   ModuleNotFoundError: No module named 'pricing'", 'red'],
    ['node --test a.js', 'node', "Could not find '/p/a.js'", 'unknown'],
    ['npm test', 'npm', 'npm error Missing script: "test"', 'unknown'],
    ['npx vitest run', 'vitest', 'npm error npx canceled due to missing packages', 'unknown'],
    ['make test', 'make', "make: *** No rule to make target 'test'.  Stop.", 'unknown'],
    [
      'make test',
      'make',
      'make: ruff: No such file or directory\nmake: *** [Makefile:9: test] Error 127',
      'unknown',
    ],
    ['make test', 'make', 'make: *** [Makefile:9: test] Error 2', 'red'],
    ['make test', 'make', "make: *** No rule to make target 'a.c', needed by 'a.o'.  Stop.", 'red'],
    ['make test', 'make', 'make: *** [Makefile:2: test] Error 1', 'red'],
    ['cargo test', 'cargo', 'error: could not find `Cargo.toml` in `/a` or any parent directory', 'unknown'],
    ['cargo test', 'cargo', 'error: could not compile `a`', 'red'],
  ] as const)('%s with nothing to launch has not run (%s): %s', (text, program, output, result) => {
    const run = judgeRun(judged([command({ text, program })], { status: 1, output }));
    expect([run.result, didNotStart(run)]).toEqual([result, result === 'unknown']);
  });

  it('lets a commit clear the flag whose hooks ran tests', () => {
    const commit = command({ text: 'git commit -m x', class: 'run' });
    expect(judgeRun(judged([commit], { output: GREEN })).commands.map((one) => one.clears)).toEqual(['code']);
  });

  it('gives failures to the command that failed, not to the one before it', () => {
    const first = command({ text: 'pytest a', start: 0, end: 8, proven: false });
    const second = command({ text: 'pytest b', start: 10, end: 18, proven: false });
    const run = judgeRun(
      judged([first, second], {
        reading: reading([first, second], { line: 'pytest a; pytest b; true' }),
        output: `5 passed in 0.1s\n${RED}`,
        testimony: testified([
          { text: 'pytest a', statuses: [0] },
          { text: 'pytest b', statuses: [1] },
          { text: 'true', statuses: [0] },
        ]),
      }),
    );
    expect(run.commands.map((one) => one.result)).toEqual(['green', 'red']);
  });

  it('knows a check that could not start from one that failed', () => {
    expect([127, 1].map((status) => didNotStart(judgeRun(judged([pytest], { status }))))).toEqual([
      true,
      false,
    ]);
  });
});
