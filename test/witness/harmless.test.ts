// With the witness and without it: the same status, output, files and processes. What differs is named in docs/witness.md.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { commandEnvironment } from '../../src/io/environment.ts';
import { openWitness } from '../../src/io/witness.ts';
import { bashVersion } from '../bash-version.ts';
import { ORDINARY, type OrdinaryScript } from './ordinary-scripts.ts';

const base = mkdtempSync(join(tmpdir(), 'donegate-test-'));
const work = join(base, 'work');
afterAll(() => rmSync(base, { recursive: true, force: true }));

type How = 'as a line' | 'as a script';
type Ended = {
  status: number | string | null;
  stdout: string;
  stderr: string;
  files: readonly string[];
  processes: readonly string[];
};

const witness = openWitness();
/** Those that bash testified about. */
const told = new Set<string>();

function run(
  script: OrdinaryScript,
  how: How,
  witnessed: boolean,
  environment: Record<string, string> = {},
): Ended {
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work);
  for (const [name, text] of Object.entries(script.files ?? {}))
    writeFileSync(join(work, name), text, { mode: 0o755 });
  // A script that lies elsewhere would not testify.
  writeFileSync(join(work, 'script'), script.text, { mode: 0o755 });
  const mark = randomUUID();
  const plain = { ...commandEnvironment(process.env), ...environment, MARK: mark, PWD: work };
  const prepared = witnessed ? witness.prepare(plain) : null;
  const [input, stdout, stderr] = ['in', 'out', 'err'].map((name) => join(base, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(input, script.input ?? '');
  const descriptors = [openSync(input, 'r'), openSync(stdout, 'w'), openSync(stderr, 'w')];
  const ended = spawnSync(
    'bash',
    how === 'as a line' ? ['-o', 'pipefail', '-c', script.text] : ['./script'],
    {
      cwd: work,
      env: { ...plain, ...prepared?.environment },
      stdio: descriptors as [number, number, number],
      timeout: 15_000,
    },
  );
  descriptors.forEach(closeSync);
  const { BASH_ENV: file = '' } = prepared?.environment ?? {};
  if (file !== '' && readFileSync(join(dirname(file), 'log'), 'utf8').includes('\tlast\tbegins\t')) {
    told.add(`${how} ${script.name}`);
  }
  prepared?.collect();
  return {
    status: ended.status ?? ended.signal,
    stdout: shown(readFileSync(stdout, 'utf8')),
    stderr: shown(readFileSync(stderr, 'utf8')),
    files: filesOf(work),
    processes: endMarked(mark),
  };
}

/** Process ids and the names of temporary files differ from run to run. */
function shown(text: string): string {
  return text
    .replace(/\btmp[A-Za-z0-9]{6}\b/g, 'tmpNAME')
    .replace(/(line \d+: |^\[\d+\]\W* |\bpid ) *\d{3,}(?=\s)/gm, '$1PID');
}

function filesOf(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((name) => {
      const path = join(directory, name);
      const { mode } = lstatSync(path);
      if (lstatSync(path).isSymbolicLink()) return `${name} -> ${readlinkSync(path)}`;
      const content = lstatSync(path).isFile() ? readFileSync(path, 'utf8') : '';
      return `${name} ${mode.toString(8)} ${name === 'pid' ? '' : content}`;
    });
}

/** Command lines of the processes that carry the mark and are not about to end; they are ended. */
function endMarked(mark: string): string[] {
  let left = marked(mark);
  for (let look = 0; look < 20 && left.length > 0; look += 1) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    const still = marked(mark);
    // What a process has become since, as its program may not have begun yet.
    left = still.filter(({ id }) => left.some((one) => one.id === id));
  }
  for (const { id } of left) process.kill(id, 'SIGKILL');
  return left.map(({ line }) => line).toSorted();
}

function marked(mark: string): { id: number; line: string }[] {
  return readdirSync('/proc').flatMap((entry) => {
    if (!/^\d+$/.test(entry) || Number(entry) === process.pid) return [];
    try {
      if (!readFileSync(`/proc/${entry}/environ`, 'latin1').includes(`MARK=${mark}`)) return [];
      const line = readFileSync(`/proc/${entry}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      return line === '' ? [] : [{ id: Number(entry), line }];
    } catch {
      return [];
    }
  });
}

const procfs = process.platform === 'linux';

describe.each(['as a line', 'as a script'] as const)('%s', (how) => {
  test.runIf(procfs).each(ORDINARY)('$name', (script) => {
    expect(run(script, how, true)).toEqual(run(script, how, false));
  });
});

test.runIf(procfs && bashVersion().number >= 500)('and nearly all of them were witnessed', () => {
  const names = ORDINARY.flatMap(({ name }) => [`as a line ${name}`, `as a script ${name}`]);
  expect(names.filter((name) => told.has(name)).length).toBeGreaterThan(names.length * 0.9);
});

describe('a BASH_ENV of the person', () => {
  const own = join(base, 'own env');
  const files = { name: '' };
  test.runIf(procfs).each([
    ['is read', 'mine=1; echo from the file\n', 'echo $mine; false; true'],
    ['that sets an EXIT trap keeps it', "trap 'echo exit' EXIT\n", 'echo a; false'],
    ['that fails', 'false\nnosuchcommand\n', 'echo a; echo b'],
    ['that ends the shell', 'exit 4\n', 'echo a; echo b'],
  ])('%s', (_, text, line) => {
    writeFileSync(own, text);
    chmodSync(own, 0o644);
    for (const how of ['as a line', 'as a script'] as const) {
      const environment = { BASH_ENV: '$OWN_BASE/own env', OWN_BASE: base };
      const script = { ...files, text: line };
      expect(run(script, how, true, environment)).toEqual(run(script, how, false, environment));
    }
  });

  test.runIf(procfs)('that sets a DEBUG trap keeps it, and sees one command of ours', () => {
    writeFileSync(own, "trap 'echo debug' DEBUG\n");
    const script = { name: '', text: 'echo a; false; true' };
    const [with_, without] = [true, false].map((witnessed) =>
      run(script, 'as a line', witnessed, { BASH_ENV: own }),
    );
    expect(with_).toEqual({ ...without, stdout: `debug\n${without?.stdout}` });
  });

  test.runIf(procfs)('that is not there', () => {
    const script = { name: '', text: 'echo a; echo b' };
    expect(run(script, 'as a line', true, { BASH_ENV: '/nowhere/x' })).toEqual(
      run(script, 'as a line', false, { BASH_ENV: '/nowhere/x' }),
    );
  });
});

test.runIf(procfs && bashVersion().number >= 500)(
  'set -v shows one line of ours, and then nothing more is testified',
  () => {
    const script = { name: '', text: 'echo a\nset -v\necho b\nfor i in 1 2; do echo $i; done\n' };
    const [with_, without] = [true, false].map((witnessed) => run(script, 'as a script', witnessed));
    const lines = with_?.stderr.split('\n') ?? [];
    const ours = lines.filter((line) => line.includes('__donegate_witness'));
    expect(ours.length).toBe(1);
    expect({ ...with_, stderr: lines.filter((line) => !ours.includes(line)).join('\n') }).toEqual(without);
  },
);
