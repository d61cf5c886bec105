// Which bash testifies. The version is a variable of the file that BASH_ENV names, so that any bash can take itself for another;
// the other tests here run as well with another bash in front of PATH (docs/witness.md).
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { environmentFile } from '../../src/witness/environment-file.ts';
import { bashVersion } from '../bash-version.ts';

const directory = mkdtempSync(join(tmpdir(), 'donegate-test-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** What a shell is left with that takes itself for another bash: functions, traps and variables, and what it printed before. */
function under(version: string, how: 'line' | 'script', text: string): { printed: string; log: string } {
  const [log, file, script] = ['log', 'environment', 'script'].map((name) => join(directory, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(log, '');
  const plain = environmentFile({ log, parent: process.pid, previous: null });
  writeFileSync(file, plain.replaceAll('BASH_VERSINFO', `VERSION_${version.replace('.', '_')}`));
  const known = `VERSION_${version.replace('.', '_')}=(${version.replace('.', ' ')})\n`;
  writeFileSync(file, `${version === '' ? '' : known}${readFileSync(file, 'utf8')}`);
  writeFileSync(script, `${text}\ncompgen -A function -X '!__donegate*'; compgen -v __donegate; trap -p`);
  chmodSync(script, 0o755);
  const run = spawnSync('bash', how === 'line' ? ['-c', readFileSync(script, 'utf8')] : [script], {
    cwd: directory,
    env: { PATH: process.env.PATH, BASH_ENV: file },
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    timeout: 15_000,
  });
  return { printed: run.stdout + run.stderr, log: readFileSync(log, 'utf8') };
}

describe('before 4.4 nothing is set and nothing is told', () => {
  test.each(['', '2.05', '3.2', '4.0', '4.2', '4.3'])('bash %s', (version) => {
    for (const how of ['line', 'script'] as const) {
      expect(under(version, how, 'false; true | false')).toEqual({ printed: '', log: '' });
    }
  });
});

describe.runIf(bashVersion().number >= 500)(
  '4.4 tells of lines that start no job, later ones of scripts as well',
  () => {
    test.each<[string, 'line' | 'script', string, told44: boolean, told50: boolean]>([
      ['a list', 'line', 'true; false', true, true],
      ['signs that start no job', 'line', 'true && true 2>&1 |& cat &>/dev/null; true >&2', true, true],
      ['a job', 'line', 'true & wait', false, true],
      ['a job at the end of a line', 'line', 'true &\nwait', false, true],
      ['a job without spaces', 'line', 'true&true;wait', false, true],
      ['a script', 'script', 'true; false', false, true],
      ['a job that would be forgotten', 'line', 'true & wait -n', false, false],
    ])('%s', (_name, how, text, told44, told50) => {
      const told = ['4.4', '5.0', '5.3'].map((version) =>
        under(version, how, text).log.includes('\tlast\tbegins'),
      );
      expect(told).toEqual([told44, told50, told50]);
    });
  },
);
