import { describe, expect, it } from 'vitest';
import { directCommand } from '../../src/core/direct-command.ts';

describe('what runs a written file', () => {
  it.each<[name: string, paths: readonly string[], expected: string | null]>([
    ['the last source', ['a.py', 'b.py'], 'python3 b.py'],
    ['a source rather than a test', ['src/a.js', 'test/a.test.js'], 'node src/a.js'],
    ['a test where nothing else was written', ['tests/test_a.py'], 'python3 tests/test_a.py'],
    ['a language of packages: its tests', ['store/store.go'], 'go test ./...'],
    ['what does not run by itself is passed over', ['a.py', 'Dockerfile', 'a.json'], 'python3 a.py'],
    ['a name that the shell would split', ['my file.sh'], "bash './my file.sh'"],
    ['no language of ours', ['a.sql'], null],
    ['no files', [], null],
  ])('%s', (_, paths, expected) => {
    expect(directCommand(paths)).toBe(expected);
  });
});
