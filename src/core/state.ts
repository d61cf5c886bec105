// Code states: which code files differ from the baseline, and with what content.
import type { CodeState, FileChange, FileKind } from './types.ts';

/** What a look at the tree says about code (the part of `TreeLook` that is needed here). */
export type SeenCode = { code: CodeState; kinds: ReadonlyMap<string, FileKind> };

/** The code files that differ between what was known and what is seen now, with their content now. Sorted by path. */
export function differences(
  known: ReadonlyMap<string, { hash: string | null; kind: FileKind }>,
  seen: SeenCode,
): readonly FileChange[] {
  const changes: FileChange[] = [];
  for (const [path, hash] of seen.code) {
    const before = known.get(path);
    if (before !== undefined && before.hash === hash) continue;
    changes.push({ path, hash, atBaseline: false, kind: seen.kinds.get(path) ?? 'source' });
  }
  for (const [path, { kind }] of known) {
    if (!seen.code.has(path)) changes.push({ path, hash: null, atBaseline: true, kind });
  }
  return changes.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * Identity of a code state that can be kept up to date change by change: the exclusive or of 128-bit hashes of its entries,
 * so that the order of changes does not matter and a change that is taken back leaves no trace. Eight units of 16 bits: it is
 * compared, never printed or kept.
 * It tells states apart; it is no defence against somebody who looks for collisions.
 */
export type StateKey = string;

export const EMPTY_STATE: StateKey = '\0'.repeat(8);

/** The key with one entry put in or, being its own inverse, taken out. */
export function toggled(key: StateKey, path: string, hash: string | null): StateKey {
  const [a = 0, b = 0, c = 0, d = 0] = hash128(`${hash === null ? '-' : `+${hash}`}\0${path}`);
  return String.fromCharCode(
    key.charCodeAt(0) ^ (a >>> 16),
    key.charCodeAt(1) ^ (a & 0xffff),
    key.charCodeAt(2) ^ (b >>> 16),
    key.charCodeAt(3) ^ (b & 0xffff),
    key.charCodeAt(4) ^ (c >>> 16),
    key.charCodeAt(5) ^ (c & 0xffff),
    key.charCodeAt(6) ^ (d >>> 16),
    key.charCodeAt(7) ^ (d & 0xffff),
  );
}

/** Identity of a text, where no object id of git is at hand. */
export function textKey(text: string): string {
  return hash128(text)
    .map((lane) => (lane >>> 0).toString(16).padStart(8, '0'))
    .join('');
}

/** Four 32-bit lanes of a multiplicative hash over UTF-16 units. */
function hash128(text: string): readonly number[] {
  let [a, b, c, d] = [0x9e3779b9, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f];
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    a = b ^ Math.imul(a ^ unit, 0x239b961b);
    b = c ^ Math.imul(b ^ unit, 0xab0e9789);
    c = d ^ Math.imul(c ^ unit, 0x38b34ae5);
    d = a ^ Math.imul(d ^ unit, 0xa1e38b93);
  }
  for (let round = 0; round < 2; round += 1) {
    a = Math.imul(a ^ (b >>> 15), 0x85ebca6b);
    b = Math.imul(b ^ (c >>> 13), 0xc2b2ae35);
    c = Math.imul(c ^ (d >>> 16), 0x27d4eb2f);
    d = Math.imul(d ^ (a >>> 14), 0x165667b1);
  }
  return [a, b, c, d];
}
