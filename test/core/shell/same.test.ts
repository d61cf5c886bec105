import { describe, expect, it } from 'vitest';
import { gateRuns, PROBE } from '../../../src/core/shell/same.ts';

const ROOT = '/home/me/kv';

function runs(gate: string, line: string, more: { directory?: string; context?: readonly string[] } = {}) {
  return gateRuns(
    { command: gate, context: more.context ?? [] },
    { line, parsed: true },
    { root: ROOT, directory: more.directory ?? '.' },
  ).map((run) =>
    run.kind === 'commands'
      ? run.commands
      : `${run.alone ? 'alone ' : ''}${run.probe.replace(PROBE, 'PROBE')}`,
  );
}

const GATE = 'python -m unittest tests.test_wal -v';

describe('the same command', () => {
  const rows: readonly [string, string, readonly (readonly number[])[]][] = [
    ['itself', GATE, [[0]]],
    ['other white space', 'python  -m unittest \\\n  tests.test_wal -v', [[0]]],
    ['other quotes', `python -m "unittest" 'tests.test_wal' -v`, [[0]]],
    ['its output read by another', `cd "$PWD" && ${GATE} 2>&1 | tail -20`, [[1]]],
    ['its output in a file', `${GATE} > /tmp/out.txt 2>&1; tail /tmp/out.txt`, [[0]]],
    ['from the root by its full path', `cd ${ROOT} && ${GATE}`, [[1]]],
    ['from the root, wherever that is', `cd "$(git rev-parse --show-toplevel)" && ${GATE}`, [[2]]],
    ['from the root and back', `cd app && cd .. && ${GATE}`, [[2]]],
    ['with a time limit', `timeout 60 ${GATE}`, [[0]]],
    ['with a time limit and options', `timeout -k 5 60 nice -n 5 ${GATE}`, [[0]]],
    ['with the time taken', `time ${GATE}`, [[0]]],
    ['as one of many', `ls; ${GATE} && echo ok`, [[1]]],
    ['in a group', `( ${GATE} )`, [[0]]],
    ['in a script in quotes', `bash -c '${GATE}'`, [[1]]],
    ['its failure swallowed: found, and what it is worth is said by the reading', `${GATE} || true`, [[0]]],
    ['twice', `${GATE}; ${GATE}`, [[0], [1]]],
    ['a variable that it does not read', `rc=0; ${GATE} || rc=1; exit $rc`, [[1]]],
    ['a longer path', `export PATH="$PWD/bin:$PATH"; ${GATE}`, [[1]]],
    ['an environment that is entered', `source .venv/bin/activate && ${GATE}`, [[1]]],
  ];
  it.each(rows)('%s', (_name, line, expected) => {
    expect(runs(GATE, line)).toEqual(expected);
  });
});

describe('another command', () => {
  const rows: readonly [string, string][] = [
    ['in another environment', `X=1 ${GATE}`],
    ['in another environment, by env', `env X=1 ${GATE}`],
    ['in another environment, exported', `export X=1; ${GATE}`],
    ['in an empty environment', `env -i ${GATE}`],
    ['in another directory', `cd sub && ${GATE}`],
    ['in a directory that is not known', `cd "$DIR" && ${GATE}`],
    ['in a folder of the root', `cd "$(git rev-parse --show-toplevel)/sub" && ${GATE}`],
    ['in a folder, after the root', `cd "$(git rev-parse --show-toplevel)" && cd sub && ${GATE}`],
    ['in another directory by its full path', `cd /home/me/other && ${GATE}`],
    ['only its text', `echo "${GATE}"`],
    ['with one more word', `${GATE} -k one_test`],
    ['with one word less', 'python -m unittest tests.test_wal'],
    ['by another program', 'python3 -m unittest tests.test_wal -v'],
    ['fed by a pipe', `yes | ${GATE}`],
    ['fed by a file', `${GATE} < answers.txt`],
    ['by a function of that name', `python() { true; }; ${GATE}`],
    ['in a comment', `true # ${GATE}`],
    ['in a here-document', `cat <<E\n${GATE}\nE`],
    ['by xargs', `echo x | xargs ${GATE}`],
    ['for its path only', `command -v ${GATE}`],
  ];
  it.each(rows)('%s', (_name, line) => {
    expect(runs(GATE, line)).toEqual([]);
  });
});

