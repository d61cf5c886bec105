import { setsEnvironment } from '../commands/environment-file.ts';
import { PROCESS } from '../commands/static-word.ts';
import { type Arguments, hasLetter, sortArguments } from './arguments.ts';
import { each, INERT, is, options, row } from './rows.ts';
import type { Around, Outcome, Row, Rule } from './types.ts';

const VALUED = options('-o +o -O +O --rcfile --init-file');

/** `bash x.sh args`, `bash -n x.sh`, `bash -c 'line'`, `bash <<EOF`. A script in quotes that stands in the line is listed by itself. */
const SHELL: Rule = is('run', {
  decide: ({ words }, { name, stdin, isListed }): Outcome | null => {
    const own = sortArguments(words, VALUED, true);
    if (own.has('--version', '--help')) return { kind: 'does', class: 'inert' };
    const end = own.places[0] ?? words.length;
    const letters = words
      .slice(0, end)
      .flatMap((word) => (word !== null && /^-[A-Za-z]+$/.test(word) ? [...word.slice(1)] : []))
      .join('');
    const set = words
      .slice(0, end + 1)
      .flatMap((word, at) =>
        words[at - 1] !== undefined &&
        /o$/.test(words[at - 1] ?? '') &&
        words[at - 1]?.startsWith('-') === true
          ? [word]
          : [],
      );
    if (letters.includes('n') || set.includes('noexec')) return { kind: 'does', class: 'inert' };
    const [first] = own.operands;
    const errexit = letters.includes('e') || set.includes('errexit');
    if (letters.includes('c'))
      return { kind: 'line', text: first ?? null, pipefail: set.includes('pipefail'), errexit };
    if (first === PROCESS && !letters.includes('s'))
      return { kind: 'inline', language: 'other', code: null, file: null };
    if (letters.includes('s') || first === undefined || first === '-' || first === '/dev/stdin') {
      if (stdin.kind === 'text')
        return { kind: 'line', text: stdin.text, pipefail: set.includes('pipefail'), errexit };
      if (isListed || stdin.kind === 'none') return { kind: 'does', class: 'inert' };
      // What comes through a pipe (`curl ... | sh`) may have nothing to do with the project.
      if (stdin.kind === 'pipe') return { kind: 'inline', language: 'other', code: null, file: null };
    }
    const isFed = stdin.kind === 'file' && (letters.includes('s') || first === undefined || first === '-');
    return {
      kind: 'file',
      path: isFed ? stdin.path : (first ?? null),
      shell: true,
      posix: /^(sh|dash|ash|busybox-sh)$/.test(name),
      errexit,
      arguments: isFed && letters.includes('s') ? own.operands : words.slice((own.places[0] ?? 0) + 1),
    };
  },
});

export const shells: readonly Row[] = [
  row('bash sh dash zsh ksh fish ash busybox-sh', SHELL),
  row(
    'busybox',
    is('inert', { decide: ({ words }) => (words.length === 0 ? null : { kind: 'command', words }) }),
  ),
  row(
    'source .',
    is('inert', {
      decide: ({ operands }) => {
        const [path] = operands;
        if (path === null || path === undefined || path === PROCESS || setsEnvironment(path))
          return { kind: 'does', class: 'inert' };
        return { kind: 'file', path, shell: true, arguments: operands.slice(1) };
      },
    }),
  ),
  row(
    'eval',
    is('inert', {
      decide: ({ words }) => {
        if (words.every((word) => word !== null))
          return { kind: 'line', text: words.join(' '), pipefail: false, errexit: false };
        return { kind: 'does', class: 'inert' };
      },
    }),
  ),
  row(
    'bats',
    is('test', {
      key: 'bats',
      valued: options(
        '-F --formatter -j --jobs -o --output --report-formatter --setup-suite-file --code-quote-style --filter-status',
      ),
      narrow: options('-f --filter --filter-tags'),
      disarm: options('-c --count -h -v'),
    }),
  ),
  row(
    'shellspec shunit2 roundup',
    is('test', { disarm: options('--list --dry-run --count --syntax-check -c -v') }),
  ),
  // Of interfaces and machines, whatever language they are written in.
  row('hurl newman godog venom dgoss', is('test')),
  row('goss', is('inert', { sub: { validate: is('test'), '*': INERT } })),
  row('molecule', is('inert', { sub: { ...each('test verify converge', is('test')), '*': INERT } })),
  row('k6', is('inert', { sub: { run: is('run'), '*': INERT } })),
  row('shellcheck bashate checkbashisms', is('check')),
  row(
    'shfmt',
    is('inert', {
      decide: ({ has, words }) => ({
        kind: 'does',
        class: has('-d', '--diff') && !words.includes('-w') ? 'check' : 'inert',
      }),
    }),
  ),
];

