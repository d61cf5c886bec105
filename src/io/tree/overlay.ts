import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { nestedLimit, type ReadNested } from './absorb.ts';
import { type Apart, keptApart, pathState } from './apart.ts';
import { hasDosLines, isAnyConverted } from './conversions.ts';
import { contentHash, type Difference, type Side } from './differences.ts';
import { sidesInIndex } from './index-file.ts';
import type { Layer } from './layer.ts';
import { keepBlob } from './loose-object.ts';
import { listChanged } from './private-index.ts';

/** Beyond these the index is written anew: every look reads the files of an overlay again. */
const overlayLimit = { paths: 24, bytes: 1024 * 1024 };

/**
 * What stands in the working tree other than in the private index, without writing the index: one git process. Null: not
 * to be said so (links, other modes, line ends and filters that git converts, nested repositories, very much at once);
 * then the index has to take it in.
 * Nothing is remembered from the last look, so no time and no size of a file is ever trusted beyond what git trusts.
 */
export async function overlayOn(request: {
  layer: Layer;
  attributesFile: string | null;
  readNested: ReadNested;
}): Promise<readonly Difference[] | null> {
  const { layer, attributesFile } = request;
  const apart = keptApart(layer);
  if (apart === null || !(await isApartSettled(layer, apart, request.readNested))) return null;
  const listed = (await listChanged(layer, 'frozen')).filter((path) => !isKnownNested(apart, path));
  if (listed.length === 0) return [];
  if (listed.length > overlayLimit.paths || listed.some(isBeyond)) return null;
  const sides = sidesInIndex(layer.index, layer.repository.format === 'sha1' ? 20 : 32, listed);
  if (sides === null || (await isAnyConverted(layer, attributesFile, listed))) return null;
  const found: Difference[] = [];
  let bytes = 0;
  for (const path of listed) {
    const before = sides.get(path) ?? null;
    const after = sideOf(layer, path, before);
    if (after === 'beyond') return null;
    bytes += after?.size ?? 0;
    if (bytes > overlayLimit.bytes) return null;
    if (!isSame(before, after?.side ?? null)) found.push({ path, before, after: after?.side ?? null });
  }
  return found;
}

/** What a tree differs from another one by, when an overlay is laid upon it. Sorted by path. */
export function overlaid(
  below: readonly Difference[],
  overlay: readonly Difference[],
): readonly Difference[] {
  if (overlay.length === 0) return below;
  const found = new Map(below.map((difference) => [difference.path, difference]));
  for (const { path, before, after } of overlay) {
    const known = found.get(path);
    const first = known === undefined ? before : known.before;
    if (isSame(first, after)) found.delete(path);
    else found.set(path, { path, before: first, after });
  }
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

/** A nested repository, and what rules how files are kept. */
function isBeyond(path: string): boolean {
  return path.endsWith('/') || basename(path) === '.gitattributes';
}

/** Some cannot be read, and one more than the limit is not looked into: they are listed each time. */
function isKnownNested(apart: Apart, path: string): boolean {
  if (!path.endsWith('/')) return apart.nested.includes(path);
  return apart.nested.length >= nestedLimit || apart.nested.includes(path.slice(0, -1));
}

/** Nothing has changed where git does not look. */
async function isApartSettled(layer: Layer, apart: Apart, readNested: ReadNested): Promise<boolean> {
  const { root } = layer.repository;
  for (const [path, known] of Object.entries(apart.files)) {
    const state = pathState(root, path);
    if (state.kind === 'gone' || state.signature !== known.signature) return false;
    if (known.why === 'stat' && state.kind === 'ordinary') return false;
  }
  for (const path of apart.nested) {
    if (!existsSync(join(root, path, '.git'))) return false;
    const hash = await readNested(path);
    if (hash !== null && apart.nestedTrees[path] !== hash) return false;
  }
  return true;
}

/** Null: it is not there. */
function sideOf(
  layer: Layer,
  path: string,
  before: Side | null,
): { side: Side; size: number } | null | 'beyond' {
  const { root, format } = layer.repository;
  const state = pathState(root, path);
  if (state.kind === 'gone') return null;
  // Whether the mode of a file counts is the person's setting, and git knows it.
  if (state.kind !== 'ordinary' || state.mode !== (before?.mode ?? '100644')) return 'beyond';
  const bytes = bytesOf(join(root, path));
  if (bytes === null || hasDosLines(bytes)) return 'beyond';
  return { side: { mode: state.mode, hash: keepBlob(layer.objects, format, bytes) }, size: bytes.length };
}

function bytesOf(path: string): Buffer | null {
  try {
    return lstatSync(path).size > overlayLimit.bytes ? null : readFileSync(path);
  } catch {
    return null;
  }
}

function isSame(a: Side | null, b: Side | null): boolean {
  return a === null || b === null ? a === b : contentHash(a) === contentHash(b);
}
