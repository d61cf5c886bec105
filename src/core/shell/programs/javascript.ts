import type { Arguments } from './arguments.ts';
import { restAfter, sortArguments } from './arguments.ts';
import { each, INERT, interpreter, is, options, row, wraps } from './rows.ts';
import type { Around, Outcome, Row, Rule } from './types.ts';

const NODE_VALUED = options(
  '-r --require --import --loader --experimental-loader --env-file --env-file-if-exists -C --conditions --input-type --title --test-reporter --test-reporter-destination --test-concurrency --test-timeout --test-shard --max-old-space-size --stack-trace-limit --inspect-port --icu-data-dir --redirect-warnings --test-coverage-include --test-coverage-exclude --watch-path',
);

const NODE_TEST_NARROW = options('--test-name-pattern --test-skip-pattern --test-only');

const NODE: Rule = is('run', {
  decide: ({ words }, around) => {
    const own = sortArguments(words, [...NODE_VALUED, ...NODE_TEST_NARROW.slice(0, 2)], true);
    const head = own.places[0] ?? own.afterDashes ?? words.length;
    const before = words.slice(0, head);
    if (own.has('-v', '--version', '-h', '--help', '--v8-options')) return { kind: 'does', class: 'inert' };
    if (own.has('-c', '--check')) return { kind: 'does', class: 'inert' };
    if (own.has('--run'))
      return {
        kind: 'package-script',
        bare: false,
        names: [own.value('--run') ?? ''],
        arguments: [],
        workspaces: { kind: 'here' },
        ifPresent: false,
      };
    if (own.has('--test')) return nodeTest(words);
    const flag = before.findIndex((word) => word !== null && /^(-e|-p|-pe|--eval|--print)(=|$)/.test(word));
    if (flag >= 0) {
      const word = words[flag] ?? '';
      const code = word.includes('=') ? word.slice(word.indexOf('=') + 1) : (words[flag + 1] ?? null);
      return { kind: 'inline', language: 'javascript', code, file: null };
    }
    return interpreter(own, around, { language: 'javascript', code: [] });
  },
});

function nodeTest(words: Arguments['words']): Outcome {
  const all = sortArguments(words, [...NODE_VALUED, ...NODE_TEST_NARROW.slice(0, 2)]);
  const names = all.operands.flatMap((word) => (word === null ? ['$'] : [word]));
  const narrow = NODE_TEST_NARROW.flatMap((name) =>
    all.has(name) ? [`${name} ${all.value(name) ?? ''}`.trim()] : [],
  );
  if (all.has('--watch'))
    return { kind: 'does', class: 'test', key: 'node-test', masked: '--watch', scope: names };
  return { kind: 'does', class: 'test', key: 'node-test', scope: [...names, ...narrow] };
}

const WATCHES = options('--watch --watchAll -w');

const VITEST: Rule = is('test', {
  key: 'vitest',
  valued: options(
    '-c --config -r --root --reporter --outputFile --pool --environment --mode --dir --shard --maxWorkers --minWorkers --testTimeout --hookTimeout --retry --coverage.provider --bail --workspace --max-workers -u-x',
  ),
  narrow: options('-t --testNamePattern --project --exclude --changed --related'),
  disarm: options('list init --clearCache -h -v --standalone'),
  sub: {
    ...each(
      'run related',
      is('test', {
        key: 'vitest',
        valued: options(
          '-c --config -r --root --reporter --outputFile --pool --environment --mode --dir --shard --maxWorkers --bail',
        ),
        narrow: options('-t --testNamePattern --project --exclude --changed'),
        disarm: options('-h -v'),
      }),
    ),
    ...each('list init', INERT),
    bench: is('run'),
    ...each(
      'dev watch',
      is('test', {
        key: 'vitest',
        decide: ({ has, operands }) =>
          has('--run')
            ? null
            : { kind: 'does', class: 'test', key: 'vitest', masked: 'watch', scope: known(operands) },
      }),
    ),
  },
  decide: ({ words, operands }) =>
    watches(words)
      ? { kind: 'does', class: 'test', key: 'vitest', masked: '--watch', scope: known(operands) }
      : null,
});

function known(operands: readonly (string | null)[]): readonly string[] {
  return operands.map((word) => word ?? '$');
}

