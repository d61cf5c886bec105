import { type Arguments, sortArguments } from './arguments.ts';
import { each, INERT, interpreter, is, options, row, wraps } from './rows.ts';
import type { Around, Outcome, Row, Rule } from './types.ts';

const RSPEC: Rule = is('test', {
  key: 'rspec',
  valued: options('-f --format -o --out -I -r --require -O --options --order --seed -P --default-path -c-x'),
  narrow: options('-e --example -t --tag -E --pattern -P --only-failures'),
  disarm: options('--dry-run --init -h -v'),
});

function ruby(given: Arguments, around: Around): Outcome | null {
  const own = sortArguments(given.words, options('-I -r -C -E -e'), true);
  if (own.has('-v', '--version', '-h', '-c', '--help')) return { kind: 'does', class: 'inert' };
  // What stands behind the script is the script's (`test/a_test.rb -n /name/`).
  const before = given.words.slice(0, own.places[0]);
  if (before.some((word) => word !== null && /^-[lanpi]*[npi]\w*$/.test(word) && word !== '-in'))
    return { kind: 'does', class: 'inert' };
  const loader = own.value('-S');
  if (own.has('-S'))
    return {
      kind: 'command',
      words: [loader ?? own.operands[0] ?? null, ...given.words.slice((own.places[0] ?? 0) + 1)],
    };
  return interpreter(own, around, { language: 'other', code: ['-e'] });
}

const RAKE: Rule = is('run', {
  valued: options('-f --rakefile -j -C'),
  disarm: options('-T --tasks -n --dry-run -P -W -D --describe'),
  decide: ({ operands, has }) =>
    has('-T', '--tasks', '-n', '--dry-run', '-P', '-W', '-D', '--describe')
      ? null
      : {
          kind: 'task',
          names:
            operands.length === 0
              ? ['test']
              : operands.filter((word) => word === null || !word.includes('=')),
        },
});

const RAILS_TEST: Rule = is('test', {
  key: 'minitest',
  valued: options('-s --seed -e-x'),
  narrow: options('-n --name'),
});
const RAILS: Rule = is('inert', {
  sub: {
    ...each('test test:system test:all t spec', RAILS_TEST),
    ...each('server s console c', is('run')),
    runner: is('run'),
    ...each('zeitwerk:check', is('check')),
    '*': is('inert', {
      decide: (_, { name }) => (/^(db|assets|data):/.test(name) ? { kind: 'task', names: [name] } : null),
    }),
  },
});

export const rubyRows: readonly Row[] = [
  row('ruby jruby truffleruby', is('run', { decide: ruby })),
  row('rspec', RSPEC),
  row('rake', RAKE),
  row('rails', RAILS),
  row('bundle bundler', is('inert', { sub: { exec: wraps({ valued: '--gemfile' }), '*': INERT } })),
  row('parallel_rspec turbo_tests', RSPEC),
  row('minitest m mutant parallel_test cutest', { ...RSPEC, key: 'minitest' }),
  row(
    'rubocop standardrb reek brakeman srb steep sorbet erblint haml-lint bundle-audit fasterer',
    is('check'),
  ),
  row('gem irb chruby pry', INERT),
];
