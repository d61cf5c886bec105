import { describe, expect, it } from 'vitest';
import { type CodePaths, fileKind, isOwnFile } from '../../src/core/code-files.ts';
import type { FileKind } from '../../src/core/types.ts';

const rows: [path: string, kind: FileKind][] = [
  ['src/a.py', 'source'],
  ['scripts/check.sh', 'source'],
  ['bin/tool', 'source'],
  ['src/core/core', 'source'],
  ['data/words.txt', 'source'],
  ['tests/fixtures/input.txt', 'test'],
  ['tests/test_a.py', 'test'],
  ['src/a.test.ts', 'test'],
  ['src/__snapshots__/a.snap', 'test'],
  ['pkg/a_test.go', 'test'],
  ['conftest.py', 'test'],
  ['src/test/java/ATest.java', 'test'],
  ['src/main/java/Contest.java', 'source'],
  ['package.json', 'config'],
  ['package-lock.json', 'config'],
  ['requirements.txt', 'config'],
  ['CMakeLists.txt', 'config'],
  ['Makefile', 'config'],
  ['donegate.toml', 'config'],
  ['infra/main.tf', 'config'],
  ['.github/workflows/ci.yml', 'config'],
  ['.eslintrc', 'config'],
  ['vitest.config.ts', 'config'],
  ['table.csv', 'config'],
  ['app/static/site.css', 'config'],
  ['public/index.html', 'config'],
  ['fonts/a.woff2', 'config'],
  ['certs/server.pem', 'config'],
  ['dist.tar.gz', 'config'],
  ['weights.pt', 'config'],
  ['tests/data/table.csv', 'test'],
  ['queries/a.sql', 'source'],
  ['src/csv.py', 'source'],
  ['README.md', 'other'],
  ['docs/guide.rst', 'other'],
  ['notes.txt', 'other'],
  ['logo.png', 'other'],
  ['LICENSE', 'other'],
  ['PLAN.md', 'other'],
  ['.donegate/plan-state.json', 'other'],
  ['coverage/lcov.info', 'other'],
  ['.coverage', 'other'],
  ['junit.xml', 'other'],
  ['target/surefire-reports/TEST-a.xml', 'other'],
  ['src/__pycache__/a.cpython-311.pyc', 'other'],
  ['scratch/demo.exe', 'other'],
  ['src/exe.py', 'source'],
  ['server.log', 'other'],
  ['LICENSE-MIT', 'other'],
  ['COPYING.LESSER', 'other'],
  ['README', 'other'],
  ['.github/CODEOWNERS', 'other'],
  ['.github/ISSUE_TEMPLATE/bug_report.yml', 'other'],
  ['.github/FUNDING.yml', 'other'],
  ['.github/workflows/ci.yml', 'config'],
  ['.git/hooks/pre-commit', 'other'],
  ['vendor/lib/.git/config', 'other'],
  ['.githooks/pre-commit', 'source'],
  ['docs/CONTRIBUTING', 'other'],
  ['src/license.py', 'source'],
  ['app/models/notice.rb', 'source'],
  ['src/changelog.ts', 'source'],
  ['target/debug/deps/kv-1a2b', 'other'],
  ['core/target/classes/application.properties', 'other'],
  ['target/.rustc_info.json', 'other'],
  ['myenv/lib/python3.11/site-packages/pip/_vendor/rich/live.py', 'other'],
  ['myenv/pyvenv.cfg', 'other'],
  ['myenv/bin/activate.fish', 'other'],
  ['lib/python/a.py', 'source'],
  ['bin/activate-users', 'source'],
  ['build/reports/tests/test/index.html', 'other'],
  ['obj/project.assets.json', 'other'],
  ['src/bin/Debug/net8.0/A.deps.json', 'other'],
  ['_build/test/lib/a/.mix/compile.elixir', 'other'],
  ['src/target/x86.rs', 'source'],
  ['build/rules.py', 'source'],
  ['bin/release', 'source'],
];

describe('which paths are code', () => {
  it.each(rows)('%s is %s', (path, kind) => {
    expect(fileKind(path)).toBe(kind);
  });

  it.each<[name: string, paths: CodePaths, path: string, kind: FileKind]>([
    ['excluded by a folder', { include: [], exclude: ['docs/**'] }, 'docs/conf.py', 'other'],
    ['a folder without stars', { include: [], exclude: ['vendor'] }, 'vendor/a/b.js', 'other'],
    ['a name anywhere', { include: [], exclude: ['*.gen.ts'] }, 'src/deep/a.gen.ts', 'other'],
    ['one star stays within a folder', { include: [], exclude: ['src/*.ts'] }, 'src/deep/a.ts', 'source'],
    ['alternatives', { include: [], exclude: ['src/{a,b}.ts'] }, 'src/b.ts', 'other'],
    [
      'documentation that is code here',
      { include: ['content/**'], exclude: [] },
      'content/page.md',
      'source',
    ],
    ['our own files never are', { include: ['**'], exclude: [] }, '.donegate/plan-state.json', 'other'],
    ['a dot in a glob is a dot', { include: [], exclude: ['a.ts'] }, 'abts', 'source'],
  ])('%s', (_, paths, path, kind) => {
    expect(fileKind(path, paths)).toBe(kind);
  });

  it.each([
    ['.donegate/x', true],
    ['.git/donegate/s/log.jsonl', true],
    ['donegate.toml', false],
    ['src/donegate.ts', false],
  ])('%s is our own: %s', (path, own) => {
    expect(isOwnFile(path)).toBe(own);
  });
});
