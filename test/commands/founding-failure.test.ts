// The failure that this program was made for: fourteen files, one green run, and four modules that nobody ever imported.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { openReach } from '../../src/io/reach.ts';
import { makeEmptyRepository, type Repository } from '../repositories.ts';
import { bash, play, say, type Turn, write } from './own-sessions.ts';

const made: Repository[] = [];
afterEach(() => {
  for (const one of made.splice(0)) one.dispose();
});

const SOUND = ['core', 'store', 'text', 'numbers'];
const BROKEN = ['server', 'client', 'report', 'cli'];

/** Modules that import beyond their package cannot be imported at all. */
const module = (name: string): Turn =>
  write(
    `app/${name}.py`,
    BROKEN.includes(name)
      ? `from ..common import helper\n\n\ndef ${name}():\n    return helper()\n`
      : `def ${name}():\n    return "${name}"\n`,
  );
const testOf = (name: string): Turn =>
  write(
    `tests/test_${name}.py`,
    `from app.${name} import ${name}\n\n\ndef test_${name}():\n    assert ${name}() == "${name}"\n`,
  );

/** Three files, then something runs. */
function inPortions(files: readonly Turn[], run: string): readonly Turn[] {
  return files.flatMap((file, index) => (index % 3 === 2 ? [file, bash(run)] : [file]));
}

async function recordsAccess(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'donegate-reach-'));
  try {
    return await openReach({ root: folder, stateDirectory: folder }).works();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

it('names the modules that no run has opened, and only those', async (context) => {
  if (!(await recordsAccess())) context.skip('this file system does not record when a file was read');
  const repository = makeEmptyRepository();
  made.push(repository);
  repository.write('pyproject.toml', '[tool.pytest.ini_options]\npythonpath = ["."]\n');
  repository.write('.gitignore', '__pycache__/\n.pytest_cache/\n');
  repository.commit('empty project');
  const files = [
    write('app/__init__.py', 'VERSION = "1"\n'),
    ...SOUND.map(module),
    ...BROKEN.map(module),
    ...SOUND.map(testOf),
    write('tests/test_version.py', 'import app\n\n\ndef test_version():\n    assert app.VERSION == "1"\n'),
  ];
  expect(files).toHaveLength(14);
  const played = await play(repository.root, [
    ...inPortions(files, 'python3 -m pytest -q'),
    bash('python3 -m pytest -q'),
    say('All fourteen files are done and tested.'),
  ]);
  expect(played.runs.at(-1)).toMatch(/^gate: .*pytest -> green$/);
  const [note = ''] = played.summary
    .split('\n')
    .filter((line) => line.includes('nothing that ran has opened'));
  expect(note).toContain(
    BROKEN.map((name) => `app/${name}.py`)
      .sort()
      .join(', '),
  );
  for (const name of SOUND) expect(note).not.toContain(`app/${name}.py`);
});
