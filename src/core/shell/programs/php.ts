import { sortArguments } from './arguments.ts';
import { each, INERT, interpreter, is, options, row, wraps } from './rows.ts';
import type { Row, Rule } from './types.ts';

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
          is('run', {
            decide: ({ operands }) => ({ kind: 'task', names: operands.slice(0, 1), runner: 'composer' }),
          }),
        ),
        exec: wraps(),
        ...each('validate audit', is('check')),
        ...each(
          'install update require remove dump-autoload dumpautoload show create-project init global config outdated self-update why clear-cache',
          INERT,
        ),
        '*': is('run', { decide: (_, { name }) => ({ kind: 'task', names: [name], runner: 'composer' }) }),
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
