import { type Arguments, sortArguments } from './arguments.ts';
import { each, INERT, is, options, row } from './rows.ts';
import type { Outcome, Row, Rule } from './types.ts';

const BUILD_VALUED = options(
  '-o -p -tags -ldflags -gcflags -asmflags -mod -modfile -overlay -pkgdir -toolexec -buildmode -compiler -covermode -coverpkg -C -exec -installsuffix -pgo -vettool',
);
const TEST_VALUED = options(
  '-count -cpu -coverprofile -covermode -coverpkg -timeout -parallel -shuffle -bench -benchtime -blockprofile -cpuprofile -memprofile -mutexprofile -trace -outputdir -fuzz -fuzztime -fuzzminimizetime -vet -memprofilerate',
);
const TEST_NARROW = options('-run -skip');

/** Two dashes are as good as one. */
function oneDash(words: Arguments['words']): Arguments['words'] {
  const end = words.indexOf('-args') < 0 ? words.length : words.indexOf('-args');
  return words.slice(0, end).map((word) => (word !== null && /^--\w/.test(word) ? word.slice(1) : word));
}

const matchesNothing = (pattern: string | null | undefined): boolean =>
  typeof pattern === 'string' && /^(\^\$|\$\^|XXX|NONE|none|^\^?\$?$)$/.test(pattern) && pattern !== '';

function goTest({ words }: Arguments): Outcome | null {
  const own = sortArguments(oneDash(words), [...BUILD_VALUED, ...TEST_VALUED, ...TEST_NARROW]);
  const scope = [
    ...own.operands.map((word) => word ?? '$'),
    ...TEST_NARROW.flatMap((name) => (own.has(name) ? [`${name} ${own.value(name) ?? '$'}`] : [])),
  ];
  const disarmed = ['-list', '-c', '-n'].find((name) => own.has(name) && own.value(name) !== 'false');
  if (disarmed !== undefined) return { kind: 'does', class: disarmed === '-c' ? 'check' : 'inert', disarmed };
  if (
    own.value('-exec') !== undefined &&
    !/^(sudo|xvfb-run|qemu\S*|wasmtime\S*|go_js_wasm_exec\S*)/.test(own.value('-exec') ?? '')
  )
    return { kind: 'does', class: 'inert', disarmed: `-exec ${own.value('-exec') ?? ''}` };
  if (/^(\.|\.\*|\^|\$)$/.test(own.value('-skip') ?? ''))
    return { kind: 'does', class: 'inert', disarmed: `-skip ${own.value('-skip')}` };
  if (matchesNothing(own.value('-run')))
    return own.has('-bench', '-fuzz')
      ? { kind: 'does', class: 'run', scope }
      : { kind: 'does', class: 'inert', disarmed: `-run ${own.value('-run')}`, scope };
  return { kind: 'does', class: 'test', key: 'go-test', scope };
}

const GO: Rule = is('inert', {
  valued: options('-C'),
  sub: {
    test: is('test', { key: 'go-test', decide: goTest }),
    ...each('build install', is('check', { valued: BUILD_VALUED, disarm: options('-n'), decide: goBuild })),
    vet: is('check', { valued: BUILD_VALUED }),
    run: is('run', {
      valued: BUILD_VALUED,
      decide: ({ words }) => {
        const own = sortArguments(words, BUILD_VALUED, true);
        const [target] = own.operands;
        // A tool by its version (`go run golang.org/x/tools/cmd/goimports@latest`) is no code of the project.
        const tool =
          typeof target === 'string'
            ? /^[\w.-]+\.[\w-]+\/.*?([\w-]+)(?:\/v\d+)?@/.exec(target)?.[1]
            : undefined;
        if (tool !== undefined)
          return { kind: 'command', words: [tool, ...words.slice((own.places[0] ?? 0) + 1)] };
        const rest = words.slice((own.places[0] ?? 0) + 1);
        if (
          rest.includes('--help') ||
          rest.includes('--version') ||
          rest.includes('-h') ||
          rest.includes('-help')
        )
          return { kind: 'does', class: 'inert' };
        return {
          kind: 'does',
          class: 'run',
          scope: target === undefined ? [] : [target ?? '$'],
          key: 'go-run',
        };
      },
    }),
    tool: is('run', {
      sub: {
        ...each('cover pprof nm objdump trace dist addr2line buildid pack fix doc', INERT),
        ...each('vet compile asm link', is('check')),
        '*': is('run', { decide: ({ words }, { name }) => ({ kind: 'command', words: [name, ...words] }) }),
      },
    }),
    generate: is('inert'),
    mod: is('inert', { sub: { verify: is('check'), '*': INERT } }),
    '*': INERT,
  },
});

