import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { diffRules } from '../../src/checks/gate.ts';
import { fileKind } from '../../src/core/code-files.ts';
import { DEFAULT_POLICY as policy } from '../../src/core/policy.ts';
import type { Fact, SeenRed } from '../../src/core/types.ts';
import { locateRepository } from '../../src/io/tree/repository.ts';
import { type OpenedTree, openTree } from '../../src/io/tree.ts';
import { makeRepository, type Repository, type RepositoryKind } from '../repositories.ts';
import { inShort } from './tree-of.ts';

let open: Repository[] = [];
afterEach(() => {
  for (const repository of open) repository.dispose();
  open = [];
});

async function start(kind: RepositoryKind): Promise<{ repository: Repository; tree: OpenedTree }> {
  const repository = makeRepository(kind);
  open.push(repository);
  const located = await locateRepository(repository.root);
  const directory = join(repository.root, '.git', 'donegate', 'session');
  const tree = openTree({ located, directory, baseline: { kind: 'now' }, kindOf: (path) => fileKind(path) });
  await tree.look();
  return { repository, tree };
}

const inPython = 'tests/test_pricing.py';

type Row = [
  name: string,
  kind: RepositoryKind,
  work: (repository: Repository) => void,
  expected: readonly string[],
];

const rows: readonly Row[] = [
  ['a clean tree passes', 'python', () => {}, []],
  [
    'a source change without a test',
    'python',
    (r) => r.edit('pricing.py', '9 // 10', '8 // 10'),
    ['block test-needed pricing.py:10'],
  ],
  [
    'a source change with a test',
    'python',
    (r) => {
      r.edit('pricing.py', '9 // 10', '8 // 10');
      r.write(
        'tests/test_more.py',
        'from pricing import total\n\n\ndef test_more():\n    assert total(20, 10) == 160\n',
      );
    },
    [],
  ],
  [
    'a removed assertion and a source change without a test are seen both at once',
    'javascript',
    (r) => {
      r.edit('src/price.js', '* 9) / 10', '* 8) / 10');
      r.edit('test/price.test.js', '  assert.equal(total(0, 10), 0);\n', '');
    },
    ['block test-needed src/price.js:5', 'block assertions test/price.test.js:5'],
  ],
  [
    'a commit in the middle hides nothing',
    'python',
    (r) => {
      r.edit(inPython, '    assert total(0, 10) == 0\n', '');
      r.commit('tidy');
    },
    [`block assertions ${inPython}:6`],
  ],
  [
    'a test file is moved by git',
    'python',
    (r) => {
      r.git('mv', inPython, 'tests/test_prices.py');
      r.commit('move');
    },
    [],
  ],
  [
    'a test file with a name that git quotes is removed',
    'python',
    (r) => r.move(inPython, 'tests/old "prices" é\n.py'),
    [
      'block tests-removed tests/old "prices" é\n.py:6',
      'block tests-removed tests/old "prices" é\n.py:11',
      'block tests-removed tests/old "prices" é\n.py:15',
    ],
  ],
  ['a file that is no text', 'python', (r) => r.write('data.py', '\0\0'), []],
  ['documentation', 'python', (r) => r.write('docs/how.md', '# How\n'), []],
];

describe('the rules over the diff, on real trees', () => {
  test.each(rows)('%s', async (_name, kind, work, expected) => {
    const { repository, tree } = await start(kind);
    work(repository);
    const found = await diffRules({ tree, policy }).judge({ scope: 'task', seenRed: [] });
    expect(found.map(inShort)).toEqual(expected);
  });

  test('each rule can warn or be switched off, and a step asks for no test', async () => {
    const { repository, tree } = await start('python');
    repository.edit('pricing.py', '9 // 10', '8 // 10');
    const judge = async (scope: 'task' | 'step', level: 'warn' | 'off' | 'block') => {
      const set = diffRules({ tree, policy: { ...policy, rules: { 'test-needed': level } } });
      return (await set.judge({ scope, seenRed: [] })).map(inShort);
    };
    expect([await judge('task', 'warn'), await judge('task', 'off'), await judge('step', 'block')]).toEqual([
      ['warn test-needed pricing.py:10'],
      [],
      [],
    ]);
  });
});

