import type { Tree } from '../../core/ports.ts';

const settings = ['pytest.ini', '.pytest.ini', 'pyproject.toml', 'tox.ini', 'setup.cfg'];

/** Test files by the project's own settings, as they stood at the baseline; conventions are the language's matter. */
export async function configuredTests(tree: Tree): Promise<(path: string) => boolean> {
  const patterns: RegExp[] = [];
  for (const path of settings) {
    const text = await tree.baselineText(path);
    if (text !== null) patterns.push(...pythonFiles(text));
  }
  return (path) => patterns.some((pattern) => pattern.test(path.split('/').at(-1) ?? path));
}

/** `python_files = check_*.py test_*.py`, on one line or on several, or as a list. */
function pythonFiles(text: string): readonly RegExp[] {
  const match = /^\s*python_files\s*=\s*(\[[^\]]*\]|"[^"]*"|.*(?:\n[ \t]+\S.*)*)/m.exec(text);
  const globs = match?.[1]?.match(/[^\s"',[\]]+/g) ?? [];
  return globs
    .filter((glob) => glob.endsWith('.py') || glob.endsWith('*'))
    .map(
      (glob) =>
        new RegExp(
          `^${glob
            .replace(/[.+^$()|{}\\]/g, '\\$&')
            .replaceAll('*', '.*')
            .replaceAll('?', '.')}$`,
        ),
    )
    .filter((pattern) => !pattern.test('setup.py') && !pattern.test('__init__.py'));
}
