import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';

/** An index file, and where its entries lie in it: many thousands are looked at, and few have to be taken out. */
export type IndexFile = {
  bytes: Buffer;
  hashBytes: number;
  entries: readonly IndexEntry[];
  /** Its extension with the trees of all folders as git last wrote them; null: none. */
  trees: Buffer | null;
};

export type IndexEntry = {
  at: number;
  end: number;
  nameAt: number;
  nameLength: number;
  mode: number;
  /** When git last saw the file change, in seconds. */
  modified: number;
  /** Which side of a conflict it is; 0: there is none. */
  stage: number;
  /** It has flags of any kind. */
  isFlagged: boolean;
  isLeftOut: boolean;
  isIntended: boolean;
};

const header = 12;
const statBytes = 40;
const longName = 0xfff;
const bits = { any: 0xf000, extended: 0x4000, stage: 0x3000, leftOut: 0x4000, intended: 0x2000 };

/**
 * Reads an index file. Null where git has to write it in a plainer form first: a split index, folders of a sparse one, a
 * version other than 2 and 3. `hashBytes`: 20 or 32.
 */
export function readIndex(bytes: Buffer, hashBytes: number): IndexFile | null {
  const version = bytes.length < header + hashBytes ? 0 : bytes.readUInt32BE(4);
  if (bytes.toString('latin1', 0, 4) !== 'DIRC' || (version !== 2 && version !== 3)) return null;
  const entries: IndexEntry[] = [];
  let at = header;
  for (let left = bytes.readUInt32BE(8); left > 0; left -= 1) {
    const entry = at + statBytes + hashBytes + 4 > bytes.length ? null : entryAt(bytes, at, hashBytes);
    if (entry === null || entry.end > bytes.length) return null;
    entries.push(entry);
    at = entry.end;
  }
  const trees = treesAfter(bytes, at, hashBytes);
  return trees === 'unknown' ? null : { bytes, hashBytes, entries, trees };
}

function entryAt(bytes: Buffer, at: number, hashBytes: number): IndexEntry | null {
  const flagsAt = at + statBytes + hashBytes;
  const flags = bytes.readUInt16BE(flagsAt);
  const isExtended = (flags & bits.extended) !== 0;
  const more = isExtended ? bytes.readUInt16BE(flagsAt + 2) : 0;
  const nameAt = flagsAt + (isExtended ? 4 : 2);
  const short = flags & longName;
  const nameLength = short === longName ? bytes.indexOf(0, nameAt) - nameAt : short;
  if (nameLength < 0) return null;
  return {
    at,
    // Each entry ends with one to eight NUL bytes, on a multiple of eight from its begin.
    end: at + ((nameAt + nameLength - at + 8) & ~7),
    nameAt,
    nameLength,
    mode: bytes.readUInt32BE(at + 24),
    modified: bytes.readUInt32BE(at + 8),
    isFlagged: (flags & bits.any) !== 0,
    stage: (flags & bits.stage) >> 12,
    isLeftOut: (more & bits.leftOut) !== 0,
    isIntended: (more & bits.intended) !== 0,
  };
}

/** Extensions that begin with a small letter have to be understood, and none of them is here. */
function treesAfter(bytes: Buffer, extensionsAt: number, hashBytes: number): Buffer | null | 'unknown' {
  let at = extensionsAt;
  let trees: Buffer | null = null;
  while (at + 8 <= bytes.length - hashBytes) {
    const end = at + 8 + bytes.readUInt32BE(at + 4);
    if ((bytes[at] ?? 0) >= 0x61 || end > bytes.length - hashBytes) return 'unknown';
    if (bytes.toString('latin1', at, at + 4) === 'TREE') trees = bytes.subarray(at, end);
    at = end;
  }
  return trees;
}

/** The tree of all entries, if git has written it and no entry has changed since: an empty name, a count, the hash. */
export function rootTree({ trees, hashBytes }: IndexFile): string | null {
  const line = trees === null ? -1 : trees.indexOf('\n', 8);
  const isValid = trees !== null && line > 0 && /^\0\d+ \d+$/.test(trees.toString('latin1', 8, line));
  return isValid ? trees.toString('hex', line + 1, line + 1 + hashBytes) : null;
}