function watches(words: Arguments['words']): boolean {
  return words.some((word) => word !== null && WATCHES.includes(word)) && !words.includes('--run');
}

const JEST: Rule = is('test', {
  key: 'jest',
  valued: options(
    '-c --config --rootDir --roots --env --testEnvironment --reporters --maxWorkers -w --outputFile --shard --testTimeout --coverageReporters --coverageDirectory --setupFiles --globals --seed --workerIdleMemoryLimit',
  ),
  narrow: options(
    '-t --testNamePattern --testPathPattern --testPathPatterns --selectProjects --testPathIgnorePatterns -o --onlyChanged --changedSince --onlyFailures -f --findRelatedTests',
  ),
  disarm: options('--listTests --showConfig --clearCache --init -h -v'),
  decide: ({ words, operands }) =>
    words.some((word) => word === '--watch' || word === '--watchAll')
      ? { kind: 'does', class: 'test', key: 'jest', masked: '--watch', scope: known(operands) }
      : null,
});

/** Other runners of tests that read plain files as operands. */
const RUNNER: Rule = is('test', {
  valued: options(
    '-c --config -r --require --reporter -R --timeout -t-x --spec -j --jobs --import --loader -n --node-arguments --project --workers --retries --port --browser --concurrency',
  ),
  narrow: options('-g --grep -f --fgrep -m --match --tags -t --name --project --spec'),
  disarm: options('--list --list-tests --dry-run --list-files -h -V --ls'),
  decide: ({ words, operands }) =>
    watches(words) ? { kind: 'does', class: 'test', masked: '--watch', scope: known(operands) } : null,
});

const INSTALLING =
  'install i ci add remove rm uninstall un update up upgrade outdated ls list la ll view info show search publish link unlink init create config get set cache audit fund doctor prune dedupe root bin prefix version whoami login logout help pkg pack rebuild dist-tag owner access explain why store setup env import fetch patch patch-commit deploy completion docs repo bugs star token team profile hook shrinkwrap query sbom diff edit pm self-update approve-builds ping licenses licences rebuild plugin set-script node unplug constraints stage';

const RUN_VALUED = options(
  '-w --workspace --prefix -C --dir --cwd --filter -F --script-shell --workspace-concurrency --reporter --loglevel --config --cache --userconfig',
);

function packageScript(
  given: Arguments,
  names: readonly (string | null)[],
  rest: Arguments['words'],
  bare = false,
): Outcome {
  const named = ['-w', '--workspace', '--filter', '-F'].flatMap((option) => {
    const value = given.value(option);
    return value === undefined ? [] : [value ?? '$'];
  });
  const all = given.has('-ws', '--workspaces', '-r', '--recursive');
  if (names.length === 0) return { kind: 'does', class: 'inert' };
  if (names.some((name) => name === null)) return { kind: 'task', names };
  if (given.value('--script-shell', '--shell') !== undefined)
    return { kind: 'does', class: 'run', disarmed: 'another shell runs the script' };
  return {
    kind: 'package-script',
    bare,
    names: names.flatMap((name) => (name === null ? [] : [name])),
    arguments: withoutOwn(rest),
    workspaces: named.length > 0 ? { kind: 'named', names: named } : { kind: all ? 'all' : 'here' },
    ifPresent: given.has('--if-present'),
  };
}

/** `npm run NAME -- args`: what stands behind the name goes to the script. */
const runScript: Rule = is('run', {
  decide: ({ words }) => {
    const own = sortArguments(words, RUN_VALUED, true);
    const all = sortArguments(
      words.slice(0, words.indexOf('--') < 0 ? words.length : words.indexOf('--')),
      RUN_VALUED,
    );
    const [name] = own.operands;
    if (name === undefined) return { kind: 'does', class: 'inert' };
    return packageScript(all, [name], words.slice((own.places[0] ?? 0) + 1));
  },
});

/** Options of the package manager in front of what it passes on. */
function withoutOwn(words: Arguments['words']): Arguments['words'] {
  const [first, ...rest] = words;
  if (first === '--') return rest;
  if (typeof first !== 'string') return words;
  if (RUN_VALUED.includes(first)) return withoutOwn(rest.slice(1));
  return /^(-s|--silent|--if-present|--workspaces|-ws|-r|--recursive|--parallel|--(workspace|filter|prefix|cwd)=.*)$/.test(
    first,
  )
    ? withoutOwn(rest)
    : words;
}

