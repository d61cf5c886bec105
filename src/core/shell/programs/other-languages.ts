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
  if (given.words.some((word) => word !== null && /^-[lanpi]*[npi]\w*$/.test(word) && word !== '-in'))
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
    '*': is('inert'),
  },
});

export const ruby_: readonly Row[] = [
  row('ruby jruby truffleruby', is('run', { decide: ruby })),
  row('rspec', RSPEC),
  row('rake', RAKE),
  row('rails', RAILS),
  row('bundle bundler', is('inert', { sub: { exec: wraps({ valued: '--gemfile' }), '*': INERT } })),
  row('minitest m mutant spring parallel_rspec parallel_test turbo_tests cutest', RSPEC),
  row(
    'rubocop standardrb reek brakeman srb steep sorbet erblint haml-lint bundle-audit fasterer',
    is('check'),
  ),
  row('gem irb rbenv rvm chruby pry foreman overmind', INERT),
];

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

const PHPUNIT: Rule = is('test', {
  key: 'phpunit',
  valued: options(
    '-c --configuration --bootstrap --log-junit --coverage-html --coverage-clover --order-by --colors --coverage-text-x -d --printer',
  ),
  narrow: options('--filter --testsuite --group --exclude-group --covers --uses'),
  disarm: options(
    '--list-tests --list-suites --list-groups --list-tests-xml --list-test-files --check-version --generate-configuration -h',
  ),
});

