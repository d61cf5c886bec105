import { expect, test } from 'vitest';
import { type Files, findingsOf, inShort } from './tree-of.ts';

const text =
  'from pricing import total\n\n\ndef test_total():\n    assert total(2, 10) == 20\n    assert total(0, 10) == 0\n';
const weaker = text.replace('    assert total(0, 10) == 0\n', '');
const path = 'checks/check_pricing.py';
const found = [`block assertions ${path}:4`];

const rows: readonly [name: string, settings: Files, expected: readonly string[]][] = [
  ['pytest.ini', { 'pytest.ini': '[pytest]\npython_files = check_*.py\n' }, found],
  [
    'pyproject.toml',
    { 'pyproject.toml': '[tool.pytest.ini_options]\npython_files = ["test_*.py", "check_*.py"]\n' },
    found,
  ],
  ['several lines', { 'setup.cfg': '[tool:pytest]\npython_files =\n    test_*.py\n    check_*.py\n' }, found],
  ['no settings: it is source', {}, []],
];

test.each(rows)('test files by the settings of the project: %s', async (_name, settings, expected) => {
  const findings = await findingsOf({ before: { ...settings, [path]: text }, after: { [path]: weaker } });
  expect(findings.map(inShort)).toEqual(expected);
});

test('settings that change in the session hide nothing', async () => {
  const before = { 'pytest.ini': '[pytest]\npython_files = check_*.py\n', [path]: text };
  const after = { 'pytest.ini': '[pytest]\n', [path]: weaker };
  expect((await findingsOf({ before, after })).map(inShort)).toEqual(found);
});
