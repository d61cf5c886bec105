// Real lines in a real bash: what each command's own status was, whatever the line made of it.
import { afterAll, expect } from 'vitest';
import type { Testimony } from '../../src/core/testimony.ts';
import { bashVersion } from '../bash-version.ts';
import { testTold } from './testifying.ts';
import { openPlace } from './witnessed-line.ts';

const place = openPlace({
  'check.sh': '#!/usr/bin/env bash\ncd bin\nfalse | true\n./pytest\necho checked\n',
  'lib.sh': './p sourced 4\ntrue\n',
});
afterAll(() => place.remove());

const { number } = bashVersion();

type Told = readonly [text: string, exit: number | null, by: 'witness' | 'reading', result: string];
type Row = readonly [line: string, result: string, commands: readonly Told[]];

const RED = { PYTEST_STATUS: '1' };

/** Lines over a red pytest. */
const ROWS: readonly Row[] = [
  ['pytest || true', 'red', [['pytest', 1, 'witness', 'red']]],
  ['pytest; echo done', 'red', [['pytest', 1, 'witness', 'red']]],
  ['pytest 2>&1 | tail -1; echo done', 'red', [['pytest', 1, 'witness', 'red']]],
  ['pytest | cat | cat >/dev/null; true', 'red', [['pytest', 1, 'witness', 'red']]],
  ['cd bin && pytest; cd ..', 'red', [['pytest', 1, 'witness', 'red']]],
  ['pytest\necho done', 'red', [['pytest', 1, 'witness', 'red']]],
  ['! pytest', 'red', [['pytest', 1, 'witness', 'red']]],
  ['if pytest; then echo yes; else echo no; fi', 'red', [['pytest', 1, 'witness', 'red']]],
  ['while pytest; do break; done; true', 'red', [['pytest', 1, 'witness', 'red']]],
  ['for t in a b; do pytest $t; done; true', 'red', [['pytest $t', 1, 'witness', 'red']]],
  ['set -e; pytest; echo never', 'red', [['pytest', 1, 'witness', 'red']]],
  ['pytest && echo yes || echo no', 'red', [['pytest', 1, 'witness', 'red']]],
  ['rc=0; pytest || rc=$?; echo $rc', 'red', [['pytest', 1, 'witness', 'red']]],
  ['{ pytest; echo done; } 2>&1', 'red', [['pytest', 1, 'witness', 'red']]],
  ['pytest --co -q; pytest; true', 'red', [['pytest', 1, 'witness', 'red']]],
  ['trap "echo bye" EXIT; pytest; true', 'red', [['pytest', 1, 'witness', 'red']]],
  ['case a in a) pytest ;; esac; true', 'red', [['pytest', 1, 'witness', 'red']]],
  [
    './p a 0; ./p b 3; ./p c 0',
    'red',
    [
      ['./p a 0', 0, 'witness', 'green'],
      ['./p b 3', 3, 'witness', 'red'],
      ['./p c 0', 0, 'witness', 'green'],
    ],
  ],
  [
    'pytest $(echo   "a  b" |  cat; echo c) ; true',
    'red',
    [['pytest $(echo   "a  b" |  cat; echo c)', 1, 'witness', 'red']],
  ],
  [
    'pytest -k "$(for i in a b; do echo $i; done)"; true',
    'red',
    [['pytest -k "$(for i in a b; do echo $i; done)"', 1, 'witness', 'red']],
  ],
  ['"$PWD/bin/pytest" -q; true', 'red', [['"$PWD/bin/pytest" -q', 1, 'witness', 'red']]],
  ['time pytest; true', 'red', [['pytest', 1, 'witness', 'red']]],
];

/** Lines over a green pytest, whose own status is not. */
const GREEN_ROWS: readonly Row[] = [
  ['pytest | grep FAILED', 'green', [['pytest', 0, 'witness', 'green']]],
  ['pytest; false', 'green', [['pytest', 0, 'witness', 'green']]],
  ['pytest && false', 'green', [['pytest', 0, 'witness', 'green']]],
  ['false | tail -1; pytest; echo done', 'green', [['pytest', 0, 'witness', 'green']]],
  ['for t in a b; do pytest $t; done; echo done', 'green', [['pytest $t', 0, 'witness', 'green']]],
  ['pytest -q', 'green', [['pytest -q', 0, 'reading', 'green']]],
];

