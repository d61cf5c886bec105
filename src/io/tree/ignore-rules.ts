import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { entriesNamed, hashBytes, type IndexFile, nameBytes } from './index-entries.ts';
import type { Layer } from './layer.ts';
import { bytesOf, nameOf, onDisk, splitZ } from './names.ts';
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

/**
 * Rules of every folder, lowest precedence first. A .gitignore that a sparse checkout leaves out rules all the same, as for
 * git itself.
 */
export async function baseRules(layer: Layer, settings: Settings, persons: IndexFile): Promise<string> {
  const leftOut = entriesNamed(persons, '.gitignore').filter((entry) => entry.isLeftOut);
  const texts = leftOut.map(async (entry) => {
    const hash = hashBytes(persons, entry).toString('hex');
    const { stdout } = await layer.tryRun(['cat-file', 'blob', hash]);
    return anchored(stdout.toString('latin1'), dirname(nameOf(nameBytes(persons, entry))));
  });
  const own = textOf(join(layer.repository.commonDirectory, 'info/exclude'));
  return [...leftovers, ...(await Promise.all(texts)), globalRules(settings), own, ''].join('\n');
}

/** Rules that hold in every repository of the person's. */
export function everywhereRules(settings: Settings): string {
  return [...leftovers, globalRules(settings)].join('\n');
}

function globalRules({ excludesFile }: Settings): string {
  return textOf(bytesOf(excludesFile));
}

/**
 * The ignore rules as they stand now, put into one file that later looks use instead of the working tree's: a new line in
 * .gitignore or .git/info/exclude must not hide a new file, and a removed one must not show a thousand.
 * Rules are bytes, each as one character.
 */
export function frozenRules(layer: Layer, base: string, ignoreFiles: readonly string[]): string {
  const nested = [...new Set(ignoreFiles)]
    .sort((a, b) => a.split('/').length - b.split('/').length)
    .map((path) => anchored(textOf(onDisk(layer.repository.root, path)), dirname(path)));
  return [base, ...nested].join('\n');
}

/** A pattern of a nested .gitignore, as the same pattern of the root's. */
export function anchored(text: string, directory: string): string {
  if (directory === '.') return text;
  const prefix = literal(directory);
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
  return `/${literal(path).replace(/ (?=\/?$)/, '\\ ')}`;
}

/** A name as a pattern that means itself. A line end cannot stand in a rule. */
function literal(path: string): string {
  return bytesOf(path)
    .toString('latin1')
    .replace(/[\\*?[\]]/g, '\\$&')
    .replace(/[\n\r]/g, '?');
}

/** Rules of the root's .gitignore that came after the baseline and name nothing but a usual output folder. */
export function lateOutputRules(root: string): readonly string[] {
  return textOf(join(root, '.gitignore'))
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => outputs.includes(line.replace(/^\/|\/$/g, '')));
}

/** New files that git does not ignore as things stand now: by the draft's rules, and those of the folders. */
export async function listNew(layer: Layer): Promise<readonly string[]> {
  const rules = [`--exclude-from=${draftFile(layer)}`, '--exclude-per-directory=.gitignore'];
  return splitZ(await layer.run(['ls-files', '-z', '--others', ...rules]));
}

/** What differs from the private index by the draft's rules; a folder of nothing but others ends with `/`. */
export async function listByDraft(
  layer: Layer,
): Promise<{ changed: readonly string[]; others: readonly string[] }> {
  const asked = ['-t', '--modified', '--deleted', '--others', '--directory', '--no-empty-directory'];
  const lines = splitZ(await layer.run(['ls-files', '-z', ...asked, `--exclude-from=${draftFile(layer)}`]));
  // Each line begins with a tag, `? ` for others. What is gone is listed twice.
  const isOther = (line: string) => line.startsWith('?');
  const paths = (of: readonly string[]) => [...new Set(of.map((line) => line.slice(2)))];
  return {
    changed: paths(lines.filter((line) => !isOther(line))),
    others: paths(lines.filter(isOther)),
  };
}

function textOf(path: string | Buffer): string {
  try {
    return readFileSync(path, 'latin1').replace(/^\xEF\xBB\xBF/, '');
  } catch {
    return '';
  }
}
