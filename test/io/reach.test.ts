import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openExec } from '../../src/io/exec.ts';
import { openReach } from '../../src/io/reach.ts';

describe('reach: which files did a run open?', () => {
  test('the founding failure: a green run that imports some of the modules', async (context) => {
    const root = mkdtempSync(join(tmpdir(), 'donegate-reach-'));
    try {
      const reach = openReach({ root, stateDirectory: join(root, '.state') });
      if (!(await reach.works())) context.skip('the file system does not record access');
      const put = (path: string, text: string) => writeFileSync(join(root, path), text);
      put('main.sh', '. ./used.sh; echo 1 passed');
      for (const name of ['used.sh', 'unused.sh', '-odd name.sh']) put(name, ':');
      const paths = ['main.sh', 'used.sh', 'unused.sh', '-odd name.sh', 'gone.sh'];
      const times = () =>
        paths.slice(0, -1).map((path) => statSync(join(root, path), { bigint: true }).mtimeNs);
      const before = times();
      await reach.before(paths);
      expect([times(), await reach.opened(paths)]).toEqual([before, []]);
      const exec = openExec({ logDirectory: null });
      await exec.run({ command: 'bash main.sh', directory: root, timeoutMs: 20_000, witnessed: false });
      expect(await reach.opened(paths)).toEqual(['main.sh', 'used.sh']);
      expect(await reach.opened(['unused.sh'])).toEqual([]);
      await reach.before(paths);
      readFileSync(join(root, 'unused.sh'));
      expect(await reach.opened(paths)).toEqual(['unused.sh']);
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  });

  test('where nothing can be set back, everything counts as opened, and the probe says so', async () => {
    const root = mkdtempSync(join(tmpdir(), 'donegate-reach-'));
    const { PATH } = process.env;
    try {
      writeFileSync(join(root, 'a'), '');
      process.env.PATH = root;
      const reach = openReach({ root, stateDirectory: root });
      await reach.before(['a']);
      expect([await reach.works(), await reach.opened(['a'])]).toEqual([false, ['a']]);
    } finally {
      process.env.PATH = PATH;
      rmSync(root, { recursive: true, force: true });
    }
  });
});
