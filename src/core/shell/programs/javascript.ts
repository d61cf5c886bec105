import { type Arguments, restAfter, sortArguments } from './arguments.ts';
import { programOfFile } from './packages.ts';
import { each, INERT, interpreter, is, options, row } from './rows.ts';
import type { Outcome, Row, Rule } from './types.ts';

/** Options of node that take the next word. */
const NODE_VALUED = options(
  '-r --require --import --loader --experimental-loader --env-file --env-file-if-exists -C --conditions --input-type --title --test-reporter --test-reporter-destination --test-concurrency --test-timeout --test-shard --max-old-space-size --stack-trace-limit --inspect-port --icu-data-dir --redirect-warnings --test-coverage-include --test-coverage-exclude --watch-path',
);

const NODE_TEST_NARROW = options('--test-name-pattern --test-skip-pattern --test-only');

const NODE: Rule = is('run', {
  decide: ({ words }, around) => {
    const own = sortArguments(words, [...NODE_VALUED, ...NODE_TEST_NARROW.slice(0, 2), '--run'], true);
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
    const [file] = own.operands;
    const program = typeof file === 'string' ? programOfFile(file) : null;
    if (program !== null) return { kind: 'command', words: [program, ...words.slice(head + 1)] };
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

const DENO: Rule = is('inert', {
  sub: {
    test: is('test', {
      key: 'deno',
      valued: options('-c --config --import-map --lock --reporter --junit-path'),
      narrow: options('--filter'),
      disarm: options('--no-run -h'),
      forgives: options('--watch'),
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
    task: is('run', {
      decide: ({ words }) => {
        const [name, ...rest] = restAfter(
          sortArguments(words, options('-c --config --cwd -f --filter'), true),
        );
        return name === undefined
          ? { kind: 'does', class: 'inert' }
          : { kind: 'task', names: [name], runner: 'deno', arguments: rest };
      },
    }),
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
      [...NODE_VALUED, '-P', '--project', '--tsconfig', '-O', '-x', '-e', '--eval', '-p', '--print'],
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
  row('tsx ts-node ts-node-esm esno jiti swc-node babel-node vite-node zx', RUN_FILE),
  row('electron', is('run')),
  row('wrangler', is('inert', { sub: { dev: is('run'), '*': INERT, '': INERT } })),
  row('nodemon', is('run', { decide: () => ({ kind: 'does', class: 'run', masked: 'nodemon' }) })),
  row('deno', DENO),
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
    'prisma drizzle-kit typeorm sequelize knex graphql-codegen husky lint-staged rimraf mkdirp shx npm-check-updates degit create serve http-server live-server wait-on changeset semantic-release lerna-changed patch-package electron-rebuild copyfiles cpx cpy',
    INERT,
  ),
];
