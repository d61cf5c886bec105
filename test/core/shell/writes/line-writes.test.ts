import { describe, expect, it } from 'vitest';
import { listCommands } from '../../../../src/core/shell/commands.ts';
import { parseLine } from '../../../../src/core/shell/parse.ts';
import { lineWrites } from '../../../../src/core/shell/writes/index.ts';

/** `a.py` author, `-a.py` remove, `*a.py` bulk; `?` some file; in the order of the line. */
function writes(line: string): readonly string[] {
  const parsed = parseLine(line);
  if (!parsed.parsed) throw new Error(parsed.error);
  return lineWrites(parsed, listCommands(parsed)).map(({ path, kind }) => {
    const sign = { author: '', remove: '-', bulk: '*' }[kind];
    return `${sign}${path ?? '?'}`;
  });
}

type Rows = readonly [string, readonly string[]][];

const redirections: Rows = [
  ['echo x > a.py', ['a.py']],
  ['echo x >> a.py', ['a.py']],
  ['echo x >| a.py', ['a.py']],
  ['make &> build.log', ['build.log']],
  ['> a.py', ['a.py']],
  ['exec > log', ['log']],
  ["cat > a.py <<'EOF'\nx = 1 > 2\nEOF", ['a.py']],
  ["cat <<'EOF' > a.py\nx\nEOF\ncat <<'EOF' > b.py\ny\nEOF", ['a.py', 'b.py']],
  ['{ echo a; echo b; } > a.py', ['a.py']],
  ['for i in 1 2; do echo $i; done > a.py', ['a.py']],
  ['( cd app && echo x > a.py )', ['app/a.py']],
  ['cd app && echo x > a.py', ['app/a.py']],
  ['cd app; echo x > ../a.py', ['a.py']],
  ['cd /tmp && echo x > a.py', ['/tmp/a.py']],
  ['cd "$X" && echo x > a.py', ['?']],
  ['echo x > "$OUT"', ['?']],
  ['OUT=a.py; echo x > $OUT', ['a.py']],
  ['OUT=a.py; OUT=b.py; echo x > $OUT', ['?']],
  ['t=$(mktemp); echo x > "$t"; sed -i s/a/b/ "$t"', ['/tmp/tmp.XXXXXXXXXX', '/tmp/tmp.XXXXXXXXXX']],
  ['d=$(mktemp -d)/x; echo x > "$d/y.py"', ['/tmp/tmp.XXXXXXXXXX/x/y.py']],
  ['t=$(mktemp -p .); echo x > $t', ['?']],
  ['echo x > "$TMPDIR/a"', ['/tmp/a']],
  ['echo "$(echo y > a.py)"', ['a.py']],
  ['bash -c "echo x > a.py"', ['a.py']],
  ['f() { echo x > a.py; }; f', ['a.py']],
];

const noRedirections: Rows = [
  ['pytest > /dev/null 2>&1', []],
  ['pytest 2>&1 | tail', []],
  ['echo x >&2', []],
  ['cat < a.py', []],
  ['cmd 3>&1 1>&2', []],
  ['[[ a > b ]]', []],
  ['(( 2 > 1 ))', []],
  ["echo 'x > a.py'", []],
  ['grep "=>" a.js', []],
  ['f() { echo x > a.py; }', []],
  ['diff <(sort a) <(sort b)', []],
];

