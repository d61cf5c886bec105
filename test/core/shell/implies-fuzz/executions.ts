import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What each probe answers, run after run; the last answer is repeated. */
export type Answers = ReadonlyMap<string, readonly number[]>;

/** One execution of a line: its status (null: cut off) and the runs of the probes. */
export type Execution = { status: number | null; runs: readonly { probe: string; status: number }[] };

const PROBE = `#!/bin/sh
eval "want=\\$ANSWER_\${0##*/}"
case $want in
*,*) if [ -e "$LOG.\${0##*/}" ]; then want=\${want#*,}; else : > "$LOG.\${0##*/}"; want=\${want%%,*}; fi ;;
esac
echo "\${0##*/} $want" >> "$LOG"
exit "$want"
`;

// Runs one request after the other: the line in a process group of its own, which is killed afterwards.
const WORKER = `
set -m
shopt -s nullglob
mkdir -p run
export LOG
while IFS= read -r -d '' setup && IFS= read -r -d '' line; do
  number=$((number + 1))
  LOG=$PWD/log.$number
  : > "$LOG"
  cd run || exit 1
  eval "$setup"
  bash -o pipefail -c "$line" < /dev/null > /dev/null 2>&1 &
  pid=$!
  echo "start $pid"
  wait "$pid" 2> /dev/null
  status=$?
  kill -KILL -- "-$pid" 2> /dev/null
  cd ..
  runs=
  while IFS= read -r one; do runs+="$one,"; done < "$LOG"
  echo "end $status $runs"
  left=(run/* "$LOG".p*)
  if [ "\${#left[@]}" -gt 0 ]; then rm -rf "\${left[@]}"; fi
  rm_later+=("$LOG")
  if [ "\${#rm_later[@]}" -gt 50 ]; then rm -f "\${rm_later[@]}"; rm_later=(); fi
done 2> /dev/null
`;

/** A sandbox directory with probes in which lines are run by the real bash. */
export type Sandbox = {
  run(line: string, answers: Answers): Promise<Execution>;
  close(): void;
};

/** Opens a sandbox. `probes`: their number; `limitMs`: time after which a line is cut off. */
export function openSandbox(probes: number, limitMs: number): Sandbox {
  const root = mkdtempSync(join(tmpdir(), 'implies-'));
  const bin = join(root, 'bin');
  mkdirSync(bin);
  for (let at = 1; at <= probes; at += 1) {
    writeFileSync(join(bin, `p${at}`), PROBE);
    chmodSync(join(bin, `p${at}`), 0o755);
  }
  const worker = spawn('bash', ['-c', WORKER], {
    cwd: root,
    env: { PATH: `${bin}:${process.env.PATH ?? '/usr/bin:/bin'}`, HOME: root, LC_ALL: 'C' },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  const answer = reader(worker, limitMs);
  return {
    run(line, answers) {
      const setup = [...answers]
        .map(([probe, list]) => `export ANSWER_${probe}=${list.join(',')}`)
        .join('; ');
      worker.stdin.write(`${setup}\0${line}\0`);
      return answer();
    },
    close() {
      worker.stdin.end();
      if (worker.pid !== undefined) kill(worker.pid);
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function kill(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

/** Waits for the worker's next answer; a line that takes too long is killed and has no status. */
function reader(worker: ChildProcessWithoutNullStreams, limitMs: number): () => Promise<Execution> {
  let buffer = '';
  let waiting: ((execution: Execution) => void) | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isCut = false;
  worker.stdout.setEncoding('utf8');
  worker.stdout.on('data', (chunk: string) => {
    buffer += chunk;
    for (let end = buffer.indexOf('\n'); end >= 0; end = buffer.indexOf('\n')) {
      const [word, number, runs] =
        buffer.slice(0, end).split(' ').length > 0 ? fieldsOf(buffer.slice(0, end)) : [];
      buffer = buffer.slice(end + 1);
      if (word === 'start') {
        isCut = false;
        timer = setTimeout(() => {
          isCut = true;
          kill(Number(number));
        }, limitMs);
      }
      if (word === 'end') {
        clearTimeout(timer);
        waiting?.({ status: isCut ? null : Number(number), runs: runsOf(runs ?? '') });
      }
    }
  });
  return () =>
    new Promise((resolve) => {
      waiting = resolve;
    });
}

function fieldsOf(line: string): readonly [string, string, string] {
  const [word = '', number = '', ...rest] = line.split(' ');
  return [word, number, rest.join(' ')];
}

function runsOf(text: string): Execution['runs'] {
  return text
    .split(',')
    .filter((run) => run !== '')
    .map((run) => {
      const [probe = '', status = ''] = run.split(' ');
      return { probe, status: Number(status) };
    });
}
