import { describe, expect, it } from 'vitest';
import type { ReadCommand, Reading } from '../../../src/core/reading-types.ts';
import { readCommand } from '../../../src/core/shell/reading.ts';

const command: ReadCommand = {
  index: 0,
  text: '',
  start: 0,
  end: 0,
  class: 'inert',
  executes: false,
  program: null,
  words: [],
  scope: [],
  directory: '.',
  proven: true,
  endsZero: true,
  assumption: null,
  maskedBy: null,
  disarmed: null,
  innerMask: null,
  scripts: [],
  inline: null,
  background: false,
  filteredBy: null,
  redirected: false,
};

describe('whole readings', () => {
  it('a filtered test in a folder is proven', () => {
    const line = 'cd app && timeout 60 pytest -q tests 2>&1 | tail -5';
    expect(readCommand(line)).toEqual({
      line,
      pipefail: true,
      parsed: true,
      error: null,
      executes: true,
      ifExitZero: 'green',
      commands: [
        { ...command, text: 'cd app', end: 6, program: 'cd', words: ['cd', 'app'] },
        {
          ...command,
          index: 1,
          text: 'timeout 60 pytest -q tests',
          start: 10,
          end: 41,
          class: 'test',
          executes: true,
          program: 'pytest',
          words: ['pytest', '-q', 'tests'],
          scope: ['app/tests'],
          directory: 'app',
          filteredBy: 'tail -5',
        },
        {
          ...command,
          index: 2,
          text: 'tail -5',
          start: 44,
          end: 51,
          program: 'tail',
          words: ['tail', '-5'],
          directory: 'app',
        },
      ],
      proves: ['cd app', 'timeout 60 pytest -q tests', 'pytest -q tests', 'tail -5'],
      writes: [],
      moves: [],
      suggestion: null,
    } satisfies Reading);
  });

  it('a line that bash refuses proves nothing and counts as no run', () => {
    expect(readCommand('pytest; [[ a b ]]')).toEqual({
      line: 'pytest; [[ a b ]]',
      pipefail: true,
      parsed: false,
      error: "unexpected token 'b' at offset 13",
      executes: false,
      ifExitZero: 'none',
      commands: [],
      proves: [],
      writes: [],
      moves: [],
      suggestion: 'write the line so that `bash -n` accepts it',
    } satisfies Reading);
  });
});

describe('what exit 0 is worth', () => {
  it.each<[string, Reading['ifExitZero']]>([
    ['pytest -q', 'green'],
    ['pytest -q; echo done', 'masked'],
    ['pytest; npm test', 'masked'],
    ['pytest && npm test', 'green'],
    ['ls -la', 'none'],
    ['mypy .', 'none'],
    ['mypy .; pytest', 'green'],
    ['python x.py; pytest', 'green'],
    ['node server.js & pytest', 'green'],
    ['pytest &', 'masked'],
    ["python -c 'print(1)' | cat; pytest", 'green'],
    ["pytest; python -c 'print(1)'", 'masked'],
    ['node a.js; node b.js', 'masked'],
    ['t() { pytest; }', 'none'],
    ['t() { pytest; }; t', 'green'],
    ['docker run -d img pytest', 'masked'],
    ['echo | xargs -r pytest', 'masked'],
    ['watch pytest', 'masked'],
    ['ssh -f host pytest', 'masked'],
    ['hyperfine -i pytest', 'masked'],
    ['concurrently --success first "pytest" "true"', 'masked'],
    ['mvn -fn test', 'masked'],
    ['nodemon x.js', 'masked'],
    ["ssh host 'pytest; echo done'", 'masked'],
    ['cmd /c "npm test & echo done"', 'masked'],
    ['cmd /c "npm test && echo done"', 'green'],
    ['setsid pytest', 'masked'],
    ['setsid -w pytest', 'green'],
    ["ssh host 'set -e; pytest; echo done'", 'green'],
    ["script -c 'pytest' log", 'masked'],
    ['', 'none'],
    ['# pytest', 'none'],
  ])('%j: %s', (line, worth) => {
    expect(readCommand(line).ifExitZero).toBe(worth);
  });

  it('without pipefail a pipe masks', () => {
    expect(readCommand('pytest | cat', { pipefail: false }).ifExitZero).toBe('masked');
  });
});