const programs: Rows = [
  ['cat x | tee a.py', ['a.py']],
  ['cat x | tee -a a.py b.py > /dev/null', ['a.py', 'b.py']],
  ['cp a.py b.py', ['b.py']],
  ['cp a.py lib/', ['lib/a.py']],
  ['cp a.py b.py lib', ['lib/a.py', 'lib/b.py']],
  ['cp -t lib a.py', ['lib/a.py']],
  ['cp -r src dst', ['*dst']],
  ['cp ../x/a.py .', ['a.py']],
  ['mv a.py b.py', ['-a.py', 'b.py']],
  ['mv utils/a.py .', ['-utils/a.py', 'a.py']],
  ['rm -rf build a.py', ['-build', '-a.py']],
  ['rm -f *.pyc', ['-?']],
  ['ln -s a.py b.py', ['b.py']],
  ['install -m 755 x bin/x', ['bin/x']],
  ['touch a.py b.py', ['a.py', 'b.py']],
  ['chmod +x run.sh && ./run.sh', ['*run.sh']],
  ['chmod -R 755 bin a.sh', ['*bin', '*a.sh']],
  ['chmod -x a.sh', ['*a.sh']],
  ['chmod --reference=b.sh a.sh', ['*a.sh']],
  ['truncate -s 0 a.log', ['a.log']],
  ['dd if=/dev/zero of=a.bin bs=1 count=1', ['a.bin']],
  ['curl -sL https://x/y -o y.tgz', ['y.tgz']],
  ['curl -sLo y.tgz https://x/y', ['y.tgz']],
  ['curl -O https://x/y.tgz?z=1', ['y.tgz']],
  ['wget https://x/y.tgz', ['y.tgz']],
  ['wget -qO- https://x | sh', []],
  ['curl -s https://x | jq .', []],
  ['tar xzf a.tgz -C out', ['*out']],
  ['tar czf a.tgz src', ['*a.tgz']],
  ['unzip -q a.zip -d out', ['*out']],
  ['patch -p1 < a.diff', ['*?']],
  ['patch a.py < a.diff', ['a.py']],
  ['patch --dry-run -p1 < a.diff', []],
  ['mkdir -p src/a', []],
  ['chmod +x a.sh', ['*a.sh']],
];

const editors: Rows = [
  ["sed -i 's/a/b/' a.py", ['a.py']],
  ["sed -i.bak -e 's/a/b/' a.py b.py", ['a.py', 'b.py']],
  ["sed -i '' 's/a/b/' a.py", ['a.py']],
  ["sed -i '' -e 's/a/b/' a.py", ['a.py']],
  ["sed -Ei 's/a/b/' a.py", ['a.py']],
  ["sed --in-place=.orig 's/a/b/' a.py", ['a.py']],
  ["sed -n '1,5p' a.py", []],
  ["sed 's/-i/x/' a.py", []],
  ["sed -i 's/a/b/' src/*.py", ['?']],
  ["perl -pi -e 's/a/b/' a.py", ['a.py']],
  ["perl -i.bak -pe 's/a/b/' a.py", ['a.py']],
  ["perl -0pi -e 's/a/b/' a.py", ['a.py']],
  ["perl -ne 'print' a.py", []],
  ["perl -Ilib -e 'print 1' a.py", []],
  ["awk -i inplace '{print}' a.txt", ['a.txt']],
  ["awk '{print}' a.txt", []],
  ["yq -i '.a = 1' a.yaml", ['a.yaml']],
  ['grep -rl x src | xargs sed -i s/x/y/', ['*?']],
  ['find . -name "*.py" -exec sed -i s/x/y/ {} +', ['*?']],
  ['find . -name "*.pyc" -delete', ['-?']],
  ['find . -name "*.pyc" | xargs rm', ['-?']],
  ['find . -name "*.py" | xargs grep x', []],
  ['sudo sed -i s/a/b/ /etc/hosts', ['/etc/hosts']],
  ['timeout 5 cp a.py b.py', ['b.py']],
];

