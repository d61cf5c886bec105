// The package as a stranger gets it: packed, installed into an empty folder, run there.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeRepository } from './repositories.ts';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'donegate-package-')));

function run(command: string, args: readonly string[], cwd = folder): string {
  return execFileSync(command, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 100_000,
    killSignal: 'SIGKILL',
  });
}

beforeAll(() => {
  run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], root);
  const [tarball = ''] = readdirSync(folder);
  run('npm', [
    'install',
    '--prefer-offline',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--silent',
    join(folder, tarball),
  ]);
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const installed = join(folder, 'node_modules/.bin/donegate');

describe('the package', () => {
  it('knows its version', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(run(installed, ['--version'])).toBe(`${version}\n`);
  });

  it('shows its commands on one screen', () => {
    const help = run(installed, ['--help']);
    expect(help).toContain('explain [options] [line]');
    expect(help.split('\n').length).toBeLessThan(45);
  });

  it('judges a repository, syntax trees included', () => {
    const repository = makeRepository('javascript');
    repository.edit('test/price.test.js', '  assert.equal(total(0, 10), 0);\n', '');
    try {
      run(installed, ['check', '--json', '--no-commands'], repository.root);
      expect.unreachable('a removed assertion was accepted');
    } catch (error) {
      const { status, stdout } = error as { status: number; stdout: string };
      expect({ status, findings: JSON.parse(stdout).findings }).toMatchObject({
        status: 1,
        findings: [{ check: 'assertions', level: 'block' }],
      });
    } finally {
      repository.dispose();
    }
  });

  it('is a library: its example sends a false claim back', () => {
    const repository = makeRepository('javascript');
    try {
      // Where an import from `donegate` finds what is installed.
      cpSync(join(root, 'examples/library.mjs'), join(folder, 'library.mjs'));
      const printed = run(process.execPath, [join(folder, 'library.mjs')], repository.root);
      expect(printed.split('\n').slice(0, 3)).toEqual([
        'exit 0 of `npm test | tail -3; echo finished` is worth: masked',
        'the line ended with exited, and the run is green',
        'sent back:',
      ]);
      expect(printed).toContain('Source changed, but no test was changed or added: src/time.js.');
    } finally {
      repository.dispose();
    }
  });

  it('has types that need no package beside it', () => {
    const types = join(folder, 'node_modules/donegate/dist/types');
    const [open, seen, foreign] = [[join(types, 'index.d.ts')], new Set<string>(), new Set<string>()];
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      if (seen.has(file)) continue;
      seen.add(file);
      for (const [, from = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'([^']+)'/g)) {
        if (from.startsWith('.')) open.push(join(dirname(file), from).replace(/\.[jt]s$/, '.d.ts'));
        else foreign.add(from);
      }
    }
    expect([seen.size > 10, [...foreign]]).toEqual([true, []]);
  });

  it('is checked by the compiler where it is used', () => {
    const used = `import { type Decision, openWorkspace, readCommand, type Session, sessionIn } from 'donegate';
const worth: 'green' | 'masked' | 'none' = readCommand('pytest').ifExitZero;
const workspace = await openWorkspace({ cwd: '.', session: { kind: 'none', baseline: { kind: 'now' } } });
const session: Session = await sessionIn(workspace, { host: 'x', plan: null, planRequired: false, gated: true, previousFeedback: null });
const decision: Decision = await session.claim({ text: worth });
// @ts-expect-error a decision is no number
const wrong: number = decision;
export { wrong };
`;
    writeFileSync(join(folder, 'used.mts'), used);
    const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext'];
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    expect(run(process.execPath, [compiler, ...options, '--ignoreConfig', 'used.mts'])).toBe('');
  });

  it('carries the licences of what it bundles', () => {
    const notices = readFileSync(join(folder, 'node_modules/donegate/dist/THIRD-PARTY.txt'), 'utf8');
    expect(notices).toMatch(/^commander \d/m);
    expect(notices).toMatch(/^unbash \d/m);
  });
});
