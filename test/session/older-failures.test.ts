// What failed before the session is set aside, but nothing that stands behind it.
import { afterEach, describe, expect, it } from 'vitest';
import { makeEmptyRepository, type Repository } from '../repositories.ts';
import { type OpenedSession, sessionIn } from './open.ts';

const opened: { repositories: Repository[]; sessions: OpenedSession[] } = { repositories: [], sessions: [] };

afterEach(async () => {
  for (const session of opened.sessions.splice(0)) await session.close();
  for (const repository of opened.repositories.splice(0)) repository.dispose();
});

/** Three files of tests: one passes, one has always failed, one looks at `sums.py`. */
function project(check: string, more: Readonly<Record<string, string>> = {}): Repository {
  const repository = makeEmptyRepository();
  opened.repositories.push(repository);
  const files = {
    'donegate.toml': `checks = ["${check}"]\n[rules]\ntest-needed = "off"\n`,
    'conftest.py': '',
    'sums.py': 'def add(a, b):\n    return a + b\n',
    'tests/test_a.py': 'def test_fine():\n    assert True\n',
    'tests/test_b.py': 'def test_old():\n    assert 1 == 2\n',
    'tests/test_c.py': 'from sums import add\n\n\ndef test_add():\n    assert add(1, 2) == 3\n',
    ...more,
  };
  for (const [path, text] of Object.entries(files)) repository.write(path, text);
  repository.commit('as it was');
  return repository;
}

async function start({ root }: Repository) {
  const session = await sessionIn(root);
  opened.sessions.push(session);
  await session.session.user('the task');
  return session.session;
}

const BROKEN = 'def add(a, b):\n    return a - b\n';
const SOUND = 'def add(a, b):\n    return b + a\n';
const TWO_STEPS = {
  'check.sh': 'set -e\npytest -q tests/test_a.py tests/test_b.py\npytest -q tests/test_c.py\n',
};

describe('a check that stops at what had failed before', () => {
  it('is told to go on', async () => {
    const repository = project('pytest -q -x');
    const session = await start(repository);
    repository.write('sums.py', BROKEN);
    const broken = await session.claim({ text: 'Done.' });
    repository.write('sums.py', SOUND);
    const sound = await session.claim({ text: 'Done.' });
    expect([broken, sound]).toMatchObject([
      { decision: 'send_back', reason: expect.stringContaining('Failing: tests/test_c.py::test_add') },
      { decision: 'end', outcome: 'done' },
    ]);
  });

  it('is no evidence where it cannot be', async () => {
    const repository = project('bash check.sh', TWO_STEPS);
    const session = await start(repository);
    repository.write('sums.py', SOUND);
    const decision = await session.claim({ text: 'Done.' });
    await session.run({ command: 'pytest -q tests/test_c.py', directory: '.', timeoutMs: 30_000 });
    const after = await session.claim({ text: 'Done.' });
    expect([decision, after]).toMatchObject([
      { decision: 'send_back', reason: expect.stringContaining('had failed before this session, but') },
      { decision: 'end', outcome: 'done' },
    ]);
  });

  it('does not excuse what else failed', async () => {
    const repository = project('pytest -q tests/test_a.py tests/test_b.py; python3 check.py', {
      'check.py': 'from sums import add\nassert add(1, 2) == 3\n',
    });
    const session = await start(repository);
    repository.write('sums.py', BROKEN);
    expect(await session.claim({ text: 'Done.' })).toMatchObject({ decision: 'send_back' });
  });
});
