import { spawnSync } from 'node:child_process';
import { afterEach, describe, expect, test } from 'vitest';
import { makeRepository, type Repository, type RepositoryKind } from './repositories.ts';

let open: Repository[] = [];
afterEach(() => {
  for (const repository of open) repository.dispose();
  open = [];
});

function make(kind: RepositoryKind): Repository {
  const repository = makeRepository(kind);
  open.push(repository);
  return repository;
}

function check(repository: Repository, line: string): number | null {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const options = { cwd: repository.root, stdio: 'ignore', timeout: 30_000, env } as const;
  return spawnSync('bash', ['-c', line], options).status;
}

const rows: readonly [kind: RepositoryKind, line: string, source: string, old: string, broken: string][] = [
  ['python', 'bash scripts/check.sh', 'pricing.py', 'quantity * unit_price', 'quantity + unit_price'],
  ['javascript', 'npm test', 'src/price.js', 'quantity * unitPrice', 'quantity + unitPrice'],
];

describe('the fixture repositories are real', () => {
  test.each(rows)(
    '%s: clean, with history, and the check sees the fault',
    (kind, line, source, old, broken) => {
      const repository = make(kind);
      expect(repository.git('status', '--porcelain')).toBe('');
      expect(repository.git('rev-list', '--count', 'HEAD').trim()).toBe('2');
      expect(check(repository, line)).toBe(0);
      expect(repository.git('status', '--porcelain')).toBe('');
      repository.edit(source, old, broken);
      expect(check(repository, line)).toBe(1);
    },
  );
});
