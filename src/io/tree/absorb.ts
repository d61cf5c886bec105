import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Apart, hashApart, hashOfPointer, lfsPaths, pathState, readApart, saveApart } from './apart.ts';
import type { Layer } from './layer.ts';
import { listChanged, updateIndex } from './private-index.ts';

/** Entries that the index gets with a hash of ours, and is told to leave alone. */
type Entry = { mode: string; hash: string; path: string };

/** The tree id of a nested repository; null: it cannot be read. */
export type ReadNested = (path: string) => Promise<string | null>;

/** More nested repositories than these are not looked into. */
const nestedLimit = 20;

/**
 * Brings the private index up to the working tree. `extra`: paths to take in although the rules ignore them.
 * Limit: a file whose name is no UTF-8 is not seen.
 */
export async function absorb(request: {
  layer: Layer;
  rules: 'standard' | 'frozen';
  extra: readonly string[];
  usesLfs: boolean;
  readNested: ReadNested;
}): Promise<void> {
  const { layer, rules, extra, usesLfs } = request;
  const apart = readApart(layer);
  const before = JSON.stringify(apart);
  await dropLostNested(layer, apart);
  const listed = [...(await listChanged(layer, rules)), ...extra];
  const found = listed.filter((path) => path.endsWith('/')).map((path) => path.slice(0, -1));
  apart.nested = [...new Set([...apart.nested, ...found])].slice(0, nestedLimit);
  const files = listed.filter((path) => !path.endsWith('/') && !apart.nested.includes(path));
  const lfs = usesLfs ? await lfsPaths(layer, files) : new Set<string>();
  const refused = await takeOrdinary(
    layer,
    apart,
    files.filter((path) => !lfs.has(path)),
  );
  const entries = [
    ...(await apartEntries({ layer, apart, listed: [...files, ...refused], refused: new Set(refused), lfs })),
    ...(await nestedEntries(apart, request.readNested)),
  ];
  await enter(layer, entries);
  if (JSON.stringify(apart) !== before) saveApart(layer, apart);
}

/** A nested repository whose `.git` is gone is a folder of ordinary files, which its entry would hide. */
async function dropLostNested(layer: Layer, apart: Apart): Promise<void> {
  const lost = apart.nested.filter((path) => !existsSync(join(layer.repository.root, path, '.git')));
  await updateIndex(layer, ['--force-remove'], lost);
  apart.nested = apart.nested.filter((path) => !lost.includes(path));
  for (const path of lost) delete apart.nestedTrees[path];
}

/** Files that git reads by itself. Answers the ones that it refused. */
async function takeOrdinary(
  layer: Layer,
  apart: Apart,
  listed: readonly string[],
): Promise<readonly string[]> {
  const { root } = layer.repository;
  const known = Object.keys(apart.files).filter((path) => pathState(root, path).kind === 'ordinary');
  await updateIndex(layer, ['--no-assume-unchanged'], known);
  for (const path of known) delete apart.files[path];
  const states = [...new Set([...listed, ...known])].map((path) => ({ path, state: pathState(root, path) }));
  const gone = states.filter(({ state }) => state.kind === 'gone').map(({ path }) => path);
  for (const path of gone) delete apart.files[path];
  await updateIndex(layer, ['--force-remove'], gone);
  const ordinary = states.filter(({ state }) => state.kind === 'ordinary').map(({ path }) => path);
  if (ordinary.length === 0) return [];
  const options = ['update-index', '--add', '--remove', '--replace', '-z', '--stdin'];
  const all = await layer.tryRun(options, ordinary.map((path) => `${path}\0`).join(''));
  if (all.code === 0) return [];
  // One file that a filter or an encoding refuses must not hide the others.
  const refused: string[] = [];
  for (const path of ordinary) {
    if ((await layer.tryRun(options, `${path}\0`)).code !== 0) refused.push(path);
  }
  return refused;
}

async function apartEntries(request: {
  layer: Layer;
  apart: Apart;
  listed: readonly string[];
  refused: ReadonlySet<string>;
  lfs: ReadonlySet<string>;
}): Promise<readonly Entry[]> {
  const { layer, apart, listed, refused, lfs } = request;
  const entries: Entry[] = [];
  for (const path of new Set([...listed, ...Object.keys(apart.files)])) {
    const state = pathState(layer.repository.root, path);
    if (state.kind === 'gone') continue;
    const isLfs = lfs.has(path) || apart.files[path]?.isLfs === true;
    if (state.kind === 'ordinary' && !refused.has(path) && !isLfs) continue;
    const known = apart.files[path];
    if (known?.signature === state.signature) continue;
    const pointer = isLfs && state.kind !== 'unreadable' ? await hashOfPointer(layer, path) : null;
    const hash = pointer ?? (await hashApart(layer, path, state));
    apart.files[path] = { signature: state.signature, hash, isLfs };
    entries.push({ mode: state.mode, hash, path });
  }
  return entries;
}

async function nestedEntries(apart: Apart, readNested: ReadNested): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for (const path of apart.nested) {
    const hash = await readNested(path);
    if (hash === null || apart.nestedTrees[path] === hash) continue;
    apart.nestedTrees[path] = hash;
    // The mode of a submodule, with the hash of its whole tree instead of a commit: git never looks behind it.
    entries.push({ mode: '160000', hash, path });
  }
  return entries;
}

async function enter(layer: Layer, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return;
  const lines = entries.map(({ mode, hash, path }) => `${mode} ${hash}\t${path}\0`).join('');
  await layer.run(['update-index', '--add', '--replace', '-z', '--index-info'], lines);
  await updateIndex(
    layer,
    ['--assume-unchanged'],
    entries.map(({ path }) => path),
  );
}
