// A session that works in a folder of the project: its checks run where they were found.
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Fact } from '../../src/core/types.ts';
import { bashVersion } from '../bash-version.ts';
import { makeEmptyRepository, makeRepository, type Repository } from '../repositories.ts';
import { type OpenedSession, sessionIn } from './open.ts';

const opened: { repositories: Repository[]; sessions: OpenedSession[] } = { repositories: [], sessions: [] };

afterEach(async () => {
  for (const session of opened.sessions.splice(0)) await session.close();
  for (const repository of opened.repositories.splice(0)) repository.dispose();
});

async function start(repository: Repository, directory: string) {
  opened.repositories.push(repository);
  const session = await sessionIn(join(repository.root, directory));
  opened.sessions.push(session);
  await session.session.user('the task');
  return session.session;
}

/** `directory: command -> result`. */
function checksRun(facts: readonly Fact[]): readonly string[] {
  return facts.flatMap((fact) =>
    fact.type === 'ran' && fact.by === 'gate'
      ? [`${fact.directory}: ${fact.command} -> ${fact.judged.result}`]
      : [],
  );
}

describe('checks of a session in a folder', () => {
  it('those of the project run at its root', async () => {
    const repository = makeRepository('python');
    const session = await start(repository, 'tests');
    repository.edit('pricing.py', '* 9 // 10', '* 8 // 10');
    repository.edit('tests/test_pricing.py', '== 90', '== 80');
    const decision = await session.claim({ text: 'Done.' });
    expect(checksRun(session.facts())).toEqual(['.: bash scripts/check.sh -> green']);
    expect(decision).toMatchObject({ decision: 'end', outcome: 'done' });
  });

  it('a red one is named as it has to be typed in the folder', async () => {
    const repository = makeRepository('javascript');
    const session = await start(repository, 'src');
    repository.edit('src/price.js', '* 9', '* 8');
    const decision = await session.claim({ text: 'Done.' });
    expect(checksRun(session.facts())).toEqual(['.: npm test -> red']);
    expect(decision.decision === 'send_back' ? decision.reason : decision).toContain(
      'The check `cd .. && npm test`',
    );
  });

  it('what failed before is known there as well', async () => {
    const repository = makeRepository('javascript');
    repository.write(
      'test/old.test.js',
      "import { test } from 'node:test';\ntest('always red', () => { throw new Error('red'); });\n",
    );
    repository.commit('red');
    const session = await start(repository, 'src');
    repository.edit('src/price.js', '* 9', '* 8');
    repository.edit('test/price.test.js', '10), 90', '10), 80');
    const decision = await session.claim({ text: 'Done.' });
    const before = session.facts().flatMap((fact) => (fact.type === 'ran' ? fact.preexisting : []));
    expect([decision.decision, before]).toEqual([
      'end',
      // Node 24 names the folder as well.
      [expect.stringMatching(/^(test\/)?old\.test\.js > always red$/)],
    ]);
  });

  it('those of donegate.toml run where it stands', async () => {
    const repository = makeRepository('python');
    repository.write('app/donegate.toml', 'checks = ["sh ok.sh"]\n[rules]\ntest-needed = "off"\n');
    repository.write('app/ok.sh', 'set -e\ntest -f deep/a.py\n');
    repository.write('app/deep/a.py', 'A = 1\n');
    repository.commit('app');
    const session = await start(repository, 'app/deep');
    repository.write('app/deep/a.py', 'A = 2\n');
    await session.claim({ text: 'Done.' });
    expect(checksRun(session.facts())).toEqual(['app: sh ok.sh -> green']);
  });

  it('where the root has none, those of the nearest folder above', async () => {
    const repository = makeEmptyRepository();
    repository.write('app/package.json', '{"scripts": {"test": "node --test"}}');
    repository.write('app/lib/a.js', 'export const a = 1;\n');
    repository.write(
      'app/lib/a.test.js',
      "import { test } from 'node:test';\nimport assert from 'node:assert';\nimport { a } from './a.js';\ntest('a', () => assert.equal(a, 1));\n",
    );
    repository.commit('app');
    const session = await start(repository, 'app/lib');
    repository.write('app/lib/a.js', 'export const a = 1 + 1;\n');
    const decision = await session.claim({ text: 'Done.' });
    expect([decision.decision, checksRun(session.facts())]).toEqual(['send_back', ['app: npm test -> red']]);
  });
});

describe('where tests ran', () => {
  it.skipIf(bashVersion().number < 500)(
    'a check script that changes its directory answers for a red run in a folder',
    async () => {
      const repository = makeRepository('python');
      const session = await start(repository, 'tests');
      repository.edit('pricing.py', '* 9 // 10', '* 8 // 10');
      repository.edit('tests/test_pricing.py', '== 90', '== 80');
      // The module is not found from there.
      const ran = await session.run({
        command: 'python3 -m pytest -q',
        directory: 'tests',
        timeoutMs: 30_000,
      });
      const decision = await session.claim({ text: 'Done.' });
      expect([ran.result, decision.decision]).toEqual(['red', 'end']);
    },
  );

  it.skipIf(bashVersion().number < 500).each([
    [
      'another project',
      'D=$(mktemp -d) && cd "$D" && echo "def test_a(): pass" >test_a.py && pytest -q',
      true,
    ],
    ['this one, by way of another directory', 'R=$PWD; cd /tmp && cd "$R" && python3 -m pytest -q', false],
  ])('%s', async (_, command, unverified) => {
    const repository = makeRepository('python');
    const session = await start(repository, '.');
    repository.edit('pricing.py', '* 9 // 10', '* 8 // 10');
    repository.edit('tests/test_pricing.py', '== 90', '== 80');
    const ran = await session.run({ command, directory: '.', timeoutMs: 30_000 });
    expect([ran.result, session.state().unverified]).toEqual(['green', unverified]);
  });
});
