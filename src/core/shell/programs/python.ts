import { restAfter, sortArguments } from './arguments.ts';
import { programOfFile } from './packages.ts';
import { each, INERT, interpreter, is, options, row } from './rows.ts';
import type { Around, Outcome, Row, Rule } from './types.ts';

/** `pytest`, and what calls it under another name. */
export const PYTEST: Rule = is('test', {
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
    ...each(
      'check analyze',
      is('check', { disarm: options('--show-files --show-settings'), forgives: options('-e --exit-zero') }),
    ),
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

/** These end 0 when they show what they would change. */
const ONLY_SHOWS_DIFF = new Set(['black', 'isort', 'autopep8']);

/** A formatter of files. */
export const FORMATTER: Rule = is('inert', {
  decide: ({ words }, { name }) =>
    formatter(
      words,
      '--check',
      '--check-only',
      '-c',
      '--quiet-check',
      ...(ONLY_SHOWS_DIFF.has(name.replace('python -m ', '')) ? ['--exit-code'] : ['--diff']),
    ),
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
    is('check', { forgives: options('--exit-zero') }),
  ),
  ruff: RUFF,
  ...each('black isort autopep8 yapf docformatter autoflake pyupgrade', FORMATTER),
  build: is('check'),
  coverage: is('inert', { sub: { run: coverageRun } }),
  doctest: is('test', { key: 'doctest' }),
};

const PYTHON: Rule = is('run', {
  valued: [...PYTHON_VALUED, '-c', '-m'],
  decide: ({ words: given }, around) => {
    // `py -3.12 x.py` of Windows.
    const words = /^-\d/.test(given[0] ?? '') ? given.slice(1) : given;
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
    return moduleOutcome(value, rest, around);
  }
  const [file, task, ...more] = own.operands.length === 0 ? [] : words.slice(own.places[0]);
  const program = typeof file === 'string' ? programOfFile(file) : null;
  if (program !== null)
    return { kind: 'command', words: [program, ...(task === undefined ? [] : [task]), ...more] };
  if (file === 'setup.py' && task === 'test') return { kind: 'does', class: 'test', key: 'unittest' };
  if (file?.endsWith('manage.py') === true && (task === 'test' || task === 'check'))
    return {
      kind: 'does',
      class: task === 'test' ? 'test' : 'check',
      key: task === 'test' ? 'unittest' : 'django',
    };
  return interpreter(own, around, { language: 'python', code: [] });
}

function moduleOutcome(name: string | null, rest: readonly (string | null)[], { isFile }: Around): Outcome {
  if (name === null) return { kind: 'does', class: 'run', scope: [] };
  const path = name.replaceAll('.', '/');
  // Python looks into the directory before it looks for what is installed.
  if ([`${path}.py`, `${path}/__main__.py`].some((file) => isFile(file) === true))
    return { kind: 'does', class: 'run', scope: [name], key: 'python' };
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

export const python: readonly Row[] = [
  row('pytest py.test', PYTEST),
  row(
    'ptw pytest-watch',
    is('test', {
      key: 'pytest',
      decide: ({ operands }, { name }) => ({
        kind: 'does',
        class: 'test',
        key: 'pytest',
        masked: name,
        scope: operands.map((word) => word ?? '$'),
      }),
    }),
  ),
  ...Object.entries(MODULES)
    .map(([name, rule]) => row(name, rule))
    .filter(
      ({ names }) =>
        !names.includes('pytest') &&
        !/^(json|build|ast|dis|site|platform|this|calendar|http\.server|coverage|unittest2?|base64|gzip|pipx|pip|virtualenv|pydoc|pyre|vulture)$/.test(
          names[0] ?? '',
        ),
    ),
  ...Object.entries(MODULES).map(([name, rule]) => ({ names: [`python -m ${name}`], rule })),
  row('python pypy py', PYTHON),
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
];
