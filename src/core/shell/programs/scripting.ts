import { sortArguments } from './arguments.ts';
import { each, INERT, interpreter, is, options, row, wraps } from './rows.ts';
import type { Row } from './types.ts';

export const scripting: readonly Row[] = [
  row(
    'perl',
    is('run', {
      decide: (given, around) => {
        const own = sortArguments(given.words, options('-I -M -E -e'), true);
        if (own.has('-c', '-v', '-V')) return { kind: 'does', class: 'inert' };
        if (
          given.words.some(
            (word) => word !== null && /^-[acFlswWtT0-9]*[npi][acFlnpiswWtT0-9]*[eE]?(\.\w+)?$/.test(word),
          )
        )
          return { kind: 'does', class: 'inert' };
        const clustered = given.words.findIndex((word) => word !== null && /^-[a-zA-Z0]*[eE]$/.test(word));
        if (clustered >= 0)
          return { kind: 'inline', language: 'other', code: given.words[clustered + 1] ?? null, file: null };
        return interpreter(own, around, { language: 'other', code: ['-e', '-E'] });
      },
    }),
  ),
  row(
    'prove',
    is('test', {
      key: 'prove',
      valued: options('-I -e --exec -j --jobs --formatter -a --archive'),
      disarm: options('-D --dry -h'),
    }),
  ),
  row(
    'lua luajit texlua',
    is('run', {
      decide: (given, around) =>
        interpreter(sortArguments(given.words, options('-e -l'), true), around, {
          language: 'other',
          code: ['-e'],
        }),
    }),
  ),
  row('busted', is('test', { narrow: options('--filter -t --tags'), disarm: options('-l --list') })),
  row('luac selene', is('check')),
  row(
    'Rscript R',
    is('run', {
      decide: (given, around) => {
        if (
          given.words.some(
            (word) =>
              word !== null &&
              /devtools::test|testthat::|test_(dir|file|local)|R CMD check|tinytest/.test(word),
          ) ||
          (given.words[0] === 'CMD' && given.words[1] === 'check')
        )
          return { kind: 'does', class: 'test' };
        return interpreter(sortArguments(given.words, options('-e -f'), true), around, {
          language: 'other',
          code: ['-e'],
        });
      },
    }),
  ),
  row(
    'julia',
    is('run', {
      decide: (given, around) => {
        const own = sortArguments(given.words, options('-e -E -t -p -L -J --project-x'), true);
        if (/Pkg\.test|runtests\.jl/.test(given.words.join(' '))) return { kind: 'does', class: 'test' };
        return interpreter(own, around, { language: 'other', code: ['-e', '-E'] });
      },
    }),
  ),
  row(
    'ghc runghc runhaskell',
    is('check', { decide: (_, { name }) => ({ kind: 'does', class: name === 'ghc' ? 'check' : 'run' }) }),
  ),
  row(
    'stack cabal',
    is('inert', {
      sub: {
        test: is('test', { disarm: options('--no-run-tests --dry-run') }),
        ...each(
          'build haddock',
          is('check', { decide: ({ has }) => ({ kind: 'does', class: has('--test') ? 'test' : 'check' }) }),
        ),
        ...each('run bench', is('run')),
        exec: wraps(),
        check: is('check'),
        '*': INERT,
      },
    }),
  ),
  row(
    'dune',
    is('inert', {
      sub: {
        ...each('test runtest', is('test')),
        build: is('check', {
          decide: ({ operands }) => ({
            kind: 'does',
            class: operands.some((word) => /runtest|@test/.test(word ?? '')) ? 'test' : 'check',
          }),
        }),
        exec: is('run'),
        fmt: INERT,
        '*': INERT,
      },
    }),
  ),
  row('ocaml', is('run')),
  row('opam', is('inert', { sub: { exec: wraps() } })),
  row(
    'zig',
    is('inert', {
      sub: {
        test: is('test'),
        build: is('check', {
          decide: ({ operands }) => ({
            kind: 'does',
            class: operands.some((word) => /test/.test(word ?? ''))
              ? 'test'
              : operands.includes('run')
                ? 'run'
                : 'check',
          }),
        }),
        run: is('run'),
        ...each('cc c++ build-exe build-lib build-obj ast-check', is('check')),
        fmt: is('inert', {
          decide: ({ has }) => ({ kind: 'does', class: has('--check') ? 'check' : 'inert' }),
        }),
        '*': INERT,
      },
    }),
  ),
  row(
    'nim nimble crystal v odin',
    is('check', {
      decide: ({ has, operands }) =>
        has('-r', '--run') && operands[0] !== 'test' ? { kind: 'does', class: 'run' } : null,
      sub: {
        ...each('test spec tests', is('test')),
        ...each('r run', is('run')),
        ...each('install init deps shards', INERT),
        '*': is('check'),
      },
    }),
  ),
  row(
    'forge',
    is('inert', {
      sub: {
        test: is('test', {
          disarm: options('--list -l'),
          narrow: options('--match-test --mt --match-path --mp --match-contract --mc'),
        }),
        build: is('check'),
        script: is('run'),
        coverage: is('test'),
        '*': INERT,
      },
    }),
  ),
  row(
    'hardhat truffle anchor',
    is('run', {
      sub: {
        test: is('test'),
        coverage: is('test'),
        ...each('compile build check', is('check')),
        ...each('clean node help', INERT),
        run: is('run'),
        '*': is('run'),
      },
    }),
  ),
  row('osascript', INERT),
  row(
    'racket sbcl clisp ecl guile gforth swipl tclsh wish expect fennel janet',
    is('run', {
      decide: (given, around) =>
        given.has('--load', '-l', '-s', '--script')
          ? null
          : interpreter(given, around, { language: 'other', code: options('-c -e --eval') }),
      valued: options('-c -e --eval --load -l -s --script'),
    }),
  ),
  row('raco', is('inert', { sub: { test: is('test'), make: is('check'), '*': INERT } })),
  row(
    'emacs nvim',
    is('inert', {
      decide: ({ has, words }) =>
        words.some((word) => word?.includes('ert-run-tests-batch') === true)
          ? { kind: 'does', class: 'test' }
          : has('--batch', '-batch', '--headless', '--script', '-l')
            ? { kind: 'does', class: 'run' }
            : null,
    }),
  ),
  row(
    'octave matlab',
    is('run', {
      valued: options('--eval -batch -r'),
      decide: (given) => {
        const code = given.value('--eval', '-batch', '-r');
        if (code === undefined) return null;
        if (/\bruntests\b/.test(code ?? '')) return { kind: 'does', class: 'test' };
        return { kind: 'inline', language: 'other', code, file: null };
      },
    }),
  ),
  row('maxima gp sage', is('run')),
];
