import { restAfter, sortArguments } from './arguments.ts';
import { each, INERT, interpreter, is, options, row, wraps } from './rows.ts';
import type { Outcome, Row, Rule } from './types.ts';

const PYTEST: Rule = is('test', {
  key: 'pytest',
  valued: options(
    '-c --config-file --rootdir -p -o --override-ini -W --pythonwarnings -n --numprocesses --dist --tb --maxfail --durations ' +
      '--color --capture --junitxml --junit-xml --cov-report --cov-config --cov-fail-under --timeout --log-level --log-cli-level ' +
      '--log-file --log-file-level --basetemp --confcutdir --import-mode --reruns --reruns-delay -r --count --seed -m-x --ds ' +
      '--html --ctrf --alluredir --asyncio-mode --verbosity --show-capture --rsyncdir --tx --forked-timeout --randomly-seed',
  ),
  narrow: options('-k -m --deselect --ignore --ignore-glob --lf --last-failed --ff --nf --sw --stepwise'),
  disarm: options(
    '--collect-only --co --collectonly --fixtures --funcargs --fixtures-per-test --markers --setup-plan --setup-only -h -V --cache-show --trace-config --debug-collect',
  ),
});

const UNITTEST: Rule = is('test', {
  key: 'unittest',
  valued: options('-s --start-directory -p --pattern -t --top-level-directory'),
  narrow: options('-k'),
  disarm: options('-h'),
});

const COVERAGE_VALUED = options(
  '--rcfile --source --include --omit --data-file --concurrency --context --timid-file -m-x',
);

/** `coverage run -m pytest`, `coverage run x.py`: as python would. */
const coverageRun: Rule = is('run', {
  valued: COVERAGE_VALUED,
  decide: ({ words }) => {
    const own = sortArguments(words, [...COVERAGE_VALUED, '-m', '--module'], true);
    const module = words.findIndex((word) => word === '-m' || word === '--module');
    if (own.has('-m', '--module'))
      return { kind: 'command', words: ['python', '-m', ...words.slice(module + 1)] };
    return { kind: 'command', words: ['python', ...restAfter(own)] };
  },
});

const RUFF: Rule = is('check', {
  sub: {
    ...each('check analyze', is('check', { disarm: options('--show-files --show-settings') })),
    format: is('inert', { decide: ({ words }) => formatter(words, '--check', '--diff') }),
    ...each('version rule config linter clean help server', INERT),
    '*': is('check'),
  },
});

/** A formatter changes files; with one of these options it only says whether it would. */
function formatter(words: readonly (string | null)[], ...checking: readonly string[]): Outcome {
  return {
    kind: 'does',
    class: words.some((word) => word !== null && checking.includes(word)) ? 'check' : 'inert',
  };
}

const FORMATTER: Rule = is('inert', {
  decide: ({ words }) => formatter(words, '--check', '--check-only', '-c', '--diff', '--quiet-check'),
});

/** Options of python that end its own options: what stands behind belongs to the module or to the code. */
const PYTHON_VALUED = options('-W -X --check-hash-based-pycs');

const MODULES: Readonly<Record<string, Rule>> = {
  ...each('pytest', PYTEST),
  ...each('unittest unittest2', UNITTEST),
  ...each(
    'py_compile compileall json json.tool venv virtualenv pip ensurepip http.server zipfile tarfile site sysconfig platform this base64 calendar gzip pydoc webbrowser pipx tabnanny tokenize ast dis',
    INERT,
  ),
  ...each(
    'mypy pyright pylint flake8 pycodestyle pydocstyle bandit vulture pyflakes ty pyre basedpyright',
    is('check'),
  ),
  ruff: RUFF,
  ...each('black isort autopep8 yapf docformatter autoflake pyupgrade', FORMATTER),
  build: is('check'),
  coverage: is('inert', { sub: { run: coverageRun } }),
  doctest: is('test', { key: 'doctest' }),
};

const PYTHON: Rule = is('run', {
  valued: [...PYTHON_VALUED, '-c', '-m'],
  decide: ({ words }, around) => {
    const own = sortArguments(words, [...PYTHON_VALUED, '-c', '-m'], true);
    if (own.has('-V', '-h', '--version', '--help')) return { kind: 'does', class: 'inert' };
    const skipsAsserts = words
      .slice(0, own.places[0] ?? words.length)
      .find((word) => word === '-O' || word === '-OO');
    const outcome = pythonOutcome(words, around, own);
    if (skipsAsserts === undefined || skipsAsserts === null || outcome === null) return outcome;
    return { kind: 'does', class: 'run', disarmed: `${skipsAsserts} leaves out every assert` };
  },
});

