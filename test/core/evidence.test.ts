import { describe, expect, it } from 'vitest';
import { evidenceFor } from '../../src/core/evidence.ts';
import { readCommand } from '../../src/core/shell/reading.ts';
import type { RanBody } from '../../src/core/types.ts';

const rows: readonly (readonly [
  name: string,
  line: string,
  changed: readonly string[],
  expected: RanBody['evidenceFor'],
])[] = [
  ['nothing changed', 'pytest -q', [], 'tree-after'],
  ['written, then checked', 'sed -i s/1/2/ a.py && pytest -q', ['a.py'], 'tree-after'],
  ['checked, then written', 'pytest -q && sed -i s/1/2/ a.py', ['a.py'], 'nothing'],
  ['type-checked, then written', 'npx tsc --noEmit && echo {} > tsconfig.json', ['tsconfig.json'], 'nothing'],
  [
    'written, then type-checked',
    'echo {} > tsconfig.json && npx tsc --noEmit',
    ['tsconfig.json'],
    'tree-after',
  ],
  ['changed by the check', 'pytest -q --snapshot-update', ['a.snap'], 'nothing'],
  [
    'one written before, another one changed meanwhile',
    'sed -i s/1/2/ a.py && pytest -q',
    ['a.py', 'b.py'],
    'nothing',
  ],
  ['a log outside of the project', 'echo "A = 1" > a.py; pytest -q | tee /tmp/log', ['a.py'], 'tree-after'],
  [
    'output outside, in a file that the clock names',
    'echo "A = 1" > a.py; pytest -q | tee "/tmp/log-$(date +%s)"',
    ['a.py'],
    'tree-after',
  ],
  ['output at home', 'echo "A = 1" > a.py; pytest -q > ~/log.txt', ['a.py'], 'tree-after'],
  ['output in a file that nobody knows', 'echo "A = 1" > a.py; pytest -q > "$OUT"', ['a.py'], 'nothing'],
  ['output outside of the project', 'echo "A = 1" > a.py; pytest -q > /tmp/log', ['a.py'], 'tree-after'],
  [
    'something else outside is removed',
    'echo "A = 1" > a.py; pytest -q && rm -f /tmp/x',
    ['a.py'],
    'tree-after',
  ],
  [
    'a later write that changed nothing',
    'echo "A = 1" > a.py; pytest -q && sed -i s/x/y/ b.py',
    ['a.py'],
    'tree-after',
  ],
  [
    'written once more after the check',
    'echo "A = 1" > a.py; pytest -q && echo "B = 2" >> a.py',
    ['a.py'],
    'nothing',
  ],
  [
    'a folder that holds it is changed after the check',
    'echo "A = 1" > src/a.py; pytest -q && rm -rf src',
    ['src/a.py'],
    'nothing',
  ],
  [
    'a later write to a place that is not known',
    'echo "A = 1" > a.py; pytest -q && rm -f "$X"',
    ['a.py'],
    'nothing',
  ],
  [
    'what is removed afterwards is no code',
    'gofmt -w . && go test ./... && rm out.exe',
    ['a.go'],
    'tree-after',
  ],
  ['what is removed afterwards is code', 'gofmt -w . && go test ./... && rm b.go', ['a.go'], 'nothing'],
  [
    'an earlier one to a place that is not known, and a later one',
    'cp x "$X"; pytest -q && sed -i s/x/y/ b.py',
    ['a.py'],
    'nothing',
  ],
  ['the tree was moved away and back', 'git stash; pytest -q; git stash pop', [], 'nothing'],
];

describe('for which tree a run is evidence', () => {
  it.each(rows)('%s: %s', (_name, line, changed, expected) => {
    const changes = changed.map((path) => ({ path, hash: '1', atBaseline: false, kind: 'source' as const }));
    const place = { root: '/project', directory: '.' };
    expect(evidenceFor({ reading: readCommand(line), place, changes })).toBe(expected);
  });
});
