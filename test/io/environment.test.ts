import { describe, expect, test } from 'vitest';
import { commandEnvironment, gitEnvironment } from '../../src/io/environment.ts';

type Variables = Readonly<Record<string, string>>;

const rows: readonly [name: string, before: Variables, after: Variables][] = [
  [
    'what a person sets stays',
    { PATH: '/bin', CI: 'true', NODE_ENV: 'test', BASH_ENV: 'x' },
    { PATH: '/bin', CI: 'true', NODE_ENV: 'test', BASH_ENV: 'x' },
  ],
  [
    'what disarms node:test goes',
    { NODE_TEST_CONTEXT: 'child-v8', NODE_OPTIONS: '--test-only --max-old-space-size=100' },
    { NODE_OPTIONS: '--max-old-space-size=100' },
  ],
  ['options of tests alone leave nothing', { NODE_OPTIONS: '--test-name-pattern=x' }, {}],
  [
    'other options stay as they are',
    { NODE_OPTIONS: '--require  ./test-setup.js' },
    { NODE_OPTIONS: '--require  ./test-setup.js' },
  ],
  [
    'what alters pytest goes',
    { PYTEST_ADDOPTS: '--collect-only', PYTEST_CURRENT_TEST: 'x', PYTHONOPTIMIZE: '1', PYTHONPATH: 'src' },
    { PYTHONPATH: 'src' },
  ],
  [
    'under vitest its own NODE_ENV goes as well',
    { VITEST: 'true', VITEST_POOL_ID: '1', TEST: 'true', NODE_ENV: 'test' },
    {},
  ],
  ['but not another one', { JEST_WORKER_ID: '1', NODE_ENV: 'production' }, { NODE_ENV: 'production' }],
  [
    'a package manager is forgotten, its registry is not',
    { npm_lifecycle_event: 'test', npm_config_ignore_scripts: 'true', npm_config_cache: '/c', INIT_CWD: '/' },
    { npm_config_cache: '/c' },
  ],
  ['make is forgotten', { MAKEFLAGS: 'n', MAKELEVEL: '1', MFLAGS: '-n' }, {}],
  [
    'the witness of an outer line is not that of ours',
    { BASH_ENV: '/tmp/donegate-witness-a1/environment' },
    {},
  ],
  ['a shell that executes nothing is none', { SHELLOPTS: 'noexec', BASHOPTS: 'x' }, {}],
  [
    'a git hook is forgotten, a name is not',
    { GIT_DIR: '.git', GIT_INDEX_FILE: 'x', GIT_AUTHOR_NAME: 'n' },
    { GIT_AUTHOR_NAME: 'n' },
  ],
  [
    'flags of go that skip tests',
    { GOFLAGS: '-mod=mod -run=XXX -count=1' },
    { GOFLAGS: '-mod=mod -count=1' },
  ],
  ['options of java that skip tests', { MAVEN_OPTS: '-Xmx1g -DskipTests' }, { MAVEN_OPTS: '-Xmx1g' }],
  ['colours are not forced', { FORCE_COLOR: '1', NO_COLOR: '1' }, { NO_COLOR: '1' }],
];

describe('the environment of what we run', () => {
  test.each(rows)('%s', (_name, before, after) => {
    expect(commandEnvironment(before)).toEqual(after);
  });

  test('what is added comes last, even under a name that is dropped', () => {
    expect(commandEnvironment({ A: '1', CI: '' }, { A: '2', DONEGATE_RUN: 'x' })).toEqual({
      A: '2',
      CI: '',
      DONEGATE_RUN: 'x',
    });
  });

  test('our own git hears of no other repository', () => {
    const { GIT_DIR, GIT_TRACE, HOME, LC_ALL } = gitEnvironment({
      GIT_DIR: 'x',
      GIT_TRACE: '1',
      HOME: '/h',
      LC_ALL: 'de',
    });
    expect({ GIT_DIR, GIT_TRACE, HOME, LC_ALL }).toEqual({
      GIT_DIR: undefined,
      GIT_TRACE: undefined,
      HOME: '/h',
      LC_ALL: 'C',
    });
  });
});
