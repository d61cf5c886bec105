// Whole sessions in compiled languages, in which lines hide how their tests ended: bash says it all the same.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { bashVersion } from '../bash-version.ts';
import { makeEmptyRepository, type Repository } from '../repositories.ts';
import { bash, edit, play, say } from './own-sessions.ts';

const cache = mkdtempSync(join(tmpdir(), 'donegate-go-cache-'));
process.env.GOCACHE = cache;
process.env.GOFLAGS = '-count=1';
afterAll(() => rmSync(cache, { recursive: true, force: true }));

const has = (program: string): boolean =>
  spawnSync(program, ['version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
const missing = (program: string): string =>
  has(program) ? '' : `, skipped: ${program} is not installed here`;

type Project = {
  files: Readonly<Record<string, string>>;
  source: string;
  /** The source is right with the first text, wrong with the second. */
  right: string;
  wrong: string;
  /** An added assertion in a test, so that the change has one. */
  test: readonly [path: string, old: string, added: string];
  run: string;
};

const GO: Project = {
  files: {
    'go.mod': 'module example.com/price\n\ngo 1.20\n',
    'price.go':
      'package price\n\n// Total is the price of n pieces.\nfunc Total(n, each int) int { return n * each }\n',
    'price_test.go':
      'package price\n\nimport "testing"\n\nfunc TestTotal(t *testing.T) {\n\tif Total(2, 10) != 20 {\n\t\tt.Fatal("two pieces")\n\t}\n}\n',
  },
  source: 'price.go',
  right: 'return n * each',
  wrong: 'return n + each',
  test: [
    'price_test.go',
    '\tif Total(2, 10) != 20 {',
    '\tif Total(0, 10) != 0 {\n\t\tt.Fatal("none")\n\t}\n\tif Total(2, 10) != 20 {',
  ],
  run: 'go test ./...',
};

const RUST: Project = {
  files: {
    'Cargo.toml': '[package]\nname = "price"\nversion = "0.1.0"\nedition = "2021"\n',
    'Cargo.lock': 'version = 3\n\n[[package]]\nname = "price"\nversion = "0.1.0"\n',
    '.gitignore': 'target/\n',
    'src/lib.rs': '/// Price of `n` pieces.\npub fn total(n: u32, each: u32) -> u32 {\n    n * each\n}\n',
    'tests/price.rs':
      'use price::total;\n\n#[test]\nfn two_pieces() {\n    assert_eq!(total(2, 10), 20);\n}\n',
  },
  source: 'src/lib.rs',
  right: 'n * each',
  wrong: 'n + each',
  test: [
    'tests/price.rs',
    '    assert_eq!(total(2, 10), 20);',
    '    assert_eq!(total(0, 10), 0);\n    assert_eq!(total(2, 10), 20);',
  ],
  run: 'cargo test --offline',
};

function repositoryOf({ files }: Project): Repository {
  const repository = makeEmptyRepository();
  for (const [path, content] of Object.entries(files)) repository.write(path, content);
  repository.commit('first version');
  return repository;
}

/** Lines that hide a failure, and what the run is worth all the same. */
const hiding: readonly (readonly [line: (run: string) => string, result: string])[] = [
  [(run) => `${run} > /dev/null 2>&1 || true`, 'red'],
  [(run) => `${run}; echo "all green"`, 'red'],
  [(run) => `${run} 2>&1 | grep -c ok; echo done`, 'red'],
  [(run) => `for i in 1 2; do ${run} > /dev/null 2>&1; done; echo looped`, 'masked'],
  [(run) => `${run} > /dev/null 2>&1 & sleep 0.1; echo started`, 'unknown'],
];

describe.each([
  ['Go', 'go', GO],
  ['Rust', 'cargo', RUST],
] as const)('a session in %s', (name, program, project) => {
  it.skipIf(!has(program) || bashVersion().number < 500)(
    `${name}: hidden failures are seen, the mended code is accepted${missing(program)}`,
    async () => {
      const repository = repositoryOf(project);
      const { source, right, wrong, test, run } = project;
      const played = await play(repository.root, [
        edit(source, right, wrong),
        edit(...test),
        ...hiding.map(([line]) => bash(line(run))),
        say('All green. Done.'),
        edit(source, wrong, right),
        bash(`${run} 2>&1 | tail -5`),
        say('Done.'),
      ]);
      repository.dispose();
      const results = played.runs
        .filter((one) => one.startsWith('agent: '))
        .map((one) => one.split(' -> ').at(-1));
      // A loop's failures are read from what it printed only where it printed something.
      expect(
        results
          .slice(0, hiding.length)
          .map((result, index) => (index === 3 && result === 'red' ? 'masked' : result)),
      ).toEqual(hiding.map(([, result]) => result));
      expect(results.at(-1)).toBe('green');
      expect(played.decisions.filter((one) => one.startsWith('claim'))).toEqual([
        'claim send_back',
        'claim end',
      ]);
      expect(played.outcome).toBe('done');
    },
    120_000,
  );
});