/** What bash does not say is not made up; the reading of the line and the runner's words decide. */
const UNKNOWN: readonly Row[] = [
  // Since 5.2 bash prints the function in its own way: then nothing is known, and not "it did not run".
  number < 502
    ? ['./p a 3 $(f() { :; }; f); echo done', 'red', [['./p a 3 $(f() { :; }; f)', 3, 'witness', 'red']]]
    : [
        './p a 3 $(f() { :; }; f); echo done',
        'masked',
        [['./p a 3 $(f() { :; }; f)', null, 'reading', 'masked']],
      ],
  ["bash -c './p a 3; true'; echo done", 'masked', [['./p a 3', null, 'reading', 'masked']]],
  [
    "true | eval './p a 3; ./p b 0' | true; echo done",
    'green',
    [
      ['./p a 3', null, 'reading', 'masked'],
      ['./p b 0', 0, 'witness', 'green'],
    ],
  ],
  [
    'find . -name p -exec {} a 3 \\; ; echo done',
    'masked',
    [['find . -name p -exec {} a 3 \\;', null, 'reading', 'masked']],
  ],
  ['./p a 3 & echo hi', 'unknown', [['./p a 3', null, 'reading', 'unknown']]],
  ['./p a 3 & wait', 'unknown', [['./p a 3', null, 'reading', 'unknown']]],
  ['echo $(./p a 3); echo done', 'masked', [['./p a 3', null, 'reading', 'masked']]],
  ['cat <(./p a 3); echo done', 'unknown', [['./p a 3', null, 'reading', 'unknown']]],
  ['true; exec ./p a 3', 'red', [['exec ./p a 3', 3, 'reading', 'red']]],
  ['./p a 3; (exit 0); echo done', 'masked', [['./p a 3', null, 'reading', 'masked']]],
  ['trap - DEBUG; ./p a 3; echo done', 'masked', [['./p a 3', null, 'reading', 'masked']]],
  ['trap "true; true" ERR; ./p a 3; echo done', 'masked', [['./p a 3', null, 'reading', 'masked']]],
  ['set -T; ./p a 3; echo done', 'masked', [['./p a 3', null, 'reading', 'masked']]],
  [
    'shopt -s lastpipe; true | true; ./p a 3 | while read x; do :; done; echo',
    'masked',
    [['./p a 3', null, 'reading', 'masked']],
  ],
  ['eval "./p a 3; true"; echo done', 'masked', [['./p a 3', null, 'reading', 'masked']]],
];

const CASES = [
  ...ROWS.map((row) => ({ row, environment: RED })),
  ...[...GREEN_ROWS, ...UNKNOWN].map((row) => ({ row, environment: {} })),
].map(({ row: [line, result, commands], environment }) => ({ line, result, commands, environment }));

testTold.each(CASES)('$line', async ({ line, result, commands, environment }) => {
  const { judged } = await place.run(line, environment);
  expect({
    result: judged.result,
    commands: judged.commands.map((command) => [command.text, command.exit, command.by, command.result]),
  }).toEqual({ result, commands });
});

function told(testimony: Testimony) {
  if (testimony.kind === 'none') return testimony.why;
  return testimony.commands.map(({ shell, text, statuses }) => [
    testimony.shells[shell]?.script,
    text,
    statuses,
  ]);
}

testTold('a script that the line calls testifies as well', async () => {
  const { run } = await place.run('./check.sh; echo done');
  expect(told(run.testimony)).toEqual([
    [null, './check.sh', [0]],
    ['./check.sh', 'cd bin', [0]],
    ['./check.sh', 'false', [0]],
    ['./check.sh', 'true', [1, 0]],
    ['./check.sh', './pytest', [0]],
    ['./check.sh', 'echo checked', [0]],
    [null, 'echo done', [0]],
  ]);
});

testTold("a script from elsewhere is nobody's check", async () => {
  const { run } = await place.run(`cd bin; bash ${place.directory}/check.sh; true`);
  const { testimony } = run;
  expect(testimony.kind === 'given' && testimony.commands.filter(({ shell }) => shell !== 0)).toEqual([]);
  expect(testimony).toMatchObject({ shells: [{ isWhole: true }, { isWhole: false }] });
});

testTold('directories are told', async () => {
  const { run } = await place.run('cd bin; ./pytest; cd ..');
  expect(run.testimony.kind === 'given' && run.testimony.commands.map(({ directory }) => directory)).toEqual([
    place.directory,
    `${place.directory}/bin`,
    `${place.directory}/bin`,
  ]);
});

testTold('after some thousand commands it stops, and says so', async () => {
  const { run } = await place.run('i=0; while [ $i -lt 3000 ]; do i=$((i+1)); done; false; true');
  expect(run.exit).toEqual({ kind: 'exited', code: 0 });
  expect(run.testimony).toMatchObject({ kind: 'given', shells: [{ isWhole: false }] });
  expect(run.testimony.kind === 'given' && run.testimony.commands.length).toBe(2_000);
});

testTold('what a sleeping line was doing when it was ended is not known', async () => {
  const { run } = await place.run('true; kill $$; sleep 9');
  expect(run.exit).toEqual({ kind: 'signaled', signal: 'SIGTERM' });
  const statuses =
    run.testimony.kind === 'given' ? run.testimony.commands.map((command) => command.statuses) : [];
  expect(statuses[0]).toEqual([0]);
  expect(statuses.slice(1).every((status) => status === null)).toBe(true);
});
