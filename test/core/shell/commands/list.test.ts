import { describe, expect, it } from 'vitest';
import { listCommands } from '../../../../src/core/shell/commands.ts';
import { parseLine } from '../../../../src/core/shell/parse.ts';

function listed(line: string) {
  const parsed = parseLine(line);
  if (!parsed.parsed) throw new Error(parsed.error);
  return listCommands(parsed);
}

describe('texts, in source order', () => {
  it.each<[string, string[]]>([
    ['cd app && pytest -q 2>&1 | tail -5', ['cd app', 'pytest -q', 'tail -5']],
    ['A=1 pytest  -q >log 2>&1 </dev/null', ['A=1 pytest  -q']],
    ['> log pytest -q', ['pytest -q']],
    ['pytest 2>&1 -q', ['pytest -q']],
    ["bash -c 'cd a; pytest'", ["bash -c 'cd a; pytest'", 'cd a', 'pytest']],
    ['x=$(pytest -q)', ['x=$(pytest -q)', 'pytest -q']],
    ['echo `pytest \\`ls\\``', ['echo `pytest \\`ls\\``', 'pytest `ls`', 'ls']],
    ['f() { pytest; }; f', ['pytest', 'f']],
    ['if a; then b; elif c; then d; else e; fi', ['a', 'b', 'c', 'd', 'e']],
    ['for x in $(ls); do pytest; done', ['ls', 'pytest']],
    ['case $(a) in b) c;; esac', ['a', 'c']],
    ['diff <(a) <(b) > >(c)', ['diff <(a) <(b)', 'a', 'b', 'c']],
    ['[[ $(a) == x ]] && (( $(b) ))', ['a', 'b']],
    ['cat <<EOF\n$(pytest)\nEOF', ['cat', 'pytest']],
    ["cat <<'EOF'\n$(pytest)\nEOF", ['cat']],
    ['a & b | c; coproc d', ['a', 'b', 'c', 'd']],
    ['', []],
  ])('%j', (line, texts) => {
    expect(listed(line).map(({ text }) => text)).toEqual(texts);
  });
});

describe('words are known where nothing has to run', () => {
  it.each<[string, (string | null)[]]>([
    [`pytest 'a b' "c"d $'e\\n' f\\ g`, ['pytest', 'a b', 'cd', 'e\n', 'f g']],
    ['pytest $HOME "$X/y" ~/z $((1))', ['pytest', null, null, null, null]],
    ['touch {a,b{c,d}}.py {1..3}', ['touch', 'a.py', 'bc.py', 'bd.py', '1', '2', '3']],
    ['rm *.py [ab].js', ['rm', '*.py', '[ab].js']],
    ['export A=1 B=$C', ['export', 'A=1', null]],
    ['T=tests/a.py; pytest $T', ['pytest', 'tests/a.py']],
    ['T=a; T=b; pytest $T', ['pytest', null]],
    ['T=a; read T; pytest $T', ['pytest', null]],
    ['for T in a b; do pytest $T; done', ['pytest', null]],
    ['if x; then T=a; fi; pytest $T', ['pytest', null]],
    ['T="a b"; pytest $T', ['pytest', null]],
    ["(T=a); bash -c 'pytest $T'", ['pytest', null]],
  ])('%j', (line, words) => {
    expect(listed(line).at(-1)?.words).toEqual(words);
  });
});

