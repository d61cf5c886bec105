import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Proof } from '../../../src/core/shell/implies/index.ts';
import { proveLine } from '../../../src/core/shell/implies/index.ts';
import { parseLine } from '../../../src/core/shell/parse.ts';
import { claimsOf } from './implies-fuzz/measure.ts';

type Hard = { line: string; claims: Record<string, string> };

const hard: readonly Hard[] = readFileSync(
  new URL('../../fixtures/shell/implies-hard.jsonl', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line));

/** Proofs of a line's commands, by their first words. */
function proofs(line: string, pipefail = true): Record<string, Proof> {
  const parsed = parseLine(line);
  if (!parsed.parsed) return {};
  return Object.fromEntries(
    [...proveLine(parsed, { pipefail })].map(([command, proof]) => [
      [command.name?.text ?? '', ...command.args.map((word) => word.text)].join(' ').trim(),
      proof,
    ]),
  );
}

describe('lines that were tried against the real bash', () => {
  it.each(hard.map(({ line, claims }) => [line, claims] as const))('%j', (line, claims) => {
    expect(Object.fromEntries(claimsOf(line) ?? [])).toEqual(claims);
  });
});

const proven: Proof = { proven: true, assumption: null };
const masked = (maskedBy: string | null): Proof => ({ proven: false, maskedBy });
const assumed = (assumption: string): Proof => ({ proven: true, assumption });

describe('what hides a status is named', () => {
  const rows: readonly (readonly [string, string, Record<string, Proof>])[] = [
    ['a rescue', 'p1 || true', { p1: masked('|| true'), true: masked('p1 ||') }],
    ['what follows', 'p1; echo done', { p1: masked('; echo done'), 'echo done': proven }],
    ['a new line', 'p1\necho done', { p1: masked('; echo done'), 'echo done': proven }],
    ['background', 'p1 &', { p1: masked('&') }],
    ['a negation', '! p1', { p1: masked('!') }],
    ['a condition', 'if p1; then p2; fi', { p1: masked('if'), p2: masked('if p1') }],
    ['a loop', 'for i in a b; do p1; done', { p1: masked('for i') }],
    ['an argument', 'echo $(p1)', { p1: masked('echo $( )'), 'echo $(p1)': proven }],
    ['a declaration', 'export x=$(p1)', { p1: masked('export x=$( )'), 'export x=$(p1)': proven }],
    ['find', 'find . -exec p1 {} \\;', { 'find . -exec p1 {} \\;': masked('find -exec ... \\;') }],
    ['a function that is never called', 'f() { p1; }', { p1: masked('a function that is never called') }],
    ['a trap', "trap 'p1' EXIT", { "trap 'p1' EXIT": proven, p1: masked('trap EXIT') }],
    ['an opaque file', 'source x; p1', { 'source x': masked('; p1'), p1: masked('source x') }],
    [
      'no pipefail in a new bash',
      "bash -c 'p1 | head'",
      { "bash -c 'p1 | head'": proven, p1: masked('| head'), head: proven },
    ],
    ['an honest line', 'cd app && p1 2>&1 | tail -5', { 'cd app': proven, p1: proven, 'tail -5': proven }],
    ['an exit that hides nothing', 'p1 || exit 1; p2', { p1: proven, 'exit 1': masked('p1 ||'), p2: proven }],
  ];
  it.each(rows)('%s', (_name, line, expected) => {
    expect(proofs(line)).toEqual(expected);
  });
});

describe('assumptions are named', () => {
  const rows: readonly (readonly [string, string, Record<string, Proof>])[] = [
    [
      'activate',
      '. .venv/bin/activate && p1',
      {
        '. .venv/bin/activate': assumed('. .venv/bin/activate changes no command'),
        p1: assumed('. .venv/bin/activate changes no command'),
      },
    ],
    [
      'a shell function of a version manager',
      '. "$NVM_DIR/nvm.sh" && p1',
      {
        '. "$NVM_DIR/nvm.sh"': assumed('. "$NVM_DIR/nvm.sh" changes no command'),
        p1: assumed('. "$NVM_DIR/nvm.sh" changes no command'),
      },
    ],
    [
      'variables of a file',
      'source .env.test && p1',
      {
        'source .env.test': assumed('source .env.test changes no command'),
        p1: assumed('source .env.test changes no command'),
      },
    ],
    [
      'a script of the project',
      '. ./env.sh && p1',
      { '. ./env.sh': masked('. ./env.sh'), p1: masked('. ./env.sh') },
    ],
    [
      'folders of tools',
      'PATH=node_modules/.bin:$PATH; p1',
      {
        '': assumed('PATH=node_modules/.bin:$PATH changes no command'),
        p1: assumed('PATH=node_modules/.bin:$PATH changes no command'),
      },
    ],
    ['any folder', 'PATH=./fake:$PATH; p1', { '': proven, p1: masked('PATH=./fake:$PATH') }],
    [
      'sums of statuses',
      'p1; a=$?; p2; b=$?; exit $((a+b))',
      {
        '': proven,
        p1: assumed('$((a+b)) is no multiple of 256'),
        p2: assumed('$((a+b)) is no multiple of 256'),
        'exit $((a+b))': proven,
      },
    ],
    [
      'expansions in a script',
      'bash -c "cd $D && p1"',
      {
        'bash -c "cd $D && p1"': assumed('$D holds no shell syntax'),
        'cd $D': assumed('$D holds no shell syntax'),
        p1: assumed('$D holds no shell syntax'),
      },
    ],
  ];
  it.each(rows)('%s', (_name, line, expected) => {
    expect(proofs(line)).toEqual(expected);
  });
});

describe('pipefail', () => {
  it.each([
    ['on', true, proven],
    ['off', false, masked('| tail -3')],
  ] as const)('%s', (_name, pipefail, expected) => {
    expect(proofs('p1 | tail -3', pipefail).p1).toEqual(expected);
  });
});

describe('pathological input neither hangs nor throws, and proves nothing false', () => {
  const many = (text: string, count: number) => text.repeat(count);
  const rows: readonly (readonly [string, string])[] = [
    ['parentheses', `${many('(', 10_000)}p1${many(')', 10_000)}`],
    ['arithmetic that is not closed', 'echo $(((('],
    ['members of a list', `${many('a || b && ', 1000)}c || d`],
    ['statements', `${many('p1; ', 20_000)}true`],
    ['a long word', `p1 ${many('x', 1_000_000)} || true`],
    ['NUL', 'p1\0'],
    ['lone surrogates', 'p1 \ud800 || true'],
    ['loops in loops', `${many('for i in 1 2; do p1; ', 30)}true; ${many('done; ', 30)}`],
    ['conditions of loops', `${many('while p1; do ', 30)}true; ${many('done; ', 30)}`],
    ['variables', `${Array.from({ length: 100 }, (_, at) => `p1; a${at}=$?`).join('; ')}; true`],
    ['recursion', 'f() { f | f & p1; f; }; f; true'],
    ['substitutions', `${many('$(p1; echo ', 120)}x${many(')', 120)}; true`],
  ];
  it.each(rows)('%s', (_name, line) => {
    expect(claimsOf(line)?.has('p1') ?? false).toBe(false);
  });
});
