import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { nestedTrees, type ReadNested } from './absorb.ts';
import { type Apart, pathState } from './apart.ts';
import { lfsPaths } from './conversions.ts';
import { byPath, type Difference, isSame, type Side } from './differences.ts';
import { sidesInIndex } from './index-file.ts';
import { kept } from './kept.ts';
import type { Layer } from './layer.ts';
import { onDisk } from './names.ts';
import { listChanged } from './private-index.ts';
import { keepContent } from './seen-content.ts';

/** Beyond these the index is written anew: every look reads the files of an overlay again. */
const overlayLimit = { paths: 24, bytes: 1024 * 1024 };

/**
 * What stands in the working tree other than in the private index, without writing the index: one git process. Null: not
 * to be said so (links, other modes, LFS files, nested repositories, very much at once);
 * then the index has to take it in.
 * Nothing is remembered from the last look, so no time and no size of a file is ever trusted beyond what git trusts.
 */
export async function overlayOn(request: {
  layer: Layer;
  usesLfs: boolean;
  readNested: ReadNested;
}): Promise<readonly Difference[] | null> {
  const { layer, usesLfs } = request;
  const apart = kept<Apart>(layer, 'apart');
  if (apart === null || !(await isApartSettled(layer, apart, request.readNested))) return null;
  const nested = new Set(apart.nested);
  const listed = (await listChanged(layer)).filter((path) => !nested.has(path.replace(/\/$/, '')));
  if (listed.length === 0) return [];
  if (listed.length > overlayLimit.paths || listed.some((path) => path.endsWith('/'))) return null;
  const sides = sidesInIndex(layer.index, layer.repository.format === 'sha1' ? 20 : 32, listed);
  if (sides === null || (usesLfs && (await lfsPaths(layer, listed)).size > 0)) return null;
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
  return [...found.values()].sort(byPath);
}

/** Nothing has changed where git does not look. */
async function isApartSettled(layer: Layer, apart: Apart, readNested: ReadNested): Promise<boolean> {
  const { root } = layer.repository;
  for (const [path, known] of Object.entries(apart.files)) {
    const state = pathState(root, path);
    if (state.kind === 'gone' || state.signature !== known.signature) return false;
    if (known.why === 'stat' && state.kind === 'ordinary') return false;
  }
  if (!apart.nested.every((path) => existsSync(onDisk(root, `${path}/.git`)))) return false;
  for (const [path, hash] of await nestedTrees(layer, apart, readNested)) {
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
  const { root } = layer.repository;
  const state = pathState(root, path);
  if (state.kind === 'gone') return null;
  // Whether the mode of a file counts is the person's setting, and git knows it.
  if (state.kind !== 'ordinary' || state.mode !== (before?.mode ?? '100644')) return 'beyond';
  const bytes = contentOf(onDisk(root, path));
  if (bytes === null) return 'beyond';
  return { side: { mode: state.mode, hash: keepContent(layer, bytes) }, size: bytes.length };
}

function contentOf(path: string | Buffer): Buffer | null {
  try {
    return lstatSync(path).size > overlayLimit.bytes ? null : readFileSync(path);
  } catch {
    return null;
  }
}