export const php: readonly Row[] = [
  row('phpunit pest paratest simple-phpunit', PHPUNIT),
  row(
    'php',
    is('run', {
      decide: (given, around) => {
        const own = sortArguments(given.words, options('-d -c -r -f -S -t -B -R -E'), true);
        if (own.has('-l', '-v', '-i', '-m', '--version', '--ini'))
          return { kind: 'does', class: own.has('-l') ? 'inert' : 'inert' };
        const [file] = own.operands;
        if (file === 'artisan' || file === 'bin/console') {
          const rest = given.words.slice((own.places[0] ?? 0) + 1);
          return rest[0] === 'test'
            ? { kind: 'command', words: ['phpunit', ...rest.slice(1)] }
            : { kind: 'does', class: /^(serve|tinker|queue|schedule)/.test(rest[0] ?? '') ? 'run' : 'inert' };
        }
        if (typeof file === 'string' && /(^|\/)vendor\/bin\//.test(file))
          return { kind: 'command', words: given.words.slice(own.places[0] ?? 0) };
        return interpreter(own, around, { language: 'other', code: ['-r'] });
      },
    }),
  ),
  row(
    'composer',
    is('inert', {
      sub: {
        ...each(
          'run run-script',
          is('run', { decide: ({ operands }) => ({ kind: 'task', names: operands.slice(0, 1) }) }),
        ),
        exec: wraps(),
        ...each('validate audit', is('check')),
        ...each(
          'install update require remove dump-autoload dumpautoload show create-project init global config outdated self-update why clear-cache',
          INERT,
        ),
        '*': is('run', { decide: (_, { name }) => ({ kind: 'task', names: [name] }) }),
        '': INERT,
      },
    }),
  ),
  row('artisan', is('inert', { sub: { test: PHPUNIT, '*': INERT } })),
  row('phpstan psalm phpcs phan php-parallel-lint parallel-lint deptrac infection rector-check', is('check')),
  row(
    'php-cs-fixer pint phpcbf rector',
    is('inert', {
      decide: ({ has, words }) => ({
        kind: 'does',
        class: has('--dry-run', '--test') || words[0] === 'check' ? 'check' : 'inert',
      }),
    }),
  ),
  row('codecept behat phpspec kahlan', is('test', { disarm: options('--dry-run') })),
];

const DOTNET_VALUED = options(
  '-c --configuration -f --framework -r --runtime -o --output -v --verbosity -l --logger --results-directory -s --settings --collect --arch --os -p --property --project --blame-hang-timeout --diag --environment -e',
);

export const dotnet: readonly Row[] = [
  row(
    'dotnet',
    is('inert', {
      sub: {
        test: is('test', {
          key: 'dotnet',
          valued: DOTNET_VALUED,
          narrow: options('--filter'),
          disarm: options('-t --list-tests -h'),
        }),
        vstest: is('test', {
          key: 'dotnet',
          valued: DOTNET_VALUED,
          narrow: options('--TestCaseFilter --Tests'),
          disarm: options('-lt --ListTests'),
        }),
        ...each('run', is('run', { valued: DOTNET_VALUED })),
        watch: is('run', { decide: () => ({ kind: 'does', class: 'run', masked: 'watch' }) }),
        ...each('build msbuild publish pack', is('check', { valued: DOTNET_VALUED })),
        format: is('inert', {
          decide: ({ has }) => ({
            kind: 'does',
            class: has('--verify-no-changes', '--check') ? 'check' : 'inert',
          }),
        }),
        ...each('exec', is('run')),
        '*': is('inert', {
          decide: ({ words }, { name }) =>
            name.endsWith('.dll') ? { kind: 'file', path: name, shell: false, arguments: words } : null,
        }),
        '': INERT,
      },
    }),
  ),
  row('msbuild csc fsc vbc xbuild', is('check')),
  row('nuget paket', INERT),
  row('nunit3-console xunit.console vstest.console', is('test')),
];

const SWIFT_TEST: Rule = is('test', {
  key: 'swift',
  valued: options(
    '--package-path --configuration -c --scratch-path --build-path --num-workers --xunit-output -j --sanitize -Xswiftc -Xcc -Xlinker --triple',
  ),
  narrow: options('--filter --skip --specifier -s --test-product'),
  disarm: options('list -l --list-tests --show-codecov-path --show-coverage-path'),
});

export const swift: readonly Row[] = [
  row(
    'swift',
    is('run', {
      sub: {
        test: SWIFT_TEST,
        build: is('check'),
        run: is('run'),
        package: INERT,
        format: is('inert', {
          decide: ({ operands }) => ({ kind: 'does', class: operands[0] === 'lint' ? 'check' : 'inert' }),
        }),
        '*': is('run', {
          decide: ({ words }, { name }) => ({ kind: 'file', path: name, shell: false, arguments: words }),
        }),
        '': is('run'),
      },
    }),
  ),
  row('swiftc', is('check')),
  row(
    'xcodebuild',
    is('check', {
      decide: ({ words }) => {
        if (
          words.some(
            (word) =>
              word !== null &&
              /^-(list|version|showsdks|showBuildSettings|showdestinations|help|enumerate-tests)$/.test(word),
          )
        )
          return { kind: 'does', class: 'inert' };
        if (words.includes('test') || words.includes('test-without-building'))
          return {
            kind: 'does',
            class: 'test',
            key: 'xcodebuild',
            scope: words.filter((word): word is string => word?.startsWith('-only-testing') === true),
          };
        return { kind: 'does', class: words.includes('clean') && words.length === 1 ? 'inert' : 'check' };
      },
    }),
  ),
  row('xctest xctool', is('test')),
  row(
    'fastlane scan',
    is('run', { decide: ({ operands }) => ({ kind: 'task', names: operands.slice(-1) }) }),
  ),
  row(
    'swiftlint swiftformat-lint',
    is('check', { sub: { ...each('rules version', INERT), '*': is('check'), '': is('check') } }),
  ),
  row(
    'swiftformat swift-format',
    is('inert', {
      decide: ({ words }) => ({
        kind: 'does',
        class: words.some((word) => word === '--lint' || word === 'lint' || word === '--dryrun')
          ? 'check'
          : 'inert',
      }),
    }),
  ),
  row('xcpretty xcbeautify xcrun-simctl simctl xcode-select pod carthage mint tuist-edit', INERT),
  row(
    'xcrun',
    is('inert', {
      decide: ({ words }) =>
        words[0] === 'simctl' || words[0]?.startsWith('-') === true ? null : { kind: 'command', words },
    }),
  ),
];

const DART_TEST: Rule = is('test', {
  key: 'dart',
  valued: options(
    '-j --concurrency -r --reporter --coverage --coverage-path --device-id -d --dart-define --flavor --timeout --test-randomize-ordering-seed --file-reporter -c --compiler',
  ),
  narrow: options('-n --name -N --plain-name -t --tags -x --exclude-tags -p --platform'),
  disarm: options('-h'),
});

export const dart: readonly Row[] = [
  row(
    'dart',
    is('run', {
      sub: {
        test: DART_TEST,
        run: is('run', {
          decide: ({ words, operands }) =>
            operands[0] === 'test' ? { kind: 'command', words: ['dart', 'test', ...words.slice(1)] } : null,
        }),
        ...each('analyze compile', is('check')),
        format: is('inert', {
          decide: ({ has, words }) => ({
            kind: 'does',
            class: has('--set-exit-if-changed') || words.includes('--output=none') ? 'check' : 'inert',
          }),
        }),
        ...each('pub fix create devtools doc info', INERT),
        '*': is('run', {
          decide: ({ words }, { name }) => ({ kind: 'file', path: name, shell: false, arguments: words }),
        }),
        '': INERT,
      },
    }),
  ),
  row(
    'flutter',
    is('inert', {
      sub: {
        test: DART_TEST,
        drive: is('test'),
        ...each('analyze build', is('check')),
        run: is('run'),
        '*': INERT,
      },
    }),
  ),
  row('fvm', wraps()),
  row(
    'melos very_good',
    is('run', {
      sub: {
        ...each('bootstrap bs clean list version create', INERT),
        exec: wraps({ valued: '-c --scope --ignore' }),
        run: is('run', { decide: ({ operands }) => ({ kind: 'task', names: operands.slice(0, 1) }) }),
        test: is('test'),
        '*': is('run'),
      },
    }),
  ),
];

export const scripting: readonly Row[] = [
  row(
    'perl',
    is('run', {
      decide: (given, around) => {
        const own = sortArguments(given.words, options('-I -M -E -e'), true);
        if (own.has('-c', '-v', '-V')) return { kind: 'does', class: 'inert' };
        if (given.words.some((word) => word !== null && /^-[a-zA-Z0-9]*[npi][a-zA-Z0-9.]*$/.test(word)))
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
      key: 'tap',
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
  row('luac luacheck selene', is('check')),
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
  row(
    'pwsh powershell',
    is('run', {
      decide: (given) => {
        const text = given.words.join(' ');
        if (/Invoke-Pester/i.test(text)) return { kind: 'does', class: 'test' };
        return null;
      },
    }),
  ),
  row('osascript cmd.exe cmd', is('inert')),
  row('octave matlab maxima gp sage', is('run')),
  row('sqlfluff', is('check')),
];
