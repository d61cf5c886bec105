import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Apart,
  hashApart,
  hashOfPointer,
  lfsPaths,
  type PathState,
  pathState,
  readApart,
  saveApart,
} from './apart.ts';
import type { Layer } from './layer.ts';
import { listChanged, updateIndex } from './private-index.ts';

/** Entries that the index gets with a hash of ours, and is told to leave alone. */
type Entry = { mode: string; hash: string; path: string };

/** The tree id of a nested repository; null: it cannot be read. */
export type ReadNested = (path: string) => Promise<string | null>;

/** More nested repositories than these are not looked into. */
export const nestedLimit = 20;

/**
 * Brings the private index up to the working tree. Answers the paths that were looked at. `extra`: paths to take in although the rules ignore them.
 * Limit: a file whose name is no UTF-8 is not seen.
 */
export async function absorb(request: {
  layer: Layer;
  rules: 'standard' | 'frozen';
  extra: readonly string[];
  usesLfs: boolean;
  readNested: ReadNested;
}): Promise<readonly string[]> {
  const { layer, rules, extra, usesLfs } = request;
  const apart = readApart(layer);
  const before = JSON.stringify(apart);
  await dropLostNested(layer, apart);
  const listed = [...(await listChanged(layer, rules)), ...extra];
  const found = listed.filter((path) => path.endsWith('/')).map((path) => path.slice(0, -1));
  apart.nested = [...new Set([...apart.nested, ...found])].slice(0, nestedLimit);
  const files = listed.filter((path) => !path.endsWith('/') && !apart.nested.includes(path));
  const { root } = layer.repository;
  const states: States = new Map();
  for (const path of [...files, ...Object.keys(apart.files)]) states.set(path, pathState(root, path));
  await dropGone(layer, apart, states);
  const lfs = usesLfs ? await lfsPaths(layer, [...states.keys()]) : new Set<string>();
  const refused = await takeOrdinary({ layer, apart, states, lfs });
  const entries = [
    ...(await apartEntries({ layer, apart, states, refused, lfs })),
    ...(await nestedEntries(apart, request.readNested)),
  ];
  await enter(layer, apart, entries);
  if (JSON.stringify(apart) !== before) saveApart(layer, apart);
  return files;
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
  const lost = apart.nested.filter((path) => !existsSync(join(layer.repository.root, path, '.git')));
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
  const refused = new Set<string>();
  if (ordinary.length === 0) return refused;
  const options = ['update-index', '--add', '--remove', '--replace', '-z', '--stdin'];
  const all = await layer.tryRun(options, ordinary.map((path) => `${path}\0`).join(''));
  if (all.code === 0) return refused;
  // One file that a filter or an encoding refuses must not hide the others.
  for (const path of ordinary) {
    if ((await layer.tryRun(options, `${path}\0`)).code !== 0) refused.add(path);
  }
  return refused;
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
    const pointer = why === 'lfs' && state.kind !== 'unreadable' ? await hashOfPointer(layer, path) : null;
    const hash = pointer ?? (await hashApart(layer, path, state));
    apart.files[path] = { signature: state.signature, hash, why };
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

async function enter(layer: Layer, apart: Apart, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return;
  // Git will not look at these paths again: a crash from here on must leave them known, and to be read once more.
  saveApart(layer, unsettled(apart, new Set(entries.map(({ path }) => path))));
  const lines = entries.map(({ mode, hash, path }) => `${mode} ${hash}\t${path}\0`).join('');
  await layer.run(['update-index', '--add', '--replace', '-z', '--index-info'], lines);
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