/** `npm test`: npm keeps options to itself unless they stand behind `--`, the others pass them on. */
function named(script: string, keepsOptions: boolean): Rule {
  return is('run', {
    valued: RUN_VALUED,
    decide: (given) => {
      const behind = given.afterDashes === null ? [] : given.words.slice(given.afterDashes);
      const own =
        given.afterDashes === null
          ? given.operands
          : given.operands.slice(0, given.operands.length - behind.length);
      return packageScript(given, [script], keepsOptions ? [...own, ...behind] : given.words);
    },
  });
}

const EXEC = wraps({
  valued: '-p --package -w --workspace --filter -F -C --dir --prefix --node-options --registry',
});

/** `npx -c 'line'`, `npm exec -c 'line'`, `npx pkg args`. */
const NPX: Rule = is('inert', {
  decide: (given) => {
    const own = sortArguments(
      given.words,
      options('-p --package -c --call -w --workspace --prefix --registry --node-options --cache'),
      true,
    );
    const line = own.value('-c', '--call');
    if (line !== undefined) return { kind: 'line', text: line, pipefail: false, errexit: false };
    return { kind: 'command', words: withoutVersion(restAfter(own)) };
  },
});

function withoutVersion(words: Arguments['words']): Arguments['words'] {
  const [first, ...rest] = words;
  if (first === undefined || first === null) return words;
  const bare = /^(@?[^@]+)@[^/]*$/.exec(first)?.[1] ?? first;
  return [PACKAGES[bare] ?? bare, ...rest];
}

/** Packages whose program has another name. */
const PACKAGES: Readonly<Record<string, string>> = {
  typescript: 'tsc',
  '@playwright/test': 'playwright',
  '@biomejs/biome': 'biome',
  '@typescript/native-preview': 'tsgo',
  'create-react-app': 'create',
  '@angular/cli': 'ng',
  '@nestjs/cli': 'nest',
  '@vue/cli-service': 'vue-cli-service',
  '@arethetypeswrong/cli': 'attw',
  '@redocly/cli': 'redocly',
  '@stoplight/spectral-cli': 'spectral',
};

const NPM: Rule = is('inert', {
  valued: RUN_VALUED,
  sharesOptions: true,
  sub: {
    ...each('run run-script rum urn', runScript),
    ...each('test t tst', named('test', true)),
    ...each(
      'start stop restart',
      is('run', { decide: (given, { name }) => packageScript(given, [name], given.operands) }),
    ),
    ...each('exec x', NPX),
    ...each('install-test it install-ci-test cit', named('test', true)),
    '*': INERT,
  },
});

/** pnpm, yarn and bun run a script by its bare name too. */
function bareScripts(more: Record<string, Rule>): Rule {
  return is('inert', {
    valued: RUN_VALUED,
    sharesOptions: true,
    sub: {
      ...each('run run-script', runScript),
      ...each('test t', named('test', false)),
      ...each('exec', EXEC),
      ...each('dlx x', NPX),
      ...each(INSTALLING, INERT),
      ...more,
      '*': is('run', { decide: bareName }),
    },
  });
}

/** `pnpm lint`, `yarn vitest run`: a script of the package, else a program of it. */
function bareName(given: Arguments, { name }: Around): Outcome {
  return packageScript(given, [name], given.words, true);
}

const workspaceOf: Rule = is('inert', {
  decide: ({ words }) => {
    const [name, ...rest] = words;
    return { kind: 'command', words: ['yarn', '--filter', name ?? null, ...rest] };
  },
});

const BUN_TEST: Rule = is('test', {
  key: 'bun',
  valued: options(
    '--timeout --preload -r --reporter --reporter-outfile --coverage-reporter --rerun-each --bail -c --config --env-file --max-concurrency',
  ),
  narrow: options('-t --test-name-pattern'),
  disarm: options('-h'),
});

