// What the success of one part of a line proves, whatever the line makes of it.
import { expect, test } from 'vitest';
import { listCommands } from '../../../src/core/shell/commands.ts';
import { proveParts } from '../../../src/core/shell/implies/part-proofs.ts';
import { type CommandNode, forEachChild, parseLine, type SyntaxNode } from '../../../src/core/shell/parse.ts';

type Row = [name: string, line: string, part: string, proves: readonly string[]];

/** `part`: its source text. */
const rows: Row[] = [
  ['a subshell', '(cd a && p); echo', '(cd a && p)', ['cd a', 'p']],
  ['with a mask inside', '(p; echo done); echo', '(p; echo done)', ['echo done']],
  ['a pipe under pipefail', '(p | tail); echo', '(p | tail)', ['p', 'tail']],
  ['a pipe without', 'set +o pipefail; (p | tail); echo', '(p | tail)', ['tail']],
  ['errexit that was set before', 'set -e; (p; q); echo', '(p; q)', ['p', 'q']],
  ['errexit in a condition', 'set -e; if (p; q); then echo; fi', '(p; q)', ['q']],
  ['a member of a pipeline', '{ p && q; } | tail; echo', '{ p && q; }', ['p', 'q']],
  ['a member that leaves', '{ p || exit 1; q; } | tail; echo', '{ p || exit 1; q; }', ['p', 'q']],
  ['a substitution', 'out=$(p); echo', 'out=$(p)', ['out=$(p)', 'p']],
  ['a substitution of a command', 'echo $(p); echo', 'echo $(p)', ['echo $(p)']],
  ['a function', 'f() { p && q; }; f; echo', 'f', ['p', 'q', 'f']],
  ['a function that hides', 'f() { p; echo; }; f; echo', 'f', ['echo', 'f']],
  ['a function that is defined again', 'f() { p; }; f() { q; }; f; echo', 'f', ['q', 'f']],
  ['a script in quotes', "bash -c 'p && q'; echo", "bash -c 'p && q'", ["bash -c 'p && q'", 'p', 'q']],
  [
    'a script in quotes has no pipefail',
    "bash -c 'p | q'; echo",
    "bash -c 'p | q'",
    ["bash -c 'p | q'", 'q'],
  ],
  ['waiting for a job', 'p & P=$!; wait $P; echo', 'wait $P', ['p', 'P=$!', 'wait $P']],
  ['waiting for a pipeline', 'p | q & wait $!; echo', 'wait $!', ['q', 'wait $!']],
  ['waiting for all', 'p & wait; echo', 'wait', ['wait']],
  ['a loop, every turn', 'for i in a b; do (p $i); done; echo', '(p $i)', ['p $i']],
  ['what ran before is no part of it', 'p || true; (q); echo', '(q)', ['q']],
  ['what never ends 0 proves nothing', '(p; exit 5); echo', '(p; exit 5)', []],
  ['a name that was changed', 'source ./x; (p); echo', '(p)', []],
];

function find(node: SyntaxNode, source: string, text: string): CommandNode | null {
  if (source.slice(node.pos, node.end) === text && /^(Command|Subshell|BraceGroup)$/.test(node.type))
    return node as CommandNode;
  let found: CommandNode | null = null;
  forEachChild(node, (child) => {
    found ??= find(child, source, text);
  });
  return found;
}

test.each(rows)('%s', (_, line, part, expected) => {
  const parsed = parseLine(line);
  if (!parsed.parsed) throw new Error(parsed.error);
  const node = find(parsed.script, line, part);
  if (node === null) throw new Error(`no ${part} in ${line}`);
  const late = new Set(part.startsWith('wait') ? [node] : []);
  const proofs = proveParts(parsed, { parts: [node], late }, { pipefail: true });
  const proves = proofs?.of.get(node)?.proves ?? new Set();
  expect(
    listCommands(parsed)
      .filter((listed) => proves.has(listed.node))
      .map(({ text }) => text),
  ).toEqual(expected);
});
