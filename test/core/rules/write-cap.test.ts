import { describe, expect, it } from 'vitest';
import { replayFacts } from '../../../src/core/ledger.ts';
import { refusedLine, refusedWrite } from '../../../src/core/rules/write-cap.ts';
import { readCommand } from '../../../src/core/shell/reading.ts';
import { edit, numbered } from '../made-facts.ts';

const code = { include: [], exclude: [] };
const place = { root: '/project', directory: '.' };

function having(...files: readonly string[]) {
  return {
    ledger: replayFacts(numbered(files.map((path) => edit(path, '1')))),
    limit: 3,
    code,
    command: () => 'npm test',
  };
}

describe('the write cap', () => {
  it.each<[name: string, written: readonly string[], path: string, refused: boolean]>([
    ['a third file', ['a.py', 'b.py'], 'c.py', false],
    ['a fourth file', ['a.py', 'b.py', 'c.py'], 'd.py', true],
    ['one of the three again', ['a.py', 'b.py', 'c.py'], 'b.py', false],
    ['documentation', ['a.py', 'b.py', 'c.py'], 'README.md', false],
    ['a test counts', ['a.py', 'b.py', 'c.py'], 'tests/test_a.py', true],
  ])('an edit: %s', (_, written, path, refused) => {
    expect(refusedWrite({ ...having(...written), path }) !== null).toBe(refused);
  });

  it.each<[line: string, written: readonly string[], refused: boolean]>([
    ["cat > d.py <<'E'\nx\nE", ['a.py', 'b.py', 'c.py'], true],
    ["cat > c.py <<'E'\nx\nE", ['a.py', 'b.py', 'c.py'], false],
    ["cat > d.py <<'E'\nx\nE\npython d.py", ['a.py', 'b.py', 'c.py'], false],
    ["cat > d.py <<'E'\nx\nE\ntsc", ['a.py', 'b.py', 'c.py'], false],
    ['echo notes > notes.md', ['a.py', 'b.py', 'c.py'], false],
    ['echo x > /tmp/x.py', ['a.py', 'b.py', 'c.py'], false],
    ['for f in *.py; do sed s/a/b/ "$f" > "/tmp/$f"; done', ['a.py', 'b.py', 'c.py'], false],
    ['for f in *.py; do sed s/a/b/ "$f" > "new/$f"; done', ['a.py', 'b.py', 'c.py'], true],
    ['cp "$f" /tmp/kept/', ['a.py', 'b.py', 'c.py'], false],
    ["cat > ~/.tool/x.py <<'E'\nx\nE", ['a.py', 'b.py', 'c.py'], false],
    ['ls -la', ['a.py', 'b.py', 'c.py'], false],
    ['python a.py > out.log', ['a.py', 'b.py', 'c.py'], false],
    ['echo 1 > a.py; echo 1 > b.py; echo 1 > c.py; echo 1 > d.py', [], true],
    ['echo 1 > a.py; echo 1 > b.py; echo 1 > c.py', [], false],
    ["sed -i 's/a/b/' d.py", ['a.py', 'b.py', 'c.py'], true],
    ["sed -i 's/a/b/' a.py b.py c.py d.py", [], false],
    ["perl -pi -e 's/a/b/' d.py e.py", ['a.py', 'b.py', 'c.py'], false],
    ["sed -i 's/a/b/' d.py; sed -i 's/a/b/' e.py", ['a.py', 'b.py'], true],
    ["for f in d e f g; do sed -i 's/a/b/' $f.py; done", ['a.py', 'b.py', 'c.py'], false],
    ['cp ../other/{d,e,f,g}.py .', ['a.py', 'b.py', 'c.py'], false],
    ["for f in d e; do cat >> $f.py <<'E'\nx\nE\ndone", ['a.py', 'b.py', 'c.py'], true],
    ['git pull', ['a.py', 'b.py', 'c.py'], false],
    ['echo "unclosed > d.py', ['a.py', 'b.py', 'c.py'], false],
  ])('a line: %j after %j', (line, written, refused) => {
    expect(refusedLine({ ...having(...written), reading: readCommand(line), place }) !== null).toBe(refused);
  });

  it('says which files, and which command would end the streak', () => {
    expect(refusedWrite({ ...having('a.py', 'b.py', 'c.py'), path: 'd.py' })).toBe(
      '3 code files were written and nothing has been executed since: a.py, b.py, c.py; d.py would be one more. Run `npm test`. Then go on writing.',
    );
  });

  it('is off with a limit of 0', () => {
    expect(refusedWrite({ ...having('a.py', 'b.py', 'c.py'), limit: 0, path: 'd.py' })).toBeNull();
  });
});
