import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { splitZ } from './git.ts';
import type { Layer } from './layer.ts';
import type { Settings } from './settings.ts';

/**
 * Folders and files that tools make and nobody writes: never looked at unless they are tracked. They come first, so the
 * project's own rules overrule them.
 */
const leftovers: readonly string[] = [
  '.donegate/',
  'node_modules/',
  '.venv/',
  'venv/',
  '__pycache__/',
  '*.py[cod]',
  '.pytest_cache/',
  '.mypy_cache/',
  '.ruff_cache/',
  '.hypothesis/',
  '.tox/',
  '.nox/',
  '*.egg-info/',
  '.coverage',
  'htmlcov/',
  '/coverage/',
  '.nyc_output/',
  '.turbo/',
  '.next/',
  '.nuxt/',
  '.svelte-kit/',
  '.parcel-cache/',
  '.gradle/',
  '.dart_tool/',
  '/target/',
  '/dist/',
  '.eslintcache',
  '*.tsbuildinfo',
  '.DS_Store',
  '*.swp',
  '*~',
  '.idea/',
  '.stryker-tmp/',
];

/** Output folders that a project names in a .gitignore which came only after the baseline; honest scaffolding does that. */
const outputs: readonly string[] = [
  'build',
  'out',
  'bin',
  'obj',
  '_build',
  'deps',
  'vendor',
  'Pods',
  '.build',
  'DerivedData',
  'cmake-build-debug',
];

/** The rules, lowest precedence first, as one file for `--exclude-from`. */
export function excludeFile(layer: Layer): string {
  return join(layer.directory, 'excludes');
}

/** The same before the session's rules are known. */
export function draftFile(layer: Layer): string {
  return join(layer.directory, 'excludes.draft');
}

/** Rules of lowest precedence. A .gitignore that a sparse checkout leaves out rules all the same, as for git itself. */
export async function baseRules(
  layer: Layer,
  sparse: readonly { path: string; hash: string }[],
): Promise<string> {
  const texts = sparse
    .filter(({ path }) => /(^|\/)\.gitignore$/.test(path))
    .map(async ({ path, hash }) =>
      anchored((await layer.tryRun(['cat-file', 'blob', hash])).stdout.toString('utf8'), dirname(path)),
    );
  return [...leftovers, ...(await Promise.all(texts)), ''].join('\n');
}

/**
 * The ignore rules as they stand now, put into one file that later looks use instead of the working tree's: a new line in
 * .gitignore or .git/info/exclude must not hide a new file, and a removed one must not show a thousand.
 */
export function freezeIgnoreRules(
  layer: Layer,
  rules: { base: string; settings: Settings; ignoreFiles: readonly string[] },
): string {
  const { base, settings, ignoreFiles } = rules;
  const global = globalRules(settings);
  const own = textOf(join(layer.repository.commonDirectory, 'info/exclude'));
  const nested = [...new Set(ignoreFiles)]
    .sort((a, b) => a.split('/').length - b.split('/').length)
    .map((path) => anchored(textOf(join(layer.repository.root, path)), dirname(path)));
  return [base, global, own, ...nested].join('\n');
}

function globalRules({ excludesFile }: Settings): string {
  const home = process.env.HOME ?? '';
  const standard = join(process.env.XDG_CONFIG_HOME ?? join(home, '.config'), 'git/ignore');
  return textOf(excludesFile ?? standard);
}

/** A pattern of a nested .gitignore, as the same pattern of the root's. */
export function anchored(text: string, directory: string): string {
  if (directory === '.') return text;
  const prefix = directory.replace(/[\\*?[\]]/g, '\\$&');
  return text
    .split('\n')
    .map((line) => {
      if (line.trim() === '' || line.startsWith('#')) return '';
      const isNegated = line.startsWith('!');
      const body = isNegated ? line.slice(1) : line;
      const isAnchored = body.replace(/\/\s*$/, '').includes('/');
      return `${isNegated ? '!' : ''}/${prefix}/${isAnchored ? '' : '**/'}${body.replace(/^\//, '')}`;
    })
    .join('\n');
}

/** A rule for exactly this path. */
export function exactRule(path: string): string {
  return `/${path.replace(/[\\*?[\]]/g, '\\$&').replace(/ (?=\/?$)/, '\\ ')}`;
}

/** Rules of the root's .gitignore that came after the baseline and name nothing but a usual output folder. */
export function lateOutputRules(root: string): readonly string[] {
  return textOf(join(root, '.gitignore'))
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => outputs.includes(line.replace(/^\/|\/$/g, '')));
}

/** Others that the frozen rules let through although they are ignored now (a folder with a .gitignore of its own). */
export async function listUncovered(layer: Layer): Promise<readonly string[]> {
  const args = [
    'ls-files',
    '-z',
    '--others',
    '--directory',
    '--no-empty-directory',
    `--exclude-from=${draftFile(layer)}`,
  ];
  return splitZ(await layer.run(args));
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch {
    return '';
  }
}
