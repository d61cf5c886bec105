import { existsSync, writeFileSync } from 'node:fs';
import { writeAtomically } from '../atomic-write.ts';
import { absorb, type ReadNested } from './absorb.ts';
import { conversionsOf, formsOf } from './conversions.ts';
import {
  baseRules,
  draftFile,
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
 * already.
 */
export async function begin(
  layer: Layer,
  persons: PersonsIndex,
  readNested: ReadNested,
): Promise<string | null> {
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
  const base = await baseRules(layer, settings, index);
  const ignoreFiles = namesOf(entriesNamed(index, '.gitignore'));
  const rules = draft(layer, frozenRules(layer, base, ignoreFiles));
  const { modified, removed, others } = await listByDraft(layer);
  // Where the tracked .gitignore files cover all, nothing is new. Git hides a folder that stands for a removed file.
  const isCovered = others.length === 0 && removed.length === 0;
  const fresh = isCovered ? [] : await listNew(layer);
  const nested = submodulesOf(layer, persons).map((path) => `${path}/`);
  const listed = [...new Set([...modified, ...removed, ...fresh, ...nested])];
  await absorb({ layer, list: () => Promise.resolve(listed), usesLfs, readNested });
  if (isCovered) {
    freeze(layer, rules, []);
    return listed.length === 0 ? tree : null;
  }
  const more = fresh.filter((path) => /(^|\/)\.gitignore$/.test(path));
  const all = draft(layer, frozenRules(layer, base, [...ignoreFiles, ...more]));
  freeze(layer, all, (await listByDraft(layer)).others);
  return null;
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