/** Files with which a repository says that something runs at a commit. */
const HOOKS = options(
  '.git/hooks/pre-commit .git/hooks/commit-msg .husky/pre-commit .husky/commit-msg .githooks/pre-commit lefthook.yml .pre-commit-config.yaml',
);

/** A commit runs the repository's hooks, unless it is told not to. */
function gitCommit({ words }: Arguments, { isFile }: Around): Outcome | null {
  if (words.includes('--no-verify') || words.includes('--dry-run') || hasLetter(words, 'n')) return null;
  return HOOKS.some((path) => isFile(path) === true) ? { kind: 'does', class: 'run', key: 'git' } : null;
}

export const hooks: readonly Row[] = [
  row(
    'git',
    is('inert', {
      valued: options('-C -c --git-dir --work-tree --exec-path --namespace'),
      sub: {
        bisect: is('inert', {
          decide: ({ words }) =>
            words[0] === 'run' ? { kind: 'command', words: words.slice(1), masked: 'git bisect run' } : null,
        }),
        rebase: is('inert', {
          decide: ({ words }) => {
            const text = sortArguments(words, options('-x --exec --onto -s -X')).value('-x', '--exec');
            return text === undefined ? null : { kind: 'line', text, pipefail: false, errexit: false };
          },
        }),
        submodule: is('inert', {
          decide: ({ words }) =>
            words[0] === 'foreach'
              ? { kind: 'line', text: words.at(-1) ?? null, pipefail: false, errexit: false }
              : null,
        }),
        commit: is('inert', { decide: gitCommit }),
        '*': is('inert'),
      },
    }),
  ),
  row(
    'actionlint hadolint yamllint zizmor dotenv-linter ansible-lint kube-linter kubeconform kubeval tflint tfsec checkov trivy proselint write-good ec editorconfig-checker typos lychee markdown-link-check mdl taplo-check gitleaks detect-secrets trufflehog ajv jsonlint xmllint tidy vint luacheck hlint statix deadnix buf-lint sqlcheck nixpkgs-fmt-check conftest opa regal cfn-lint swagger-cli openapi-generator-validate charmcraft-lint nginx-test promtool amtool commitlint-x ls-lint addlicense reuse github-actionlint',
    is('check'),
  ),
  row('vale', is('check', { sub: each('sync ls-config ls-dirs ls-metrics ls-vars', INERT) })),
  row(
    'taplo',
    is('check', {
      sub: {
        ...each(
          'fmt format',
          is('inert', { decide: ({ has }) => ({ kind: 'does', class: has('--check') ? 'check' : 'inert' }) }),
        ),
        '*': is('check'),
      },
    }),
  ),
  row(
    'terraform tofu terragrunt',
    is('inert', {
      sub: {
        ...each('validate plan', is('check')),
        test: is('test'),
        fmt: is('inert', {
          decide: ({ has }) => ({ kind: 'does', class: has('-check') ? 'check' : 'inert' }),
        }),
        '*': INERT,
      },
    }),
  ),
  row(
    'pulumi cdk sam serverless ansible-playbook helm helmfile kustomize charmcraft snapcraft rockcraft juju',
    is('inert', {
      sub: {
        ...each('preview synth validate lint template', is('check')),
        ...each('test unittest', is('test')),
        ...each('pack build', is('check')),
        ...each('invoke local', is('run')),
        '*': INERT,
      },
    }),
  ),
];
