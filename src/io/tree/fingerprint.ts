import { isUtf8 } from 'node:buffer';
import { existsSync, rmSync } from 'node:fs';
import { absorb, type ReadNested, unseenNested } from './absorb.ts';
import { type Apart, emptyApart, readApart } from './apart.ts';
import { begin, hasBegun, setupOf } from './begin.ts';
import type { Difference } from './differences.ts';
import { GitError } from './git.ts';
import { keep, kept } from './kept.ts';
import type { Layer } from './layer.ts';
import { bytesOf } from './names.ts';
import { nestedLayer } from './nested-layer.ts';
import { overlayOn } from './overlay.ts';
import { listChanged, listForced, personsIndexSignature, signatureOf } from './private-index.ts';
import { readPersonsIndex, seedIndex } from './seed.ts';

/** What a look leaves for the next one. Droppable: without it the tree is written again. */
type LookState = {
  index: string | null;
  tree: string;
  personsIndex: string | null;
};

/** The working tree: a git tree that the private index holds, and what stands otherwise now. */
export type Survey = { tree: string; overlay: readonly Difference[] };

/** Nested repositories inside nested ones are followed so deep. */
const depthLimit = 3;

/** How deep a repository is nested, and whether it came after the session's first look. */
type Place = { depth: number; isLate: boolean };

const outermost: Place = { depth: 0, isLate: false };

/** Looks at the layer's working tree; the caller holds the session's lock. Writes nothing but the contents of what changed, unless that is much. */
export async function survey(layer: Layer): Promise<Survey> {
  return (await readSurvey(layer)) ?? { tree: await fingerprint(layer), overlay: [] };
}

/** The same for those who hold no lock. Null: something has to be written, or is being written. */
export async function glance(layer: Layer): Promise<Survey | null> {
  // A look at a nested repository can write its index.
  return readApart(layer).nested.length > 0 ? null : await readSurvey(layer);
}

async function readSurvey(layer: Layer): Promise<Survey | null> {
  const before = kept<LookState>(layer, 'look');
  const index = signatureOf(layer.index);
  if (before === null || index === null || before.index !== index) return null;
  const overlay = await tryOverlay(layer, before);
  // What was read belongs together only if it is still what it was.
  return overlay === null || signatureOf(layer.index) !== index ? null : { tree: before.tree, overlay };
}

async function tryOverlay(layer: Layer, before: LookState): Promise<readonly Difference[] | null> {
  const readNested = nestedReader(layer, outermost);
  try {
    if (await hasForced(layer, before)) return null;
    return await overlayOn({ layer, usesLfs: setupOf(layer).usesLfs, readNested });
  } catch (error) {
    // Something that a look has kept is gone or torn: it is made anew.
    if (error instanceof GitError) return null;
    throw error;
  }
}

/** Files that the person has tracked by force since. */
async function hasForced(layer: Layer, before: LookState): Promise<boolean> {
  const personsIndex = personsIndexSignature(layer);
  if (personsIndex === null || personsIndex === before.personsIndex) return false;
  if ((await listForced(layer)).length > 0) return true;
  keep(layer, 'look', { ...before, personsIndex });
  return false;
}

/**
 * The git tree hash of the layer's working tree as it stands now, nested repositories included; the private index takes
 * in what changed. The first look of a session freezes the ignore rules. One git process when nothing changed.
 */
export async function fingerprint(layer: Layer, place: Place = outermost): Promise<string> {
  const readNested = nestedReader(layer, place);
  // The caller holds the session's lock: a lock of git's on the private index is left from a process that was killed.
  rmSync(`${layer.index}.lock`, { force: true });
  const before = kept<LookState>(layer, 'look');
  if (before === null || kept<Apart>(layer, 'apart') === null || !existsSync(layer.index)) {
    return await firstLook(layer, place, readNested);
  }
  try {
    return await laterLook(layer, before, readNested);
  } catch (error) {
    // The index may be torn: a new one is made from the person's, once.
    if (error instanceof GitError) return await firstLook(layer, place, readNested);
    throw error;
  }
}

function nestedReader(layer: Layer, { depth, isLate }: Place): ReadNested {
  return async (path) => {
    if (depth >= depthLimit || !isReachable(path)) return unseenNested(layer);
    const nested = await nestedLayer(layer, path);
    const inner = { depth: depth + 1, isLate: isLate || hasBegun(layer) };
    return nested === null ? null : fingerprint(nested, inner);
  };
}

/** No process can be started in a folder whose name is no UTF-8. */
function isReachable(path: string): boolean {
  return isUtf8(bytesOf(path));
}

async function laterLook(layer: Layer, before: LookState, readNested: ReadNested): Promise<string> {
  const personsIndex = personsIndexSignature(layer);
  const forced = personsIndex !== null && personsIndex !== before.personsIndex ? await listForced(layer) : [];
  const list = async () => [...(await listChanged(layer)), ...forced];
  await absorb({ layer, list, usesLfs: setupOf(layer).usesLfs, readNested });
  return await writeTree(layer, { ...before, personsIndex });
}

async function firstLook(layer: Layer, { isLate }: Place, readNested: ReadNested): Promise<string> {
  const persons = await readPersonsIndex(layer);
  const personsIndex = personsIndexSignature(layer);
  keep(layer, 'apart', emptyApart());
  if (!hasBegun(layer)) {
    const tree = await begin({ layer, persons, isLate, readNested });
    if (tree === null) return await writeTree(layer, { index: null, tree: '', personsIndex });
    keep(layer, 'look', { index: signatureOf(layer.index), tree, personsIndex });
    return tree;
  }
  // What the person's index says of the files can be anybody's work by now.
  await seedIndex(layer, persons, null);
  return await laterLook(layer, { index: null, tree: '', personsIndex: '' }, readNested);
}

async function writeTree(layer: Layer, before: LookState): Promise<string> {
  const index = signatureOf(layer.index);
  const isSame = index !== null && index === before.index;
  // Objects of a partial clone may be missing, and large files are never stored.
  const tree = isSame
    ? before.tree
    : (await layer.run(['write-tree', '--missing-ok'])).toString('utf8').trim();
  // Writing a tree can write the index, too (its cached trees).
  const after: LookState = { ...before, tree, index: signatureOf(layer.index) };
  if (JSON.stringify(after) !== JSON.stringify(before)) keep(layer, 'look', after);
  return tree;
}
