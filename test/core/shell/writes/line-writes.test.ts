import { describe, expect, it } from 'vitest';
import { listCommands } from '../../../../src/core/shell/commands.ts';
import { parseLine } from '../../../../src/core/shell/parse.ts';
import { lineWrites } from '../../../../src/core/shell/writes/index.ts';
import { filesOf } from '../inner/files-of.ts';

const project = filesOf({ 'src/': '', 'src/sub/': '' });

/** `a.py` author, `-a.py` remove, `*a.py` bulk; `?` some file, `?/tmp` one in that folder; in the order of the line. */
function writes(line: string): readonly string[] {
  const parsed = parseLine(line);
  if (!parsed.parsed) throw new Error(parsed.error);
  return lineWrites(parsed, listCommands(parsed), project).map(({ path, kind, folder = '' }) => {
    const sign = { author: '', remove: '-', bulk: '*' }[kind];
    return `${sign}${path ?? `?${folder}`}`;
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
  ['echo x > /tmp/x-$$', ['?/tmp']],
  ['echo x > "/srv/$A/b.py"', ['?/srv']],
  ['echo x > "/srv/$A/../b.py"', ['?']],
  ['echo x > ~/.x/a.py', ['?~/.x/a.py']],
  ['echo x > "$HOME/a-$$.py"', ['?~']],
  ['cp "$f" /tmp/kept/', ['?/tmp/kept']],
  ['sed -i s/a/b/ /srv/app/*.py', ['?/srv/app']],
  ['tee ~/x.py', ['?~/x.py']],
  ['OUT=a.py; echo x > $OUT', ['a.py']],
  ['OUT=a.py; OUT=b.py; echo x > $OUT', ['?']],
  ['t=$(mktemp); echo x > "$t"; sed -i s/a/b/ "$t"', ['/tmp/tmp.XXXXXXXXXX', '/tmp/tmp.XXXXXXXXXX']],
  ['d=$(mktemp -d)/x; echo x > "$d/y.py"', ['/tmp/tmp.XXXXXXXXXX/x/y.py']],
  ['t=$(mktemp -p .); echo x > $t', ['?']],
  ['pytest | tee >(tail -5)', []],
  ['echo x > "$TMPDIR/a"', ['/tmp/a']],
  ['echo "$(echo y > a.py)"', ['a.py']],
  ['bash -c "echo x > a.py"', ['a.py']],
  ['f() { echo x > a.py; }; f', ['a.py']],
];

const compilers: Rows = [
  ['gcc a.c -o prog && ./prog', ['*prog']],
  ['g++ -O2 -std=c++17 -obin/prog src/a.cpp', ['*bin/prog']],
  ['cd app && clang a.c -lm', ['*app/a.out']],
  ['gcc -c a.c', []],
  ['gcc -c a.c -o build/a.x', ['*build/a.x']],
  ['gcc -fsyntax-only a.c', []],
  ['gcc --version', []],
  ['gcc a.c -o "$OUT"', ['*?']],
  ['gcc a.c -o /dev/null', []],
  ['nasm -f elf64 a.asm -o a.bin', ['*a.bin']],
  ['nasm -f elf64 a.asm', []],
  ['rustc src/main.rs && ./main', ['*main']],
  ['rustc --crate-type lib a.rs', []],
  ['rustc -O a.rs -o out/a', ['*out/a']],
  ['go build -o bin/kv ./cmd/kv', ['*bin/kv']],
  ['go build tools/gen.go', ['*gen']],
  ['go build ./...', []],
  ['go vet ./...', []],
  ['ghc -O2 Main.hs -o solve', ['*solve']],
  ['javac -d out src/A.java', ['*out']],
  ['javac A.java', []],
  ['tsc --outDir lib', ['*lib']],
  ['npx tsc --noEmit --outDir lib', []],
  ['esbuild a.ts --bundle --outfile=dist/a.js', ['*dist/a.js']],
];

const noRedirections: Rows = [
  ["vim -c '%s/a/b/' a.py", []],
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
  ["sed -i.bak -e 's/a/b/' a.py b.py", ['*a.py', '*b.py']],
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
  ['awk \'{ print > "b.txt" }\' a.txt', ['b.txt']],
  ['awk \'$1 > "b" { print }\' a.txt', []],
  ['sort -u a.txt -o a.txt', ['a.txt']],
  ["ex -s -c '1d|x' a.py", ['a.py']],
  ["ex -sc '1d|x' a.py", ['a.py']],
  ["vim -es -c '%s/a/b/' -c wq a.py", ['a.py']],
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
  ['prettier -w src', ['*src']],
  ['prettier --write --config x.json src/a.ts src/b.ts', ['*src/a.ts', '*src/b.ts']],
  ["prettier --write 'src/**/*.ts'", ['*?']],
  ['npx prettier --check src', []],
  ['black .', ['*?']],
  ['black --check .', []],
  ['python -m black .', ['*?']],
  ['uv run ruff format', ['*?']],
  ['ruff check --fix', ['*?']],
  ['ruff check', []],
  ['npx eslint --fix src', ['*src']],
  ['gofmt -w .', ['*?']],
  ['cd pkg && gofmt -w a.go b/', ['*pkg/a.go', '*pkg/b']],
  ['goimports -local x.org/y -w a.go', ['*a.go']],
  ['shfmt -i 2 -w a.sh', ['*a.sh']],
  ['black -l 100 a.py', ['*a.py']],
  ['ruff format src/a.py', ['*src/a.py']],
  ['golangci-lint run --fix ./pkg/a.go', ['*?']],
  ['modernize --fix ./...', ['*?']],
  ['modernize ./...', []],
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
  ['go test ./x -run Golden -update', ['*?']],
  ['go test ./x -run TestUpdate', []],
  ['gh pr checkout 15', ['*?']],
  ['gh pr view 15', []],
  ['go mod download', []],
  ['npx jest -u', ['*?']],
  ['npx jest', []],
  ['pytest --snapshot-update', ['*?']],
  ['python manage.py makemigrations', ['*?']],
];

const patches: Rows = [
  ["apply_patch <<'E'\n*** Begin Patch\n*** Update File: a.py\n@@\n-x\n+y\n*** End Patch\nE", ['a.py']],
  ["apply_patch <<'E'\n*** Add File: a.py\n+x\n*** Delete File: b.py\nE", ['a.py', '-b.py']],
  ["cd app && apply_patch '*** Update File: a.py'", ['app/a.py']],
  ["git apply <<'E'\n--- a/src/a.py\n+++ b/src/a.py\n@@ -1 +1 @@\n-x\n+y\nE", ['src/a.py']],
  ["git apply --check <<'E'\n--- a/a.py\n+++ b/a.py\nE", []],
  ["patch -p1 <<'E'\n--- a/src/a.py\t2020\n+++ b/src/a.py\t2020\n@@ -1 +1 @@\n-x\n+y\nE", ['src/a.py']],
  ["patch -p0 <<'E'\n--- src/a.py\n+++ /dev/null\nE", ['-src/a.py']],
  ["patch <<'E'\n--- a/src/a.py\n+++ b/src/a.py\nE", ['a.py']],
  ['git apply a.diff', ['*?']],
];

const loops: Rows = [
  ['for f in a b; do echo x > $f.py; done', ['a.py', 'b.py']],
  ['for f in a.py b.py; do sed -i s/1/2/ "$f"; done', ['a.py', 'b.py']],
  ["for p in x y; do cat >> pkg/$p/p.go <<'E'\nx\nE\ndone", ['pkg/x/p.go', 'pkg/y/p.go']],
  ['for i in {1..3}; do touch f$i.py; done', ['f1.py', 'f2.py', 'f3.py']],
  ['d=src; for f in a b; do touch $d/$f.py; done', ['src/a.py', 'src/b.py']],
  ['for f in a b; do for g in c d; do touch $f$g; done; done', ['ac', 'ad', 'bc', 'bd']],
  ['for f in *.py; do echo > $f; done', ['?']],
  ['for f in $LIST; do echo > $f; done', ['?']],
  ['for f in a b; do f=$f.py; echo > $f; done', ['?']],
  ['for f in a b; do echo $f; done > list', ['list']],
  [`for f in ${Array.from({ length: 100 }, (_, at) => at).join(' ')}; do touch f$f; done`, ['?']],
];

const folders: Rows = [
  ['mkdir -p lib && cp a.py lib', ['lib/a.py']],
  ['mkdir lib; mv a.py lib', ['-a.py', 'lib/a.py']],
  ['cp a.py src', ['src/a.py']],
  ['git mv a.py src', ['-a.py', 'src/a.py']],
  ['cd src && cp ../a.py sub', ['src/sub/a.py']],
  ['cp a.py nowhere', ['nowhere']],
  ['rsync -a src/ dst/', ['*dst']],
  ['rsync -a src dst/', ['*dst/src']],
  ['wget -P dl https://x/a.py', ['dl/a.py']],
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
  ["python3 script.py <<'E'\nopen('a.py', 'w')\nE", []],
  ["python3 - x.py <<'E'\nopen('a.py', 'w')\nE", ['a.py']],
  ["cat <<'E'\nopen('a.py', 'w')\nE", []],
  ["python3 - <<'E'\nopen('a.py', encoding='utf8', mode='w')\nE", ['a.py']],
  ["python3 - <<'E'\nfrom pathlib import Path\n(Path('src') / 'a.py').touch()\nE", ['src/a.py']],
  ["python3 - <<'E'\nroot = Path('src')\np = root / 'a.py'\np.write_text('x')\nE", ['src/a.py']],
  ["python3 - <<'E'\nimport os\nopen(os.path.join('src', 'a.py'), 'w')\nE", ['src/a.py']],
  ["python3 - <<'E'\nn = 'a'\nopen(f'src/{n}.py', 'w')\nopen(f'src/{m}.py', 'w')\nE", ['src/a.py', '?']],
  ["python3 - <<'E'\nimport os\nos.chdir('app')\nopen('a.py', 'w')\nE", ['app/a.py']],
  ["python3 - <<'E'\nos.rename('a.py', 'b.py')\nshutil.rmtree('old')\nE", ['-old', '-a.py', 'b.py']],
  ["python3 - <<'E'\np = 'a.py'\np = 'b.py'\nopen(p, 'w')\nE", ['?']],
  ["node -e \"fs.writeFileSync(path.join('src', 'a.js'), 'x')\"", ['src/a.js']],
  ["php -r \"file_put_contents('a.php', 'x');\"", ['a.php']],
  ['perl -e \'open(F, ">a.txt"); print F 1\'', ['a.txt']],
  ["deno eval \"Deno.writeTextFileSync('a.ts', 'x')\"", ['a.ts']],
  ["ruby -e \"File.open('a.rb', 'w') { }\"", ['a.rb']],
];

describe.each([
  ['redirections', redirections],
  ['compilers', compilers],
  ['what is no redirection of output', noRedirections],
  ['programs that make, move and remove files', programs],
  ['programs that edit files', editors],
  ['git', git],
  ['formatters, installers, generators', tools],
  ['patches in the line', patches],
  ['loops over known words', loops],
  ['folders that are there', folders],
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
