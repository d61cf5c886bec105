// Formatters, fixers, package managers and generators: they change files in bulk.
import { SOME_FILES, splitArguments, type Words, type Written } from './written.ts';

/** `writes` decides from the arguments as text, unknown ones left out. `named`: it changes the files and folders that it is given. */
type Tool = { writes: (text: string) => boolean; named?: true };

const always: Tool = { writes: () => true };
const when = (flag: RegExp): Tool => ({ writes: (text) => flag.test(text) });
const unless = (flag: RegExp): Tool => ({ writes: (text) => !flag.test(text) });
const named = (tool: Tool): Tool => ({ ...tool, named: true });
const ASKS = /(^| )--?(h|help|version|V|dry-run)( |$)/;

/** Key: the program, or the program and its first word. */
const TOOLS: Readonly<Record<string, Tool>> = {
  prettier: named(when(/(^| )(-w|--write)( |$)/)),
  eslint: named(when(/(^| )--fix( |$)/)),
  stylelint: named(when(/(^| )--fix( |=|$)/)),
  standard: named(when(/(^| )--fix( |$)/)),
  xo: named(when(/(^| )--fix( |$)/)),
  oxlint: named(when(/(^| )--fix/)),
  'biome check': named(when(/--(write|fix|apply)/)),
  'biome lint': named(when(/--(write|fix|apply)/)),
  'biome format': named(when(/--(write|fix)/)),
  'biome migrate': when(/--write/),
  'dprint fmt': always,
  'deno fmt': named(unless(/--check/)),
  'deno lint': named(when(/--fix/)),
  black: named(unless(/--(check|diff)/)),
  isort: named(unless(/--(check|check-only|diff)|(^| )-c( |$)/)),
  'ruff format': named(unless(/--(check|diff)/)),
  'ruff check': named(when(/--fix( |$)|--fix-only|--add-noqa/)),
  autopep8: named(when(/(^| )(-\w*i\w*|--in-place)( |$)/)),
  autoflake: named(when(/(^| )(-\w*i\w*|--in-place)( |$)/)),
  docformatter: named(when(/(^| )(-i|--in-place)( |$)/)),
  yapf: named(when(/(^| )(-\w*i\w*|--in-place)( |$)/)),
  pyupgrade: named(always),
  gofmt: named(when(/(^| )-\w*w/)),
  gofumpt: named(when(/(^| )-\w*w/)),
  goimports: named(when(/(^| )-\w*w/)),
  'golangci-lint run': when(/--fix/),
  'golangci-lint fmt': unless(/--diff/),
  modernize: when(/(^| )--?fix/),
  fieldalignment: when(/(^| )--?fix/),
  'go test': when(/(^| )--?update(=\S+)?( |$)/),
  'gh pr': when(/(^| )checkout( |$)/),
  'gh repo': when(/(^| )(clone|sync)( |$)/),
  'go fmt': always,
  'go generate': always,
  'go get': always,
  'go mod': unless(/(^| )mod (download|graph|verify|why)/),
  'go work': always,
  'cargo fmt': unless(/--check/),
  'cargo fix': always,
  'cargo clippy': when(/--fix/),
  'cargo add': always,
  'cargo remove': always,
  'cargo update': always,
  'cargo init': always,
  'cargo new': always,
  'cargo generate-lockfile': always,
  'cargo insta': when(/ (accept|review|reject)/),
  rustfmt: unless(/--check/),
  'clang-format': named(when(/(^| )-i( |$)/)),
  'clang-tidy': when(/(^| )--?fix/),
  'mix format': named(unless(/--check-formatted/)),
  'mix new': always,
  'mix deps.get': always,
  'mix deps.update': always,
  'mix ecto.gen.migration': always,
  'terraform fmt': named(unless(/-check/)),
  'tofu fmt': named(unless(/-check/)),
  rubocop: named(when(/(^| )(-a|-A|--auto-?correct(-all)?|--fix\S*)( |$)/)),
  standardrb: named(when(/--fix/)),
  'php-cs-fixer fix': named(unless(/--dry-run/)),
  pint: named(unless(/--test/)),
  phpcbf: named(always),
  'dotnet format': unless(/--verify-no-changes/),
  'dotnet new': always,
  'dotnet add': always,
  swiftformat: named(unless(/--(lint|dryrun)/)),
  'swift-format': named(when(/(^| )(-i|--in-place)( |$)/)),
  swiftlint: when(/--fix|autocorrect/),
  ktlint: named(when(/(^| )(-F|--format)( |$)/)),
  shfmt: named(when(/(^| )-\w*w/)),
  'google-java-format': named(when(/(^| )(-i|-r|--replace)( |$)/)),
  'dart format': named(unless(/--output=none|-o none/)),
  'dart fix': when(/--apply/),
  'flutter create': always,
  'buf format': when(/(^| )-w( |$)/),
  'buf generate': always,
  ocamlformat: named(when(/(^| )(-i|--inplace)( |$)/)),
  'ast-grep': when(/(^| )(-U|--update-all)( |$)/),
  sg: when(/(^| )(-U|--update-all)( |$)/),
  jscodeshift: unless(/(^| )(-d|--dry)( |$)/),
  'npm install': always,
  'npm i': always,
  'npm add': always,
  'npm ci': always,
  'npm uninstall': always,
  'npm remove': always,
  'npm update': always,
  'npm init': always,
  'npm create': always,
  'npm version': always,
  'npm pkg': when(/ (set|delete|fix)/),
  'npm dedupe': always,
  'npm link': always,
  'pnpm install': always,
  'pnpm i': always,
  'pnpm add': always,
  'pnpm remove': always,
  'pnpm update': always,
  'pnpm create': always,
  'yarn install': always,
  'yarn add': always,
  'yarn remove': always,
  'yarn upgrade': always,
  'yarn create': always,
  'bun install': always,
  'bun i': always,
  'bun add': always,
  'bun remove': always,
  'bun create': always,
  'bun init': always,
  'uv add': always,
  'uv remove': always,
  'uv sync': always,
  'uv lock': always,
  'uv init': always,
  'poetry add': always,
  'poetry remove': always,
  'poetry lock': always,
  'poetry init': always,
  'poetry new': always,
  'pdm add': always,
  'pdm lock': always,
  'bundle install': always,
  'bundle add': always,
  'bundle update': always,
  'composer install': always,
  'composer require': always,
  'composer update': always,
  'rails new': always,
  'rails generate': always,
  'rails g': always,
  'ng generate': always,
  'ng new': always,
  'django-admin startproject': always,
  'django-admin startapp': always,
  'pod install': always,
  cookiecutter: always,
  copier: always,
  degit: always,
  'helm create': always,
  'npx create': always,
  'pre-commit run': always,
  'prisma generate': always,
  'prisma migrate': always,
};

