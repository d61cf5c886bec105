import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '../atomic-write.ts';
import { absorb, type ReadNested } from './absorb.ts';
import { emptyApart, keptApart, saveApart } from './apart.ts';
import type { Difference } from './differences.ts';
import { GitError } from './git.ts';
import {
  baseRules,
  draftFile,
  exactRule,
  excludeFile,
  freezeIgnoreRules,
  listUncovered,
} from './ignore-rules.ts';
import { type Layer, openLayer } from './layer.ts';
import { overlayOn } from './overlay.ts';
import { listForced, type SeededEntry, seedIndex, signatureOf } from './private-index.ts';
import { locateRepository } from './repository.ts';
import { readSettings } from './settings.ts';

/** What a look leaves for the next one. Droppable: without it the tree is written again. */
type LookState = {
  index: string | null;
  tree: string;
  personsIndex: string | null;
  usesLfs: boolean;
  /** Absolute; core.attributesFile. */
  attributesFile: string | null;
};

/** The working tree: a git tree that the private index holds, and what stands otherwise now. */
export type Survey = { tree: string; overlay: readonly Difference[] };

/** Nested repositories inside nested ones are followed so deep. */
const depthLimit = 3;

/** Looks at the layer's working tree. Writes nothing but the contents of what changed, unless that is much. */
export async function survey(layer: Layer): Promise<Survey> {
  const before = readLook(layer);
  const index = signatureOf(layer.index);
  if (before !== null && index !== null && before.index === index) {
    const overlay = await tryOverlay(layer, before);
    if (overlay !== null) return { tree: before.tree, overlay };
  }
  return { tree: await fingerprint(layer), overlay: [] };
}

