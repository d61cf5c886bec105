import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type Apart, hashApart, type PathState, pathState, readApart } from './apart.ts';
import { lfsPaths } from './conversions.ts';
import { keep } from './kept.ts';
import type { Layer } from './layer.ts';
import { onDisk, terminated } from './names.ts';
import { updateIndex } from './private-index.ts';
import { takeIn } from './take-in.ts';

/** Entries that the index gets with a hash of ours, and is told to leave alone. */
type Entry = { mode: string; hash: string; path: string };

/** The tree id of a nested repository; null: it is no part of this working tree. */
export type ReadNested = (path: string) => Promise<string | null>;

/** More nested repositories than these are not looked into. */
const nestedLimit = 100;

/**
 * What stands for the content of a nested repository that is not looked into: one too many, too deep, or with a name at
 * which no process can be started.
 * Limit: such a one is seen when it comes and when it goes, but no change inside of it.
 */
export function unseenNested(layer: Layer): string {
  return createHash(layer.repository.format).update('a nested repository').digest('hex');
}

/** The tree id of each nested repository; null: it is no part of this working tree. */
export async function nestedTrees(
  layer: Layer,
  apart: Apart,
  readNested: ReadNested,
): Promise<ReadonlyMap<string, string | null>> {
  const found = new Map<string, string | null>();
  for (const path of apart.nested) {
    found.set(path, found.size < nestedLimit ? await readNested(path) : unseenNested(layer));
  }
  return found;
}

/**
 * Brings the private index up to the working tree. `list`: paths that may stand there in another form than in the index;
 * a nested repository ends with `/`.
 */
export async function absorb(request: {
  layer: Layer;
  list: () => Promise<readonly string[]>;
  usesLfs: boolean;
  readNested: ReadNested;
}): Promise<void> {
  const { layer, usesLfs } = request;
  const apart = readApart(layer);
  const before = JSON.stringify(apart);
  await dropLostNested(layer, apart);
  const listed = await request.list();
  const found = listed.filter((path) => path.endsWith('/')).map((path) => path.slice(0, -1));
  apart.nested = [...new Set([...apart.nested, ...found])];
  const files = listed.filter((path) => !path.endsWith('/') && !apart.nested.includes(path));
  const { root } = layer.repository;
  const states: States = new Map();
  const links = new Map<string, boolean>();
  for (const path of [...files, ...Object.keys(apart.files)]) states.set(path, pathState(root, path, links));
  await dropGone(layer, apart, states);
  const lfs = usesLfs ? await lfsPaths(layer, [...states.keys()]) : new Set<string>();
  const refused = await takeOrdinary({ layer, apart, states, lfs });
  const entries = [
    ...(await apartEntries({ layer, apart, states, refused, lfs })),
    ...(await nestedEntries(layer, apart, request.readNested)),
  ];
  await enter(layer, apart, entries);
  if (JSON.stringify(apart) !== before) keep(layer, 'apart', apart);
}

/** What stands at each path that may have changed; those that are gone drop out. */
type States = Map<string, PathState>;

async function dropGone(layer: Layer, apart: Apart, states: States): Promise<void> {
  const gone = [...states].filter(([, { kind }]) => kind === 'gone').map(([path]) => path);
  await updateIndex(layer, ['--force-remove'], gone);
  for (const path of gone) {
    delete apart.files[path];
    states.delete(path);
  }
}

/** A nested repository whose `.git` is gone is a folder of ordinary files, which its entry would hide. */
async function dropLostNested(layer: Layer, apart: Apart): Promise<void> {
  const lost = apart.nested.filter((path) => !existsSync(onDisk(layer.repository.root, `${path}/.git`)));
  await updateIndex(layer, ['--force-remove'], lost);
  apart.nested = apart.nested.filter((path) => !lost.includes(path));
  for (const path of lost) delete apart.nestedTrees[path];
}

/** Files that git reads by itself. Answers the ones that it refused. */
async function takeOrdinary(request: {
  layer: Layer;
  apart: Apart;
  states: States;
  lfs: ReadonlySet<string>;
}): Promise<ReadonlySet<string>> {
  const { layer, apart, states, lfs } = request;
  const ordinary = [...states]
    .filter(([path, { kind }]) => kind === 'ordinary' && !lfs.has(path))
    .map(([path]) => path)
    .filter((path) => (apart.files[path]?.why ?? 'stat') === 'stat');
  // Those that were too large or not readable, and are ordinary now.
  const back = ordinary.filter((path) => apart.files[path] !== undefined);
  await updateIndex(layer, ['--no-assume-unchanged'], back);
  for (const path of back) delete apart.files[path];
  return await takeIn(layer, ordinary);
}

async function apartEntries(request: {
  layer: Layer;
  apart: Apart;
  states: States;
  refused: ReadonlySet<string>;
  lfs: ReadonlySet<string>;
}): Promise<readonly Entry[]> {
  const { layer, apart, states, refused, lfs } = request;
  const entries: Entry[] = [];
  for (const [path, state] of states) {
    if (state.kind === 'gone') continue;
    const known = apart.files[path];
    const why = lfs.has(path) ? 'lfs' : refused.has(path) ? 'refused' : (known?.why ?? 'stat');
    if (why === 'stat' && state.kind === 'ordinary') continue;
    if (known?.signature === state.signature) continue;
    const hash = await hashApart(layer, path, { state, isLfs: why === 'lfs' });
    apart.files[path] = { signature: state.signature, hash, why };
    entries.push({ mode: state.mode, hash, path });
  }
  return entries;
}

async function nestedEntries(layer: Layer, apart: Apart, readNested: ReadNested): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for (const [path, hash] of await nestedTrees(layer, apart, readNested)) {
    if (hash === null || apart.nestedTrees[path] === hash) continue;
    apart.nestedTrees[path] = hash;
    // The mode of a submodule, with the hash of its whole tree instead of a commit: git never looks behind it.
    entries.push({ mode: '160000', hash, path });
  }
  return entries;
}

async function enter(layer: Layer, apart: Apart, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return;
  // Git will not look at these paths again: a crash from here on must leave them known, and to be read once more.
  keep(layer, 'apart', unsettled(apart, new Set(entries.map(({ path }) => path))));
  const lines = entries.map(({ mode, hash, path }) => `${mode} ${hash}\t${path}`);
  await layer.run(['update-index', '--add', '--replace', '-z', '--index-info'], terminated(lines));
  await updateIndex(
    layer,
    ['--assume-unchanged'],
    entries.map(({ path }) => path),
  );
}

function unsettled(apart: Apart, paths: ReadonlySet<string>): Apart {
  const files = Object.entries(apart.files).map(([path, known]) => [
    path,
    paths.has(path) ? { ...known, signature: '' } : known,
  ]);
  const trees = Object.entries(apart.nestedTrees).filter(([path]) => !paths.has(path));
  return { files: Object.fromEntries(files), nested: apart.nested, nestedTrees: Object.fromEntries(trees) };
}
