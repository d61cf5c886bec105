// The package as a stranger gets it: packed, installed into an empty folder, run there.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
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

  it('is a library with types', () => {
    const script =
      "import { policyFrom } from 'donegate'; process.stdout.write(String(policyFrom({}, 'x').limits.writeCap));";
    expect(run(process.execPath, ['--input-type=module', '-e', script])).toBe('3');
    expect(readFileSync(join(folder, 'node_modules/donegate/dist/types/index.d.ts'), 'utf8')).toContain(
      'Policy',
    );
  });

  it('carries the licences of what it bundles', () => {
    const notices = readFileSync(join(folder, 'node_modules/donegate/dist/THIRD-PARTY.txt'), 'utf8');
    expect(notices).toMatch(/^commander \d/m);
    expect(notices).toMatch(/^unbash \d/m);
  });
});
