// What a look at the working tree costs against `git status`, by CPU time, our own process included.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { locateRepository } from '../src/io/tree/repository.ts';
import { type OpenedTree, openTree } from '../src/io/tree.ts';
import { cpuPerCall } from './measure/cpu.ts';

const repetitions = 60;

/** Arguments: numbers of files (default 1000 10000 50000). */
export async function run(args: string[]): Promise<void> {
  const sizes = args.length > 0 ? args.map(Number) : [1_000, 10_000, 50_000];
  process.stdout.write('CPU ms a look; in brackets the ratio to a warm `git status`\n');
  for (const size of sizes) process.stdout.write(`${await measure(size)}\n`);
}

async function measure(size: number): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), 'donegate-bench-tree-'));
  try {
    makeFiles(root, size);
    git(root, 'init', '-q');
    git(root, 'add', '-A');
    git(root, '-c', 'user.name=n', '-c', 'user.email=n@example.org', 'commit', '-qm', 'x');
    const status = await cpuPerCall('children', repetitions, () => git(root, 'status', '--porcelain'));
    const open = async () => {
      const located = await locateRepository(root);
      const directory = join(located.stateDirectory, 'sessions/bench');
      return openTree({ located, directory, baseline: { kind: 'now' }, kindOf: () => 'source' });
    };
    const tree = await open();
    const first = await cpuPerCall('all', 1, () => tree.look());
    const warm = await cpuPerCall('all', repetitions, () => tree.look());
    const edited = await cpuPerCall('all', repetitions, (n) => lookAfterEdit(root, tree, { file: 1, n }));
    const others = await cpuPerCall('all', repetitions, (n) => lookAfterEdit(root, tree, { file: 2 + n, n }));
    const { id } = await tree.baseline();
    const fresh = await cpuPerCall('all', repetitions, async () => {
      const located = await locateRepository(root);
      const directory = join(located.stateDirectory, 'sessions/bench');
      const baseline = { kind: 'tree', id: id ?? '' } as const;
      return openTree({ located, directory, baseline, kindOf: () => 'source' }).look();
    });
    const cell = (name: string, value: number) =>
      `${name} ${value.toFixed(0)} (${(value / status).toFixed(2)})`;
    return [
      `${size} files: git status ${status.toFixed(0)}`,
      cell('first look', first),
      cell('unchanged', warm),
      cell('after an edit', edited),
      cell('after an edit of ever another file', others),
      cell('opened anew, changed', fresh),
    ].join(' · ');
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function lookAfterEdit(
  root: string,
  tree: OpenedTree,
  edit: { file: number; n: number },
): Promise<void> {
  const path = `d0/f${edit.file}.txt`;
  writeFileSync(join(root, path), `edit ${edit.n}\n`);
  const { code } = await tree.look();
  if (!code.has(path)) throw new Error('an edit was missed');
}

function makeFiles(root: string, size: number): void {
  for (let n = 0; n < size; n += 1) {
    const directory = join(root, `d${Math.floor(n / 100)}`);
    if (n % 100 === 0) mkdirSync(directory);
    writeFileSync(join(directory, `f${n}.txt`), `file ${n}\n`.repeat(20));
  }
}

function git(root: string, ...args: string[]): void {
  const { status, stderr } = spawnSync('git', args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 120_000,
  });
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`);
}
