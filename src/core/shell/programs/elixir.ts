import { sortArguments } from './arguments.ts';
import { each, INERT, interpreter, is, options, row } from './rows.ts';
import type { Row, Rule } from './types.ts';

const MIX_TEST: Rule = is('test', {
  key: 'mix',
  valued: options(
    '--seed --max-cases --formatter --timeout --max-failures --repeat-until-failure --partitions --exit-status',
  ),
  narrow: options('--only --exclude --include --failed --stale'),
  disarm: options('--dry-run --profile-require'),
});

export const elixir: readonly Row[] = [
  row(
    'mix',
    is('inert', {
      sub: {
        ...each('test test.watch coveralls coveralls.html coveralls.json espec test.all', MIX_TEST),
        ...each(
          'compile credo dialyzer xref sobelow doctor hex.audit deps.audit docs gettext.check deps.compile deps.unlock boundary lint',
          is('check', { noScope: true }),
        ),
        format: is('inert', {
          decide: ({ has }) => ({
            kind: 'does',
            class: has('--check-formatted', '--dry-run') ? 'check' : 'inert',
          }),
        }),
        ...each('run phx.server profile.fprof eval', is('run')),
        ...each('precommit ci check quality', is('test')),
        do: is('run', {
          decide: ({ words }) => ({
            kind: 'line',
            text: words.some((word) => word === null)
              ? null
              : words
                  .join(' ')
                  .split(/\s*(?:,|\s\+)\s+/)
                  .map((part) => `mix ${part}`)
                  .join(' && '),
            pipefail: false,
            errexit: false,
          }),
        }),
        ...each(
          'deps.get deps hex.info local.hex local.rebar archive.install phx.new new clean ecto.create ecto.gen.migration ecto.drop help hex.outdated deps.update deps.tree phx.routes ecto.migrate ecto.rollback ecto.reset ecto.setup ecto.migrations ash.codegen assets.build assets.deploy assets.setup phx.digest usage_rules.sync igniter.install',
          INERT,
        ),
        '*': is('run', { decide: (_, { name }) => ({ kind: 'task', names: [name] }) }),
        '': INERT,
      },
    }),
  ),
  row(
    'elixir iex',
    is('run', {
      decide: (given, around) =>
        given.has('-v', '--version')
          ? { kind: 'does', class: 'inert' }
          : given.words.includes('-S')
            ? { kind: 'command', words: given.words.slice(given.words.indexOf('-S') + 1) }
            : given.has('-r', '-pr')
              ? null
              : interpreter(
                  sortArguments(given.words, options('-r -pr -e --eval --name --sname --cookie'), true),
                  around,
                  { language: 'other', code: ['-e', '--eval'] },
                ),
    }),
  ),
  row('elixirc erlc', is('check')),
  row(
    'rebar3',
    is('inert', {
      sub: {
        ...each('eunit ct proper', is('test')),
        ...each('compile dialyzer xref lint as', is('check')),
        '*': INERT,
      },
    }),
  ),
  row(
    'gleam',
    is('inert', {
      sub: {
        test: is('test'),
        run: is('run'),
        ...each('build check', is('check')),
        format: is('inert', {
          decide: ({ has }) => ({ kind: 'does', class: has('--check') ? 'check' : 'inert' }),
        }),
        '*': INERT,
      },
    }),
  ),
];