async function tryOverlay(layer: Layer, before: LookState): Promise<readonly Difference[] | null> {
  const readNested = nestedReader(layer, 0);
  try {
    if (await hasForced(layer, before)) return null;
    return await overlayOn({ layer, attributesFile: before.attributesFile, readNested });
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
  keepLook(layer, { ...before, personsIndex });
  return false;
}

/**
 * The git tree hash of the layer's working tree as it stands now, nested repositories included; the private index takes
 * in what changed. The first look of a session freezes the ignore rules. One git process when nothing changed.
 */
export async function fingerprint(layer: Layer, depth: number = 0): Promise<string> {
  const readNested = nestedReader(layer, depth);
  // The caller holds the session's lock: a lock of git's on the private index is left from a process that was killed.
  rmSync(`${layer.index}.lock`, { force: true });
  const before = readLook(layer);
  if (before === null || keptApart(layer) === null || !existsSync(layer.index)) {
    return await firstLook(layer, readNested);
  }
  try {
    return await laterLook(layer, before, readNested);
  } catch (error) {
    // The index may be torn: a new one is made from the person's, once.
    if (error instanceof GitError) return await firstLook(layer, readNested);
    throw error;
  }
}

function nestedReader(layer: Layer, depth: number): ReadNested {
  return async (path) => {
    const nested = depth < depthLimit ? await nestedLayer(layer, path) : null;
    return nested === null ? null : fingerprint(nested, depth + 1);
  };
}

async function laterLook(layer: Layer, before: LookState, readNested: ReadNested): Promise<string> {
  const personsIndex = personsIndexSignature(layer);
  const extra = personsIndex !== null && personsIndex !== before.personsIndex ? await listForced(layer) : [];
  await absorb({ layer, rules: 'frozen', extra, usesLfs: before.usesLfs, readNested });
  return await writeTree(layer, { ...before, personsIndex });
}

async function firstLook(layer: Layer, readNested: ReadNested): Promise<string> {
  const isFrozen = existsSync(excludeFile(layer));
  const seeded = await seedIndex(layer);
  const base = isFrozen ? '' : await baseRules(layer, seeded.filter(isSparse));
  writeFileSync(draftFile(layer), base, { mode: 0o600 });
  keepSparse(layer, seeded);
  saveApart(layer, emptyApart());
  const usesLfs = namesLfs(
    layer,
    seeded.map(({ path }) => path),
  );
  const rules = isFrozen ? 'frozen' : 'standard';
  const found = await absorb({ layer, rules, extra: [], usesLfs, readNested });
  const settings = await readSettings(layer);
  if (!isFrozen) {
    const paths = [...seeded.map(({ path }) => path), ...found];
    const ignoreFiles = paths.filter((path) => /(^|\/)\.gitignore$/.test(path));
    await freeze(layer, freezeIgnoreRules(layer, { base, settings, ignoreFiles }));
  }
  return await writeTree(layer, {
    index: null,
    tree: '',
    personsIndex: personsIndexSignature(layer),
    usesLfs,
    attributesFile: settings.attributesFile,
  });
}

/** Paths that the person's sparse checkout leaves out: their absence is no removal. */
export function sparsePaths(layer: Layer): ReadonlySet<string> {
  try {
    return new Set(JSON.parse(readFileSync(join(layer.directory, 'sparse.json'), 'utf8')) as string[]);
  } catch {
    return new Set();
  }
}

function isSparse({ tag }: SeededEntry): boolean {
  return tag.toUpperCase() === 'S';
}

function keepSparse(layer: Layer, seeded: readonly SeededEntry[]): void {
  const paths = seeded.filter(isSparse).map(({ path }) => path);
  const path = join(layer.directory, 'sparse.json');
  if (paths.length > 0) writeAtomically(path, JSON.stringify(paths), { durable: false });
}

/** The rules are complete or not there: a killed first look leaves a draft. */
async function freeze(layer: Layer, rules: string): Promise<void> {
  writeFileSync(draftFile(layer), rules, { mode: 0o600 });
  const uncovered = (await listUncovered(layer)).filter(
    (path) => !existsSync(join(layer.repository.root, path, '.git')),
  );
  const whole = `${rules}\n${uncovered.map(exactRule).join('\n')}\n`;
  writeAtomically(excludeFile(layer), whole, { durable: false });
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
  if (JSON.stringify(after) !== JSON.stringify(before)) keepLook(layer, after);
  return tree;
}

function keepLook(layer: Layer, look: LookState): void {
  writeAtomically(join(layer.directory, 'look.json'), JSON.stringify(look), { durable: false });
}

function readLook(layer: Layer): LookState | null {
  try {
    return JSON.parse(readFileSync(join(layer.directory, 'look.json'), 'utf8')) as LookState;
  } catch {
    return null;
  }
}

function personsIndexSignature(layer: Layer): string | null {
  return layer.repository.isPersons ? signatureOf(join(layer.repository.gitDirectory, 'index')) : null;
}

function namesLfs(layer: Layer, paths: readonly string[]): boolean {
  const { root, commonDirectory } = layer.repository;
  const files = paths.filter((path) => /(^|\/)\.gitattributes$/.test(path)).map((path) => join(root, path));
  return [join(root, '.gitattributes'), join(commonDirectory, 'info/attributes'), ...files].some((path) => {
    try {
      return /filter\s*=\s*lfs/.test(readFileSync(path, 'utf8'));
    } catch {
      return false;
    }
  });
}

const nestedLayers = new Map<string, Layer>();

/** The layer of a nested repository (a submodule, a clone, a folder with its own `git init`); null: git cannot read it. */
export async function nestedLayer(layer: Layer, path: string): Promise<Layer | null> {
  const directory = join(layer.directory, 'nested', encodeURIComponent(path));
  const known = nestedLayers.get(directory);
  if (known !== undefined) return known;
  const root = join(layer.repository.root, path);
  const located = await locateRepository(root);
  if (located.kind !== 'repository' || located.repository.root !== root) return null;
  // Another worktree of the same repository is not part of this one.
  if (located.repository.commonDirectory === layer.repository.commonDirectory) return null;
  const nested = openLayer({
    repository: located.repository,
    directory,
    objects: join(directory, 'objects'),
  });
  nestedLayers.set(directory, nested);
  return nested;
}
