import { describe, expect, it } from 'vitest';
import { listCommands } from '../../../../src/core/shell/commands.ts';
import { parseLine } from '../../../../src/core/shell/parse.ts';
import { treeMoves } from '../../../../src/core/shell/writes/index.ts';

/** Kind of each move, with the texts of the commands that ran on another tree. */
function moves(line: string): readonly string[] {
  const parsed = parseLine(line);
  if (!parsed.parsed) throw new Error(parsed.error);
  const listed = listCommands(parsed);
  return treeMoves(parsed, listed).map(
    ({ kind, commands }) => `${kind}: ${commands.map((index) => listed[index]?.text).join(' | ')}`,
  );
}

describe('a line that tests another tree', () => {
  const rows: readonly [string, string, readonly string[]][] = [
    ['stash and pop', 'git stash; pytest -q; git stash pop', ['stash: pytest -q']],
    ['stash with options', 'git stash push -u -m x && npm test; git stash apply', ['stash: npm test']],
    ['stash by hand', 'git diff > /tmp/p; git checkout .; pytest; git apply /tmp/p', ['stash: pytest']],
    [
      'stash by hand, read from stdin',
      'git diff > p; git checkout .; pytest; patch -p1 < p',
      ['stash: pytest'],
    ],
    ['a trap pops', "trap 'git stash pop' EXIT; git stash; pytest", ['stash: pytest']],
    [
      'a trap puts back',
      "cp a.py a.bak; trap 'cp a.bak a.py' EXIT; sed -i s/1/2/ a.py; pytest",
      ['restored-copy: pytest'],
    ],
    [
      'an editor kept a copy',
      'sed -i.bak s/1/2/ a.py && pytest && mv a.py.bak a.py',
      ['restored-copy: pytest'],
    ],
    [
      'git tests revisions',
      "git rebase -x 'pytest -q' HEAD~2",
      ["checkout: git rebase -x 'pytest -q' HEAD~2"],
    ],
    ['git looks for a revision', 'git bisect run pytest', ['checkout: git bisect run pytest']],
    ['another revision', 'git checkout main && npm test', ['checkout: npm test']],
    ['another revision of all files', 'git checkout HEAD~1 -- . && npm test', ['checkout: npm test']],
    ['another revision and back', 'git checkout -q main && npm test; git checkout -', ['checkout: npm test']],
    ['switch', 'git switch main && npm test', ['checkout: npm test']],
    ['restore from a revision', 'git restore -s HEAD~2 src && npm test', ['checkout: npm test']],
    ['reset to a revision', 'git reset --hard origin/main && npm test', ['checkout: npm test']],
    [
      'copy, change, test, put back',
      'cp a.py a.bak; sed -i s/1/2/ a.py; pytest; mv a.bak a.py',
      ['restored-copy: pytest'],
    ],
    [
      'copy elsewhere, change by code, test, put back',
      `cp src/a.go /tmp/a.go && python3 - <<'E'\np='src/a.go'\ns=open(p).read()\nopen(p,'w').write(s)\nE\ngo test ./...\ncp /tmp/a.go src/a.go && go vet ./...`,
      ['restored-copy: go test ./...'],
    ],
    ['moved away and back', 'mv a.py b.py; pytest; mv b.py a.py', ['restored-copy: pytest']],
    [
      'change and take back by git',
      'sed -i s/1/2/ a.py; pytest; git checkout a.py',
      ['restored-copy: pytest'],
    ],
    ['remove and take back by git', 'rm a.py; pytest; git restore a.py', ['restored-copy: pytest']],
    [
      'change and change back, several files by one command',
      'sed -i s/1/2/ a.py b.py; pytest; sed -i s/2/1/ a.py b.py',
      ['restored-copy: pytest'],
    ],
    [
      'change and change back, in a loop',
      'for f in a.py b.py; do sed -i s/1/2/ $f; done; pytest; for f in a.py b.py; do sed -i s/2/1/ $f; done',
      ['restored-copy: pytest'],
    ],
    ['change and change back', 'sed -i s/1/2/ a.py; pytest; sed -i s/2/1/ a.py', ['restored-copy: pytest']],
    [
      'patch backwards and forwards',
      'git apply -R p.diff; pytest; git apply p.diff',
      ['restored-copy: pytest'],
    ],
    [
      'a probe',
      "cat > probe.py <<'E'\nimport kv\nE\npython probe.py; rm probe.py",
      ['probe: python probe.py'],
    ],
    [
      'a probe outside',
      "cat > /tmp/p.py <<'E'\nimport kv\nE\npython /tmp/p.py; rm /tmp/p.py",
      ['probe: python /tmp/p.py'],
    ],
    [
      'a probe among the tests',
      'cat > kv/zz_test.go <<E\nx\nE\ngo test ./kv; rm kv/zz_test.go',
      ['probe: go test ./kv'],
    ],
    [
      'a probe in a folder that is entered by its whole path',
      'cd /srv/shop\ncat > kv/zz_test.go <<E\nx\nE\ngo test ./kv\nrm kv/zz_test.go',
      ['probe: go test ./kv'],
    ],
    ['popped when the line ends', "trap 'git stash pop' EXIT; git stash; pytest", ['stash: pytest']],
    [
      'put back when the line ends',
      "cp a.py a.bak; trap 'mv a.bak a.py' EXIT; sed -i s/1/2/ a.py; pytest",
      ['restored-copy: pytest'],
    ],
    ['a merge that is given up', 'git merge --no-commit x; pytest; git merge --abort', ['checkout: pytest']],
    ['a revert that is thrown away', 'git revert -n HEAD; pytest; git reset --hard', ['checkout: pytest']],
    [
      'another configuration, put back',
      "cp app.json app.bak; echo '{}' > app.json; pytest; mv app.bak app.json",
      ['restored-copy: pytest'],
    ],
    [
      'another makefile, put back',
      'sed -i s/a/b/ Makefile; make; git checkout -- Makefile',
      ['restored-copy: make'],
    ],
    [
      'a probe that goes with its folder',
      'cat > t/zz/test_a.py <<E\nx\nE\npytest t/zz; rm -rf t/zz',
      ['probe: pytest t/zz'],
    ],
    [
      'a probe that goes when the line ends',
      "trap 'rm -f zz_test.go' EXIT\ncat > zz_test.go <<E\nx\nE\ngo test .",
      ['probe: go test .'],
    ],
    [
      'a copy that the editor made is put back',
      'sed -i.bak s/1/2/ a.py; pytest; mv a.py.bak a.py',
      ['restored-copy: pytest'],
    ],
    [
      'a copy that perl made is put back',
      "perl -pi.orig -e 's/1/2/' a.py; pytest; mv a.py.orig a.py",
      ['restored-copy: pytest'],
    ],
    [
      'a copy of the whole folder is put back',
      'cp -a src /tmp/src; sed -i s/1/2/ src/a.py; pytest; rm -rf src; mv /tmp/src src',
      ['restored-copy: pytest'],
    ],
    [
      'kept in a folder, put back',
      'cp src/a.py /tmp; sed -i s/1/2/ src/a.py; pytest; cp /tmp/a.py src/a.py',
      ['restored-copy: pytest'],
    ],
    ['all taken back by git', 'sed -i s/1/2/ src/a.py; pytest; git checkout .', ['restored-copy: pytest']],
    ['its folder taken back', 'sed -i s/1/2/ src/a.py; pytest; git restore src', ['restored-copy: pytest']],
    ['reset behind it', 'sed -i s/1/2/ a.py; pytest; git reset --hard', ['restored-copy: pytest']],
    ['stashed behind it', 'sed -i s/1/2/ a.py; pytest; git stash', ['restored-copy: pytest']],
    ['a patch for the test only', 'git apply p.diff; pytest; git apply -R p.diff', ['restored-copy: pytest']],
    [
      'a patch from stdin for the test only',
      'patch -p1 <p; pytest; patch -R -p1 <p',
      ['restored-copy: pytest'],
    ],
    ['the tests moved away and back', 'mv tests off; make; mv off tests', ['restored-copy: make']],
    [
      'by functions',
      'f() { sed -i s/1/2/ a.py; }; g() { git checkout -- a.py; }; f; pytest; g',
      ['restored-copy: pytest'],
    ],
    [
      'by a function when the line ends',
      'clean() { git checkout -- a.py; }; trap clean EXIT; sed -i s/1/2/ a.py; pytest',
      ['restored-copy: pytest'],
    ],
    ['a check on the stash', 'git stash; tsc; git stash pop', ['stash: tsc']],
    [
      'stash away, put back from a copy',
      'cd src && cp a.go /tmp/w && git stash push -q a.go || git checkout -- a.go\ngo test .\ncp /tmp/w a.go\ngo vet .',
      ['restored-copy: go test .'],
    ],
  ];
  it.each(rows)('%s', (_name, line, expected) => {
    expect(moves(line)).toEqual(expected);
  });
});