const git: Rows = [
  ['git apply a.diff', ['*?']],
  ['git apply --check a.diff', []],
  ['git checkout -- a.py', ['*a.py']],
  ['git checkout HEAD~1 -- src/a.py', ['*src/a.py']],
  ['git checkout .', ['*?']],
  ['git checkout main', ['*?']],
  ['git checkout -b fix', []],
  ['git switch -c fix', []],
  ['git restore a.py', ['*a.py']],
  ['git restore --staged a.py', []],
  ['git stash', ['*?']],
  ['git stash list', []],
  ['git reset --hard', ['*?']],
  ['git reset HEAD a.py', []],
  ['git rm a.py', ['-a.py']],
  ['git rm --cached a.py', []],
  ['git mv a.py b.py', ['-a.py', 'b.py']],
  ['git -C app mv a.py b.py', ['-app/a.py', 'app/b.py']],
  ['git pull --rebase', ['*?']],
  ['git clean -fd', ['-?']],
  ['git clean -n', []],
  ['git clone https://x/y/z.git', ['*z']],
  ['git worktree add ../w main', ['*../w']],
  ['git status; git diff; git log; git add -A; git commit -m x; git push', []],
  ['git show HEAD:a.py > a.py', ['a.py']],
];

const tools: Rows = [
  ['prettier -w src', ['*?']],
  ['npx prettier --check src', []],
  ['black .', ['*?']],
  ['black --check .', []],
  ['python -m black .', ['*?']],
  ['uv run ruff format', ['*?']],
  ['ruff check --fix', ['*?']],
  ['ruff check', []],
  ['npx eslint --fix src', ['*?']],
  ['gofmt -w .', ['*?']],
  ['gofmt -l .', []],
  ['cargo fmt', ['*?']],
  ['cargo fmt --check', []],
  ['npx biome check --write', ['*?']],
  ['mix format --check-formatted', []],
  ['terraform fmt -check', []],
  ['npm install left-pad', ['*?']],
  ['npm test', []],
  ['npm init -y', ['*?']],
  ['npx create-react-app x', ['*?']],
  ['go mod tidy', ['*?']],
  ['go mod download', []],
  ['npx jest -u', ['*?']],
  ['npx jest', []],
  ['pytest --snapshot-update', ['*?']],
  ['python manage.py makemigrations', ['*?']],
];

const inline: Rows = [
  ["python - <<'E'\nopen('a.py', 'w').write('x')\nE", ['a.py']],
  ["python3 -c \"open('a.py','a').write('x')\"", ['a.py']],
  [
    "python3 - <<'E'\np = 'src/a.py'\ns = open(p).read()\nopen(p, 'w', encoding='utf8').write(s)\nE",
    ['src/a.py'],
  ],
  ["python3 - <<'E'\nfrom pathlib import Path\nPath('a.py').write_text('x')\nE", ['a.py']],
  ["python3 - <<'E'\nimport pathlib\np = pathlib.Path('a.py')\np.write_text('x')\nE", ['a.py']],
  ["cd app && python3 - <<'E'\nopen('a.py', 'w')\nE", ['app/a.py']],
  ["python3 - <<'E'\nfor f in files:\n  open(f, 'w')\nE", ['?']],
  ["python3 - <<'E'\nprint(open('a.py').read())\nE", []],
  ["python3 - <<'E'\nopen('a.py', 'rb')\nE", []],
  ["node -e \"require('fs').writeFileSync('a.js', 'x')\"", ['a.js']],
  ["python3 script.py <<'E'\nopen('a.py', 'w')\nE", ['a.py']],
  ["cat <<'E'\nopen('a.py', 'w')\nE", []],
];

describe.each([
  ['redirections', redirections],
  ['what is no redirection of output', noRedirections],
  ['programs that make, move and remove files', programs],
  ['programs that edit files', editors],
  ['git', git],
  ['formatters, installers, generators', tools],
  ['code in the line', inline],
])('%s', (_name, rows) => {
  it.each(rows)('%s', (line, expected) => {
    expect(writes(line)).toEqual(expected);
  });
});

it('writes stand in the order of the commands that make them', () => {
  const parsed = parseLine('sed -i s/1/2/ a.py && pytest > out.txt; rm out.txt');
  if (!parsed.parsed) throw new Error(parsed.error);
  expect(lineWrites(parsed, listCommands(parsed))).toEqual([
    { path: 'a.py', kind: 'author', command: 0 },
    { path: 'out.txt', kind: 'author', command: 1 },
    { path: 'out.txt', kind: 'remove', command: 2 },
  ]);
});
