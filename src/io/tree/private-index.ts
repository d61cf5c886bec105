import { copyFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { splitZ } from './git.ts';
import { draftFile, excludeFile, lateOutputRules } from './ignore-rules.ts';
import type { Layer } from './layer.ts';

/** `100644 <hash> <stage>\t<path>` of `ls-files -s -z`. */
export type IndexEntry = { mode: string; hash: string; stage: string; path: string };

/** `tag`: `S` left out of the working tree, `M` in conflict; in lower case `assume-unchanged`. */
export type SeededEntry = IndexEntry & { tag: string };

function parseEntry(line: string): IndexEntry {
  const tab = line.indexOf('\t');
  const [mode = '', hash = '', stage = ''] = line.slice(0, tab).split(' ');
  return { mode, hash, stage, path: line.slice(tab + 1) };
}

/**
 * Starts the private index from the person's, which saves hashing what git knows already. Answers its entries.
 * The copy gets a time before the original's: with a later one git would trust entries that were changed within the
 * second of the last `git add` (its check for racy entries compares with the index's own time).
 */
export async function seedIndex(layer: Layer): Promise<readonly SeededEntry[]> {
  rmSync(layer.index, { force: true });
  const persons = join(layer.repository.gitDirectory, 'index');
  const stat = layer.repository.isPersons ? statSync(persons, { throwIfNoEntry: false }) : undefined;
  if (stat === undefined) return [];
  copyFileSync(persons, layer.index);
  const before = stat.mtimeMs / 1000 - 1;
  utimesSync(layer.index, before, before);
  const lines = splitZ(await layer.run(['ls-files', '-z', '--stage', '-v']));
  const parsed = lines.map((line) => ({ tag: line[0] ?? '', ...parseEntry(line.slice(2)) }));
  await clearFlags(layer, parsed);
  // Written by git itself, the index is newer than the files, so that later looks need not read them again.
  await layer.tryRun(['update-index', '-q', '--refresh', '--force-write-index']);
  return parsed;
}

/** `assume-unchanged` and `skip-worktree` hide edits; a conflict's stages hide the file; a submodule is read apart. */
async function clearFlags(layer: Layer, entries: readonly SeededEntry[]): Promise<void> {
  const pathsOf = (wanted: (entry: SeededEntry) => boolean) => [
    ...new Set(entries.filter(wanted).map(({ path }) => path)),
  ];
  await updateIndex(
    layer,
    ['--no-assume-unchanged'],
    pathsOf(({ tag }) => tag >= 'a' && tag <= 'z'),
  );
  await updateIndex(
    layer,
    ['--no-skip-worktree'],
    pathsOf(({ tag }) => tag === 'S' || tag === 's'),
  );
  await updateIndex(
    layer,
    ['--add', '--remove', '--replace'],
    pathsOf(({ tag }) => tag === 'M'),
  );
  await updateIndex(
    layer,
    ['--force-remove'],
    pathsOf(({ mode }) => mode === '160000'),
  );
}

/** `git update-index` over paths; nothing for none. */
export async function updateIndex(
  layer: Layer,
  options: readonly string[],
  paths: readonly string[],
): Promise<void> {
  if (paths.length > 0) await layer.run(['update-index', ...options, '-z', '--stdin'], terminated(paths));
}

function terminated(paths: readonly string[]): string {
  return paths.map((path) => `${path}\0`).join('');
}

/** Paths that differ from the private index: changed, gone, or new and not ignored. A nested repository ends with `/`. */
export async function listChanged(layer: Layer, rules: 'standard' | 'frozen'): Promise<readonly string[]> {
  const file = rules === 'standard' ? draftFile(layer) : excludeFile(layer);
  const exclude = [`--exclude-from=${file}`];
  // Standard rules come after the file, so that they overrule it.
  if (rules === 'standard') exclude.push('--exclude-standard');
  else for (const rule of lateOutputRules(layer.repository.root)) exclude.push(`--exclude=${rule}`);
  const args = ['ls-files', '-z', '--modified', '--deleted', '--others', ...exclude];
  return [...new Set(splitZ(await layer.run(args)))];
}

/** Tracked by the person although the rules ignore it (`git add -f`). Asked of the person's own index. */
export async function listForced(layer: Layer): Promise<readonly string[]> {
  const environment = { ...layer.environment, GIT_INDEX_FILE: join(layer.repository.gitDirectory, 'index') };
  const args = ['ls-files', '-z', '--cached', '--ignored', `--exclude-from=${excludeFile(layer)}`];
  return splitZ(await layer.runWith(environment, args));
}

/** Size, time and inode of a file as one text; null: it is not there. */
export function signatureOf(path: string): string | null {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? null : `${stat.size}-${stat.mtimeNs}-${stat.ctimeNs}-${stat.ino}`;
}
