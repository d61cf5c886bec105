import { describe, expect, it } from 'vitest';
import { placedRun } from '../../../src/core/judge/placed.ts';
import { readCommand } from '../../../src/core/shell/reading.ts';
import type { JudgedCommand } from '../../../src/core/types.ts';

/** Directory and scope of the test in a line that starts in a folder of /home/me/kv. */
function placed(line: string, directory: string): readonly [string | null, readonly string[]] {
  const command = readCommand(line).commands.findLast((one) => one.class === 'test');
  if (command === undefined) throw new Error(`no test in ${line}`);
  const judged: JudgedCommand = {
    text: command.text,
    class: 'test',
    exit: 0,
    by: 'reading',
    result: 'green',
    maskedBy: null,
    program: command.program,
    scope: command.scope,
    directory: command.directory,
    clears: 'code',
  };
  const run = {
    result: 'green',
    why: '',
    commands: [judged],
    tests: null,
    failing: [],
    namesComplete: false,
  } as const;
  const [only] = placedRun(run, { root: '/home/me/kv', directory }).commands;
  return [only?.directory ?? null, only?.scope ?? []];
}

describe('a command as seen from the root', () => {
  const rows: readonly [string, string, string | null, readonly string[]][] = [
    ['pytest tests', '.', '.', ['tests']],
    ['pytest tests', 'app', 'app', ['app/tests']],
    ['cd .. && pytest tests', 'app', '.', ['tests']],
    ['cd /home/me/kv && pytest tests', 'app', '.', ['tests']],
    ['cd /home/me/kv/app && pytest /home/me/kv/tests', '.', 'app', ['tests']],
    ['pytest -k x tests/a.py::t', 'app', 'app', ['app/tests/a.py::t', '-k x']],
    ['go test ./...', 'app', 'app', ['app/...']],
    ['go test ./...', '.', '.', ['./...']],
    ['make test', 'app', 'app', ['test']],
    ['cd /elsewhere && pytest tests', '.', '/elsewhere', ['/elsewhere/tests']],
    ['cd ../other && pytest tests', '.', '/home/me/other', ['/home/me/other/tests']],
    ['cd "$X" && pytest tests', 'app', null, ['app/tests']],
  ];
  it.each(rows)('%s in %s', (line, start, directory, scope) => {
    expect(placed(line, start)).toEqual([directory, scope]);
  });
});
