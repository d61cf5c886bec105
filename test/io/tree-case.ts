// One real git repository, what a session sees of it, and short forms for both.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { locateRepository } from '../../src/io/tree/repository.ts';
import type { Baseline, OpenedTree } from '../../src/io/tree.ts';
import { openTree } from '../../src/io/tree.ts';

const identity = {
  GIT_AUTHOR_NAME: 'n',
  GIT_AUTHOR_EMAIL: 'n@example.org',
  GIT_COMMITTER_NAME: 'n',
  GIT_COMMITTER_EMAIL: 'n@example.org',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
};

export type TreeCase = {
  root: string;
  /** Runs a bash script in the folder; throws if it fails. */
  sh(script: string): string;
  /** A tree of the folder, or of one below it. */
  open(options?: { under?: string; baseline?: Baseline; session?: string }): Promise<OpenedTree>;
  dispose(): void;
};

/** `template`: a folder that is copied. */
export function makeTreeCase(template?: string): TreeCase {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'donegate-tree-')));
  // Not node's own copying, which takes names for text.
  if (template !== undefined) execFileSync('cp', ['-a', `${template}/.`, root]);
  return {
    root,
    sh: (script) =>
      execFileSync('bash', ['-ec', script], {
        cwd: root,
        env: { PATH: process.env.PATH, HOME: root, ...identity },
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: 60_000,
      }),
    async open({ under = '.', baseline = { kind: 'now' } as Baseline, session = 's' } = {}) {
      const located = await locateRepository(join(root, under));
      const directory = join(located.stateDirectory, 'sessions', session);
      return openTree({ located, directory, baseline, kindOf: () => 'source' });
    },
    dispose: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** What differs from the baseline: `path`, `-path` if it is gone, `path:mode` if the mode is a special one. */
export async function seen(tree: OpenedTree): Promise<readonly string[]> {
  const look = await tree.look();
  if (look.why !== null) return [`unreadable: ${look.why}`];
  return [...look.code].map(([path, hash]) =>
    hash === null ? `-${path}` : `${path}${hash.replace(/^[0-9a-f]+/, '')}`,
  );
}
