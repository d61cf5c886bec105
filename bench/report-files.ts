// What it costs to look for the report files of one test run, before and after it, by CPU time.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openReportFiles } from '../src/io/report-files.ts';
import { readReports } from '../src/results/report-files.ts';
import { cpuPerCall } from './measure/cpu.ts';

const repetitions = 40;

/** Arguments: numbers of files, ten in a folder (default 1000 10000 50000). */
export async function run(args: string[]): Promise<void> {
  const sizes = args.length > 0 ? args.map(Number) : [1_000, 10_000, 50_000];
  process.stdout.write('CPU ms a run; in brackets the ratio to a warm `git status`\n');
  for (const size of sizes) process.stdout.write(`${await measure(size)}\n`);
  process.stdout.write(`${await measureReading()}\n`);
}

async function measure(size: number): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), 'donegate-bench-reports-'));
  try {
    for (let n = 0; n < size; n += 1) {
      const folder = Math.floor(n / 10);
      lay(root, `module${folder % 40}/src/part${folder}/f${n}.txt`, 'text\n');
    }
    git(root, 'init', '-q');
    git(root, 'add', '-A');
    git(root, '-c', 'user.name=n', '-c', 'user.email=n@example.org', 'commit', '-qm', 'x');
    const status = await cpuPerCall('children', repetitions, () => git(root, 'status', '--porcelain'));
    const reports = openReportFiles();
    const places = { folders: [root], named: [], scripts: [] };
    const look = (): void => void reports.watch(places)();
    await cpuPerCall('all', repetitions, look);
    const cost = await cpuPerCall('all', repetitions, look);
    const ratio = (cost / status).toFixed(2);
    return `${size} files: git status ${status.toFixed(0)} · nothing written ${cost.toFixed(1)} (${ratio})`;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** 300 classes of 20 tests that print, as Surefire writes them. */
async function measureReading(): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), 'donegate-bench-reports-'));
  try {
    const printed = `<system-out><![CDATA[${'a line of the log with some words\n'.repeat(40)}]]></system-out>`;
    const cases = Array.from(
      { length: 20 },
      (_, n) => `<testcase name="t${n}" time="0.01">${printed}</testcase>`,
    );
    const places = { folders: [root], named: [], scripts: [] };
    let size = 0;
    const cost = await cpuPerCall('all', 5, () => {
      const writtenSince = openReportFiles().watch(places);
      rmSync(join(root, 'target'), { recursive: true, force: true });
      size = 0;
      for (let n = 0; n < 300; n += 1) {
        const text = `<testsuite name="x.T${n}">${cases.join('')}</testsuite>`;
        lay(root, `target/surefire-reports/TEST-x.T${n}.xml`, text);
        size += text.length;
      }
      const { report } = readReports({ program: 'maven', files: writtenSince() });
      if (report.kind !== 'counted' || report.counts.passed !== 6_000)
        throw new Error('not all were counted');
    });
    return `300 files of ${(size / 1e6).toFixed(1)} MB written, found and read: ${cost.toFixed(0)}`;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function lay(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function git(root: string, ...args: string[]): void {
  const { status, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}