describe('gate commands of every shape', () => {
  const loop = 'for t in a b; do\n  pytest tests/$t\ndone';
  const here = "python - <<'E'\nimport kv\nassert kv.ok\nE";
  const rows: readonly [string, string, string, unknown][] = [
    ['a pipeline', 'kv dump | sort | diff - want', 'kv dump | sort | diff - want', [[0, 1, 2]]],
    ['a pipeline with a reader more', 'kv dump | grep -q a', 'kv dump | grep -q a | cat', [[0, 1]]],
    ['a pipeline cut short', 'kv dump | grep -q a', 'kv dump | cat', []],
    ['a pipeline that reads more', 'kv dump | grep -q a', 'kv dump 2>&1 | grep -q a', []],
    ['a here-document', here, `cd . && ${here}`, [[1]]],
    ['a here-document with other text', here, here.replace('kv.ok', 'True'), []],
    ['a test', 'test -f dist/x', '[ -d dist ]; test -f dist/x', [[1]]],
    ['a file that it writes', 'kv dump > out.json', 'kv dump > out.json', [[0]]],
    ['a file that it does not write', 'kv dump > out.json', 'kv dump > other.json', []],
    ['all of an and-list', 'make && test -f x', 'make && test -f x', [[0], [1]]],
    ['an and-list in two lines: this one has the first part', 'make && test -f x', 'make', [[0]]],
    ['its own cd', 'cd app && npm test', 'cd app && npm test 2>&1 | tail', [[1]]],
    ['a variable in quotes', 'test -n "$HOME"', 'test -n "$HOME"', [[0]]],
    ['a variable that the line sets', 'kv check $KEY', 'KEY=a; kv check $KEY', []],
    ['a variable with the same value', 'V=a; kv check $V', 'V=a && kv check $V', [[1]]],
    ['a variable with another value', 'V=a; kv check $V', 'V=b && kv check $V', []],
    ['a variable with its text', 'V=a; kv check $V', 'kv check a', [[0]]],
    ['a pattern', 'cat tests/*.py', 'cat tests/*.py', [[0]]],
    ['a pattern in quotes is another word', 'cat tests/*.py', "cat 'tests/*.py'", []],
    ['its own environment', 'A=1 kv check', 'A=1 kv check', [[0]]],
    ['its own environment, left out', 'A=1 kv check', 'kv check', []],
    ['a loop', loop, loop, ['alone PROBE']],
    ['a loop in one line', loop, 'for t in a b; do pytest tests/$t; done', ['alone PROBE']],
    ['a loop with another body', loop, 'for t in a b; do true tests/$t; done', []],
    ['a loop, then more', loop, `${loop}; echo done`, ['PROBE; echo done']],
    ['a loop behind cd', loop, `cd . && ${loop}`, ['alone cd . && PROBE']],
    ['a loop elsewhere', loop, `cd app && ${loop}`, []],
    ['a loop in another environment', loop, `export X=1; ${loop}`, []],
    ['a loop whose commands are functions', loop, `pytest() { true; }; ${loop}`, []],
    ['a loop whose status is dropped', loop, `${loop} || true`, ['PROBE || true']],
    ['a loop read by tail', loop, `${loop} 2>&1 | tail -3`, ['PROBE 2>&1 | tail -3']],
    ['a loop fed by a file', loop, `${loop} < in.txt`, []],
    ['a loop in a condition', loop, `if ${loop}; then echo ok; fi`, ['if PROBE; then echo ok; fi']],
    ['a loop in a function', loop, `f() { ${loop}; }; f`, []],
    [
      'a loop over a variable',
      'for t in $T; do ./c $t; done',
      'for t in $T; do ./c $t; done',
      ['alone PROBE'],
    ],
    [
      'a loop over a variable that the line empties',
      'for t in $T; do ./c $t; done',
      'T=; for t in $T; do ./c $t; done',
      [],
    ],
    [
      'a loop with a here-document',
      'for t in a; do\n./c $t <<E\nx\nE\ndone',
      'cd .\nfor t in a; do\n./c $t <<E\nx\nE\ndone\necho',
      ['cd .\nPROBE\necho'],
    ],
    ['a list with ||', 'a || b', 'make; a || b', ['make; PROBE']],
    ['[[ ]]', '[[ -f dist/x ]]', 'make && [[ -f  dist/x ]]', ['make && PROBE']],
    ['another [[ ]]', '[[ -f dist/x ]]', '[[ -d dist/x ]]', []],
    ['a negation', '! grep -r TODO src', '! grep -r TODO src', ['alone PROBE']],
    ['what a negation negates', '! grep -r TODO src', 'grep -r TODO src', []],
  ];
  it.each(rows)('%s', (_name, gate, line, expected) => {
    expect(runs(gate, line)).toEqual(expected);
  });
});

describe('context of the block', () => {
  const rows: readonly [string, readonly string[], string, string, unknown][] = [
    ['cd in the line', ['cd app'], 'cd app && npm test', '.', [[1]]],
    ['the line runs there', ['cd app'], 'npm test', 'app', [[0]]],
    ['elsewhere', ['cd app'], 'npm test', '.', []],
    ['export in the line', ['export A=b'], 'export A=b; npm test', '.', [[1]]],
    ['in front of the command', ['export A=b'], 'A=b npm test', '.', [[0]]],
    ['by env', ['export A=b'], 'env A=b npm test', '.', [[0]]],
    ['another value', ['export A=b'], 'A=c npm test', '.', []],
    ['nothing', ['export A=b'], 'npm test', '.', []],
    ['exported and read', ['export A=b'], 'export A=b && npm test', '.', [[1]]],
    ['activated', ['source .venv/bin/activate'], '. .venv/bin/activate && npm test', '.', [[1]]],
    ['not activated', ['source .venv/bin/activate'], 'npm test', '.', []],
    [
      'as our own script runs it',
      ['cd app', 'export A=b'],
      'cd app && export A=b && {\nnpm test\n}',
      '.',
      [[2]],
    ],
  ];
  it.each(rows)('%s', (_name, context, line, directory, expected) => {
    expect(runs('npm test', line, { context, directory })).toEqual(expected);
  });
});
