import { describe, expect, it } from 'vitest';
import { readCommand } from '../../../../src/core/shell/reading.ts';
import { filesOf } from './files-of.ts';

const scripts = {
  test: 'vitest run',
  zero: 'exit 0',
  'test:echo': 'echo all tests passed',
  default: 'echo "Error: no test specified" && exit 1',
  tee: 'vitest run | tee log',
  or: 'jest || true',
  semicolon: 'mocha; echo done',
  watch: 'jest --watch',
  lint: 'eslint .',
  build: 'tsc -p .',
  both: 'npm run lint && npm test',
  masked: 'npm run or && eslint .',
  pretidy: 'prettier --check .',
  tidy: 'node tidy.js',
  loop: 'npm run loop && npm run loop',
  background: 'vitest run &',
  broken: 'vitest run && (',
  quiet: 'vitest run > log',
  two: 'vitest run && playwright test',
  args: 'node --test',
  'test-env': 'cross-env NODE_OPTIONS=--require=./x.js jest',
};

const project = filesOf({
  'package.json': JSON.stringify({ name: 'x', scripts }, null, 2),
  'packages/a/package.json': JSON.stringify({ scripts: { test: 'node --test || true' } }, null, 2),
  'bad/package.json': '{ "scripts": ',
  'bare/package.json': '{ "name": "bare" }',
});

function seen(line: string) {
  const { commands, ifExitZero } = readCommand(line, { project });
  const command = commands.at(-1);
  return {
    class: command?.class,
    program: command?.program,
    worth: ifExitZero,
    ...(command?.disarmed === null ? {} : { disarmed: command?.disarmed }),
    ...(command?.innerMask === null ? {} : { mask: command?.innerMask }),
  };
}

/** Line of a script in the file above: `{`, the name, `"scripts": {`, then one script a line. */
const lineOf = (name: string) => 4 + Object.keys(scripts).indexOf(name);
const mask = (name: string, text: string) => ({ path: 'package.json', line: lineOf(name), text });

describe('scripts of package.json', () => {
  it.each<[string, ReturnType<typeof seen>]>([
    ['npm test', { class: 'test', program: 'vitest', worth: 'green' }],
    ['npm test -- src/a.test.ts', { class: 'test', program: 'vitest', worth: 'green' }],
    ['npm run test --silent', { class: 'test', program: 'vitest', worth: 'green' }],
    ['yarn test', { class: 'test', program: 'vitest', worth: 'green' }],
    ['cd packages && npm test', { class: 'test', program: 'vitest', worth: 'green' }],
    [
      'npm test -- --help',
      { class: 'inert', program: 'vitest', worth: 'none', disarmed: '"test": "vitest run" executes nothing' },
    ],
    ['npm run args -- --check', { class: 'inert', program: 'node', worth: 'none' }],
    ['npm run zero', { class: 'inert', program: 'exit', worth: 'none' }],
    [
      'npm run test:echo',
      {
        class: 'inert',
        program: 'echo',
        worth: 'none',
        disarmed: '"test:echo": "echo all tests passed" executes nothing',
      },
    ],
    ['npm run tee', { class: 'test', program: 'vitest', worth: 'masked', mask: mask('tee', '| tee log') }],
    ['npm run or', { class: 'test', program: 'jest', worth: 'masked', mask: mask('or', '|| true') }],
    [
      'npm run semicolon',
      { class: 'test', program: 'mocha', worth: 'masked', mask: mask('semicolon', '; echo done') },
    ],
    ['npm run masked', { class: 'test', program: 'jest', worth: 'masked', mask: mask('or', '|| true') }],
    ['npm run watch', { class: 'inert', program: 'jest', worth: 'none', disarmed: '--watch' }],
    ['npm run lint', { class: 'check', program: 'eslint', worth: 'none' }],
    ['pnpm lint', { class: 'check', program: 'eslint', worth: 'none' }],
    ['npm run build', { class: 'build', program: 'tsc', worth: 'green' }],
    ['npm run both', { class: 'test', program: 'vitest', worth: 'green' }],
    ['npm run tidy', { class: 'run', program: 'node', worth: 'green' }],
    ['npm run loop', { class: 'inert', program: null, worth: 'none' }],
    [
      'npm run nope',
      { class: 'inert', program: null, worth: 'none', disarmed: 'package.json has no script "nope"' },
    ],
    [
      'npm run nope --if-present',
      { class: 'inert', program: null, worth: 'none', disarmed: 'package.json has no script "nope"' },
    ],
    ['yarn jest', { class: 'test', program: 'jest', worth: 'green' }],
    [
      'npm run broken',
      { class: 'inert', program: null, worth: 'none', disarmed: '"broken" is no valid script' },
    ],
    ['npm run quiet', { class: 'test', program: null, worth: 'green' }],
    ['npm run two', { class: 'test', program: null, worth: 'green' }],
    [
      'npm -w packages/a test',
      {
        class: 'test',
        program: 'node-test',
        worth: 'masked',
        mask: { path: 'packages/a/package.json', line: 3, text: '|| true' },
      },
    ],
    [
      'npm run test -w a',
      {
        class: 'test',
        program: 'node-test',
        worth: 'masked',
        mask: { path: 'packages/a/package.json', line: 3, text: '|| true' },
      },
    ],
    [
      'npm --prefix packages/a test',
      {
        class: 'test',
        program: 'node-test',
        worth: 'masked',
        mask: { path: 'packages/a/package.json', line: 3, text: '|| true' },
      },
    ],
    ['npm run test -w unknown', { class: 'test', program: 'npm', worth: 'green' }],
    // npm itself ends 1 there: where it ended 0, there is more to it than this file says.
    ['cd bad && npm test', { class: 'test', program: 'npm', worth: 'green' }],
    ['cd bare && npm run test:unit', { class: 'test', program: 'npm', worth: 'green' }],
    [
      'cd bare && npm test --if-present',
      { class: 'inert', program: null, worth: 'none', disarmed: 'bare/package.json has no script "test"' },
    ],
    ['cd ../elsewhere && npm test', { class: 'test', program: 'npm', worth: 'green' }],
    [
      'npm run test-env',
      { class: 'inert', program: 'jest', worth: 'none', disarmed: 'NODE_OPTIONS=--require=./x.js' },
    ],
  ])('%j', (line, expected) => {
    expect(seen(line)).toEqual(expected);
  });

  it('a script that a script starts in the background is no evidence', () => {
    expect(seen('npm run background')).toMatchObject({ class: 'inert', worth: 'none' });
  });

  it('npm’s own "no test specified" is no test', () => {
    const fresh = filesOf({ 'package.json': JSON.stringify({ scripts: { test: scripts.default } }) });
    expect(readCommand('npm test', { project: fresh })).toMatchObject({
      executes: false,
      ifExitZero: 'none',
    });
  });

  it('without a package.json the name decides', () => {
    expect(readCommand('npm test', { project: filesOf({}) })).toMatchObject({
      executes: true,
      ifExitZero: 'green',
    });
  });
});
