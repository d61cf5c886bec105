import { each, INERT, is, options, row, wraps } from './rows.ts';
import type { Row, Rule } from './types.ts';

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
