import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openWorkspace } from '../../src/commands/workspace.ts';
import { makeEmptyRepository, makeRepository } from '../repositories.ts';

describe('workspace', () => {
  test('a session over several processes: one log, one baseline, the configuration of its start', async () => {
    const repository = makeRepository('javascript');
    try {
      repository.write('donegate.toml', 'timeout = 7\n');
      const own = await openWorkspace({
        cwd: repository.root,
        session: { kind: 'new', host: 'run', lives: 'process' },
      });
      const { id: baseline } = await own.ports.tree.baseline();
      own.ports.log.append({
        type: 'session_started',
        session: own.id,
        root: own.root,
        host: 'run',
        baseline,
        planRequired: false,
      });
      repository.write('donegate.toml', 'timeout = 9999\n');
      repository.edit('src/price.js', '* 9', '* 8');
      const other = await openWorkspace({
        cwd: join(repository.root, 'src'),
        session: { kind: 'existing', id: own.id },
      });
      const look = await other.ports.tree.look();
      expect([other.policy.timeoutSeconds, other.ports.directory, look.changed]).toEqual([
        7,
        'src',
        ['donegate.toml', 'src/price.js'],
      ]);
      expect([other.ports.log.damage(), other.ports.log.facts()]).toEqual([null, own.ports.log.facts()]);
      expect(own.checks()).toEqual([
        { command: 'npm test', directory: '.', why: own.checks()[0]?.why, timeoutMs: 7_000 },
      ]);
      repository.edit('package.json', '"test": "node --test test/*.test.js"', '"other": "true"');
      expect(other.checks().map(({ command }) => command)).toEqual(['npm test']);
      await own.close();
      expect(repository.git('status', '--short')).toBe(
        ' M package.json\n M src/price.js\n?? donegate.toml\n',
      );
    } finally {
      repository.dispose();
    }
  });

  test('a test that failed before is known by name; one that fails now is not', async () => {
    const repository = makeRepository('javascript');
    try {
      repository.write(
        'test/old.test.js',
        "import { test } from 'node:test';\ntest('always red', () => { throw new Error('red'); });\n",
      );
      const workspace = await openWorkspace({
        cwd: repository.root,
        session: { kind: 'new', host: 'run', lives: 'process' },
      });
      await workspace.ports.tree.look();
      repository.edit('src/price.js', '* 9', '* 8');
      // Node 24 names the folder as well.
      const folder = Number.parseInt(process.versions.node, 10) >= 23 ? 'test/' : '';
      const old = `${folder}old.test.js > always red`;
      const failing = [old, `${folder}price.test.js > ten pieces are cheaper`];
      const answer = await workspace.baselineRun({
        command: 'npm test',
        directory: '.',
        timeoutMs: 60_000,
        failing,
      });
      expect(answer?.failing ?? null).toEqual((await workspace.ports.reach.works()) ? [old] : null);
    } finally {
      repository.dispose();
    }
  });

  test('a session that is not there has lost its log', async () => {
    const repository = makeEmptyRepository();
    try {
      const workspace = await openWorkspace({ cwd: repository.root, session: { kind: 'existing', id: 'x' } });
      expect(workspace.ports.log.damage()).toBe(`the session's log ${workspace.ports.log.path} is missing`);
    } finally {
      repository.dispose();
    }
  });

  test('without a session nothing is left behind, in a repository without a commit as well', async () => {
    const repository = makeEmptyRepository();
    try {
      repository.write('a b.py', '1');
      const session = { kind: 'none', baseline: { kind: 'empty' } } as const;
      const workspace = await openWorkspace({ cwd: repository.root, session });
      expect([(await workspace.ports.tree.look()).changed, workspace.previousFeedback]).toEqual([
        ['a b.py'],
        null,
      ]);
      await workspace.close();
      expect(repository.git('status', '--short')).toBe('?? "a b.py"\n');
      expect(existsSync(join(repository.root, '.git/donegate'))).toBe(false);
    } finally {
      repository.dispose();
    }
  });

  test('nor outside of a repository', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'donegate-workspace-'));
    try {
      writeFileSync(join(directory, 'a.py'), '1');
      const session = { kind: 'none', baseline: { kind: 'now' } } as const;
      const workspace = await openWorkspace({ cwd: directory, session });
      expect(await workspace.ports.tree.files()).toEqual(['a.py']);
      await workspace.close();
      expect(readdirSync(directory)).toEqual(['a.py']);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  test('a directory that is none, and one in which no state can be kept', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'donegate-workspace-'));
    try {
      writeFileSync(join(directory, '.donegate'), 'a file');
      const session = { kind: 'new', host: 'run', lives: 'process' } as const;
      await expect(openWorkspace({ cwd: join(directory, 'no'), session })).rejects.toThrow(
        'there is no directory',
      );
      await expect(openWorkspace({ cwd: directory, session })).rejects.toThrow('cannot be made');
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});