function pythonOutcome(
  words: Parameters<typeof sortArguments>[0],
  around: Parameters<NonNullable<Rule['decide']>>[1],
  own: ReturnType<typeof sortArguments>,
): Outcome | null {
  const end = own.places[0] ?? words.length;
  const flag = words.findIndex(
    (word, at) =>
      at < end &&
      word !== null &&
      /^-[bBdEiIsSuvx]*[mc]/.test(word) &&
      !PYTHON_VALUED.includes(words[at - 1] ?? ''),
  );
  if (flag >= 0) {
    const word = words[flag] ?? '';
    const letter = /[mc]/.exec(word)?.[0] ?? 'c';
    const glued = word.slice(word.indexOf(letter) + 1);
    const value = glued !== '' ? glued : (words[flag + 1] ?? null);
    const rest = words.slice(flag + (glued !== '' ? 1 : 2));
    if (letter === 'c') return { kind: 'inline', language: 'python', code: value, file: null };
    return moduleOutcome(value, rest);
  }
  return interpreter(own, around, { language: 'python', code: [] });
}

function moduleOutcome(name: string | null, rest: readonly (string | null)[]): Outcome {
  if (name === null) return { kind: 'does', class: 'run', scope: [] };
  if (MODULES[name] !== undefined) return { kind: 'command', words: [`python -m ${name}`, ...rest] };
  if (KNOWN_AS_PROGRAM.has(name)) return { kind: 'command', words: [name, ...rest] };
  if (rest.includes('--help') || rest.includes('--version') || rest.includes('-h'))
    return { kind: 'does', class: 'inert' };
  return { kind: 'does', class: 'run', scope: [name], key: 'python' };
}

/** Modules that are programs of the table too. */
const KNOWN_AS_PROGRAM = new Set(
  options(
    'tox nox uv poetry pdm hatch hatchling nose2 nose ward behave robot locust pre_commit invoke celery stestr testr trial green xdist slipcover sphinx mkdocs cProfile django uvicorn flask gunicorn',
  ),
);

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
      : { kind: 'command', words: rest };
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
    return own.has('--notest', '-l', '--listenvs', '--showconfig') ? null : { kind: 'task', names: [name] };
  },
});

export const python: readonly Row[] = [
  row('pytest py.test', PYTEST),
  row('ptw pytest-watch', { ...PYTEST, is: 'inert' }),
  ...Object.entries(MODULES)
    .map(([name, rule]) => row(name, rule))
    .filter(
      ({ names }) =>
        !names.includes('pytest') &&
        !/^(json|build|ast|dis|site|platform|this|calendar|http\.server|coverage|unittest2?)$/.test(
          names[0] ?? '',
        ),
    ),
  ...Object.entries(MODULES).map(([name, rule]) => ({ names: [`python -m ${name}`], rule })),
  row('python pypy', PYTHON),
  row('ipython', { ...PYTHON, key: 'python' }),
  row(
    'coverage',
    is('inert', {
      sub: {
        run: coverageRun,
        report: is('inert', {
          decide: ({ words }) => ({
            kind: 'does',
            class: words.some((word) => word?.startsWith('--fail-under') === true) ? 'check' : 'inert',
          }),
        }),
      },
    }),
  ),
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
        : { kind: 'task', names: [name] };
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
      sub: { run: wraps(), build: is('check'), check: is('check') },
    }),
  ),
  row(
    'pdm',
    is('inert', {
      valued: options('-p --project'),
      sub: {
        run: wraps({ valued: '-p --project --site-packages -s' }),
        ...each('test lint build', is('run', { decide: (_, { name }) => ({ kind: 'task', names: [name] }) })),
      },
    }),
  ),
  row('pipenv', is('inert', { sub: { run: wraps(), check: is('check') } })),
  row('rye', is('inert', { sub: { run: wraps(), test: PYTEST, lint: is('check'), fmt: FORMATTER } })),
  row(
    'pixi',
    is('inert', {
      sub: {
        run: is('inert', {
          decide: ({ words }) => {
            const rest = restAfter(sortArguments(words, options('-e --environment --manifest-path'), true));
            return rest.length === 1 ? { kind: 'task', names: rest } : { kind: 'command', words: rest };
          },
        }),
      },
    }),
  ),
  row(
    'hatch',
    is('inert', {
      valued: options('-e --env -p --project'),
      sub: {
        test: { ...PYTEST, key: 'pytest' },
        run: is('inert', {
          decide: ({ words }) => {
            const rest = restAfter(sortArguments(words, options('-i -x -f'), true));
            const [first] = rest;
            return typeof first === 'string' && first.includes(':')
              ? { kind: 'task', names: [first.slice(first.indexOf(':') + 1)] }
              : { kind: 'command', words: rest };
          },
        }),
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
  row(
    'jupyter papermill',
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
  row('pip pip3 easy_install pyenv twine virtualenv pip-compile pip-sync pipdeptree pydoc', INERT),
  row(
    'sphinx-build sphinx-apidoc mkdocs sphinx',
    is('check', { sub: { ...each('serve new', INERT), '*': is('check') } }),
  ),
  row(
    'dmypy pytype pyre pyright-python pylint3 flake9 deptry import-linter lint-imports interrogate refurb pip-audit safety semgrep codespell xenon radon djlint sqlfluff vulture fixit',
    is('check'),
  ),
];
