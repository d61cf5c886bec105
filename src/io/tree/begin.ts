import { existsSync, writeFileSync } from 'node:fs';
import { writeAtomically } from '../atomic-write.ts';
import { absorb, type ReadNested } from './absorb.ts';
import { pathState } from './apart.ts';
import { conversionsOf, formsOf } from './conversions.ts';
import {
  baseRules,
  draftFile,
  everywhereRules,
  exactRule,
  excludeFile,
  frozenRules,
  listByDraft,
  listNew,
} from './ignore-rules.ts';
import { entriesNamed, type IndexEntry, nameBytes } from './index-entries.ts';
import { keep, kept } from './kept.ts';
import type { Layer } from './layer.ts';
import { nameOf, onDisk } from './names.ts';
import { settle } from './own-git.ts';
import { listChanged } from './private-index.ts';
import { type PersonsIndex, seedIndex, submodulesOf } from './seed.ts';
import { readSettings } from './settings.ts';

/** What a session found at its begin, for all its looks. */
export type Setup = {
  usesLfs: boolean;
  /** Git keeps files in other forms than they stand on disk. */
  converts: boolean;
};

/** The ignore rules of a session's begin are there: a first look has ended. */
export function hasBegun(layer: Layer): boolean {
  return existsSync(excludeFile(layer));
}

export function setupOf(layer: Layer): Setup {
  return kept<Setup>(layer, 'setup') ?? { usesLfs: true, converts: true };
}

/** Paths that the person's sparse checkout leaves out: their absence is no removal. */
export function sparsePaths(layer: Layer): ReadonlySet<string> {
  return new Set(kept<string[]>(layer, 'sparse') ?? []);
}

/**
 * The first look of a session: fills the private index, and settles what rules it. Answers the index's tree if it is known
 * already. `isLate`: a nested repository that came in the session, whose own ignore rules hide nothing.
 */
export async function begin(request: {
  layer: Layer;
  persons: PersonsIndex;
  isLate: boolean;
  readNested: ReadNested;
}): Promise<string | null> {
  const { layer, persons, isLate, readNested } = request;
  const { index } = persons;
  const settings = await readSettings(layer);
  settle(layer, settings.system);
  const conversions = conversionsOf(layer, settings, index);
  const usesLfs = conversions.lfs;
  const setup: Setup = { usesLfs, converts: conversions.byContent || conversions.lineEnds };
  keep(layer, 'setup', setup);
  const tree = await seedIndex(layer, persons, (entries) => formsOf(layer, conversions, { index, entries }));
  const namesOf = (entries: readonly IndexEntry[]) => entries.map((entry) => nameOf(nameBytes(index, entry)));
  const leftOut = namesOf(index.entries.filter(({ isLeftOut }) => isLeftOut));
  if (leftOut.length > 0) keep(layer, 'sparse', leftOut);
  if (isLate) {
    freeze(layer, everywhereRules(settings), []);
    await absorb({ layer, list: () => listChanged(layer), usesLfs, readNested });
    return null;
  }
  const base = await baseRules(layer, settings, index);
  const ignoreFiles = namesOf(entriesNamed(index, '.gitignore'));
  const nested = submodulesOf(layer, persons).map((path) => `${path}/`);
  const take = (listed: readonly string[]) =>
    absorb({ layer, list: () => Promise.resolve([...listed, ...nested]), usesLfs, readNested });
  const isAsSeeded = await fill(layer, { base, ignoreFiles, take });
  return isAsSeeded && nested.length === 0 ? tree : null;
}

/** Takes in what stands there now by the rules of now, and freezes them. Answers whether nothing differed from the index. */
async function fill(
  layer: Layer,
  {
    base,
    ignoreFiles,
    take,
  }: {
    base: string;
    ignoreFiles: readonly string[];
    take: (listed: readonly string[]) => Promise<void>;
  },
): Promise<boolean> {
  const rules = draft(layer, frozenRules(layer, base, ignoreFiles));
  const { changed, others } = await listByDraft(layer);
  const { root } = layer.repository;
  // Where the tracked .gitignore files cover all, nothing is new. Git hides a folder that stands for a file that is gone.
  const isCovered = others.length === 0 && changed.every((path) => pathState(root, path).kind !== 'gone');
  const fresh = isCovered ? [] : await listNew(layer);
  const listed = [...changed, ...fresh];
  await take(listed);
  if (isCovered) {
    freeze(layer, rules, []);
    return listed.length === 0;
  }
  const more = fresh.filter((path) => /(^|\/)\.gitignore$/.test(path));
  const all = draft(layer, frozenRules(layer, base, [...ignoreFiles, ...more]));
  freeze(layer, all, (await listByDraft(layer)).others);
  return false;
}

/** Rules are bytes, each as one character. */
function draft(layer: Layer, rules: string): string {
  writeFileSync(draftFile(layer), rules, { encoding: 'latin1', mode: 0o600 });
  return rules;
}

/** The rules are complete or not there: a killed first look leaves a draft. What they do not cover is ignored by name. */
function freeze(layer: Layer, rules: string, uncovered: readonly string[]): void {
  const { root } = layer.repository;
  const ignored = uncovered.filter((path) => !existsSync(onDisk(root, `${path}/.git`)));
  const whole = `${rules}\n${ignored.map(exactRule).join('\n')}\n`;
  writeAtomically(excludeFile(layer), Buffer.from(whole, 'latin1'), { durable: false });
}