it('a text that stands there twice is proven only if both are', () => {
  expect(readCommand('pytest; pytest').proves).toEqual([]);
  expect(readCommand('pytest && pytest').proves).toEqual(['pytest', 'pytest']);
  expect(readCommand('timeout 5 pytest; pytest').proves).toEqual([]);
  expect(readCommand('"pytest"; pytest').proves).toEqual([]);
});

describe('texts of a command that is proven', () => {
  it.each<[string, string[]]>([
    ['find . -maxdepth 0 -exec p1 {} +', ['find . -maxdepth 0 -exec p1 {} +', 'p1']],
    ['find t -name x.js -exec node --test {} +', ['find t -name x.js -exec node --test {} +', 'node --test']],
    ['find . -exec p1 {} \\;', []],
    ['"pytest" -q', ['"pytest" -q', 'pytest -q']],
    ['\'p1\' && "p2"', ["'p1'", 'p1', '"p2"', 'p2']],
    ["p1 '; exit 0'", ["p1 '; exit 0'"]],
    ['p1 "a b"', ['p1 "a b"']],
    ['"pytest" -q || true', []],
  ])('%j', (line, texts) => {
    expect(readCommand(line).proves).toEqual(texts);
  });
});

describe('scope is seen from where the line starts', () => {
  it.each<[string, string[]]>([
    ['pytest', []],
    ['cd app && pytest', []],
    ['cd app && pytest tests ../x/test_a.py::t -k foo', ['app/tests', 'x/test_a.py::t', '-k foo']],
    ['cd src && go test ./... -run X', ['src/...', '-run X']],
    ['go test ./...', ['./...']],
    ['pytest $T', ['$']],
    ['make -C sub test', ['test']],
    ['npm -w pkg run test:unit', ['-w pkg']],
    ['pnpm -w run test:unit', []],
    ['cd "$X" && pytest tests', ['tests']],
  ])('%j', (line, scope) => {
    expect(readCommand(line).commands.findLast(({ executes }) => executes)?.scope).toEqual(scope);
  });
});

describe('checks on a tree that is moved away', () => {
  it.each<[string, proves: boolean, disarmed: boolean]>([
    ['git stash && tsc && git stash pop', false, false],
    ['git stash; tsc; git stash pop; pytest', false, true],
    ['git stash; git stash pop && tsc', true, false],
    ['git checkout HEAD~1 -- src && eslint src && git checkout HEAD -- src', false, false],
  ])('%j', (line, proves, disarmed) => {
    const { commands } = readCommand(line);
    const check = commands.find(({ words }) => words[0] === 'tsc' || words[0] === 'eslint');
    expect([check?.proven === true && check.class === 'check', check?.disarmed !== null]).toEqual([
      proves,
      disarmed,
    ]);
    expect(commands.filter(({ executes }) => executes).every(({ proven }) => proven)).toBe(true);
  });
});

it.each([
  "docker compose exec -T web sh -c 'cd /app && pytest'",
  "docker run --rm -v .:/w -w /w img bash -lc 'cd /w; pytest'",
  "sudo docker exec web bash -c 'cd /srv/x && pytest'",
  "wsl -e bash -lc 'cd /mnt/c/x && pytest'",
  "vagrant ssh -c 'cd /vagrant && pytest'",
  'cmd /c "cd /d C:/x && pytest"',
  'docker exec web pytest',
  "ssh host 'cd /srv/x && pytest'",
])(
  'in a container or on another machine no directory is known, also where the line names one: %j',
  (line) => {
    const { commands } = readCommand(line);
    expect(commands.findLast((command) => command.class === 'test')?.directory).toBe(null);
  },
);

describe('hooks of the repository', () => {
  const withHook = {
    read: () => null,
    isFile: (path: string) => path === '.git/hooks/pre-commit',
    isDirectory: () => false,
  };
  it.each<[string, boolean]>([
    ['git commit -m x', true],
    ['git commit --no-verify -m x', false],
    ['git commit -nm x', false],
    ['git push', false],
  ])('%j executes: %s', (line, executes) => {
    expect(readCommand(line, { project: withHook }).executes).toBe(executes);
    expect(readCommand(line).executes).toBe(false);
  });
});
