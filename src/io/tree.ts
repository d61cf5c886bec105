import { join } from 'node:path';
import type { Tree, TreeLook } from '../core/ports.ts';
import type { FileKind } from '../core/types.ts';
import { underLock } from './lock.ts';
import { readApart } from './tree/apart.ts';
import { comparing } from './tree/comparison.ts';
import { baselineText, currentText, keptText } from './tree/contents.ts';
import { copyLimit, copyTree, planBaseline, readBlob } from './tree/copy.ts';
import { contentHash, type Difference, emptyTree } from './tree/differences.ts';
import { fingerprint, glance, survey } from './tree/fingerprint.ts';
import { GitError } from './tree/git.ts';
import { type Layer, openLayer } from './tree/layer.ts';
import { splitZ } from './tree/names.ts';
import { nestedLayer } from './tree/nested-layer.ts';
import { type Located, reasonOf } from './tree/repository.ts';

/**
 * `now`: the tree as it stands at the first look. `tree`: an earlier answer's id. `revision`: a commit of the person's.
 * `empty`: everything is new (a repository without a commit).
 */
export type Baseline =
  | { kind: 'now' }
  | { kind: 'tree'; id: string }
  | { kind: 'revision'; name: string }
  | { kind: 'empty' };

export type TreeOptions = {
  located: Located;
  /** Absolute; where this session keeps its private index. */
  directory: string;
  /** Absolute; where objects are kept that the person's repository has not. Default: with donegate's state. */
  objects?: string;
  baseline: Baseline;
  /** `other` is no code. */
  kindOf: (path: string) => FileKind;
};

export type OpenedTree = Tree & {
  /** Copies the files of the baseline, or those that stand now, into an empty directory. False: there are too many. */
  copyTo(directory: string, which: 'baseline' | 'now'): Promise<boolean>;
};

const lockWaitMs = 60_000;

/** The working tree by content. Never throws: what cannot be read is said in `why`. */
export function openTree(options: TreeOptions): OpenedTree {
  const { located } = options;
  if (located.kind === 'unreadable') return unreadableTree(located.root, located.why);
  const { root } = located.repository;
  const objects = options.objects ?? join(located.stateDirectory, 'objects');
  try {
    const layer = openLayer({ repository: located.repository, directory: options.directory, objects });
    return treeOf(layer, options, root);
  } catch (error) {
    // Nothing of ours can be kept there.
    return unreadableTree(root, reasonOf(error));
  }
}

function treeOf(layer: Layer, options: TreeOptions, root: string): OpenedTree {
  const locked = oneAtATime(join(options.directory, 'lock'));
  let baseline: Promise<string> | null = null;
  const baselineId = () => {
    baseline ??= baselineOf(layer, options.baseline, locked).catch((error: unknown) => {
      // Asked again next time: a lock that was held is no reason to see nothing for ever.
      baseline = null;
      throw error;
    });
    return baseline;
  };
  const isCommit = options.baseline.kind === 'revision';
  const compare = comparing(layer, isCommit);
  return {
    baseline: () =>
      baselineId().then(
        (id) => ({ id, why: null }),
        (error: unknown) => ({ id: null, why: reasonOf(error) }),
      ),
    async look() {
      try {
        const isFirst = options.baseline.kind === 'now' && baseline === null;
        const from = await baselineId();
        // The baseline was taken for this very look.
        if (isFirst) return lookOf(from, [], options.kindOf);
        const now = (await glance(layer)) ?? (await locked(() => survey(layer)));
        const { id, found } = await compare(from, now);
        return lookOf(id, found, options.kindOf);
      } catch (error) {
        return unknownLook(reasonOf(error));
      }
    },
    baselineText: async (path) => baselineText(layer, await baselineId(), path),
    currentText: (path) => Promise.resolve(currentText(root, path)),
    textOf: (hash) => keptText(layer, hash),
    files: () => locked(() => allFiles(layer)),
    async copyTo(directory, which) {
      const from = await baselineId();
      return await locked(async () => {
        const files = await allFiles(layer);
        if (files.length > copyLimit) return false;
        const found = which === 'now' ? [] : (await compare(from, await survey(layer))).found;
        copyTree(root, directory, await planBaseline(files, found, readBlob(layer, isCommit)));
        return true;
      });
    },
  };
}

type Locked = <Result>(action: () => Promise<Result>) => Promise<Result>;

/** A look while another one writes the index would see half of it. */
function oneAtATime(path: string): Locked {
  let queue: Promise<unknown> = Promise.resolve();
  return (action) => {
    const next = queue.then(() => underLock(path, lockWaitMs, action));
    queue = next.catch(() => {});
    return next;
  };
}

async function baselineOf(layer: Layer, wanted: Baseline, locked: Locked): Promise<string> {
  switch (wanted.kind) {
    case 'now':
      return await locked(() => fingerprint(layer));
    case 'tree':
      return wanted.id;
    case 'empty':
      return emptyTree[layer.repository.format];
    case 'revision': {
      const args = ['rev-parse', '--verify', '--end-of-options', `${wanted.name}^{tree}`];
      const answer = await layer.tryAsPerson(args);
      if (answer.code !== 0) throw new GitError(args, answer);
      return answer.stdout.toString('latin1').trim();
    }
  }
}

function lookOf(id: string, found: readonly Difference[], kindOf: (path: string) => FileKind): TreeLook {
  const code = new Map<string, string | null>();
  const kinds = new Map<string, FileKind>();
  for (const { path, after } of found) {
    const kind = kindOf(path);
    if (kind === 'other') continue;
    code.set(path, after === null ? null : contentHash(after));
    kinds.set(path, kind);
  }
  return { id, why: null, code, kinds, changed: found.map(({ path }) => path) };
}

function unknownLook(why: string): TreeLook {
  return { id: null, why, code: new Map(), kinds: new Map(), changed: [] };
}

function unreadableTree(root: string, why: string): OpenedTree {
  return {
    baseline: () => Promise.resolve({ id: null, why }),
    look: () => Promise.resolve(unknownLook(why)),
    baselineText: () => Promise.resolve(null),
    currentText: (path) => Promise.resolve(currentText(root, path)),
    files: () => Promise.resolve([]),
    copyTo: () => Promise.resolve(false),
  };
}

async function allFiles(layer: Layer): Promise<readonly string[]> {
  const { overlay } = await survey(layer);
  const standing = new Set(splitZ(await layer.run(['ls-files', '-z'])));
  for (const { path, after } of overlay) {
    if (after === null) standing.delete(path);
    else standing.add(path);
  }
  const listed = [...standing].sort();
  const nested = readApart(layer).nested;
  if (nested.length === 0) return listed;
  const inner: string[] = [];
  for (const path of nested) {
    const opened = await nestedLayer(layer, path);
    if (opened !== null) inner.push(...(await allFiles(opened)).map((file) => `${path}/${file}`));
  }
  return [...listed.filter((path) => !nested.includes(path)), ...inner].sort();
}
