// Where bash announces nothing (subshells, substitutions, functions, scripts in quotes, groups in pipelines, the background), the
// status of what encloses it is announced: over a green and over a red pytest, in a real bash.
import { afterAll, expect } from 'vitest';
import { testTold } from './testifying.ts';
import { openPlace } from './witnessed-line.ts';

const place = openPlace();
afterAll(() => place.remove());

type Told = 'seen' | 'read' | 'masked' | 'unknown' | 'none';

/** How a green and a red pytest are told: `seen` by the witness, `read` from the status of what encloses it. */
type Row = readonly [name: string, line: string, green: Told, red: Told];

const ROWS: readonly Row[] = [
  ['a subshell', '(pytest -q); echo done', 'seen', 'seen'],
  ['behind a directory', '(cd bin && pytest -q); echo done', 'seen', 'read'],
  ['the last of a list', '(pytest -q; echo done); echo', 'masked', 'masked'],
  ['under errexit', 'set -e; (true; pytest -q; true) || echo', 'masked', 'masked'],
  ['behind a condition', 'cd bin && (pytest -q); echo', 'seen', 'masked'],
  ['two, one behind the other', '(pytest -q) && (true); echo', 'seen', 'masked'],
  ['one that hides another', '(pytest -q); (true); echo', 'masked', 'masked'],
  ['at the end', 'echo; (pytest -q) || true', 'seen', 'seen'],
  ['where another can have followed', 'echo; (pytest -q) || (true)', 'masked', 'masked'],
  ['in a condition', 'if (pytest -q); then echo ok; else echo bad; fi', 'seen', 'seen'],
  ['inverted', '! (pytest -q); echo', 'seen', 'seen'],
  ['in a loop', 'for t in a b; do (pytest $t); done; echo', 'seen', 'seen'],
  ['until it is green', 'for n in 1 2; do (pytest -q) && break; done; echo', 'seen', 'seen'],
  ['a substitution', 'out=$(pytest -q 2>&1); echo "$out"', 'seen', 'seen'],
  ['whose status is dropped', 'out=$(pytest -q) || true; echo "$out"', 'seen', 'seen'],
  ['through a filter', 'out=$(pytest -q | tail -1); echo "$out"', 'seen', 'read'],
  ['with another command', 'echo $(pytest -q); echo', 'masked', 'masked'],
  ['that is exported', 'export out=$(pytest -q); echo', 'masked', 'masked'],
  ['in a condition', 'if ! out=$(pytest -q); then echo "$out"; fi', 'seen', 'seen'],
  ['a function', 'run() { pytest "$@"; }; run -q; echo x', 'seen', 'seen'],
  ['that is called twice', 'run() { pytest "$@"; }; run a; run b; echo x', 'seen', 'seen'],
  ['that returns', 'run() { cd bin || return 1; pytest -q; }; run; echo', 'seen', 'read'],
  ['that hides', 'run() { pytest -q; echo done; }; run; echo', 'masked', 'masked'],
  ['that leaves', 'run() { pytest -q; exit 0; }; true; run; echo', 'masked', 'masked'],
  ['in a pipeline', 'run() { pytest -q; }; run 2>&1 | tail -3; echo', 'seen', 'seen'],
  ['a trap calls it too', 'run() { pytest -q; }; trap run EXIT; run; true', 'masked', 'seen'],
  ['a script in quotes', "bash -c 'cd bin && pytest -q'; echo", 'seen', 'read'],
  ['behind a wrapper', "timeout 20 bash -c 'pytest -q'; echo", 'seen', 'seen'],
  ['without pipefail', "bash -c 'pytest -q | tail -1'; echo", 'masked', 'masked'],
  ['a group in a pipeline', '{ pytest -q; } | tail -1; echo', 'seen', 'seen'],
  ['a subshell in a pipeline', '(cd bin; pytest -q) 2>&1 | tail -5; echo', 'seen', 'read'],
  ['a reader that finds nothing', '(pytest -q) | grep FAILED; echo', 'seen', 'seen'],
  ['a loop in a pipeline', 'echo a | while read t; do pytest $t; done; echo', 'masked', 'masked'],
  ['a job that is waited for', 'pytest -q & P=$!; wait $P; echo $?', 'seen', 'read'],
  ['whatever ran meanwhile', 'pytest -q & P=$!; sleep 0.01; wait $P || echo bad; true', 'seen', 'read'],
  ['all jobs', 'pytest -q & wait; echo', 'unknown', 'unknown'],
  ['a group itself', '{ pytest -q && echo ok; } || echo bad; true', 'seen', 'seen'],
  ['a loop itself', "while read t; do pytest $t; done <<< 'a'; true", 'seen', 'seen'],
  ['timed', 'time pytest -q; echo', 'seen', 'seen'],
  ['with its status kept', 'pytest -q; rc=$?; echo "exit: $rc"; exit 0', 'seen', 'seen'],
  ['with PIPESTATUS', 'pytest -q |& tee log; echo ${PIPESTATUS[0]}', 'seen', 'seen'],
  ['not reached', 'false && (pytest -q); echo', 'none', 'none'],
  ['where bash sets no status', 'true; { pytest -q; } < missing; echo', 'none', 'none'],
  ['where it cannot begin', 'true; (pytest -q) < missing; echo', 'read', 'read'],
];

const CASES = ROWS.flatMap(([name, line, green, red]) => [
  { name: `${name}, green`, line, told: green, status: 0 },
  { name: `${name}, red`, line, told: red, status: 1 },
]);

testTold.each(CASES)('$name: $line', async ({ line, told, status }) => {
  const { judged } = await place.run(line, { PYTEST_STATUS: `${status}`, PYTEST_QUIET: 'yes' });
  const [command] = judged.commands;
  const failed = line.includes('(pytest -q) < missing') || status !== 0;
  const expected = {
    seen: [status, 'witness', status === 0 ? 'green' : 'red'],
    read: [1, 'reading', failed ? 'red' : 'green'],
    masked: [null, 'reading', 'masked'],
    unknown: [null, 'reading', 'unknown'],
    none: [null, 'reading', 'none'],
  }[told];
  expect([command?.exit, command?.by, command?.result]).toEqual(expected);
});