const BUN: Rule = bareScripts({
  test: BUN_TEST,
  run: is('run', {
    decide: (given, around) => {
      const own = sortArguments(given.words, [...RUN_VALUED, '--env-file', '--preload', '-r'], true);
      const [first] = own.operands;
      if (first !== undefined && first !== null && isScriptFile(first))
        return {
          kind: 'file',
          path: first,
          shell: first.endsWith('.sh'),
          arguments: given.words.slice((own.places[0] ?? 0) + 1),
        };
      return first === undefined || first === '-'
        ? interpreter(own, around, { language: 'javascript', code: [] })
        : (runScript.decide?.(given, around) ?? null);
    },
  }),
  ...each('build', is('check')),
  ...each('-e --eval -p --print', INERT),
  '': is('run', {
    decide: (given, around) =>
      interpreter(given, around, { language: 'javascript', code: options('-e --eval -p --print') }),
  }),
  '*': is('run', {
    decide: (given, around) =>
      isScriptFile(around.name)
        ? { kind: 'file', path: around.name, shell: around.name.endsWith('.sh'), arguments: given.words }
        : bareName(given, around),
  }),
});

function isScriptFile(name: string): boolean {
  return /\.(m?[jt]sx?|c[jt]s|sh)$/.test(name) || /^\.{0,2}\//.test(name);
}

const DENO: Rule = is('inert', {
  sub: {
    test: is('test', {
      key: 'deno',
      valued: options('-c --config --import-map --lock --reporter --junit-path'),
      narrow: options('--filter'),
      disarm: options('--no-run -h'),
    }),
    run: is('run', {
      decide: (given, around) =>
        interpreter(sortArguments(given.words, options('-c --config --import-map --lock'), true), around, {
          language: 'javascript',
          code: [],
        }),
    }),
    eval: is('run', {
      decide: ({ operands }) => ({
        kind: 'inline',
        language: 'javascript',
        code: operands[0] ?? null,
        file: null,
      }),
    }),
    task: is('run', { decide: ({ operands }) => ({ kind: 'task', names: operands.slice(0, 1) }) }),
    ...each('check lint', is('check')),
    fmt: is('inert', { decide: ({ has }) => ({ kind: 'does', class: has('--check') ? 'check' : 'inert' }) }),
    compile: is('check'),
    bench: is('run'),
    '*': is('inert'),
  },
});

const FORMATTER: Rule = is('inert', {
  decide: ({ words }) => ({
    kind: 'does',
    class: words.some((word) => word !== null && /^(--check|-c|--list-different|-l|check|--diff)$/.test(word))
      ? 'check'
      : 'inert',
  }),
});

/** Runs a TypeScript file as node would. */
const RUN_FILE: Rule = is('run', {
  decide: (given, around) => {
    const own = sortArguments(
      given.words,
      [...NODE_VALUED, '-P', '--project', '--tsconfig', '-O', '-x'],
      true,
    );
    if (own.has('-v', '--version', '-h', '--help')) return { kind: 'does', class: 'inert' };
    if (own.has('--test')) return nodeTest(given.words);
    const [first] = own.operands;
    if (first === 'watch') return { kind: 'does', class: 'run', masked: 'watch' };
    return interpreter(own, around, { language: 'javascript', code: options('-e --eval -p --print') });
  },
});

