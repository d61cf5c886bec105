import { existsSync } from 'node:fs';
import { withoutConverted } from './converted.ts';
import type { Layer } from './layer.ts';
import { onDisk, splitZ } from './names.ts';
import { nestedLayer } from './nested-layer.ts';

/** One path that differs between two trees; a null side means that it is not there. */
export type Difference = { path: string; before: Side | null; after: Side | null };
export type Side = { mode: string; hash: string };

/** Content as one text: the blob's hash, and the mode where it is not that of an ordinary file. */
export function contentHash(side: Side): string {
  return side.mode === '100644' ? side.hash : `${side.hash}:${side.mode}`;
}

/** What differs between two trees of a layer, sorted by path; a nested repository is one entry, with the hash of its tree. */
export async function rawDifferences(
  layer: Layer,
  before: string,
  after: string,
): Promise<readonly Difference[]> {
  if (before === after) return [];
  const raw = await layer.run([
    'diff-tree',
    '-r',
    '-z',
    '--raw',
    '--no-renames',
    '--no-abbrev',
    before,
    after,
  ]);
  return parseRaw(raw).sort(byPath);
}

/**
 * The same with the files of nested repositories, sorted by path. `isCommit`: the tree before is a commit's, which knows
 * nothing of clones that lie around, and of a submodule only that it should be there.
 */
export async function withNested(
  layer: Layer,
  raw: readonly Difference[],
  options: { isCommit: boolean },
): Promise<readonly Difference[]> {
  const found: Difference[] = [];
  for (const change of options.isCommit ? await withoutConverted(layer, raw) : raw) {
    const isLink = change.before?.mode === '160000' || change.after?.mode === '160000';
    if (!isLink) found.push(change);
    else if (!options.isCommit || isKnown(layer, change))
      found.push(...(await inNested(layer, change, options)));
  }
  return joined(found).sort(byPath);
}

/** A file that belonged to the outer repository before, and to a nested one now, or the other way round, is one file. */
function joined(found: readonly Difference[]): Difference[] {
  const byName = new Map<string, Difference>();
  for (const { path, before, after } of found) {
    const other = byName.get(path);
    byName.set(path, { path, before: before ?? other?.before ?? null, after: after ?? other?.after ?? null });
  }
  return [...byName.values()].filter(({ before, after }) => !isSame(before, after));
}

export function byPath(a: Difference, b: Difference): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}

export function isSame(a: Side | null, b: Side | null): boolean {
  return a === null || b === null ? a === b : contentHash(a) === contentHash(b);
}

/** `:100644 100755 <hash> <hash> M\0path\0` */
function parseRaw(raw: Buffer): Difference[] {
  const fields = splitZ(raw);
  const found: Difference[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [oldMode = '', newMode = '', oldHash = '', newHash = ''] = (fields[at] ?? '').slice(1).split(' ');
    found.push({
      path: fields[at + 1] ?? '',
      before: oldMode === '000000' ? null : { mode: oldMode, hash: oldHash },
      after: newMode === '000000' ? null : { mode: newMode, hash: newHash },
    });
  }
  return found;
}

/** A clone that the commit does not name, or a submodule that was never fetched (its folder is empty), is no change. */
function isKnown(layer: Layer, { path, before, after }: Difference): boolean {
  if (before === null) return false;
  return after !== null || !existsSync(onDisk(layer.repository.root, path));
}

async function inNested(
  layer: Layer,
  change: Difference,
  options: { isCommit: boolean },
): Promise<readonly Difference[]> {
  const isLink = (side: Side | null): side is Side => side?.mode === '160000';
  // A file that became a nested repository, or the other way round.
  const plain: Difference[] = isLink(change.before) && isLink(change.after) ? [] : plainSide(change, isLink);
  try {
    const nested = await nestedLayer(layer, change.path);
    if (nested === null) return [...plain, change];
    const empty = emptyTree[nested.repository.format];
    const before = isLink(change.before) ? change.before.hash : empty;
    const after = isLink(change.after) ? change.after.hash : empty;
    const raw = await rawDifferences(nested, before, after);
    const inner = await withNested(nested, raw, options);
    return [
      ...plain,
      ...inner.map((difference) => ({ ...difference, path: `${change.path}/${difference.path}` })),
    ];
  } catch {
    // Its objects are gone (its `.git` was removed): the folder as a whole is what changed.
    return [...plain, change];
  }
}

/** Git knows them without an object. */
export const emptyTree = {
  sha1: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  sha256: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
};

function plainSide(change: Difference, isLink: (side: Side | null) => boolean): Difference[] {
  const before = isLink(change.before) ? null : change.before;
  const after = isLink(change.after) ? null : change.after;
  return before === null && after === null ? [] : [{ path: change.path, before, after }];
}
