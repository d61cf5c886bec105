import type { ProjectFiles } from '../../core/reading-types.ts';
import type { Candidate } from './candidate.ts';

const settings = [
  'pyproject.toml',
  'pytest.ini',
  '.pytest.ini',
  'tox.ini',
  'setup.cfg',
  'setup.py',
  'noxfile.py',
];
const requirements = [
  'requirements.txt',
  'requirements-dev.txt',
  'requirements-test.txt',
  'dev-requirements.txt',
  'test-requirements.txt',
  'requirements/dev.txt',
  'requirements/test.txt',
  'Pipfile',
  'environment.yml',
];
const manifests = ['pyproject.toml', 'setup.py', 'setup.cfg', 'requirements.txt', 'Pipfile'];

/** The Python test command that the project's settings and its test files call for; `files` are all of its files, if known. */
export function pythonTests(project: ProjectFiles, files: readonly string[]): readonly Candidate[] {
  const tests = files.filter((path) => /(^|\/)(test[^/]*|[^/]*_test)\.py$/.test(path));
  const folder = ['tests', 'test'].find(
    (path) => project.isDirectory(path) && holdsPython(path, files, project),
  );
  const pytest = pytestSign(project, tests);
  if (pytest === null && folder === undefined && tests.length === 0) return [];
  if (pytest === null) return fallback(project, tests, folder ?? null);
  return [{ ...base, command: `${python(project, 'bin/pytest')} -m pytest`, why: pytest }];
}

const base = {
  kind: 'test',
  body: 'pytest',
  runBy: [/\bpytest\b/, /\bpy\.test\b/, /\btox\b/, /\bnox\b/, /\bunittest\b/, /\bmanage\.py\s+test\b/],
  guessed: true,
} as const satisfies Partial<Candidate>;

function fallback(
  project: ProjectFiles,
  tests: readonly string[],
  folder: string | null,
): readonly Candidate[] {
  if (project.isFile('manage.py'))
    return [{ ...base, command: `${python(project)} manage.py test`, why: 'manage.py: a Django project.' }];
  if (/^\[tox\b|^\[testenv/m.test(project.read('tox.ini') ?? ''))
    return [{ ...base, command: 'tox', why: 'tox.ini describes the test environments.' }];
  const where = folder === null ? 'test files' : `the folder ${folder}/`;
  const start =
    folder === null || packaged(project, folder) || tests.some((path) => !path.startsWith(`${folder}/`));
  const command = `${python(project)} -m unittest${start ? '' : ` discover -s ${folder}`}`;
  return [{ ...base, command, why: `${where} with Python tests, and no sign of pytest.` }];
}

// Without a start directory unittest looks only into packages.
function packaged(project: ProjectFiles, folder: string): boolean {
  return project.isFile(`${folder}/__init__.py`);
}

function pytestSign(project: ProjectFiles, tests: readonly string[]): string | null {
  const named = [...settings, ...requirements].find((path) => /\bpytest\b/.test(project.read(path) ?? ''));
  if (named !== undefined) return `${named} speaks of pytest.`;
  const own = ['pytest.ini', '.pytest.ini', 'conftest.py', 'tests/conftest.py', 'test/conftest.py'].find(
    (path) => project.isFile(path),
  );
  if (own !== undefined) return `${own} is there.`;
  const using = tests
    .slice(0, 200)
    .find((path) =>
      /^\s*(import|from) pytest\b|^(async )?def test|^class Test\w*:/m.test(project.read(path) ?? ''),
    );
  return using === undefined ? null : `${using} is written for pytest.`;
}

function holdsPython(folder: string, files: readonly string[], project: ProjectFiles): boolean {
  if (files.length > 0) return files.some((path) => path.startsWith(`${folder}/`) && path.endsWith('.py'));
  return manifests.some((path) => project.isFile(path)) || project.isFile(`${folder}/__init__.py`);
}

/**
 * The project's own environment first, if it holds what is needed: asked through its manager, it would be changed (and
 * fetched) by being asked. Its interpreter is a link that leads out of the project.
 */
function python(project: ProjectFiles, needed = 'pyvenv.cfg'): string {
  const environment = environments.find((folder) =>
    ['pyvenv.cfg', needed].every((file) => project.isFile(`${folder}/${file}`)),
  );
  if (environment !== undefined) return `${environment}/bin/python`;
  const manager = managers.find(({ lock }) => project.isFile(lock));
  return manager === undefined ? 'python3' : `${manager.run} python`;
}

const environments = ['.venv', 'venv', 'env'];
const managers = [
  { lock: 'uv.lock', run: 'uv run' },
  { lock: 'poetry.lock', run: 'poetry run' },
  { lock: 'pdm.lock', run: 'pdm run' },
];
