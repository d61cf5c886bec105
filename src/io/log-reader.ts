import { createHash, type Hash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Fact, FactBody } from '../core/types.ts';

/** A log as read so far. `seq` is a fact's position in the file: the one order that parallel writers cannot dispute. */
export type LogReading = {
  facts: Fact[];
  /** Key of each record by position (`record` names its writer). */
  keys: string[];
  /** Bytes up to the end of the last whole line. */
  offset: number;
  inode: number | null;
  hash: Hash;
  /** Where a hash is wanted on the way, and the hash once the reading has come that far. */
  checkpoint: { bytes: number; sha256: string | null };
  /** Records that were cut off while being written, by line; they were never acknowledged. */
  torn: number[];
  /** Lines that no writer of ours can have left there. */
  foreign: number[];
  lines: number;
};

export function emptyReading(checkpointBytes: number): LogReading {
  return {
    facts: [],
    keys: [],
    offset: 0,
    inode: null,
    hash: createHash('sha256'),
    checkpoint: { bytes: checkpointBytes, sha256: null },
    torn: [],
    foreign: [],
    lines: 0,
  };
}

/** `grown`: there may be new facts. `absent`: no file yet. The others: the file is not the one that was read before. */
export type ReadOutcome = 'grown' | 'absent' | 'missing' | 'cut' | 'replaced';

const chunkBytes = 4 * 1024 * 1024;

/** Reads what was appended since the last time. A last line without its end waits for the next reading. */
export function readMore(path: string, reading: LogReading): ReadOutcome {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    if (reading.offset === 0) return 'absent';
    reading.offset = 0;
    reading.inode = null;
    return 'missing';
  }
  try {
    const { size, ino } = fstatSync(file);
    const isReplaced = reading.inode !== null && ino !== reading.inode;
    const isCut = size < reading.offset;
    reading.inode = ino;
    if (isReplaced || isCut) {
      // What was read stays known; of the changed file only what is appended from now on is believed.
      reading.offset = size;
      return isReplaced ? 'replaced' : 'cut';
    }
    let rest: Buffer = Buffer.alloc(0);
    let at = reading.offset;
    while (at < size) {
      const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, size - at));
      const got = readSync(file, chunk, 0, chunk.length, at);
      if (got === 0) break;
      at += got;
      rest = takeLines(Buffer.concat([rest, chunk.subarray(0, got)]), reading);
    }
    return 'grown';
  } finally {
    closeSync(file);
  }
}

function takeLines(bytes: Buffer, reading: LogReading): Buffer {
  const end = bytes.lastIndexOf(10) + 1;
  if (end === 0) return bytes;
  const whole = bytes.subarray(0, end);
  hashWithCheckpoint(whole, reading);
  reading.offset += end;
  for (const line of whole.toString('utf8', 0, end - 1).split('\n')) {
    reading.lines += 1;
    // Two writers that both saw a third one's half-written record.
    if (line !== '') takeLine(line, reading);
  }
  return bytes.subarray(end);
}

function hashWithCheckpoint(bytes: Buffer, reading: LogReading): void {
  const until = reading.checkpoint.bytes - reading.offset;
  if (until <= 0 || until > bytes.length) {
    reading.hash.update(bytes);
    return;
  }
  reading.hash.update(bytes.subarray(0, until));
  reading.checkpoint.sha256 = reading.hash.copy().digest('hex');
  reading.hash.update(bytes.subarray(until));
}

function takeLine(line: string, reading: LogReading): void {
  const record = parseRecord(line, reading.facts.length + 1);
  if (record === null) {
    // Every record begins with its key: what begins so and does not end is a write that a crash cut off.
    (/^\{"record":"/.test(line) || '{"record":"'.startsWith(line) ? reading.torn : reading.foreign).push(
      reading.lines,
    );
    return;
  }
  reading.keys.push(record.key);
  reading.facts.push(record.fact);
}

/** Every record begins with its key, which is its writer's and no part of the fact. */
const KEY = /^\{"record":"([^"\\]*)",/;

/** Most of the time that a long log takes is this: the fact's number is put where the key was, so that nothing is copied. */
function parseRecord(line: string, seq: number): { key: string; fact: Fact } | null {
  const start = KEY.exec(line);
  if (start === null) return null;
  try {
    const fact: unknown = JSON.parse(`{"seq":${seq},${line.slice(start[0].length)}`);
    const isFact =
      typeof fact === 'object' &&
      fact !== null &&
      'at' in fact &&
      typeof fact.at === 'string' &&
      'type' in fact &&
      typeof fact.type === 'string' &&
      'seq' in fact &&
      fact.seq === seq;
    return isFact ? { key: start[1] ?? '', fact: fact as Fact } : null;
  } catch {
    return null;
  }
}

/** The line of one fact, with its end. */
export function recordLine(record: { key: string; at: string; body: FactBody }): string {
  return `${JSON.stringify({ record: record.key, at: record.at, ...record.body })}\n`;
}
