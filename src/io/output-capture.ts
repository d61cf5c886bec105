import { closeSync, mkdirSync, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';

/** Bytes of one run's output. In memory: head and tail. On disk: `log` bytes, and the tail after them. */
export type OutputLimits = { head: number; tail: number; log: number };

export const outputLimits: OutputLimits = { head: 256 * 1024, tail: 768 * 1024, log: 64 * 1024 * 1024 };

/** All logs of one directory together stay below this; the oldest go first. */
export const logDirectoryLimit = 512 * 1024 * 1024;

export type OutputCapture = {
  add(chunk: Uint8Array): void;
  /** What was captured so far. */
  taken(): { output: string; outputWhole: boolean; log: string | null };
  /** No more output comes; the log file is complete. */
  close(): void;
};

/** Keeps head and tail of an output in memory and the whole of it in a file. A full disk costs the log, never the run. */
export function captureOutput(request: {
  logPath: string | null;
  limits: OutputLimits;
  onOutput: ((text: string) => void) | undefined;
}): OutputCapture {
  const { limits, onOutput } = request;
  const log = request.logPath === null ? null : openLog(request.logPath, limits.log);
  const ends = keepEnds(limits);
  const decoder = new StringDecoder('utf8');
  const tell = (text: string) => {
    if (text !== '') onOutput?.(printable(text));
  };
  let closed = false;
  return {
    add(chunk) {
      if (closed) return;
      log?.add(chunk);
      ends.add(chunk);
      if (onOutput !== undefined) tell(decoder.write(chunk));
    },
    taken() {
      const path = log?.path() ?? null;
      const { head, tail, dropped } = ends.taken();
      if (dropped === 0) {
        return {
          output: printable(Buffer.concat([head, tail]).toString('utf8')),
          outputWhole: true,
          log: path,
        };
      }
      const where = path === null ? '' : `; the whole output is in ${path}`;
      const output = `${upToLine(head)}\n[... ${dropped} bytes left out${where} ...]\n${fromLine(tail)}`;
      return { output: printable(output), outputWhole: false, log: path };
    },
    close() {
      if (closed) return;
      closed = true;
      tell(decoder.end());
      log?.close(ends.taken().tail);
    },
  };
}

type Ends = { add(chunk: Uint8Array): void; taken(): { head: Buffer; tail: Buffer; dropped: number } };

function keepEnds(limits: OutputLimits): Ends {
  const head: Uint8Array[] = [];
  const tail: Uint8Array[] = [];
  let headBytes = 0;
  let tailBytes = 0;
  let total = 0;
  return {
    add(chunk) {
      total += chunk.length;
      const room = Math.min(chunk.length, limits.head - headBytes);
      if (room > 0) head.push(chunk.subarray(0, room));
      headBytes += room;
      if (room === chunk.length) return;
      tail.push(chunk.subarray(room));
      tailBytes += chunk.length - room;
      for (let first = tail[0]; first && tailBytes - first.length >= limits.tail; first = tail[0]) {
        tail.shift();
        tailBytes -= first.length;
      }
    },
    taken() {
      const bytes = Buffer.concat(tail);
      const last = bytes.subarray(Math.max(0, bytes.length - limits.tail));
      return { head: Buffer.concat(head), tail: last, dropped: total - headBytes - last.length };
    },
  };
}

type Log = { add(chunk: Uint8Array): void; path(): string | null; close(tail: Buffer): void };

/** Opened with the first byte, so that silent runs leave no file. */
function openLog(path: string, limit: number): Log {
  let file: number | 'unopened' | 'broken' = 'unopened';
  let written = 0;
  let left = 0;
  const write = (bytes: Uint8Array) => {
    if (file === 'broken') return;
    try {
      if (file === 'unopened') file = openSync(path, 'a', 0o600);
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    } catch {
      if (typeof file === 'number') closeSync(file);
      file = 'broken';
    }
  };
  return {
    add(chunk) {
      const room = Math.max(0, limit - written);
      if (room > 0) write(chunk.subarray(0, room));
      written += Math.min(room, chunk.length);
      left += chunk.length - Math.min(room, chunk.length);
    },
    path: () => (typeof file === 'number' ? path : null),
    close(tail) {
      if (typeof file !== 'number') return;
      if (left > 0) {
        const kept = tail.subarray(Math.max(0, tail.length - left));
        write(
          Buffer.from(`\n[... ${left - kept.length} bytes left out: a log ends at ${limit} bytes ...]\n`),
        );
        write(kept);
      }
      if (typeof file === 'number') closeSync(file);
    },
  };
}

/** Text for models and JSON: bytes that are no UTF-8 are U+FFFD already, and a NUL is shown. */
function printable(text: string): string {
  return text.replaceAll('\0', '\u2400');
}

const lineReach = 4096;

/** Cuts at the end of a line if one is near, so that no character and no word is halved. */
function upToLine(bytes: Buffer): string {
  const end = bytes.lastIndexOf(10);
  return bytes.subarray(0, end > bytes.length - lineReach && end > 0 ? end : bytes.length).toString('utf8');
}

function fromLine(bytes: Buffer): string {
  const start = bytes.indexOf(10);
  return bytes.subarray(start >= 0 && start < lineReach ? start + 1 : 0).toString('utf8');
}

/** Makes the directory for logs and removes the oldest files while all together are too large. */
export function prepareLogDirectory(directory: string, limit: number = logDirectoryLimit): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const logs = readdirSync(directory)
    .filter((name) => name.endsWith('.log'))
    .map((name) => ({
      path: join(directory, name),
      stat: statSync(join(directory, name), { throwIfNoEntry: false }),
    }))
    .sort((a, b) => (b.stat?.mtimeMs ?? 0) - (a.stat?.mtimeMs ?? 0));
  let total = 0;
  for (const { path, stat } of logs) {
    total += stat?.size ?? 0;
    if (total > limit) rmSync(path, { force: true });
  }
}
