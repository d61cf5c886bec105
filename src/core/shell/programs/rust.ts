import { type Arguments, sortArguments } from './arguments.ts';
import { each, INERT, is, options, row, wraps } from './rows.ts';
import type { Outcome, Row, Rule } from './types.ts';

const VALUED = options(
  '-p --package --features -F --target --target-dir --manifest-path --profile --bin --example --test-x --bench-x -j --jobs --color --message-format --exclude --config -Z -C',
);
const NARROW = options('-p --package --test --bin --example --bench --exclude -E --filter-expr --filterset');
const DISARM = options('--no-run --list -h --build-plan --unit-graph');

const TEST: Rule = is('test', {
  key: 'cargo-test',
  decide: ({ words }) => {
    const at = words.indexOf('--');
    const behind = at < 0 ? [] : words.slice(at + 1);
    const own = sortArguments(at < 0 ? words : words.slice(0, at), [...VALUED, ...NARROW]);
    const off =
      DISARM.find((name) => own.has(name)) ??
      (behind.includes('--list') ? '--list' : behind.includes('--help') ? '--help' : undefined);
    if (off !== undefined)
      return { kind: 'does', class: off === '--no-run' ? 'check' : 'inert', disarmed: off };
    return {
      kind: 'does',
      class: 'test',
      scope: [
        ...scopeOf(own),
        ...behind.flatMap((word) =>
          word !== null && !word.startsWith('-') && !/^\d+$/.test(word)
            ? [word]
            : word === '--ignored' || word === '--skip' || word === '--exact'
              ? [word]
              : [],
        ),
      ],
    };
  },
});

function scopeOf(own: Arguments): readonly string[] {
  return [
    ...own.operands.map((word) => word ?? '$'),
    ...NARROW.flatMap((name) => (own.has(name) ? [`${name} ${own.value(name) ?? '$'}`] : [])),
    ...['--lib', '--bins', '--doc', '--examples'].filter((name) => own.has(name)),
  ];
}

const NEXTEST: Rule = is('test', {
  key: 'nextest',
  valued: VALUED,
  narrow: NARROW,
  disarm: options('--no-run -h'),
});

function run({ words }: Arguments): Outcome | null {
  const at = words.indexOf('--');
  const behind = at < 0 ? [] : words.slice(at + 1);
  return behind.includes('--help') || behind.includes('--version')
    ? { kind: 'does', class: 'inert' }
    : { kind: 'does', class: 'run', scope: [] };
}

const CARGO: Rule = is('inert', {
  valued: options('--color --config -Z -C --manifest-path'),
  sub: {
    ...each('test t', TEST),
    nextest: is('inert', { key: 'nextest', sub: { ...each('run r', NEXTEST), '*': INERT } }),
    ...each('run r', is('run', { valued: VALUED, decide: run })),
    bench: is('run', { valued: VALUED, disarm: options('--no-run') }),
    ...each(
      'build b check c clippy doc rustc verify-project',
      is('check', { valued: VALUED, noScope: true }),
    ),
    fmt: is('inert', {
      decide: ({ words }) => ({ kind: 'does', class: words.includes('--check') ? 'check' : 'inert' }),
    }),
    ...each('audit deny udeps machete semver-checks outdated hack-check spellcheck', is('check')),
    ...each(
      'tarpaulin llvm-cov careful',
      is('test', {
        valued: VALUED,
        disarm: options('--no-run report clean show-env'),
        decide: ({ operands, words }) =>
          operands[0] === 'nextest' || operands[0] === 'test'
            ? {
                kind: 'command',
                words: [
                  'cargo',
                  ...(operands[0] === 'nextest' && operands[1] !== 'run'
                    ? ['nextest', 'run']
                    : [operands[0]]),
                  ...words.slice(words.indexOf(operands[0]) + 1),
                ],
              }
            : null,
      }),
    ),
    miri: is('inert', { sub: { test: TEST, run: is('run'), nextest: NEXTEST, '*': INERT } }),
    mutants: is('test'),
    ...each(
      'make xtask',
      is('run', { decide: ({ operands }) => ({ kind: 'task', names: operands.slice(0, 1) }) }),
    ),
    insta: is('inert', { sub: { test: TEST, '*': INERT } }),
    hack: is('check', { sub: { test: TEST, ...each('check build clippy', is('check')), '*': is('check') } }),
    watch: is('test', { decide: () => ({ kind: 'does', class: 'run', masked: 'watch' }) }),
    '*': INERT,
  },
});

/** `cargo +nightly test`: the tool chain is no subcommand. */
const TOOLCHAIN: Rule = {
  ...CARGO,
  decide: ({ words }) =>
    words[0]?.startsWith('+') === true ? { kind: 'command', words: ['cargo', ...words.slice(1)] } : null,
};

export const rust: readonly Row[] = [
  row('cargo', TOOLCHAIN),
  row(
    'cargo-nextest',
    is('inert', { sub: { nextest: is('inert', { sub: { run: NEXTEST } }), run: NEXTEST } }),
  ),
  row('cross', CARGO),
  row('rustc clippy-driver rustdoc', is('check')),
  row(
    'rustfmt',
    is('inert', { decide: ({ has }) => ({ kind: 'does', class: has('--check') ? 'check' : 'inert' }) }),
  ),
  row('rustup', is('inert', { sub: { run: wraps({ skip: 1 }) } })),
  row('wasm-pack', is('inert', { sub: { test: is('test'), build: is('check') } })),
  row(
    'maturin trunk',
    is('inert', { sub: { build: is('check'), develop: is('check'), serve: is('run'), '*': INERT } }),
  ),
];
