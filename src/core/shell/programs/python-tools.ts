import { restAfter, sortArguments } from './arguments.ts';
import { strongest } from './program-reading.ts';
import { FORMATTER, PYTEST } from './python.ts';
import { classOfTask, each, INERT, is, options, row, runs, taskOrCommand, wraps } from './rows.ts';
import type { Outcome, Row, Rule } from './types.ts';

const UV_RUN_VALUED =
  '--with --with-editable --with-requirements --group --only-group --no-group --extra --no-extra --env-file -p --python --package --project --directory --index-url --extra-index-url --index --find-links --cache-dir --config-file --refresh-package --upgrade-package --no-binary-package --no-build-package --exclude-newer --resolution --link-mode --color -m-x';

/** `uv run x`: a script, a module with -m, or a command of the environment. */
const uvRun: Rule = is('inert', {
  decide: ({ words }, around) => {
    const valued = options(UV_RUN_VALUED);
    const own = sortArguments(words, valued, true);
    const module = words.findIndex(
      (word, at) => (word === '-m' || word === '--module') && at < (own.places[0] ?? words.length),
    );
    if (module >= 0) return { kind: 'command', words: ['python', '-m', ...words.slice(module + 1)] };
    const rest = restAfter(own);
    const [first] = rest;
    if (own.has('--help', '--version')) return { kind: 'does', class: 'inert' };
    if (first === '-' || (first === undefined && around.stdin.kind === 'text'))
      return { kind: 'command', words: ['python', ...rest] };
    return first?.endsWith('.py') === true
      ? { kind: 'command', words: ['python', ...rest] }
      : taskOrCommand(rest);
  },
});

const TOOL_RUN = wraps({ valued: '--from --with -p --python --spec --index-url' });

const TOX: Rule = is('test', {
  key: 'tox',
  valued: options(
    '-e --env -c --conf --workdir --root -x --override -f --skip-env -p -n --result-json --installpkg -m --factor',
  ),
  noScope: true,
  disarm: options('-l -a --listenvs --listenvs-all --notest --showconfig --sdistonly -h --skip-missing'),
  sub: {
    ...each('list l config c depends de devenv d schema quickstart q about', INERT),
    ...each(
      'run r run-parallel p legacy exec e',
      is('test', { key: 'tox', noScope: true, disarm: options('--notest') }),
    ),
  },
  decide: ({ words }) => {
    const own = sortArguments(words, options('-e --env -c -x -p'));
    const name = own.value('-e', '--env');
    if (name === undefined || name === null) return null;
    return own.has('--notest', '-l', '--listenvs', '--showconfig', '-h') ? null : environments(name);
  },
});

/** `-e py311,lint`: an environment that is named after an interpreter runs the tests. */
function environments(names: string): Outcome {
  const scope = names.split(',');
  const classes = scope.map((name) =>
    /^(py|pypy|jython|cpython)[\d.-]*($|-)/.test(name) ? 'test' : classOfTask(name),
  );
  return { kind: 'does', class: strongest(classes), scope };
}