export const javascript: readonly Row[] = [
  row('node nodejs', NODE),
  row('tsx ts-node ts-node-esm esno jiti swc-node babel-node vite-node nodemon zx', RUN_FILE),
  row('npm', NPM),
  row('pnpm', bareScripts({ ...each('start', named('start', false)) })),
  row(
    'yarn yarnpkg',
    bareScripts({
      '': INERT,
      workspace: workspaceOf,
      workspaces: is('run', {
        decide: ({ words }) => {
          const rest = restAfter(sortArguments(words, options('--from --include --exclude -j'), true));
          const tail =
            rest[0] === 'foreach'
              ? restAfter(sortArguments(rest.slice(1), options('--from --include --exclude -j'), true))
              : rest;
          return { kind: 'command', words: ['yarn', ...tail] };
        },
      }),
    }),
  ),
  row('bun', BUN),
  row('npx pnpx bunx', NPX),
  row('deno', DENO),
  row(
    'corepack',
    is('inert', {
      decide: ({ words }) =>
        words[0] === 'enable' || words[0] === 'prepare' || words[0] === 'use'
          ? null
          : { kind: 'command', words },
    }),
  ),
  row('vitest', VITEST),
  row('jest react-scripts-test', JEST),
  row('react-scripts', is('run', { sub: { test: JEST, build: is('build'), start: is('run') } })),
  row('mocha _mocha', { ...RUNNER, key: 'mocha' }),
  row('ava', { ...RUNNER, key: 'ava' }),
  row('tap', {
    ...RUNNER,
    key: 'tap',
    sub: { ...each('list plugin build config versions report', INERT), run: RUNNER },
  }),
  row(
    'tape uvu jasmine qunit karma lab baretest zora borp japa wtr web-test-runner testcafe nightwatch wdio codeceptjs cucumber-js cucumber c8-test tsd ospec',
    RUNNER,
  ),
  row('playwright', is('inert', { sub: { test: { ...RUNNER, key: 'playwright' }, '*': INERT } })),
  row('cypress', is('inert', { sub: { run: { ...RUNNER, key: 'cypress' }, '*': INERT } })),
  row(
    'nyc c8',
    wraps({
      valued:
        '-r --reporter -x --exclude -n --include --reports-dir --report-dir -t --temp-directory --check-coverage-x',
    }),
  ),
  row(
    'start-server-and-test',
    is('test', { decide: ({ operands }) => ({ kind: 'task', names: [operands.at(-1) ?? null] }) }),
  ),
  row(
    'concurrently',
    is('run', {
      decide: ({ words }) => ({
        kind: 'line',
        text: sortArguments(words, options('-n --names -c --prefix-colors -p --prefix')).operands.every(
          (word) => word !== null,
        )
          ? sortArguments(words, options('-n --names -c --prefix-colors -p --prefix')).operands.join(' && ')
          : null,
        pipefail: false,
        errexit: false,
      }),
    }),
  ),
  row(
    'npm-run-all npm-run-all2 run-s run-p wireit',
    is('run', { decide: (given) => packageScript(given, given.operands, []) }),
  ),
  row(
    'tsc vue-tsc tsgo glint',
    is('check', {
      valued: options(
        '-p --project -t --target -m --module --outDir --rootDir --moduleResolution --lib --jsx --declarationDir',
      ),
      disarm: options('--showConfig --listFilesOnly --init -v -h --all'),
      decide: ({ words }) =>
        words.includes('--watch') || words.includes('-w')
          ? { kind: 'does', class: 'check', masked: '--watch' }
          : null,
    }),
  ),
  row(
    'eslint biome oxlint xo standard stylelint tslint jshint jslint markdownlint markdownlint-cli markdownlint-cli2 htmlhint svelte-check knip depcheck madge dependency-cruiser depcruise publint attw cspell remark alex textlint spectral redocly size-limit ts-prune unimported lockfile-lint eslint_d rome jscpd type-coverage sherif manypkg syncpack commitlint secretlint dpdm astro-check ncu',
    is('check', {
      sub: {
        format: FORMATTER,
        ...each('init migrate start stop explain lsp-proxy version rage', INERT),
        '*': is('check'),
      },
    }),
  ),
  row('prettier dprint', FORMATTER),
  row(
    'esbuild rollup webpack parcel tsup unbuild rolldown swc babel microbundle ncc pkgroll tsdown bunchee',
    is('check'),
  ),
  row('vite', is('run', { sub: { build: is('build'), '*': is('run'), '': is('run') } })),
  row(
    'next nuxt nuxi astro remix svelte-kit gatsby vue-cli-service ng nest expo ember webpack-cli rspack rsbuild docusaurus vuepress vitepress storybook start-storybook quasar ionic',
    is('run', {
      sub: {
        test: is('test'),
        ...each('test:unit e2e', is('test')),
        build: is('build'),
        ...each('lint check typecheck', is('check')),
        ...each('info telemetry add generate g new create version prepare sync', INERT),
        '*': is('run'),
        '': is('run'),
      },
    }),
  ),
  row(
    'prisma drizzle-kit typeorm sequelize knex graphql-codegen husky lint-staged rimraf mkdirp shx npm-check-updates degit create serve http-server live-server changeset semantic-release lerna-changed nvm fnm volta n patch-package electron-rebuild copyfiles cpx cpy',
    INERT,
  ),
];
