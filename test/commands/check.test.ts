import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  makeEmptyRepository,
  makeRepository,
  type Repository,
  type RepositoryKind,
} from '../repositories.ts';
import { cli } from './cli.ts';
import { start } from './own-sessions.ts';

const made: { dispose(): void }[] = [];
afterEach(() => {
  for (const one of made.splice(0)) one.dispose();
});

function repository(kind: RepositoryKind | 'empty'): Repository {
  const one = kind === 'empty' ? makeEmptyRepository() : makeRepository(kind);
  made.push(one);
  return one;
}

function folder(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'donegate-folder-')));
  made.push({ dispose: () => rmSync(path, { recursive: true, force: true }) });
  return path;
}

type Report = {
  verdict: string;
  base: string | null;
  tree: string | null;
  findings: {
    check: string;
    level: string;
    message: string;
    evidence: { path: string; line: number | null }[];
  }[];
  commands: {
    command: string;
    result: string;
    exit: number | null;
    durationMs: number;
    tests: object | null;
    preexisting: string[];
  }[];
};

/** The report in the parts that a row states: exit status, verdict, what blocks, what ran. */
function checked(cwd: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = cli(cwd, ['check', '--json', ...args]);
  if (stdout === '') throw new Error(stderr);
  const report: Report = JSON.parse(stdout);
  return {
    status,
    verdict: report.verdict,
    blocks: report.findings.filter(({ level }) => level === 'block').map(({ check }) => check),
    runs: report.commands.map(({ command, result }) => `${command}: ${result}`),
    report,
  };
}

const wrongPrice = 'quantity >= 10 ? price';

const rows: readonly (readonly [
  name: string,
  kind: RepositoryKind,
  change: (one: Repository) => void,
  expected: { status: number; verdict: string; blocks: readonly string[]; result: string },
])[] = [
  ['a clean tree passes', 'python', () => {}, { status: 0, verdict: 'proven', blocks: [], result: 'green' }],
  [
    'a clean tree passes',
    'javascript',
    () => {},
    { status: 0, verdict: 'proven', blocks: [], result: 'green' },
  ],
  [
    'source that changed without a test does not',
    'python',
    (one) =>
      one.write('pricing.py', `${one.read('pricing.py')}\n\ndef vat(price):\n    return price * 19 // 100\n`),
    { status: 1, verdict: 'unproven', blocks: ['test-needed'], result: 'green' },
  ],
  [
    'source that changed with its test passes',
    'javascript',
    (one) => {
      one.write('src/vat.js', 'export const vat = (price) => Math.floor((price * 19) / 100);\n');
      one.write(
        'test/vat.test.js',
        "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { vat } from '../src/vat.js';\n\ntest('vat', () => assert.equal(vat(100), 19));\n",
      );
    },
    { status: 0, verdict: 'proven', blocks: [], result: 'green' },
  ],
  [
    'documentation needs nothing',
    'javascript',
    (one) => one.write('README.md', 'Other words.\n'),
    { status: 0, verdict: 'proven', blocks: [], result: 'green' },
  ],
  [
    'a failing check and a removed assertion are both seen at once',
    'javascript',
    (one) => {
      one.edit('src/price.js', 'quantity >= 10 ? Math.floor((price * 9) / 10)', wrongPrice);
      one.edit('test/price.test.js', '  assert.equal(total(0, 10), 0);\n', '');
    },
    {
      status: 1,
      verdict: 'refuted',
      blocks: ['command', 'test-needed', 'assertions'],
      result: 'red',
    },
  ],
];