/** `go install tool@latest` installs a tool. */
function goBuild({ operands }: Arguments, { name }: { name: string }): Outcome | null {
  return name === 'install' && operands.some((word) => word !== null && /@/.test(word))
    ? { kind: 'does', class: 'inert' }
    : null;
}

export const go: readonly Row[] = [
  row('go', GO),
  row(
    'gotestsum',
    is('test', {
      key: 'gotestsum',
      decide: ({ words }) => {
        const at = words.indexOf('--');
        const own = sortArguments(
          at < 0 ? words : words.slice(0, at),
          options(
            '-f --format --junitfile --jsonfile --packages --rerun-fails-max-failures --post-run-command',
          ),
        );
        if (own.has('--watch')) return { kind: 'does', class: 'test', key: 'gotestsum', masked: '--watch' };
        if (own.has('--raw-command')) return { kind: 'does', class: 'test', key: 'gotestsum' };
        const packages = own.value('--packages');
        const goWords = [
          ...(at < 0 ? own.operands : words.slice(at + 1)),
          ...(packages === undefined ? [] : [packages]),
        ];
        const outcome = goTest(sortArguments(goWords, []));
        return outcome?.kind === 'does' ? { ...outcome, key: 'gotestsum' } : outcome;
      },
    }),
  ),
  row(
    'ginkgo',
    is('test', {
      key: 'ginkgo',
      narrow: options('--focus --skip --label-filter'),
      disarm: options('--dry-run -n --dryRun'),
      sub: {
        ...each('version bootstrap generate labels outline unfocus help', INERT),
        build: is('check'),
        ...each(
          'run',
          is('test', {
            key: 'ginkgo',
            narrow: options('--focus --skip --label-filter'),
            disarm: options('--dry-run'),
          }),
        ),
      },
    }),
  ),
  // `gofmt -l` ends 0 whatever it lists: only `test -z "$(gofmt -l .)"` asks, and `gofmt -d`.
  row(
    'gofmt goimports gofumpt gci golines',
    is('inert', {
      decide: ({ has }) => ({ kind: 'does', class: has('-d') && !has('-w') ? 'check' : 'inert' }),
    }),
  ),
  row(
    'golangci-lint',
    is('check', {
      sub: {
        run: is('check', {
          valued: options(
            '--issues-exit-code -c --config --timeout -E --enable -D --disable --new-from-rev -j',
          ),
          forgives: options('--issues-exit-code=0'),
        }),
        fmt: is('inert', {
          decide: ({ has }) => ({ kind: 'does', class: has('-d', '--diff') ? 'check' : 'inert' }),
        }),
        custom: is('check'),
        '*': INERT,
        '': INERT,
      },
    }),
  ),
  row(
    'staticcheck revive errcheck gosec ineffassign gocyclo gocritic govulncheck nilaway fieldalignment modernize deadcode unparam misspell golint gopls-check gosimple unused vet shadow gotype',
    is('check'),
  ),
  row('gopls dlv air mockgen wire protoc buf sqlc swag stringer goreleaser cobra-cli gvm benchstat', INERT),
];
