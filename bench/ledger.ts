// A session of many facts: what reading the log costs, and that one more message costs the same at its end as at its start.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyLedger, isVerified, record, stateView, unverifiedFiles } from '../src/core/ledger.ts';
import type { FactBody, JudgedRun } from '../src/core/types.ts';
import { systemClock } from '../src/io/clock.ts';
import { openFactLog } from '../src/io/fact-log.ts';
import { recordLine } from '../src/io/log-reader.ts';

/** Arguments: the number of facts (default 100000). */
export async function run([count = '100000']: string[]): Promise<void> {
  const total = Number(count);
  const directory = mkdtempSync(join(tmpdir(), 'donegate-bench-ledger-'));
  try {
    const path = join(directory, 'facts.jsonl');
    const at = new Date(0).toISOString();
    const lines = Array.from({ length: total }, (_, n) =>
      recordLine({ key: `b-${n}`, at, body: factNumber(n) }),
    );
    writeFileSync(path, lines.join(''));
    const started = process.cpuUsage();
    const log = openFactLog({ path, mode: 'existing', clock: systemClock });
    process.stdout.write(
      `${total} facts, ${(lines.join('').length / 1e6).toFixed(0)} MB: read in ${ms(started)} ms CPU\n`,
    );
    fold(log.facts());
    const appending = process.cpuUsage();
    for (let n = 0; n < 200; n += 1) log.append(factNumber(n));
    process.stdout.write(
      `one more record at the end of the log: ${(ms(appending) / 200).toFixed(3)} ms CPU\n`,
    );
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function fold(facts: ReturnType<ReturnType<typeof openFactLog>['facts']>): void {
  const ledger = emptyLedger();
  const tenth = Math.ceil(facts.length / 10);
  const slices: number[] = [];
  for (let from = 0; from < facts.length; from += tenth) {
    const before = process.cpuUsage();
    for (const fact of facts.slice(from, from + tenth)) {
      record(ledger, fact);
      // What a message asks the ledger.
      stateView(ledger, null);
      isVerified(ledger);
      unverifiedFiles(ledger);
    }
    slices.push((ms(before) * 1000) / tenth);
  }
  process.stdout.write(
    `microseconds a message, by tenth of the session: ${slices.map((slice) => slice.toFixed(1)).join(' ')}\n`,
  );
}

function ms(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

const judged: JudgedRun = {
  result: 'green',
  why: 'it ended 0',
  commands: [],
  tests: { passed: 5, failed: 0, skipped: 0 },
  failing: [],
  namesComplete: true,
};

/** Turns of writes and runs, over some hundred files. */
function factNumber(n: number): FactBody {
  if (n === 0)
    return {
      type: 'session_started',
      session: 's',
      root: '/',
      host: 'h',
      baseline: null,
      planRequired: false,
    };
  if (n % 50 === 1) return { type: 'turn_started', text: 'next' };
  if (n % 3 === 0) return runNumber(n);
  const change = { path: `src/f${n % 300}.py`, hash: `${n}`, atBaseline: false, kind: 'source' as const };
  return { type: 'files_changed', by: 'edit', authored: true, changes: [change] };
}

function runNumber(n: number): FactBody {
  return {
    type: 'ran',
    by: 'agent',
    command: `pytest -q tests/t${n % 40}.py`,
    directory: '.',
    exit: { kind: 'exited', code: 0 },
    judged: n % 9 === 0 ? { ...judged, result: 'red' } : judged,
    changes: [],
    authored: [],
    evidenceFor: 'tree-after',
    output: '5 passed\n'.repeat(20),
    log: null,
    durationMs: 10,
    opened: null,
    preexisting: [],
  };
}