const fresh = 'tests/test_limit.py';
const red =
  'from pricing import total\n\n\ndef test_limit():\n    assert total(11, 10) == 99\n    assert total(1000, 1) == 800\n';

/** Rows: a test that was written in the session and red; what becomes of it afterwards. */
const redRows: readonly [
  name: string,
  work: (repository: Repository) => void,
  expected: readonly string[],
][] = [
  ['it stands', () => {}, []],
  ['it is corrected, as strict as before', (r) => r.edit(fresh, '== 800', '== 900'), []],
  ['it gets another name', (r) => r.edit(fresh, 'test_limit', 'test_many_pieces'), []],
  ['it moves to another file', (r) => r.move(fresh, 'tests/unit/test_limit.py'), []],
  [
    'it is parametrised',
    (r) =>
      r.write(
        fresh,
        'import pytest\nfrom pricing import total\n\n\n@pytest.mark.parametrize("n, u, want", [(11, 10, 99), (1000, 1, 800)])\ndef test_limit(n, u, want):\n    assert total(n, u) == want\n',
      ),
    [],
  ],
  ['it is deleted', (r) => r.remove(fresh), ['block tests-removed tests/test_limit.py']],
  [
    'it is renamed out of discovery',
    (r) => r.edit(fresh, 'test_limit', 'limit'),
    ['block tests-removed tests/test_limit.py'],
  ],
  [
    'it is skipped',
    (r) => r.edit(fresh, 'def test_limit', '@pytest.mark.skip\ndef test_limit'),
    ['block skips tests/test_limit.py:4'],
  ],
  [
    'the assertion that failed is deleted',
    (r) => r.edit(fresh, '    assert total(1000, 1) == 800\n', ''),
    ['block assertions tests/test_limit.py:4'],
  ],
  [
    'the assertion that failed is weakened',
    (r) => r.edit(fresh, ' == 800', ' is not None'),
    ['block assertions tests/test_limit.py:6'],
  ],
  [
    'it is emptied',
    (r) => r.write(fresh, 'def test_limit():\n    pass\n'),
    ['block assertions tests/test_limit.py:1'],
  ],
];

describe('a test that was red in the session may not vanish', () => {
  test.each(redRows)('%s', async (_name, work, expected) => {
    const found = await afterRed({ [fresh]: red }, `${fresh}::test_limit`, work);
    expect(found.map((line) => line.replace('?', fresh))).toEqual(expected);
  });

  test('one that the file has by inheritance cannot be seen there, then or now', async () => {
    const files = {
      'tests/test_base.py': 'class TestBase:\n    def test_limit(self):\n        assert 0\n',
      [fresh]: 'from test_base import TestBase\n\n\nclass TestLimit(TestBase):\n    pass\n',
    };
    expect(await afterRed(files, `${fresh}::TestLimit::test_limit`, () => {})).toEqual([]);
  });
});

/** What is found after files were written, a test in them was red, and some work was done. */
async function afterRed(
  files: Readonly<Record<string, string>>,
  name: string,
  work: (repository: Repository) => void,
): Promise<readonly string[]> {
  const { repository, tree } = await start('python');
  for (const [path, text] of Object.entries(files)) repository.write(path, text);
  const { code } = await tree.look();
  const changes = [...code].map(([path, hash]) => ({ path, hash, atBaseline: false, kind: fileKind(path) }));
  const fact: Fact = { seq: 2, at: '', type: 'files_changed', by: 'edit', authored: true, changes };
  const seen: SeenRed = { test: name, program: 'pytest', command: 'pytest', fact: 3 };
  work(repository);
  const rules = diffRules({ tree, policy, facts: () => [fact] });
  return (await rules.judge({ scope: 'step', seenRed: [seen] })).map(inShort);
}