describe('a line that tests what stands', () => {
  const rows: readonly [string, string][] = [
    ['stash, pull, pop, then test', 'git stash && git pull && git stash pop && npm test'],
    ['discard changes, then test', 'git checkout -- a.py && pytest'],
    ['discard all changes, then test', 'git checkout . && pytest'],
    ['a new branch', 'git checkout -b fix && pytest'],
    ['another worktree', 'git worktree add ../old main && (cd ../old && pytest)'],
    ['change, then test', 'sed -i s/1/2/ a.py && pytest'],
    ['write, then test', 'cat > a.py <<E\nx = 1\nE\npytest'],
    ['test, then remove its output', 'pytest > out.txt; grep passed out.txt; rm out.txt'],
    ['two checks into one log', 'pytest > /tmp/o.log; mypy . >> /tmp/o.log; cat /tmp/o.log; rm /tmp/o.log'],
    ['a report of the check itself', 'pytest --json > r.json; jq . r.json; rm r.json'],
    ['copy a template, then test', 'cp env.example.py env.py && pytest'],
    ['rename, then test', 'mv a.py b.py && pytest'],
    ['clean up before', 'rm -f db.sqlite; pytest'],
    ['a trap cleans up elsewhere', "trap 'rm -rf /tmp/x' EXIT; sed -i s/1/2/ a.py && pytest"],
    ['an editor kept a copy that goes', 'sed -i.bak s/1/2/ a.py && rm a.py.bak && pytest'],
    ['rebased, then test', 'git rebase main && pytest'],
    ['the test is in front', 'pytest && git checkout main'],
    [
      'the program is tried in a place of its own',
      "mkdir /tmp/t; echo 'x = 1' > /tmp/t/app.toml; cd /tmp/t && /srv/shop/run check; rm -rf /tmp/t",
    ],
    ['a patch, then the reverse of another', 'git apply a.diff; pytest; git apply -R b.diff'],
    ['changes that were put away come back', 'sed -i s/1/2/ a.py; pytest; git stash pop'],
    [
      'a change, committed, then a new branch',
      'sed -i s/1/2/ a.py; pytest; git commit -am x; git checkout -b y',
    ],
    ['a function that puts back what nobody changed', 'g() { git checkout -- a.py; }; g; pytest'],
    ['a build folder is made anew', 'rm -rf build; make; pytest'],
    ['a merge that is given up, then a test', 'git merge x || git merge --abort; pytest'],
    ['a merge that stands', 'git merge x && pytest'],
    ['a report that is put back', 'pytest --json > out.log; git checkout out.log'],
    ['a trap that cleans up', "trap 'rm -rf /tmp/x' EXIT; pytest"],
    ['only looking', 'git stash; git diff HEAD; git stash pop'],
  ];
  it.each(rows)('%s', (_name, line) => {
    expect(moves(line)).toEqual([]);
  });
});
