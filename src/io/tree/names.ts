import { isUtf8 } from 'node:buffer';
import { join } from 'node:path';

/** A backslash that could be read as the begin of an escaped byte. */
const lookalike = /\\(?=[0-3][0-7]{2})/g;
const escaped = /\\([0-3][0-7]{2})/g;

/**
 * The name of a path, from its bytes: an ordinary text for everybody who is not the file system or git. Bytes that are no
 * UTF-8 stand as git prints them (`caf\351.py`), and a backslash before three such digits as `\134`, so that no two
 * paths have one name, and folders and endings stay what they are.
 */
export function nameOf(bytes: Buffer): string {
  if (isUtf8(bytes)) return guarded(bytes.toString('utf8'));
  let name = '';
  let from = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = characterAt(bytes, at);
    if (length === 0) {
      name += `${guarded(bytes.toString('utf8', from, at))}\\${(bytes[at] ?? 0).toString(8)}`;
      from = at + 1;
    }
    at += Math.max(length, 1);
  }
  return name + guarded(bytes.toString('utf8', from));
}

/** The bytes of a path, from its name. */
export function bytesOf(name: string): Buffer {
  if (!name.includes('\\')) return Buffer.from(name);
  const parts = name.split(escaped);
  // Every second one is the digits of a byte.
  return Buffer.concat(
    parts.map((part, n) => (n % 2 === 0 ? Buffer.from(part) : Buffer.of(Number.parseInt(part, 8)))),
  );
}

/** Where a name stands on disk, as the file system takes it. */
export function onDisk(root: string, name: string): string | Buffer {
  return name.includes('\\') ? Buffer.concat([Buffer.from(`${root}/`), bytesOf(name)]) : join(root, name);
}

/** Names as the entries of `-z` input. */
export function terminated(names: readonly string[]): string | Buffer {
  const text = names.map((name) => `${name}\0`).join('');
  return text.includes('\\') ? bytesOf(text) : text;
}

/** Entries of a `-z` listing. */
export function splitZ(bytes: Buffer): string[] {
  const entries: string[] = [];
  if (isUtf8(bytes) && !bytes.includes('\\')) {
    const text = bytes.toString('utf8');
    return text === '' ? entries : text.replace(/\0$/, '').split('\0');
  }
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(0, at);
    const stop = end < 0 ? bytes.length : end;
    entries.push(nameOf(bytes.subarray(at, stop)));
    at = stop + 1;
  }
  return entries;
}

function guarded(text: string): string {
  return text.includes('\\') ? text.replace(lookalike, '\\134') : text;
}

/** Length of the UTF-8 character that begins there; 0: there is none. */
function characterAt(bytes: Buffer, at: number): number {
  for (let length = 1; length <= 4 && at + length <= bytes.length; length += 1) {
    if (isUtf8(bytes.subarray(at, at + length))) return length;
  }
  return 0;
}