describe('check', () => {
  it.each(rows)('%s (%s)', (_name, kind, change, expected) => {
    const one = repository(kind);
    change(one);
    const { status, verdict, blocks, report } = checked(one.root);
    expect({ status, verdict, blocks, result: report.commands[0]?.result }).toEqual(expected);
  });

  it('has the form of the contract', () => {
    const one = repository('python');
    one.edit('pricing.py', 'ValueError', 'TypeError');
    const { report } = checked(one.root);
    expect(Object.keys(report)).toEqual(['verdict', 'base', 'tree', 'findings', 'commands']);
    expect(report.base).toBe(one.git('rev-parse', 'HEAD').trim());
    expect(report.tree).toMatch(/^[0-9a-f]{40}$/);
    expect(report.commands[0]).toMatchObject({
      command: expect.any(String),
      result: 'red',
      exit: 1,
      durationMs: expect.any(Number),
      tests: { passed: 2, failed: 1, skipped: 0 },
      preexisting: [],
    });
    expect(Object.keys(report.findings[0] ?? {})).toEqual(['check', 'level', 'message', 'evidence']);
  });

  it('what others committed since on the branch that it is compared with is no change of ours', () => {
    const one = repository('javascript');
    one.git('checkout', '--quiet', '-b', 'work');
    one.git('checkout', '--quiet', 'main');
    one.write('test/more.test.js', one.read('test/price.test.js'));
    one.commit('others add a test');
    const fork = one.git('rev-parse', 'work').trim();
    one.git('checkout', '--quiet', 'work');
    const { status, blocks, report } = checked(one.root, '--base', 'main');
    expect({ status, blocks, base: report.base }).toEqual({ status: 0, blocks: [], base: fork });
    one.git('checkout', '--quiet', 'main');
    one.remove('test/more.test.js');
    expect(checked(one.root, '--base', 'main')).toMatchObject({ status: 1, blocks: ['tests-removed'] });
  });

  it('names what would settle it where the project has no check', () => {
    const one = repository('empty');
    one.write('a.py', 'A = 1\n');
    const { stdout } = cli(one.root, ['check']);
    expect(stdout).toMatch(
      /^Compared with an empty tree, .*: 1 code file changed\.\n\nx run-rule\n.*\n {4}Name the checks in donegate\.toml: checks = \["npm test"\]\n\nx test-needed/,
    );
  });

  it('compares with the merge-base on a branch, so that commits hide nothing', () => {
    const one = repository('javascript');
    one.git('checkout', '-q', '-b', 'work');
    one.edit('test/price.test.js', '  assert.equal(total(0, 10), 0);\n', '');
    one.commit('tidy up');
    expect(checked(one.root)).toMatchObject({ status: 1, blocks: ['assertions'] });
    expect(checked(one.root, '--base', 'HEAD')).toMatchObject({ status: 0, blocks: [] });
  });

  it('runs only the rules over the diff with --no-commands', () => {
    const one = repository('javascript');
    one.edit('src/price.js', 'quantity >= 10 ? Math.floor((price * 9) / 10)', wrongPrice);
    expect(checked(one.root, '--no-commands')).toMatchObject({
      status: 1,
      blocks: ['test-needed'],
      runs: [],
    });
  });

  it('says with --list what would run and why, and runs nothing', () => {
    const one = repository('javascript');
    one.write(
      'package.json',
      one.read('package.json').replace('node --test test/*.test.js', 'touch ran && node --test'),
    );
    const { status, stdout } = cli(one.root, ['check', '--list']);
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringMatching(/^npm test {2}.*test/) });
    expect(one.git('status', '--porcelain')).not.toContain('ran');
  });

  it('excuses a test that failed at the base as well, and says so', () => {
    const one = repository('python');
    one.write('tests/test_old.py', 'def test_old():\n    assert 1 == 2\n');
    one.commit('a red test');
    one.write('pricing.py', `${one.read('pricing.py')}\n\ndef vat(price):\n    return price * 19 // 100\n`);
    one.write(
      'tests/test_vat.py',
      'from pricing import vat\n\n\ndef test_vat():\n    assert vat(100) == 19\n',
    );
    const { status, report } = checked(one.root);
    expect(report.commands[0]).toMatchObject({ result: 'red', preexisting: ['tests/test_old.py::test_old'] });
    expect(status).toBe(0);
  });

  it('prints a page for people without colours in a pipe', () => {
    const one = repository('javascript');
    one.edit('test/price.test.js', '  assert.equal(total(0, 10), 0);\n', '');
    const { stdout } = cli(one.root, ['check']);
    expect(stdout).toMatch(
      /^Compared with HEAD \([0-9a-f]{10}\): 1 code file changed\.\n\n {2}green {4}npm test .*3 passed/,
    );
    expect(stdout).toContain('x assertions  test/price.test.js:');
    expect(stdout.trimEnd()).toMatch(/\nrefuted: 1 finding against it$/);
    expect(stdout).not.toContain('\u001b');
  });
});