describe('the directory of the last command', () => {
  it.each<[string, string | null]>([
    ['pytest', '.'],
    ['cd app && pytest', 'app'],
    ['cd app; cd ../lib/; pytest', 'lib'],
    ['cd a/./b/.. && pytest', 'a'],
    ['cd .. && pytest', '..'],
    ['cd /srv/x/../y && pytest', '/srv/y'],
    ['cd D:/x/y && pytest', 'D:/x/y'],
    ['cd "$PWD" && pytest', '.'],
    ['cd $(pwd) && pytest', '.'],
    ['cd "$X" && pytest', null],
    ['cd "$X" && cd /srv && pytest', '/srv'],
    ['cd && pytest', null],
    ['cd ~/x && pytest', null],
    ['cd a && cd - && pytest', '.'],
    ['(cd a && ls); pytest', '.'],
    ['(cd a && pytest)', 'a'],
    ['cd a | cat; pytest', '.'],
    ['cd a & pytest', '.'],
    ['x=$(cd a; ls); pytest', '.'],
    ['pushd a; popd; pytest', '.'],
    ['pushd a; pytest', 'a'],
    ['{ cd a; }; pytest', 'a'],
    ['if x; then cd a; fi; pytest', null],
    ['if x; then cd a; else cd a; fi; pytest', 'a'],
    ['for x in 1; do cd a; done; pytest', null],
    ['x || cd a; pytest', null],
    ["bash -c 'cd a'; pytest", '.'],
    ["bash -c 'cd a; pytest'", 'a'],
    ["eval 'cd a'; pytest", 'a'],
    ['f() { cd a; }; f; pytest', null],
    ['make -C sub test', 'sub'],
    ['cd a && git -C b/c status', 'a/b/c'],
    ['git commit -C HEAD', '.'],
    ['npm --prefix=web test', 'web'],
    ['pnpm --filter web exec vitest', null],
    ['pnpm -r exec tsc', null],
    ['yarn workspace web exec tsc', null],
    ['pnpm exec vitest', '.'],
    ['pnpm -w exec vitest', '.'],
    ['npm exec -w web -- tsc', null],
  ])('%j', (line, directory) => {
    expect(listed(line).at(-1)?.directory).toBe(directory);
  });

  it('a function runs where it is called', () => {
    const places = (line: string) => listed(line).map(({ text, directory }) => [text, directory]);
    expect(places('t() { pytest; }; cd a; t')).toContainEqual(['pytest', 'a']);
    expect(places('t() { pytest; }; t; cd a; t')).toContainEqual(['pytest', null]);
  });
});

describe('what stands around a command', () => {
  const first = (line: string) => {
    const [one] = listed(line);
    return {
      filteredBy: one?.filteredBy,
      gone: one?.outputGone,
      errors: one?.errorsGone,
      background: one?.background,
    };
  };
  const whole = { filteredBy: null, gone: false, errors: false, background: false };

  it.each<[string, Partial<typeof whole> | { filteredBy: string }]>([
    ['pytest', {}],
    ['pytest | tail -5', { filteredBy: 'tail -5' }],
    ['pytest 2>&1 | tee log | grep -v ok | head -3', { filteredBy: 'grep -v ok | head -3' }],
    ['pytest | tee log', {}],
    ['pytest | cat', {}],
    ['pytest | tee log > /dev/null', { filteredBy: 'tee log > /dev/null' }],
    ['(pytest) | tail -1', { filteredBy: 'tail -1' }],
    ['pytest > log 2>&1', { gone: true, errors: true }],
    ['pytest 2> log', { errors: true }],
    ['pytest &> log', { gone: true, errors: true }],
    ['pytest >&2', {}],
    ['pytest > /dev/stderr', {}],
    ['pytest > >(tee log)', {}],
    ['{ pytest; } > log', { gone: true }],
    ['pytest &', { background: true }],
    ['{ pytest; } & wait', { background: true }],
  ])('%j', (line, more) => {
    expect(first(line)).toEqual({ ...whole, ...more });
  });

  it('output in a variable is gone, and so is what stands behind exec > log', () => {
    expect(listed('x=$(pytest)').at(-1)?.outputGone).toBe(true);
    expect(listed('exec > log; pytest').at(-1)?.outputGone).toBe(true);
  });

  it('a function that nobody calls is named so', () => {
    expect(listed('t() { pytest; }').map(({ uncalled }) => uncalled)).toEqual([true]);
    expect(listed('t() { pytest; }; t').map(({ uncalled }) => uncalled)).toEqual([false, false]);
  });

  it('a script in quotes stands where its command stands, and has its variables', () => {
    const [, inner] = listed("env A=1 bash -c 'pytest -q' x");
    expect(inner).toMatchObject({
      start: 0,
      end: 29,
      text: 'pytest -q',
      inherited: [{ name: 'A', value: '1' }],
    });
  });
});