/** Test runners told to rewrite their snapshots. */
const UPDATES =
  /(^| )(-u|--updateSnapshot|--update|--snapshot-update|--update-snapshots|--inline-snapshot=\S+|--force-regen)( |$)/;
const SNAPSHOT_RUNNERS = new Set(['jest', 'vitest', 'pytest', 'playwright', 'ava', 'bun', 'mocha']);

/** Build tools that run a formatter as a task. */
const TASKS =
  /(^| )(spotlessApply|spotless:apply|ktlintFormat|fmt:format|formatter:format|versions:set)( |$)/;

const PROGRAMS: ReadonlySet<string> = new Set(Object.keys(TOOLS).map((name) => name.split(' ')[0] ?? name));

/** A row by its name, and not what every object has (`toString`). */
function known(name: string): Tool | undefined {
  return Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined;
}

/** What a formatter, a package manager or a generator writes: some files, or nothing. */
export function toolWrites(program: string, words: Words): readonly Written[] {
  const isOther = /^(create-|@|gradlew?$|mvnw?$|python)/.test(program);
  if (!isOther && !PROGRAMS.has(program) && !SNAPSHOT_RUNNERS.has(program)) return [];
  const text = words.filter((word) => word !== null).join(' ');
  if (ASKS.test(text)) return [];
  if (/^create-[\w-]+(@\S+)?$/.test(program) || /^@[\w-]+\/create(-[\w-]+)?/.test(program)) return SOME_FILES;
  if (SNAPSHOT_RUNNERS.has(program) && UPDATES.test(text)) return SOME_FILES;
  if (/^(gradlew?|mvnw?)$/.test(program) && TASKS.test(text)) return SOME_FILES;
  if (/^python[\d.]*$/.test(program)) return pythonWrites(words);
  const [first] = splitArguments(
    words,
    new Set(['--prefix', '--dir', '-C', '--cwd', '--directory']),
  ).operands;
  const tool = known(`${program} ${first ?? ''}`) ?? known(program);
  if (tool?.writes(text) !== true) return [];
  return tool.named === true
    ? namedFiles(program, known(program) === tool ? words : afterFirst(words, first))
    : SOME_FILES;
}

function afterFirst(words: Words, first: string | null | undefined): Words {
  const at = words.indexOf(first ?? null);
  return [...words.slice(0, at), ...words.slice(at + 1)];
}

/** Options of formatters whose value is the next word. */
const VALUED = new Set(
  '-c --config --config-path --config-file -l --line-length -t --target-version --select --ignore --extend-select --parser --ext --rule --rules --plugin --style --local -local --profile --only --except --ignore-path --log-level --max-warnings -f --format --cache-location -r --line-width --max-line-length --settings-path -ln -ci-x'.split(
    ' ',
  ),
);

/** The files and folders that a formatter is given; without any it takes what it finds. */
function namedFiles(program: string, words: Words): readonly Written[] {
  const { operands } = splitArguments(words, program === 'shfmt' ? new Set([...VALUED, '-i']) : VALUED);
  if (operands.length === 0) return SOME_FILES;
  return operands.map((path) => ({
    path: path === null || /[*?[{]|\.\.\.$|^\.{1,2}\/?$|^-$/.test(path) ? null : path,
    kind: 'bulk',
  }));
}

/** `python -m black .`, `python manage.py makemigrations`. */
function pythonWrites(words: Words): readonly Written[] {
  const [first, module, ...rest] = words;
  if (first === '-m' && typeof module === 'string') return toolWrites(module, rest);
  const isManage = words.some((word) => word !== null && /(^|\/)manage\.py$/.test(word));
  return isManage && words.some((word) => word === 'makemigrations' || word === 'startapp') ? SOME_FILES : [];
}
