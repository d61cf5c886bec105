// Runs a line as our own loop does, with the witness, and judges it.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { judgeRun } from '../../src/core/judge-run.ts';
import type { ExecResult } from '../../src/core/ports.ts';
import type { Reading } from '../../src/core/reading-types.ts';
import { readCommand } from '../../src/core/shell/reading.ts';
import type { JudgedRun } from '../../src/core/types.ts';
import { openExec } from '../../src/io/exec.ts';
import { projectFiles } from '../../src/io/project-files.ts';
import { openWitness } from '../../src/io/witness.ts';
import { readResults } from '../../src/results/index.ts';

export type WitnessedLine = { run: ExecResult; reading: Reading; judged: JudgedRun };

export type Place = {
  directory: string;
  run(command: string, environment?: Record<string, string>): Promise<WitnessedLine>;
  remove(): void;
};

const exec = openExec({ logDirectory: null, witness: openWitness(), quietMs: 30, graceMs: 100 });

/** A directory with `./p NAME STATUS`, a `pytest` that ends as PYTEST_STATUS says (without a word if it is red and PYTEST_QUIET is set), and the given script files. */
export function openPlace(scripts: Readonly<Record<string, string>> = {}): Place {
  const directory = mkdtempSync(join(tmpdir(), 'donegate-test-'));
  mkdirSync(join(directory, 'bin'));
  const files = {
    p: '#!/bin/sh\necho "$1 $2" >>"$P_LOG"\nexit "$2"\n',
    'bin/pytest':
      '#!/bin/sh\ncase ${PYTEST_STATUS-0} in\n0) echo "===== 1 passed in 0.01s =====" ;;\n*) [ -n "$PYTEST_QUIET" ] || echo "===== 1 failed in 0.01s =====" ;;\nesac\nexit ${PYTEST_STATUS-0}\n',
    ...scripts,
  };
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(directory, name), text, { mode: 0o755 });
  return {
    directory,
    async run(command, environment = {}) {
      const run = await exec.run({
        command,
        directory,
        timeoutMs: 20_000,
        witnessed: true,
        environment: {
          ...environment,
          PATH: `${join(directory, 'bin')}:${process.env.PATH}`,
          P_LOG: join(directory, 'p.log'),
        },
      });
      const reading = readCommand(command, { project: projectFiles(directory) });
      const judged = judgeRun({
        reading,
        exit: run.exit,
        output: run.output,
        outputWhole: run.outputWhole,
        testimony: run.testimony,
        background: false,
        readResults,
        reportFiles: () => null,
        asked: 'agent',
        isProjectFile: (path) => existsSync(join(directory, path)),
        isOutside: () => false,
      });
      return { run, reading, judged };
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}
