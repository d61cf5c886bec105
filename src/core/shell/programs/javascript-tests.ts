import type { Arguments } from './arguments.ts';
import { each, INERT, is, options, row, wraps } from './rows.ts';
import type { Row, Rule } from './types.ts';

const WATCHES = options('--watch --watchAll -w --ui');

const VITEST: Rule = is('test', {
  key: 'vitest',
  valued: options(
    '-c --config -r --root --reporter --outputFile --pool --environment --mode --dir --shard --maxWorkers --minWorkers --testTimeout --hookTimeout --retry --coverage.provider --bail --workspace --max-workers -u-x',
  ),
  narrow: options('-t --testNamePattern --project --exclude --changed --related'),
  disarm: options('list init --clearCache -h -v --standalone'),
  sub: {
    ...each(
      'run related',
      is('test', {
        key: 'vitest',
        valued: options(
          '-c --config -r --root --reporter --outputFile --pool --environment --mode --dir --shard --maxWorkers --bail',
        ),
        narrow: options('-t --testNamePattern --project --exclude --changed'),
        disarm: options('-h -v'),
      }),
    ),
    ...each('list init', INERT),
    bench: is('run'),
    ...each(
      'dev watch',
      is('test', {
        key: 'vitest',
        decide: ({ has, operands }) =>
          has('--run')
            ? null
            : { kind: 'does', class: 'test', key: 'vitest', masked: 'watch', scope: known(operands) },
      }),
    ),
  },
  decide: ({ words, operands }) =>
    watches(words)
      ? { kind: 'does', class: 'test', key: 'vitest', masked: '--watch', scope: known(operands) }
      : null,
});

function known(operands: readonly (string | null)[]): readonly string[] {
  return operands.map((word) => word ?? '$');
}

function watches(words: Arguments['words']): boolean {
  return words.some((word) => word !== null && WATCHES.includes(word)) && !words.includes('--run');
}

const JEST: Rule = is('test', {
  key: 'jest',
  valued: options(
    '-c --config --rootDir --roots --env --testEnvironment --reporters --maxWorkers -w --outputFile --shard --testTimeout --coverageReporters --coverageDirectory --setupFiles --globals --seed --workerIdleMemoryLimit',
  ),
  narrow: options(
    '-t --testNamePattern --testPathPattern --testPathPatterns --selectProjects --testPathIgnorePatterns -o --onlyChanged --changedSince --onlyFailures -f --findRelatedTests',
  ),
  disarm: options('--listTests --showConfig --clearCache --init -h -v'),
  decide: ({ words, operands }) =>
    words.some((word) => word === '--watch' || word === '--watchAll')
      ? { kind: 'does', class: 'test', key: 'jest', masked: '--watch', scope: known(operands) }
      : null,
});

/** Other runners of tests that read plain files as operands. */
const RUNNER: Rule = is('test', {
  valued: options(
    '-c --config -r --require --reporter -R --timeout -t-x --spec -j --jobs --import --loader -n --node-arguments --project --workers --retries --port --browser --concurrency',
  ),
  narrow: options('-g --grep -f --fgrep -m --match --tags -t --name --project --spec'),
  disarm: options('--list --list-tests --dry-run --list-files -h -V --ls'),
  decide: ({ words, operands }) =>
    watches(words) ? { kind: 'does', class: 'test', masked: '--watch', scope: known(operands) } : null,
});

export const javascriptTests: readonly Row[] = [
  row('vitest', VITEST),
  row('jest react-scripts-test', JEST),
  row('react-scripts', is('run', { sub: { test: JEST, build: is('build'), start: is('run') } })),
  row('mocha _mocha', { ...RUNNER, key: 'mocha' }),
  row('ava', { ...RUNNER, key: 'ava' }),
  row('tap', {
    ...RUNNER,
    key: 'tap',
    sub: { ...each('list plugin build config versions report', INERT), run: RUNNER },
  }),
  row('jasmine', { ...RUNNER, key: 'jasmine' }),
  row('uvu', { ...RUNNER, key: 'uvu' }),
  row(
    'tape qunit karma lab baretest zora borp japa wtr web-test-runner testcafe nightwatch wdio test-storybook codeceptjs cucumber-js cucumber c8-test tsd ospec',
    RUNNER,
  ),
  row('playwright', is('inert', { sub: { test: { ...RUNNER, key: 'playwright' }, '*': INERT } })),
  row('cypress', is('inert', { sub: { run: { ...RUNNER, key: 'cypress' }, '*': INERT } })),
  row(
    'nyc c8',
    wraps({
      valued:
        '-r --reporter -x --exclude -n --include --reports-dir --report-dir -t --temp-directory --check-coverage-x',
    }),
  ),
];
