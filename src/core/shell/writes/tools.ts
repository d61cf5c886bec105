// Formatters, fixers, package managers and generators: they change files in bulk.
import { SOME_FILES, splitArguments, type Words, type Written } from './written.ts';

/** `writes` decides from the arguments as text, unknown ones left out. */
type Tool = { writes: (text: string) => boolean };

const always: Tool = { writes: () => true };
const when = (flag: RegExp): Tool => ({ writes: (text) => flag.test(text) });
const unless = (flag: RegExp): Tool => ({ writes: (text) => !flag.test(text) });
const ASKS = /(^| )--?(h|help|version|V|dry-run)( |$)/;

/** Key: the program, or the program and its first word. */
const TOOLS: Readonly<Record<string, Tool>> = {
  prettier: when(/(^| )(-w|--write)( |$)/),
  eslint: when(/(^| )--fix( |$)/),
  stylelint: when(/(^| )--fix( |=|$)/),
  standard: when(/(^| )--fix( |$)/),
  xo: when(/(^| )--fix( |$)/),
  oxlint: when(/(^| )--fix/),
  'biome check': when(/--(write|fix|apply)/),
  'biome lint': when(/--(write|fix|apply)/),
  'biome format': when(/--(write|fix)/),
  'biome migrate': when(/--write/),
  'dprint fmt': always,
  'deno fmt': unless(/--check/),
  'deno lint': when(/--fix/),
  black: unless(/--(check|diff)/),
  isort: unless(/--(check|check-only|diff)|(^| )-c( |$)/),
  'ruff format': unless(/--(check|diff)/),
  'ruff check': when(/--fix( |$)|--fix-only|--add-noqa/),
  autopep8: when(/(^| )(-\w*i\w*|--in-place)( |$)/),
  autoflake: when(/(^| )(-\w*i\w*|--in-place)( |$)/),
  docformatter: when(/(^| )(-i|--in-place)( |$)/),
  yapf: when(/(^| )(-\w*i\w*|--in-place)( |$)/),
  pyupgrade: always,
  gofmt: when(/(^| )-\w*w/),
  gofumpt: when(/(^| )-\w*w/),
  goimports: when(/(^| )-\w*w/),
  'golangci-lint run': when(/--fix/),
  'golangci-lint fmt': unless(/--diff/),
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
  'clang-format': when(/(^| )-i( |$)/),
  'clang-tidy': when(/(^| )--?fix/),
  'mix format': unless(/--check-formatted/),
  'mix new': always,
  'mix deps.get': always,
  'mix deps.update': always,
  'mix ecto.gen.migration': always,
  'terraform fmt': unless(/-check/),
  'tofu fmt': unless(/-check/),
  rubocop: when(/(^| )(-a|-A|--auto-?correct(-all)?|--fix\S*)( |$)/),
  standardrb: when(/--fix/),
  'php-cs-fixer fix': unless(/--dry-run/),
  pint: unless(/--test/),
  phpcbf: always,
  'dotnet format': unless(/--verify-no-changes/),
  'dotnet new': always,
  'dotnet add': always,
  swiftformat: unless(/--(lint|dryrun)/),
  'swift-format': when(/(^| )(-i|--in-place)( |$)/),
  swiftlint: when(/--fix|autocorrect/),
  ktlint: when(/(^| )(-F|--format)( |$)/),
  shfmt: when(/(^| )-\w*w/),
  'google-java-format': when(/(^| )(-i|-r|--replace)( |$)/),
  'dart format': unless(/--output=none|-o none/),
  'dart fix': when(/--apply/),
  'flutter create': always,
  'buf format': when(/(^| )-w( |$)/),
  'buf generate': always,
  ocamlformat: when(/(^| )(-i|--inplace)( |$)/),
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
  return tool?.writes(text) === true ? SOME_FILES : [];
}

/** `python -m black .`, `python manage.py makemigrations`. */
function pythonWrites(words: Words): readonly Written[] {
  const [first, module, ...rest] = words;
  if (first === '-m' && typeof module === 'string') return toolWrites(module, rest);
  const isManage = words.some((word) => word !== null && /(^|\/)manage\.py$/.test(word));
  return isManage && words.some((word) => word === 'makemigrations' || word === 'startapp') ? SOME_FILES : [];
}