describe('check where something is odd', () => {
  it('runs the checks in a project without git, and leaves nothing but its own folder', () => {
    const path = folder();
    writeFileSync(join(path, 'package.json'), '{"scripts": {"test": "node --test"}}');
    writeFileSync(join(path, 'a.test.js'), "require('node:test').test('a', () => {});\n");
    expect(checked(path)).toMatchObject({ status: 0, verdict: 'proven', runs: ['npm test: green'] });
  });

  it('judges a repository without a commit against nothing', () => {
    const one = repository('empty');
    one.write('a.py', 'A = 1\n');
    expect(checked(one.root)).toMatchObject({ status: 1, verdict: 'unproven' });
  });

  it('works on a detached HEAD', () => {
    const one = repository('javascript');
    one.git('checkout', '-q', '--detach');
    expect(checked(one.root)).toMatchObject({ status: 0, verdict: 'proven' });
  });

  it('takes any file name and binary content', () => {
    const one = repository('javascript');
    const names = [
      'with space.js',
      'quote\'"s.js',
      'new\nline.js',
      'ümläut.js',
      '-dash.js',
      'back\\slash.js',
    ];
    for (const name of names) one.write(`src/${name}`, 'export const a = 1;\n');
    one.write('src/bytes.bin', '\0\u0001\0');
    const { status, blocks, report } = checked(one.root);
    expect({ status, blocks }).toEqual({ status: 1, blocks: ['test-needed'] });
    expect(
      report.findings
        .find(({ check }) => check === 'test-needed')
        ?.evidence.map(({ path }) => path)
        .sort(),
    ).toEqual(expect.arrayContaining(names.map((name) => `src/${name}`)));
  });

  it('works in a sub-folder, and with --cwd', () => {
    const one = repository('javascript');
    mkdirSync(join(one.root, 'src/deep'));
    expect(checked(join(one.root, 'src/deep')).status).not.toBe(70);
    expect(checked(folder(), '--cwd', one.root)).toMatchObject({ status: 0, verdict: 'proven' });
  });

  it('says that it was interrupted with status 130, and judges nothing', async () => {
    const one = repository('javascript');
    one.write('donegate.toml', 'checks = ["touch begun; sleep 50 & sleep 51"]');
    one.commit('configure');
    const running = start(one.root, ['check', '--json']);
    await vi.waitFor(() => expect(existsSync(join(one.root, 'begun'))).toBe(true), { timeout: 20_000 });
    process.kill(running.pid, 'SIGINT');
    expect(await running.ended).toEqual({
      status: 130,
      signal: null,
      stderr: 'interrupted: ending what runs\n',
      lines: [],
    });
  });

  it('is interrupted as well while it looks for what failed before', async () => {
    const one = repository('javascript');
    one.edit(
      'test/price.test.js',
      'import',
      `import { execSync } from 'node:child_process';
if (process.cwd() !== ${JSON.stringify(one.root)}) execSync('touch ${one.root}/.git/begun; sleep 50');
import`,
    );
    one.commit('slow in a copy');
    one.edit('src/price.js', '* 9', '* 8');
    const running = start(one.root, ['check', '--json']);
    await vi.waitFor(() => expect(existsSync(join(one.root, '.git/begun'))).toBe(true), { timeout: 20_000 });
    process.kill(running.pid, 'SIGINT');
    expect(await running.ended).toMatchObject({ status: 130, lines: [] });
  });

  it('is not proven where git does not read the directory', () => {
    const one = repository('javascript');
    const { status, stdout, stderr } = cli(join(one.root, '.git'), ['check', '--json']);
    expect({ status, stdout, stderr }).toEqual({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(
        /^donegate: the working tree cannot be read: .*bare repository.* \(go to .*\)\n$/,
      ),
    });
  });

  it('asks for nothing to be made in a folder without git', () => {
    const path = folder();
    writeFileSync(join(path, 'a.py'), 'A = 1\n');
    for (const args of [['check'], ['check', '--list'], ['status'], ['why']]) cli(path, args);
    expect(readdirSync(path)).toEqual(['a.py']);
  });

  it('is not proven in a folder with code, where there is neither git nor a check', () => {
    const path = folder();
    expect(checked(path)).toMatchObject({ status: 0, verdict: 'proven' });
    writeFileSync(join(path, 'a.py'), 'A = 1\n');
    const { status, report } = checked(path);
    expect({
      status,
      verdict: report.verdict,
      findings: report.findings.map(({ message }) => message),
    }).toEqual({
      status: 1,
      verdict: 'unproven',
      findings: [expect.stringContaining('no check')],
    });
  });

  const mistakes: readonly (readonly [
    name: string,
    toml: string | null,
    args: readonly string[],
    stderr: RegExp,
  ])[] = [
    [
      'a wrong key',
      'chekcs = ["npm test"]',
      [],
      /^donegate: donegate\.toml: unknown key chekcs \(did you mean checks\?\)\n$/,
    ],
    [
      'a wrong type',
      '[limits]\nwrite_cap = "many"',
      [],
      /^donegate: donegate\.toml: limits\.write_cap must be a whole number/,
    ],
    ['no TOML', 'checks = [', [], /^donegate: donegate\.toml:1:\d+: /],
    [
      'a base that does not exist',
      null,
      ['--base', 'nowhere'],
      /^donegate: --base nowhere: git knows no such revision/,
    ],
    [
      'a folder that does not exist',
      null,
      ['--cwd', 'nowhere'],
      /^donegate: there is no directory .*nowhere/,
    ],
    [
      'an argument too many',
      null,
      ['src'],
      /^donegate: too many arguments for 'check'.* \(donegate check --help\)\n$/,
    ],
    [
      'an unknown option',
      null,
      ['--bse', 'x'],
      /^donegate: unknown option '--bse' \(Did you mean --base\?\)\n$/,
    ],
  ];
  it.each(mistakes)('refuses %s in one line with status 2', (_name, toml, args, expected) => {
    const one = repository('javascript');
    if (toml !== null) one.write('donegate.toml', toml);
    const { status, stdout, stderr } = cli(one.root, ['check', ...args]);
    expect({ status, stdout, stderr }).toEqual({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(expected),
    });
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });
});
