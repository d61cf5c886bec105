import { describe, expect, it } from 'vitest';
import { nestedScript } from '../../../src/core/shell/nested.ts';
import type { Command, SyntaxNode } from '../../../src/core/shell/parse.ts';
import { forEachChild, parseLine } from '../../../src/core/shell/parse.ts';

function commandsOf(line: string): readonly Command[] {
  const parsed = parseLine(line);
  const found: Command[] = [];
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'Command') found.push(node);
    forEachChild(node, visit);
  };
  if (parsed.parsed) visit(parsed.script);
  return found;
}

/** Kind, text, assumption and options of the script in the last command of a line. */
function nestedIn(line: string) {
  const last = commandsOf(line).at(-1);
  const nested = last === undefined ? null : nestedScript(last);
  return nested === null ? null : [nested.kind, nested.source, nested.assumption, nested.options.join(' ')];
}

const rows: readonly (readonly [string, string, unknown])[] = [
  ['bash -c', "bash -c 'p1; p2'", ['bash -c', 'p1; p2', null, '-c']],
  ['bash -lc', "bash -lc 'p1'", ['bash -c', 'p1', null, '-lc']],
  ['options', "bash -euo pipefail -c 'p1'", ['bash -c', 'p1', null, '-euo pipefail -c']],
  ['sh by its path', "/bin/sh -c 'p1'", ['sh -c', 'p1', null, '-c']],
  ['behind timeout', "timeout 60 bash -c 'p1'", ['bash -c', 'p1', null, '-c']],
  ['behind sudo and env', `sudo -u x env A=1 sh -c "p1"`, ['sh -c', 'p1', null, '-c']],
  ['behind docker', "docker exec -it c bash -c 'p1'", ['bash -c', 'p1', null, '-c']],
  ['behind xargs', "xargs -I{} bash -c 'p1 {}'", ['bash -c', 'p1 {}', null, '-c']],
  ['eval of several words', "eval p1 '&& p2'", ['eval', 'p1 && p2', null, '']],
  ['command eval', "command eval 'p1'", ['eval', 'p1', null, '']],
  ['trap', "trap 'rc=$?; exit $rc' EXIT INT", ['trap', 'rc=$?; exit $rc', null, 'EXIT INT']],
  ['a trap that is taken off holds none', 'trap - EXIT', null],
  ['quoted heredoc', "bash <<'EOF'\np1 $x\nEOF", ['bash stdin', 'p1 $x\n', null, '']],
  ['open heredoc', 'bash -s <<EOF\ncd $x\nEOF', ['bash stdin', 'cd $x\n', '$x holds no shell syntax', '-s']],
  ['here-string', "bash <<< 'p1'", ['bash stdin', 'p1', null, '']],
  ['through a pipe', 'echo p1 | bash', ['bash stdin', 'p1', null, '']],
  ['cat through a pipe', "cat <<'E' | sh -e\np1\nE", ['sh stdin', 'p1\n', null, '-e']],
  [
    'an expansion in double quotes',
    'bash -c "cd $DIR && p1"',
    ['bash -c', 'cd $DIR && p1', '$DIR holds no shell syntax', '-c'],
  ],
  ['nothing but an expansion', 'bash -c "$X"', null],
  ['an open word', 'eval $X p1', null],
  ['a script file', 'bash check.sh', null],
  ['a script file with input', "bash check.sh <<'E'\np1\nE", null],
  ['no wrapper', "echo bash -c 'p1'", null],
  ['text that does not parse', "bash -c 'if p1'", null],
  ['a shell without a script', 'bash', null],
];

describe('nestedScript', () => {
  it.each(rows)('%s', (_name, line, expected) => {
    expect(nestedIn(line)).toEqual(expected);
  });

  it('gives the same nodes every time', () => {
    const [command] = commandsOf("bash -c 'p1'");
    expect(command).toBeDefined();
    if (command === undefined) return;
    const first = nestedScript(command);
    expect(first).not.toBeNull();
    expect(nestedScript(command)).toBe(first);
  });
});
