// What the rules over the diff say to the commits of a repository: honest work of people, so a block is a false alarm or
// a commit worth a second look. `npm run bench -- history PATH/TO/.git [COMMITS]`
import { execFileSync } from 'node:child_process';
import { diffRules } from '../src/checks/gate.ts';
import { fileKind } from '../src/core/code-files.ts';
import { DEFAULT_POLICY } from '../src/core/policy.ts';
import type { Tree } from '../src/core/ports.ts';

const mostFiles = 150;

export async function run(args: string[]): Promise<void> {
  const [directory, count = '200'] = args;
  if (directory === undefined) throw new Error('history: name a git directory');
  const git = (...words: string[]): string =>
    execFileSync('git', ['--git-dir', directory, ...words], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  const totals = { commits: 0, withTests: 0, blocked: 0, testNeeded: 0, milliseconds: 0 };
  for (const line of git('log', '--no-merges', '--min-parents=1', '--format=%H %s', '-n', count)
    .trim()
    .split('\n')) {
    const commit = line.slice(0, 40);
    const names = git(
      'diff-tree',
      '--no-commit-id',
      '--name-only',
      '-r',
      '-z',
      '--no-renames',
      `${commit}^`,
      commit,
    );
    const changed = names.split('\0').filter((path) => path !== '');
    if (changed.length === 0 || changed.length > mostFiles) continue;
    const started = performance.now();
    const found = await diffRules({ tree: treeOf(commit, changed, git), policy: DEFAULT_POLICY }).judge({
      scope: 'task',
      seenRed: [],
    });
    totals.milliseconds += performance.now() - started;
    totals.commits += 1;
    if (changed.some((path) => fileKind(path) === 'test')) totals.withTests += 1;
    if (found.some(({ check }) => check === 'test-needed')) totals.testNeeded += 1;
    const blocks = found.filter(({ check, level }) => level === 'block' && check !== 'test-needed');
    if (blocks.length === 0) continue;
    totals.blocked += 1;
    console.log(`\n${line.slice(0, 9)} ${line.slice(41)}`);
    for (const { check, message } of blocks.slice(0, 4)) console.log(`  ${check}: ${message}`);
  }
  const each = Math.round(totals.milliseconds / Math.max(totals.commits, 1));
  console.log(
    `\n${totals.commits} commits, ${totals.withTests} with tests: ${totals.blocked} blocked by the rules on tests, ${totals.testNeeded} by test-needed; ${each} ms each`,
  );
}

function treeOf(commit: string, changed: readonly string[], git: (...words: string[]) => string): Tree {
  const text = async (revision: string, path: string): Promise<string | null> => {
    try {
      const content = git('show', `${revision}:${path}`);
      return content.includes('\0') ? null : content;
    } catch {
      return null;
    }
  };
  const code = changed.filter((path) => fileKind(path) !== 'other');
  return {
    baseline: async () => ({ id: `${commit}^`, why: null }),
    look: async () => ({
      id: commit,
      why: null,
      code: new Map(code.map((path) => [path, commit])),
      kinds: new Map(code.map((path) => [path, fileKind(path)])),
      changed,
    }),
    baselineText: (path) => text(`${commit}^`, path),
    currentText: (path) => text(commit, path),
    files: async () => git('ls-tree', '-r', '--name-only', commit).trim().split('\n'),
  };
}
