// What a look at the working tree costs against `git status`, by CPU time, our own process included.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { locateRepository } from '../src/io/tree/repository.ts';
import { type Baseline, openTree } from '../src/io/tree.ts';
import { cpuPerCall } from './measure/cpu.ts';

/** What is measured takes turns, so that other load of the machine meets all of it. */
const rounds = 7;
const repetitions = 20;

type Measured = 'status' | 'first' | 'unchanged' | 'edited' | 'others' | 'fresh' | 'edit';

/** Arguments: numbers of files (default 1000 10000 50000). */
export async function run(args: string[]): Promise<void> {
  const sizes = args.length > 0 ? args.map(Number) : [1_000, 10_000, 50_000];
  process.stdout.write('CPU ms a look; in brackets the ratio to a warm `git status`. Medians of rounds\n');
  for (const size of sizes) process.stdout.write(`${await measure(size)}\n`);
}

async function measure(size: number): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), 'donegate-bench-tree-'));
  try {
    makeRepository(root, size);
    const { first, round } = await prepare(root);
    const times: Record<Measured, number[]> = {
      status: [],
      first: [],
      unchanged: [],
      edited: [],
      others: [],
      fresh: [],
      edit: [],
    };
    for (let n = 0; n < rounds; n += 1) times.first.push(await first(n));
    for (let n = 0; n < rounds; n += 1) await round(n, (what, ms) => times[what].push(ms));
    const status = median(times.status);
    // The edits themselves are no part of a look.
    const taken = { edited: median(times.edit), others: median(times.edit), fresh: 0 };
    const cell = (name: string, what: Measured) => {
      const ms = median(times[what]) - (what in taken ? taken[what as keyof typeof taken] : 0);
      return `${name} ${ms.toFixed(0)} (${(ms / status).toFixed(2)})`;
    };
    return [
      `${size} files: git status ${status.toFixed(0)}`,
      cell('first look', 'first'),
      cell('unchanged', 'unchanged'),
      cell('after an edit', 'edited'),
      cell('after an edit of ever another file', 'others'),
      cell('opened anew, changed', 'fresh'),
    ].join(' · ');
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

type Round = (n: number, took: (what: Measured, ms: number) => void) => Promise<void>;

async function prepare(root: string): Promise<{ first: (n: number) => Promise<number>; round: Round }> {
  const open = async (session: string, baseline: Baseline) => {
    const located = await locateRepository(root);
    const directory = join(located.stateDirectory, 'sessions', session);
    return openTree({ located, directory, baseline, kindOf: () => 'source' });
  };
  const first = (n: number) =>
    cpuPerCall('all', 3, async (at) => (await open(`first-${n}-${at}`, { kind: 'now' })).look());
  const tree = await open('bench', { kind: 'now' });
  const { id } = await tree.baseline();
  let edits = 0;
  const edit = (file: number) => {
    edits += 1;
    writeFileSync(join(root, `d0/f${file}.txt`), `edit ${edits}\n`);
  };
  const look = async (file: number) => {
    edit(file);
    const { code } = await tree.look();
    if (!code.has(`d0/f${file}.txt`)) throw new Error('an edit was missed');
  };
  const round: Round = async (n, took) => {
    const all = (action: (n: number) => unknown) => cpuPerCall('all', repetitions, action);
    const status = () => git(root, 'status', '--porcelain');
    took('status', await cpuPerCall('children', repetitions, status));
    took('unchanged', await all(() => tree.look()));
    took('edit', await all(() => edit(1)));
    took('edited', await all(() => look(1)));
    took('others', await all((at) => look(2 + ((n * repetitions + at) % 90))));
    took('fresh', await all(async () => (await open('bench', { kind: 'tree', id: id ?? '' })).look()));
  };
  return { first, round };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** As it stands an hour after its last commit, like most. */
function makeRepository(root: string, size: number): void {
  makeFiles(root, size);
  git(root, 'init', '-q');
  git(root, 'config', 'gc.auto', '0');
  git(root, 'add', '-A');
  git(root, '-c', 'user.name=n', '-c', 'user.email=n@example.org', 'commit', '-qm', 'x');
  const hourAgo = new Date(Date.now() - 3_600_000);
  for (let n = 0; n < size; n += 1) utimesSync(join(root, pathOf(n)), hourAgo, hourAgo);
  git(root, 'update-index', '--refresh');
}

function makeFiles(root: string, size: number): void {
  for (let n = 0; n < size; n += 1) {
    if (n % 100 === 0) mkdirSync(join(root, dirname(pathOf(n))));
    writeFileSync(join(root, pathOf(n)), `file ${n}\n`.repeat(20));
  }
}

function pathOf(n: number): string {
  return `d${Math.floor(n / 100)}/f${n}.txt`;
}

function git(root: string, ...args: string[]): void {
  const { status, stderr } = spawnSync('git', args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 120_000,
  });
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`);
}