export function nameBytes({ bytes }: IndexFile, { nameAt, nameLength }: IndexEntry): Buffer {
  return bytes.subarray(nameAt, nameAt + nameLength);
}

export function hashBytes({ bytes, hashBytes }: IndexFile, { at }: IndexEntry): Buffer {
  return bytes.subarray(at + statBytes, at + statBytes + hashBytes);
}

/** Of the file, as git saw it. Bytes, of 32 bits. */
export function sizeIn({ bytes }: IndexFile, { at }: IndexEntry): number {
  return bytes.readUInt32BE(at + 36);
}

/** Is this how git saw the file? By all but the rarest of what it remembers. */
export function isSeen({ bytes }: IndexFile, { at, modified }: IndexEntry, stat: Stats): boolean {
  const inode = bytes.readUInt32BE(at + 20);
  return (
    modified === Math.floor(stat.mtimeMs / 1000) &&
    bytes.readUInt32BE(at) === Math.floor(stat.ctimeMs / 1000) &&
    inode === stat.ino % 2 ** 32
  );
}

/** The entries of files with that name, in whatever folder. */
export function entriesNamed(index: IndexFile, last: string): readonly IndexEntry[] {
  const wanted = Buffer.from(last);
  const { bytes } = index;
  return index.entries.filter(({ nameAt, nameLength }) => {
    const from = nameAt + nameLength - wanted.length;
    if (from < nameAt || (from > nameAt && bytes[from - 1] !== 0x2f)) return false;
    return wanted.compare(bytes, from, nameAt + nameLength) === 0;
  });
}

/** An entry as it shall stand in a new index: as it was, with another hash, or as if git had never seen the file. */
export type Kept = { entry: IndexEntry; change: { hash: Buffer } | 'unseen' | null };

/** A new index file (version 2) of some entries, without any of their flags; with the trees if those hold for them. */
export function writeIndex(
  index: IndexFile,
  kept: readonly Kept[],
  { format, hasTrees }: { format: 'sha1' | 'sha256'; hasTrees: boolean },
): Buffer {
  const { bytes, hashBytes } = index;
  const out = Buffer.alloc(index.bytes.length + header + hashBytes);
  out.write('DIRC');
  out.writeUInt32BE(2, 4);
  out.writeUInt32BE(kept.length, 8);
  let at = header;
  for (let n = 0; n < kept.length; ) {
    const from = n;
    // Whole stretches of entries stay as they are.
    while (isAsIs(kept[n]) && (n === from || kept[n - 1]?.entry.end === kept[n]?.entry.at)) n += 1;
    const [first, last] = [kept[from], kept[n - 1]];
    if (first !== undefined && last !== undefined && n > from) {
      at += bytes.copy(out, at, first.entry.at, last.entry.end);
    } else {
      at += first === undefined ? 0 : writeEntry(index, first, { out, at });
      n += 1;
    }
  }
  if (hasTrees && index.trees !== null) at += index.trees.copy(out, at);
  const body = out.subarray(0, at);
  return Buffer.concat([body, createHash(format).update(body).digest()]);
}

function isAsIs(kept: Kept | undefined): boolean {
  return kept !== undefined && kept.change === null && !kept.entry.isFlagged;
}

/** Answers how many bytes it takes. */
function writeEntry(
  { bytes, hashBytes }: IndexFile,
  { entry, change }: Kept,
  { out, at }: { out: Buffer; at: number },
): number {
  const { nameAt, nameLength } = entry;
  const flagsAt = at + statBytes + hashBytes;
  bytes.copy(out, at, entry.at, entry.at + statBytes + hashBytes);
  bytes.copy(out, flagsAt + 2, nameAt, nameAt + nameLength);
  out.writeUInt16BE(Math.min(nameLength, longName), flagsAt);
  if (change === 'unseen') out.fill(0, at, at + 24).fill(0, at + 28, at + statBytes);
  else if (change !== null) change.hash.copy(out, at + statBytes);
  return (statBytes + hashBytes + 2 + nameLength + 8) & ~7;
}
