// What in a line makes a runner execute nothing, or something else than its name says.
import type { ListedCommand } from './commands.ts';
import type { Assigned } from './programs/types.ts';

/** Names that a line has given another meaning. */
export type Tampering = {
  /** Name -> why it is not the program of that name (`pytest(){ ... }`, `alias pytest=true`). */
  names: ReadonlyMap<string, string>;
  /** Why no name behind index `from` can be trusted (`PATH=./fake:$PATH`). */
  everything: { from: number; why: string; folder: string } | null;
  /** Variables that the line exports or sets for all that follows, with the index of the command that does. */
  variables: readonly (Assigned & { from: number })[];
};

/** Beyond this only variables that can disarm a runner are kept: each command looks through all of them. */
const MAX_VARIABLES = 200;

const EXPORTS = new Set(['export', 'declare', 'typeset', 'readonly', 'local']);

/** Looks through all commands of a line once. */
export function tamperingOf(commands: readonly ListedCommand[], functions: ReadonlySet<string>): Tampering {
  const names = new Map<string, string>();
  for (const name of functions) names.set(name, `${name}() { ... }`);
  const variables: (Assigned & { from: number })[] = [];
  let everything: Tampering['everything'] = null;
  for (const command of commands) {
    const [name, ...rest] = command.words;
    if (name === 'alias' || name === 'hash') nameTampering(name, rest, command.text, names);
    if (name === 'enable' && rest.includes('-n'))
      for (const word of rest) if (word !== null) names.set(word, command.text);
    const set =
      name === undefined
        ? command.assignments
        : typeof name === 'string' && EXPORTS.has(name)
          ? exported(command)
          : [];
    for (const { name: variable, value, written } of set) {
      if (variable === 'PATH' && command.inFunction === null)
        everything ??= pathTampering(command, value ?? written ?? null);
      else variables.push({ name: variable, value, written: written ?? '', from: command.index });
    }
  }
  const some =
    variables.length > MAX_VARIABLES
      ? variables.filter(({ name }) => VARIABLES.some((one) => one.name.test(name)))
      : variables;
  return { names, everything, variables: some };
}

function nameTampering(
  name: string,
  rest: readonly (string | null)[],
  text: string,
  names: Map<string, string>,
): void {
  if (name === 'hash') {
    const at = rest.indexOf('-p');
    const target = at < 0 ? undefined : rest[at + 2];
    if (typeof target === 'string') names.set(target, text);
    return;
  }
  for (const word of rest) {
    const equals = word?.indexOf('=') ?? -1;
    if (word !== null && equals > 0) names.set(word.slice(0, equals), text);
  }
}

/** What `export A=b` and its like set. */
function exported({ node, words }: ListedCommand): readonly Assigned[] {
  return node.args.flatMap((part) => {
    if (part.type !== 'Assignment') return [];
    const known = words.find((word) => word?.startsWith(`${part.name}=`) === true);
    const written = part.text.slice(part.text.indexOf('=') + 1);
    return [
      {
        name: part.name,
        value: known === undefined || known === null ? null : known.slice(part.name.length + 1),
        written,
      },
    ];
  });
}

/** Folders that people honestly put in front of PATH: those of the system, of package managers and tool chains. */
const HONEST: readonly RegExp[] = [
  /^\$\{?PATH(:[-+][^}]*)?\}?$/,
  // Limit: a folder of lies below the home directory passes.
  /^(\$\{?HOME\}?|~|\/(home|Users)\/[^/]+|\/root)(\/.*)?$/,
  /^\/(usr|opt|Library|Applications|snap|nix|bin|sbin|mnt\/c)(\/.*)?$/,
  /^\$\{?(?!PWD|OLDPWD)\w+\}?\/(.*\/)?(s?bin|\.bin|shims|Scripts)$/,
  /^\$\{?(GOBIN|PNPM_HOME|NVM_BIN|FLUTTER_ROOT|JAVA_HOME|GOROOT)\}?$/,
  /^(.*\/)?(node_modules\/\.bin|\.?venv\/(bin|Scripts)|vendor\/bin|\.bun\/bin|\.local\/bin|\.cargo\/bin|go\/bin|\.pixi\/.*bin|\.tox\/.*bin)$/,
  /^(\$\((?!pwd\))[^()]*\)|`(?!pwd`)[^`]*`)(\/s?bin)?$/,
];

