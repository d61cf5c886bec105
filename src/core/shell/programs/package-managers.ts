import { type Arguments, restAfter, sortArguments } from './arguments.ts';
import { programOfPackage } from './packages.ts';
import { each, INERT, interpreter, is, options, row, wraps } from './rows.ts';
import type { Around, Outcome, Row, Rule } from './types.ts';

const INSTALLING =
  'install i ci add remove rm uninstall un update up upgrade outdated ls list la ll view info show search publish link unlink init create config get set cache audit fund doctor prune dedupe root bin prefix version whoami login logout help pkg pack rebuild dist-tag owner access explain why store setup env import fetch patch patch-commit deploy completion docs repo bugs star token team profile hook shrinkwrap query sbom diff edit pm self-update approve-builds ping licenses licences rebuild plugin set-script node unplug constraints stage';

/** Of pnpm, yarn and bun; `pnpm -w` is the root of the workspace. */
const RUN_VALUED = options(
  '--prefix -C --dir --cwd --filter -F --script-shell --workspace-concurrency --reporter --loglevel --config --cache --userconfig',
);
const NPM_VALUED = ['-w', '--workspace', ...RUN_VALUED];

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
  if (names.length === 0 || given.has('-h', '--help', '-v', '--version'))
    return { kind: 'does', class: 'inert' };
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
function runScript({ words }: Pick<Arguments, 'words'>, valued: readonly string[]): Outcome {
  const own = sortArguments(words, valued, true);
  const all = sortArguments(
    words.slice(0, words.indexOf('--') < 0 ? words.length : words.indexOf('--')),
    valued,
  );
  const [name] = own.operands;
  if (name === undefined) return { kind: 'does', class: 'inert' };
  return packageScript(all, [name], words.slice((own.places[0] ?? 0) + 1));
}

const runsScript = (valued: readonly string[]): Rule =>
  is('run', { decide: (given) => runScript(given, valued) });

/** What `concurrently` is given: `npm:test` is short for `npm run test`. */
function asCommand(word: string | null): string {
  return (word ?? '').replace(/^(npm|pnpm|yarn|bun|node):(\S+)/, (_, manager, name) =>
    manager === 'node' ? `node --run ${name}` : `${manager} run ${name}`,
  );
}

/** Options of the package manager in front of what it passes on. */
function withoutOwn(words: Arguments['words']): Arguments['words'] {
  const [first, ...rest] = words;
  if (first === '--') return rest;
  if (typeof first !== 'string') return words;
  if (NPM_VALUED.includes(first)) return withoutOwn(rest.slice(1));
  return /^(-s|--silent|--if-present|--workspaces|-ws|-r|--recursive|--parallel|--(workspace|filter|prefix|cwd)=.*)$/.test(
    first,
  )
    ? withoutOwn(rest)
    : words;
}

/** `npm test`: npm keeps options to itself unless they stand behind `--`, the others pass them on. */
function named(script: string, keepsOptions: boolean): Rule {
  return is('run', {
    valued: keepsOptions ? NPM_VALUED : RUN_VALUED,
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
  valued: '-p --package --filter -F -C --dir --prefix --node-options --registry',
});

/** `npx -c 'line'`, `npm exec -c 'line'`, `npx pkg args`. */
const NPX: Rule = is('inert', {
  decide: (given) => {
    const own = sortArguments(
      given.words,
      options('-p --package -c --call -w --workspace --prefix --registry --node-options --cache'),
      true,
    );
    if (own.has('--help', '--version', '-h', '-v')) return { kind: 'does', class: 'inert' };
    const line = own.value('-c', '--call');
    if (line !== undefined) return { kind: 'line', text: line, pipefail: false, errexit: false };
    return { kind: 'command', words: withoutVersion(restAfter(own)) };
  },
});

function withoutVersion(words: Arguments['words']): Arguments['words'] {
  const [first, ...rest] = words;
  return typeof first === 'string' ? [programOfPackage(first), ...rest] : words;
}

const NPM: Rule = is('inert', {
  valued: NPM_VALUED,
  sharesOptions: true,
  sub: {
    ...each('run run-script rum urn', runsScript(NPM_VALUED)),
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
      ...each('run run-script', runsScript(RUN_VALUED)),
      ...each('test t', named('test', false)),
      ...each('exec', EXEC),
      ...each('dlx x', NPX),
      ...each(INSTALLING, INERT),
      '*': is('run', { decide: bareName }),
      ...more,
    },
  });
}

/** `pnpm lint`, `yarn vitest run`: a script of the package, else a program of it. */
function bareName(given: Arguments, { name }: Pick<Around, 'name'>): Outcome {
  return packageScript(given, [name], given.words, true);
}

const workspaceOf: Rule = is('inert', {
  decide: ({ words }) => {
    const [name, ...rest] = words;
    return { kind: 'command', words: ['yarn', '--filter', name ?? null, ...rest] };
  },
});

const BUN_TEST: Rule = is('test', {
  key: 'bun-test',
  valued: options(
    '--timeout --preload -r --reporter --reporter-outfile --coverage-reporter --rerun-each --bail -c --config --env-file --max-concurrency',
  ),
  narrow: options('-t --test-name-pattern'),
  disarm: options('-h'),
  forgives: options('--watch'),
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
      if (first !== undefined && first !== '-') return runScript(given, RUN_VALUED);
      return interpreter(own, around, { language: 'javascript', code: [] });
    },
  }),
  build: is('check', {
    valued: RUN_VALUED,
    decide: (given) => (given.has('--filter', '-F') ? bareName(given, { name: 'build' }) : null),
  }),
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

export const packageManagers: readonly Row[] = [
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
  row(
    'corepack',
    is('inert', {
      decide: ({ words }) =>
        words[0] === 'enable' || words[0] === 'prepare' || words[0] === 'use'
          ? null
          : { kind: 'command', words },
    }),
  ),
  row(
    'start-server-and-test',
    is('test', { decide: ({ operands }) => ({ kind: 'task', names: [operands.at(-1) ?? null] }) }),
  ),
  row(
    'concurrently',
    is('run', {
      decide: ({ words }) => {
        const own = sortArguments(
          words,
          options('-n --names -c --prefix-colors -p --prefix -s --success -m --max-processes'),
        );
        const success = own.value('-s', '--success') ?? 'all';
        const text = own.operands.some((word) => word === null)
          ? null
          : own.operands.map(asCommand).join(' && ');
        return {
          kind: 'line',
          text,
          pipefail: false,
          errexit: false,
          ...(success === 'all' ? {} : { masked: `--success ${success}` }),
        };
      },
    }),
  ),
  row(
    'npm-run-all npm-run-all2 run-s run-p wireit',
    is('run', { decide: (given) => packageScript(given, given.operands, []) }),
  ),
];
