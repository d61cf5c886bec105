import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  entriesNamed,
  hashBytes,
  type IndexEntry,
  type IndexFile,
  nameBytes,
  sizeIn,
} from './index-entries.ts';
import type { Layer } from './layer.ts';
import { bytesOf, nameOf, onDisk, splitZ, terminated } from './names.ts';
import type { Settings } from './settings.ts';

/** Does git keep files of this working tree in another form than they stand on disk? */
export type Conversions = {
  /** By a filter, a keyword or an encoding. */
  byContent: boolean;
  lineEnds: boolean;
  lfs: boolean;
};

/**
 * Asks what the attributes files say, without git.
 * Limit: of the system's attributes files only /etc/gitattributes is known, of untracked ones only that of the root.
 */
export function conversionsOf(layer: Layer, settings: Settings, persons: IndexFile): Conversions {
  const { root, commonDirectory } = layer.repository;
  const tracked = entriesNamed(persons, '.gitattributes').map((entry) =>
    onDisk(root, nameOf(nameBytes(persons, entry))),
  );
  const standard = [
    join(root, '.gitattributes'),
    join(commonDirectory, 'info/attributes'),
    bytesOf(settings.attributesFile),
    '/etc/gitattributes',
  ].filter((path) => !tracked.includes(path));
  // One that does not stand there (a sparse checkout) rules all the same.
  const texts = [
    ...tracked.map((path) => textOf(path) ?? everything),
    ...standard.map((path) => textOf(path) ?? ''),
  ];
  const says = (pattern: RegExp) => texts.some((text) => pattern.test(text));
  return {
    byContent: says(/\b(filter|ident|working-tree-encoding)\b/),
    lineEnds: settings.convertsLineEnds || says(/(^|\s)(text|eol|crlf)\b/m),
    lfs: says(/filter\s*=\s*lfs/),
  };
}

const everything = '* text filter=lfs';

/** How the index's entry of a file that nobody has touched relates to the file's bytes. */
export type Form =
  /** It is their hash. */
  | 'same'
  /** Not known: the file has to be read. */
  | 'unknown'
  /** It is the hash of an LFS pointer, and the content stands on disk. */
  | 'lfs';

/** One form for each of the entries. */
export async function formsOf(
  layer: Layer,
  conversions: Conversions,
  { index, entries }: { index: IndexFile; entries: readonly IndexEntry[] },
): Promise<readonly Form[]> {
  const { byContent, lineEnds } = conversions;
  if (!byContent && !lineEnds) return entries.map(() => 'same');
  const names = entries.map((entry) => nameOf(nameBytes(index, entry)));
  const filters = byContent ? await filtersOf(layer, names) : names.map(() => null);
  const isAsked = (n: number) => (byContent && filters[n] === 'lfs') || (lineEnds && filters[n] === null);
  const asked = entries.filter((_, n) => isAsked(n));
  const sizes = await sizesOf(
    layer,
    asked.map((entry) => hashBytes(index, entry)),
  );
  const sizeOf = new Map(asked.map((entry, n) => [entry, sizes[n] ?? null]));
  return entries.map((entry, n) => {
    const filter = filters[n] ?? null;
    const size = sizeOf.get(entry);
    if (size === undefined) return filter === null ? 'same' : 'unknown';
    if (size === null) return 'unknown';
    // Git only takes CRs away, and a pointer is never as long as another content: equal sizes are equal bytes.
    const isSame = size % 2 ** 32 === sizeIn(index, entry);
    if (filter !== 'lfs') return isSame ? 'same' : 'unknown';
    return isSame ? 'unknown' : 'lfs';
  });
}

/** `lfs`, `other` for anything else that converts, or null. */
async function filtersOf(
  layer: Layer,
  names: readonly string[],
): Promise<readonly ('lfs' | 'other' | null)[]> {
  const asked = ['filter', 'ident', 'working-tree-encoding'];
  const input = terminated(names);
  const { stdout } = await layer.tryAsPerson(['check-attr', '-z', '--stdin', ...asked], { input });
  const fields = splitZ(stdout);
  return names.map((_, n) => {
    // Three attributes, each as path, name and value.
    const values = [2, 5, 8].map((at) => fields[n * 9 + at]);
    if (values[0] === 'lfs') return 'lfs';
    return values.every((value) => value === 'unspecified' || value === 'unset') ? null : 'other';
  });
}

/** Sizes of what the hashes name; null: it is not there (a partial clone). */
async function sizesOf(layer: Layer, hashes: readonly Buffer[]): Promise<readonly (number | null)[]> {
  if (hashes.length === 0) return [];
  const input = hashes.map((hash) => `${hash.toString('hex')}\n`).join('');
  const answer = await layer.tryRun(['cat-file', '--batch-check=%(objectsize)', '--buffer'], input);
  return answer.stdout
    .toString('latin1')
    .split('\n')
    .map((line) => (/^\d+$/.test(line) ? Number(line) : null));
}

/** Those of the paths that .gitattributes give to LFS. */
export async function lfsPaths(layer: Layer, paths: readonly string[]): Promise<ReadonlySet<string>> {
  if (paths.length === 0) return new Set();
  const answer = await layer.tryAsPerson(['check-attr', '-z', '--stdin', 'filter'], {
    input: terminated(paths),
  });
  const fields = splitZ(answer.stdout);
  const found = new Set<string>();
  for (let at = 0; at + 2 < fields.length; at += 3) if (fields[at + 2] === 'lfs') found.add(fields[at] ?? '');
  return found;
}

function textOf(path: string | Buffer): string | null {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return null;
  }
}
