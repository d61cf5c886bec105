// What is proven holds in every bash from 3.2 to 5.3; `npm run bench -- implies-fuzz` tries it with the one that is there.
import { describe, expect, it } from 'vitest';
import { readCommand } from '../../../src/core/shell/reading.ts';
import { claimsOf } from './implies-fuzz/measure.ts';

type Claimed = Record<string, string>;

const ofLine = (line: string, oldBash: boolean): Claimed => Object.fromEntries(claimsOf(line, oldBash) ?? []);

describe('before bash 4 only simple commands end a shell under errexit', () => {
  const rows: readonly (readonly [name: string, line: string, since4: Claimed, before: Claimed])[] = [
    ['a subshell does not', 'set -e; (p1); p2', { p1: '', p2: '' }, { p2: '' }],
    ['nor one in a group', 'set -e\n{ (p1); }\np2', { p1: '', p2: '' }, { p2: '' }],
    ['unless it is said so', 'set -e; (p1) || exit 1; p2', { p1: '', p2: '' }, { p1: '', p2: '' }],
    ['or stands last', 'set -e; p1; (p2)', { p1: '', p2: '' }, { p1: '', p2: '' }],
    ['a test does not', 'set -e; p1 && r=0 || r=1; [[ $r == 0 ]]; p2', { p1: '', p2: '' }, { p2: '' }],
    ['but [ does', 'set -e; p1 && r=0 || r=1; [ $r = 0 ]; p2', { p1: '', p2: '' }, { p1: '', p2: '' }],
    ['nor arithmetic', 'set -e; p1 && r=0 || r=1; ((r == 0)); p2', { p1: '', p2: '' }, { p2: '' }],
    ['nor a pipe into a loop', 'set -e; p1 | while read x; do :; done; p2', { p1: '', p2: '' }, { p2: '' }],
    ['but a pipe into a program', 'set -e; p1 | tail -1; p2', { p1: '', p2: '' }, { p1: '', p2: '' }],
    ['nor in a shell that the line starts', "bash -ec '(p1); p2'", { p1: '', p2: '' }, { p2: '' }],
    ['nor where sh is such a bash', "sh -ec '(p1); p2'", { p1: '', p2: '' }, { p2: '' }],
    ['there are no coprocesses', 'coproc p1; wait $!', { p1: '' }, {}],
  ];
  it.each(rows)('%s', (_name, line, since4, before) => {
    expect([ofLine(line, false), ofLine(line, true)]).toEqual([since4, before]);
  });
});

describe('before bash 5.1 a redirection of a group that fails ends no shell', () => {
  const opened = '> log can be opened';
  const rows: readonly (readonly [name: string, line: string, since4: Claimed, before: Claimed])[] = [
    ['so it is assumed', 'set -e; { p1; } > log; p2', { p1: opened, p2: '' }, { p2: '' }],
    ['not of a simple command', 'set -e; p1 > log; p2', { p1: '', p2: '' }, { p1: '', p2: '' }],
    ['nor where nothing can fail', 'set -e; { p1; } 2>&1; p2', { p1: '', p2: '' }, { p1: '', p2: '' }],
    ['nor where it is said so', '{ p1; } > log || exit; p2', { p1: '', p2: '' }, { p1: '', p2: '' }],
    ['without errexit nothing is', '{ p1; } > log; p2', { p2: '' }, { p2: '' }],
  ];
  it.each(rows)('%s', (_name, line, since4, before) => {
    expect([ofLine(line, false), ofLine(line, true)]).toEqual([since4, before]);
  });
});

describe('where versions differ nothing is claimed', () => {
  const rows: readonly (readonly [name: string, line: string, claims: Claimed])[] = [
    ['${ } runs in the shell itself since 5.3', 'v=${ exit 0; }; p1', {}],
    ['or leaves its loop', 'for i in a; do v=${ break; }; p1; done', {}],
    ['or its function, with a value', 'f() { v=${| return 0; }; p1; }; f', {}],
    ['what ran before stays', 'p1 && echo "${ date; }"', { p1: '' }],
    ['$( ) is no such thing', 'v=$(exit 0); p1', { p1: '' }],
    ['case is changed since 4.0', 'v=${x^^}; p1 || exit 1\ntrue', {}],
    ['and an error drops no line after it', 'v=${x^^}\np1', { p1: '' }],
    ['break leaves a loop around its subshell before 5.0', 'for i in a; do (break; p1); done', {}],
    ['or around its function before 4.4', 'f() { break; }; for i in a; do f; p1; done', {}],
    ['a substitution it always leaves', 'for i in a; do v=$(break; p1); done', {}],
    ['exit only complains of what is no number since 5.3', 'p1 || exit no; p2', { p2: '' }],
    ['of a number it does not', 'p1 || exit 1; p2', { p1: '', p2: '' }],
    ['return leaves all the same', 'f() { p1 || return no; p2; }; f', { p1: '', p2: '' }],
    ['outside of loops it says nothing', '(break; p1)', { p1: '' }],
    [
      'a loop in the subshell is its own',
      'for i in a; do (for j in b; do break; done; p1); done',
      { p1: '' },
    ],
  ];
  it.each(rows)('%s', (_name, line, claims) => {
    expect(ofLine(line, false)).toEqual(claims);
  });
});

describe('what calls itself sh can be a bash, or know no more than POSIX asks', () => {
  const rows: readonly (readonly [name: string, line: string, claims: Claimed])[] = [
    ['an option of bash is set or not', "sh -c 'shopt -s lastpipe; p1 | exit 0; p2'", {}],
    ['let counts or is not found', "sh -c 'r=1; let r=0; [ $r = 0 ] || p1'", {}],
    ['what follows an option that is no danger', "sh -c 'shopt -s globstar; p1'", { p1: '' }],
    ['and one that has to be there', "sh -c 'shopt -s globstar && p1'", { p1: '' }],
  ];
  it.each(rows)('%s', (_name, line, claims) => {
    expect(ofLine(line, false)).toEqual(claims);
  });
});

describe('scripts that the line calls are read for the same bash', () => {
  const text = '#!/bin/bash\nset -e\n(cd app && pytest)\necho checked\n';
  const project = {
    read: (path: string) => (path === 'check.sh' ? text : null),
    isFile: (path: string) => path === 'check.sh',
    isDirectory: () => false,
  };
  it.each([
    [false, 'green'],
    [true, 'masked'],
  ])('a bash 3.2 may run it: %s', (oldBash, expected) => {
    const { ifExitZero } = readCommand('./check.sh', { project, oldBash });
    expect(ifExitZero).toBe(expected);
  });
});
