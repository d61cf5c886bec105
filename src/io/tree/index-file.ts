import { readFileSync } from 'node:fs';
import type { Side } from './differences.ts';
import { bytesOf } from './names.ts';

const firstEntry = 12;
const lengthUnknown = 0xfff;
const isExtended = 0x4000;
const stageBits = 0x3000;

/**
 * Mode and hash of some paths in an index file, read without git: a process more costs as much as a small tree. Null: not
 * a form that is read here (version 2 or 3, no conflicts); git has to be asked then. `hashBytes`: 20 or 32.
 */
export function sidesInIndex(
  file: string,
  hashBytes: number,
  paths: readonly string[],
): ReadonlyMap<string, Side> | null {
  const bytes = readFileSync(file);
  const version = bytes.length < firstEntry ? 0 : bytes.readUInt32BE(4);
  if (bytes.toString('latin1', 0, 4) !== 'DIRC' || (version !== 2 && version !== 3)) return null;
  const wanted = byLength(paths);
  const found = new Map<string, Side>();
  let at = firstEntry;
  for (let left = bytes.readUInt32BE(8); left > 0; left -= 1) {
    const flagsAt = at + 40 + hashBytes;
    if (flagsAt + 2 > bytes.length) return null;
    const flags = bytes.readUInt16BE(flagsAt);
    if ((flags & stageBits) !== 0) return null;
    const nameAt = flagsAt + ((flags & isExtended) === 0 ? 2 : 4);
    let length = flags & lengthUnknown;
    if (length === lengthUnknown) length = bytes.indexOf(0, nameAt) - nameAt;
    for (const { name, path } of wanted.get(length) ?? []) {
      if (name.compare(bytes, nameAt, nameAt + length) !== 0) continue;
      const mode = bytes.readUInt32BE(at + 24).toString(8);
      found.set(path, { mode, hash: bytes.toString('hex', at + 40, flagsAt) });
    }
    // Each entry ends with one to eight NUL bytes, on a multiple of eight from its begin.
    at += (nameAt - at + length + 8) & ~7;
  }
  return found;
}

function byLength(paths: readonly string[]): ReadonlyMap<number, readonly { name: Buffer; path: string }[]> {
  const found = new Map<number, { name: Buffer; path: string }[]>();
  for (const path of paths) {
    const name = bytesOf(path);
    found.set(name.length, [...(found.get(name.length) ?? []), { name, path }]);
  }
  return found;
}