/** Null where every folder that is put in front is one of the usual ones. */
export function strangePath(text: string): string | null {
  const value = text.replace(/^["']|["']$/g, '');
  const own = value.split(/:(?![/\\])|:(?=\/)/);
  return (
    own.find((folder) => folder !== '' && !HONEST.some((one) => one.test(folder.replace(/["']/g, '')))) ??
    null
  );
}

function pathTampering(command: ListedCommand, value: string | null): Tampering['everything'] {
  const text = value ?? /\bPATH=(\S*("[^"]*")?\S*)/.exec(command.text)?.[1] ?? '';
  const folder = strangePath(text);
  return folder === null ? null : { from: command.index, why: command.text, folder };
}

/** A variable whose value makes a runner execute nothing, or other code than the project's. */
type Disarming = { name: RegExp; value: RegExp; programs: RegExp };

const VARIABLES: readonly Disarming[] = [
  { name: /^NODE_TEST_CONTEXT$/, value: /./, programs: /./ },
  {
    name: /^PYTEST_ADDOPTS$/,
    value:
      /--co\b|--collect-only|--collectonly|--setup-(only|plan)|--fixtures|--markers|--help|--version|(^|\s)-[hV]\b/,
    programs: /./,
  },
  {
    // A package that loads TypeScript is honest; a file that stands beside is whatever its author wants.
    name: /^NODE_OPTIONS$/,
    value:
      /(--(require|import|loader|experimental-loader)|(^|\s)-r)[= ]["']?(\.{0,2}\/|file:|data:)|--(check|test-only|test-name-pattern|eval|print|v8-options|help|version)\b|(^|\s)-[cehpv]\b/,
    programs: /./,
  },
  { name: /^PYTHONOPTIMIZE$/, value: /^(?!0?$)/, programs: /./ },
  {
    name: /^(LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES)$/,
    value: /^(?!\/(usr|lib\w*|opt|nix)\/|$)/,
    programs: /./,
  },
  { name: /^BASH_ENV$/, value: /./, programs: /./ },
  { name: /^(PERL5OPT|RUBYOPT)$/, value: /(^|\s)-(c|n|h|v|r\.{0,2}\/)/, programs: /./ },
  { name: /^GOFLAGS$/, value: /-(run|list|exec|n|c|skip|toolexec|overlay|vettool)\b/, programs: /^go/ },
  {
    name: /^(MAKEFLAGS|GNUMAKEFLAGS|MFLAGS)$/,
    value: /^[a-zA-Z]*[nqt]|(^|\s)-\w*[nqt]|--(dry-run|just-print|question|touch)/,
    programs: /./,
  },
  { name: /^npm_config_script_shell$/i, value: /(^|\/)(true|echo|:)$/, programs: /./ },
  {
    name: /^(MAVEN_ARGS|MAVEN_OPTS|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS)$/,
    value: /skipTests|maven\.test\.skip/,
    programs: /./,
  },
  { name: /^(GRADLE_OPTS|ORG_GRADLE_PROJECT_\w+)$/, value: /dry-run|skipTests/, programs: /./ },
  {
    name: /^(CARGO_BUILD_RUSTC_WRAPPER|RUSTC_WRAPPER|RUSTC|CARGO_TARGET_\w+_RUNNER)$/,
    value: /true$|echo|:$/,
    programs: /./,
  },
  { name: /^(SHELL|CONFIG_SHELL)$/, value: /\/(true|echo)$/, programs: /./ },
  { name: /^JUST_DRY_RUN$/, value: /^(1|true)$/, programs: /./ },
];

/** The first variable that disarms the program; `folder`: the strange one in front of PATH. */
export function disarmingVariable(
  assigns: readonly Assigned[],
  program: string | null,
): { why: string; folder: string | null } | null {
  for (const { name, value, written } of assigns) {
    const text = value ?? written ?? '';
    const strange = VARIABLES.some(
      (one) =>
        one.name.test(name) && one.value.test(text) && (program === null || one.programs.test(program)),
    );
    if (strange) return { why: `${name}=${text}`, folder: null };
    const folder = name === 'PATH' ? strangePath(text) : null;
    if (folder !== null) return { why: `PATH=${text}`, folder };
  }
  return null;
}
