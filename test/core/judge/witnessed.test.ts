import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judgeRun } from '../../../src/core/judge-run.ts';
import { readCommand } from '../../../src/core/shell/reading.ts';
import { commandEnvironment } from '../../../src/io/environment.ts';
import { readResults } from '../../../src/results/index.ts';
import { testified } from '../readings.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'donegate-witnessed-'));
  writeFileSync(join(folder, 'ok.py'), 'print("fine")\n');
  writeFileSync(join(folder, 'bad.py'), 'import sys; print("oh"); sys.exit(3)\n');
  writeFileSync(join(folder, 'many.py'), 'for i in range(200000): print(i)\n');
  writeFileSync(
    join(folder, 'flip.py'),
    'import os, sys\nseen = os.path.exists("seen")\nopen("seen", "w").close()\nsys.exit(seen)\n',
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Announces each command with the statuses of what ended before it, as bash knows them. */
const RECORDER = `__to=$1; shift; trap 'printf "%s\\0%s\\0" "$BASH_COMMAND" "\${PIPESTATUS[*]}" >>"$__to"' DEBUG; trap 'printf "%s\\0%s\\0" "" "\${PIPESTATUS[*]}" >>"$__to"' EXIT`;

function run(line: string): {
  status: number | null;
  output: string;
  testimony: ReturnType<typeof testified>;
} {
  const record = join(folder, 'record');
  rmSync(record, { force: true });
  rmSync(join(folder, 'seen'), { force: true });
  const script = join(folder, 'recorder.sh');
  writeFileSync(script, RECORDER);
  const ended = spawnSync('bash', ['-o', 'pipefail', '-c', `. '${script}' '${record}'\n${line}`], {
    cwd: folder,
    env: commandEnvironment(process.env),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 20_000,
  });
  return {
    status: ended.status,
    output: ended.stdout + ended.stderr,
    testimony: recorded(record),
  };
}

function recorded(path: string): ReturnType<typeof testified> {
  const fields = readFileSync(path, 'utf8').split('\0');
  const told = (at: number) => fields[at]?.split(' ').map(Number) ?? [];
  const all = Array.from({ length: Math.floor((fields.length - 2) / 2) }, (_, index) => ({
    text: fields[2 * index] ?? '',
    before: told(2 * index + 1),
    statuses: told(2 * index + 3),
  }));
  // In the EXIT trap bash announces once more what the line ended with; the recorder's own second trap is announced too.
  if (all.at(-2)?.text === all.at(-1)?.text) all.pop();
  const commands = all.filter(({ text }) => !text.startsWith("trap 'printf"));
  return testified(commands, { first: commands[0]?.before ?? [] });
}

function judgedWith(line: string): string {
  const { status, output, testimony } = run(line);
  const judged = judgeRun({
    reading: readCommand(line),
    exit: status === null ? { kind: 'unknown' } : { kind: 'exited', code: status },
    output,
    outputWhole: true,
    testimony,
    background: false,
    readResults,
    reportFiles: () => null,
    asked: 'agent',
    isProjectFile: () => false,
    isOutside: () => false,
  });
  const commands = judged.commands.map(
    (command) => `${command.text} ${command.exit} ${command.by} ${command.result}`,
  );
  return [judged.result, ...commands].join(', ');
}

const rows: [name: string, line: string, expected: string][] = [
  ['a masked failure', 'python3 bad.py || true', 'red, python3 bad.py 3 witness red'],
  ['a masked success', 'python3 ok.py || true', 'green, python3 ok.py 0 witness green'],
  ['a failure before an echo', 'python3 bad.py; echo done', 'red, python3 bad.py 3 witness red'],
  ['a filter that finds nothing', 'python3 ok.py | grep FAILED', 'green, python3 ok.py 0 witness green'],
  [
    'a failure behind two filters',
    'python3 bad.py | cat | tail -1; true',
    'red, python3 bad.py 3 witness red',
  ],
  ['false behind a success', 'python3 ok.py && false', 'green, python3 ok.py 0 witness green'],
  [
    'every turn of a loop counts',
    'for i in 1 2; do python3 flip.py; done; true',
    'red, python3 flip.py 1 witness red',
  ],
  [
    'the same command twice',
    'python3 flip.py; python3 flip.py; true',
    'red, python3 flip.py 1 witness red, python3 flip.py 1 witness red',
  ],
  ['in a condition', 'if python3 bad.py; then echo yes; fi', 'red, python3 bad.py 3 witness red'],
  ['not reached', 'false && python3 ok.py', 'none, python3 ok.py null reading none'],
  [
    'not reached behind a directory that is not there',
    'cd nowhere && python3 ok.py',
    'none, python3 ok.py null reading none',
  ],
  [
    'a subshell overwrites the status: not believed',
    'python3 bad.py; (true); echo',
    'masked, python3 bad.py null reading masked',
  ],
  [
    'a subshell that may follow: not believed',
    'python3 bad.py || (true); echo',
    'masked, python3 bad.py null reading masked',
  ],
  [
    'a loop without a word hides the subshell behind it',
    'python3 bad.py; for i in; do :; done; (true); echo',
    'masked, python3 bad.py null reading masked',
  ],
  ['in a subshell, whose status is announced', '(python3 bad.py); echo', 'red, python3 bad.py 3 witness red'],
  [
    'in a function, whose call is announced',
    'f() { python3 bad.py; }; f; echo',
    'red, python3 bad.py 3 witness red',
  ],
  [
    'the background says nothing',
    'python3 bad.py & sleep 0.01',
    'unknown, python3 bad.py null reading unknown',
  ],
  ['cut off by its reader', 'python3 many.py | head -1', 'unknown, python3 many.py null reading unknown'],
  ['could not start', 'python3.99 x.py; echo done', 'unknown, python3.99 x.py 127 witness unknown'],
  [
    'a pipeline whose last element is a loop',
    'python3 bad.py | while read -r x; do echo "$x"; done; true',
    'red, python3 bad.py 3 witness red',
  ],
  [
    'quoting does not matter',
    `X=1 python3   "bad.py" 2>&1 | cat; true`,
    'red, X=1 python3   "bad.py" 3 witness red',
  ],
  [
    'each of two has its own status',
    'python3 ok.py; python3 bad.py; true',
    'red, python3 ok.py 0 witness green, python3 bad.py 3 witness red',
  ],
  ['a here-document', "python3 - <<'E' || true\nimport sys; sys.exit(4)\nE", 'red, python3 - 4 witness red'],
];

describe('what bash testified', () => {
  it.each(rows)('%s', (_, line, expected) => {
    expect(judgedWith(line)).toBe(expected);
  });

  it('testimony that was cut proves no green', () => {
    const line = 'python3 ok.py || true';
    const { output, testimony } = run(line);
    const judged = judgeRun({
      reading: readCommand(line),
      exit: { kind: 'exited', code: 0 },
      output,
      outputWhole: true,
      testimony: testified(testimony.commands, { isWhole: false }),
      background: false,
      readResults,
      reportFiles: () => null,
      asked: 'agent',
      isProjectFile: () => false,
      isOutside: () => false,
    });
    expect(judged.result).toBe('masked');
  });
});
