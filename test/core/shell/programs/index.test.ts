import { expect, it } from 'vitest';
import { programName, rows } from '../../../../src/core/shell/programs/index.ts';

it('no name stands in two rows', () => {
  const names = rows.flatMap((row) => row.names);
  expect(names.length).toBeGreaterThan(800);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

it.each([
  ['python3.12', 'python'],
  ['/usr/bin/python3', 'python'],
  ['gcc-13', 'gcc'],
  ['mvn.cmd', 'mvn'],
  ['C:\\tools\\go.exe', 'go'],
  ['pytest-3', 'pytest'],
  ['base64', 'base64'],
  ['md5', 'md5'],
])('%s is known as %s', (word, name) => {
  expect(programName(word)).toBe(name);
});