export const pythonTools: readonly Row[] = [
  row('tox', TOX),
  row('nox', {
    ...TOX,
    key: 'nox',
    valued: options('-s --session --sessions -e -p -k -t -f --noxfile -db -P'),
    decide: ({ words }) => {
      const own = sortArguments(words, options('-s --session --sessions -e -f --noxfile -p -k -t'));
      const name = own.value('-s', '--session', '--sessions', '-e');
      return name === undefined || own.has('-l', '--list', '--list-sessions', '--install-only', '--no-run')
        ? null
        : name === null
          ? null
          : environments(name);
    },
    disarm: options('-l --list --list-sessions --install-only --notest'),
  }),
  row(
    'uv',
    is('inert', {
      valued: options('--directory --project --config-file --cache-dir --color'),
      sub: { run: uvRun, tool: is('inert', { sub: { run: TOOL_RUN } }), build: is('check') },
    }),
  ),
  row('uvx', TOOL_RUN),
  row('pipx', is('inert', { sub: { run: TOOL_RUN } })),
  row(
    'poetry',
    is('inert', {
      valued: options('-C --directory -P --project'),
      sub: { run: runs(), build: is('check'), check: is('check') },
    }),
  ),
  row(
    'pdm',
    is('inert', {
      valued: options('-p --project'),
      sub: {
        run: runs('-p --project --site-packages -s', 'pdm'),
        ...each(
          'test lint build',
          is('run', { decide: (_, { name }) => ({ kind: 'task', names: [name], runner: 'pdm' }) }),
        ),
      },
    }),
  ),
  row('pipenv', is('inert', { sub: { run: runs(), check: is('check') } })),
  row('rye', is('inert', { sub: { run: runs('', 'rye'), test: PYTEST, lint: is('check'), fmt: FORMATTER } })),
  row(
    'pixi',
    is('inert', {
      sub: {
        run: runs('-e --environment --manifest-path', 'pixi'),
      },
    }),
  ),
  row(
    'hatch',
    is('inert', {
      valued: options('-e --env -p --project'),
      sub: {
        test: { ...PYTEST, key: 'pytest' },
        run: runs('-i -x -f', 'hatch'),
        fmt: is('check'),
        build: is('check'),
        version: INERT,
      },
    }),
  ),
  row(
    'nosetests nose2 nose ward green trial stestr testr slipcover',
    is('test', { key: 'unittest', disarm: options('--collect-only -h') }),
  ),
  row('behave', is('test', { disarm: options('--dry-run -d -h'), narrow: options('-t --tags -n --name') })),
  row(
    'robot pabot',
    is('test', {
      disarm: options('--dryrun -h'),
      valued: options('-d --outputdir -v --variable'),
      narrow: options('-t --test -s --suite -i --include'),
    }),
  ),
  row(
    'locust gunicorn uvicorn hypercorn daphne flask streamlit celery jupyter-notebook dagster chainlit',
    is('run', { noScope: true }),
  ),
  row(
    'django-admin',
    is('run', { sub: { test: is('test', { key: 'unittest' }), check: is('check'), '*': is('run') } }),
  ),
  row(
    'invoke inv fab',
    is('run', {
      decide: ({ operands }) => ({ kind: 'task', names: operands.slice(0, 1) }),
      disarm: options('-l --list'),
    }),
  ),
  row('papermill', is('run')),
  row(
    'alembic',
    is('inert', { sub: { ...each('upgrade downgrade revision', is('run')), check: is('check') } }),
  ),
  row(
    'dbt',
    is('inert', {
      sub: {
        ...each('test build', is('test', { narrow: options('-s --select -m --models --exclude') })),
        ...each('run seed snapshot', is('run', { noScope: true })),
        ...each('parse compile', is('check')),
      },
    }),
  ),
  row(
    'jupyter',
    is('inert', {
      sub: {
        nbconvert: is('run', {
          decide: ({ has }) => (has('--execute') ? null : { kind: 'does', class: 'inert' }),
        }),
        execute: is('run'),
      },
    }),
  ),
  row('cProfile', is('inert', { decide: ({ words }) => ({ kind: 'command', words: ['python', ...words] }) })),
  row(
    'pre-commit pre_commit prek',
    is('check', {
      sub: {
        run: is('check'),
        ...each('install autoupdate uninstall clean gc install-hooks migrate-config sample-config', INERT),
        '*': is('check'),
      },
    }),
  ),
  row('pip pip3 easy_install twine virtualenv pip-compile pip-sync pipdeptree pydoc', INERT),
  row(
    'sphinx-build sphinx-apidoc mkdocs sphinx',
    is('check', { sub: { ...each('serve new', INERT), '*': is('check') } }),
  ),
  row(
    'dmypy pytype pyre pyright-python pylint3 flake9 deptry import-linter lint-imports interrogate refurb pip-audit safety semgrep codespell xenon radon djlint sqlfluff vulture fixit',
    is('check'),
  ),
];
