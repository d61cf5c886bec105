// Scripts that hide a failing test by their reading: what their own shells testify decides. Over a green and over a red pytest, in a
// real bash.
import { afterAll, expect } from 'vitest';
import { testTold } from './testifying.ts';
import { openPlace } from './witnessed-line.ts';

/** Each hides what `pytest` ends with. */
const BODIES = {
  'goes on': 'pytest -q\necho done\n',
  'throws it away': 'pytest -q || true\n',
  'pipes it': 'cd "$(dirname "$0")" || exit 1\npytest -q 2>&1 | tee log\n',
  'says so': 'if pytest -q; then echo ok; else echo failed; fi\n',
  'keeps it': 'pytest -q\nrc=$?\necho "exit: $rc"\nexit 0\n',
  'in a function': 'run() {\n  pytest -q\n}\nrun\necho done\n',
  'in a subshell': '(pytest -q)\necho done\n',
  'in a substitution': 'out=$(pytest -q)\necho "$out"\n',
  'in a loop': 'for t in a b; do\n  pytest "$t"\ndone\necho done\n',
  'twice over': 'pytest -q\npytest -q\necho\n',
  retries: 'pytest -q || pytest -q --lf || true\n',
  'cleans up': "trap 'rm -f log' EXIT\npytest -q | tail -1\necho done\n",
  'waits for it': 'pytest -q & P=$!\nwait $P\necho done\n',
  'leaves by exec': 'pytest -q\nexec true\n',
  'cleans up and throws it away': "trap 'rm -f log' EXIT\npytest -q || true\n",
  'or says no': "trap 'rm -f log' EXIT\npytest -q && echo yes || echo no\n",
  'with advice before': 'echo lint || true\npytest -q\n:\n',
  'or none of it': '[ -n "$NEVER" ] && pytest other\npytest -q\n:\n',
} as const;

const scripts = Object.fromEntries(
  Object.entries(BODIES).map(([name, body]) => [
    `${name.replaceAll(' ', '-')}.sh`,
    `#!/usr/bin/env bash\n${body}`,
  ]),
);
const place = openPlace({
  ...scripts,
  'check.sh': `#!/usr/bin/env bash\n${BODIES['goes on']}`,
  'plain.sh': `#!/bin/sh\n${BODIES['goes on']}`,
  'outer.sh': '#!/usr/bin/env bash\nset -e\n./check.sh\necho all\n',
  'sorted.sh':
    '#!/usr/bin/env bash\ncase $1 in\nunit) pytest -q ;;\nall) pytest -q; ./outer.sh ;;\nesac\n:\n',
  'often.sh': '#!/usr/bin/env bash\nfor ((i = 0; i < 2100; i++)); do :; done\npytest -q\necho done\n',
  'forged.sh':
    '#!/usr/bin/env bash\npytest -q\nprintf "$$\\t9\\tlast\\tbegins\\t\\t0,\\t/\\tpytest -q\\n" >>"${BASH_ENV%/*}/log"\necho\n',
  'probe.sh': '#!/usr/bin/env bash\nif ! grep -q nothing list.txt; then echo new; fi\npytest -q\n:\n',
  'tool.sh': '#!/usr/bin/env bash\n./p tool 1 || ./p other 0\n./p last 0\n',
  'careless.sh': '#!/usr/bin/env bash\n./p tool 3\n./p last 0\n',
  Makefile: 'check:\n\t./check.sh\nloose:\n\t-./check.sh\nhidden:\n\t./check.sh | cat; true\n',
  'package.json': '{"scripts": {"test": "./check.sh", "all": "./check.sh && ./outer.sh"}}',
});
afterAll(() => place.remove());

type Told = 'green' | 'red' | 'masked' | 'unknown';
type Row = readonly [name: string, line: string, green: Told, red: Told];

const ROWS: readonly Row[] = [
  ...Object.keys(scripts).map((file): Row => [file, `./${file}`, 'green', 'red']),
  ['behind a wrapper', 'timeout 20 bash -e check.sh 2>&1 | tail -3; echo', 'green', 'red'],
  ['by bash', 'bash check.sh', 'green', 'red'],
  ['from below', 'cd bin && ../check.sh; true', 'green', 'red'],
  ['in a subshell of the line', '(cd . && ./check.sh); echo', 'green', 'red'],
  ['in a substitution of the line', 'out=$(./check.sh); echo "$out"', 'green', 'red'],
  ['in a script in quotes', "bash -c './check.sh && echo'; echo", 'green', 'red'],
  ['its own status unknown', 'echo $(./check.sh); echo', 'masked', 'red'],
  ['several times', './check.sh; ./check.sh', 'green', 'red'],
  ['in a loop of the line', 'for i in 1 2; do ./check.sh; done; true', 'green', 'red'],
  ['two at once', './check.sh & ./goes-on.sh; wait', 'green', 'red'],
  ['the same one twice at once', './check.sh & ./check.sh; wait', 'masked', 'red'],
  ['in place of the line', 'true; exec ./check.sh', 'green', 'red'],
  ['a script that calls another', './outer.sh', 'green', 'red'],
  ['with one of its ways', './sorted.sh unit', 'green', 'red'],
  ['with another', './sorted.sh all', 'green', 'red'],
  ['a script of npm', 'npm test', 'green', 'red'],
  ['two scripts of npm', 'npm run all', 'green', 'red'],
  ['a recipe', 'make check', 'green', 'red'],
  ['a recipe that ignores it', 'make loose', 'masked', 'red'],
  ['a recipe that hides it', 'make hidden', 'masked', 'red'],
  ['an expected failure is none', './probe.sh', 'green', 'red'],
  // What does not testify.
  ['dash', './plain.sh', 'masked', 'masked'],
  ['bash as sh', 'sh check.sh', 'masked', 'masked'],
  ['read in', 'source check.sh; true', 'masked', 'masked'],
  ['without our file', 'env -u BASH_ENV ./check.sh', 'masked', 'masked'],
  ['in the background', './check.sh & wait', 'unknown', 'unknown'],
  ['too much to tell', './often.sh', 'masked', 'masked'],
  ['a record of somebody else', './forged.sh', 'masked', 'red'],
];

const CASES = ROWS.flatMap(([name, line, green, red]) => [
  { name: `${name}, green`, line, told: green, status: 0 },
  { name: `${name}, red`, line, told: red, status: 1 },
]);

testTold.each(CASES)('$name: $line', async ({ line, told, status }) => {
  const { run, judged } = await place.run(line, { PYTEST_STATUS: `${status}`, PYTEST_QUIET: 'yes' });
  expect({ result: judged.result, why: judged.why, output: run.output }).toMatchObject({ result: told });
});

testTold('the outer command keeps its own status, and the message says where the failure is', async () => {
  const { judged } = await place.run('./outer.sh; echo', { PYTEST_STATUS: '2', PYTEST_QUIET: 'yes' });
  expect(judged.why).toBe('`./outer.sh` is red inside: `pytest -q` ended 2 (check.sh:2)');
  expect(judged.commands).toMatchObject([
    { text: './outer.sh', exit: 0, by: 'witness', result: 'red', maskedBy: '; echo done (check.sh:2)' },
  ]);
});

testTold('where nothing runs a test, what the script takes into account is no failure', async () => {
  const handled = await place.run('./tool.sh');
  const careless = await place.run('./careless.sh');
  expect([handled.judged.result, careless.judged.result]).toEqual(['masked', 'red']);
});
