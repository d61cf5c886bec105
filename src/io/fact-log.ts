import { randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { Clock, FactLog } from '../core/ports.ts';
import type { Fact, FactBody } from '../core/types.ts';
import { writeAtomically } from './atomic-write.ts';
import { emptyReading, type LogReading, type ReadOutcome, readMore, recordLine } from './log-reader.ts';

/** What a file beside the log knows: it once had this many facts, in this many bytes with this hash. */
type Anchor = { facts: number; bytes: number; sha256: string };

export type FactLogFile = FactLog & {
  path: string;
  /** Torn records that were skipped: said to people, but no damage, as nobody was told that they were recorded. */
  notes(): readonly string[];
};

/** On disk before anybody acts on them. The others survive a killed process, though not a power failure. */
const durable: ReadonlySet<FactBody['type']> = new Set([
  'session_started',
  'claim_judged',
  'step_done',
  'step_reset',
  'gave_up',
  'ended',
]);

/** An anchor is written with every fact; so many may be there without one (parallel writers at a session's start). */
const factsWithoutAnchor = 8;

/**
 * A session's log: JSON Lines, appended by any number of processes at once, each record by one write; `seq` is the
 * record's position in the file, counted from 1 when it is read.
 * `mode` `existing`: somebody says that the session exists, so a missing file is damage.
 * `facts` answers the list itself, which grows. `append` throws where the record could not be written whole.
 */
export function openFactLog(request: { path: string; mode: 'new' | 'existing'; clock: Clock }): FactLogFile {
  const { path, mode, clock } = request;
  const anchorPath = `${path}.anchor`;
  const writer = randomUUID().slice(0, 8);
  const anchor = readAnchor(anchorPath);
  const reading = emptyReading(anchor?.bytes ?? 0);
  let written = 0;
  let damage: string | null = null;
  const refresh = () => {
    // Read in any case: after damage, too, what comes is known.
    const change = changeSentence(readMore(path, reading), path);
    damage ??= change;
  };
  refresh();
  damage ??= atOpening({ path, anchor, reading, mode });
  return {
    path,
    append(body) {
      written += 1;
      const key = `${writer}-${written}`;
      const at = clock.now().toISOString();
      appendLine(path, recordLine({ key, at, body }), durable.has(body.type));
      refresh();
      if (damage === null) writeAnchor(anchorPath, reading);
      const own = reading.facts[reading.keys.lastIndexOf(key)];
      return own ?? ({ seq: reading.facts.length + 1, at, ...body } satisfies Fact);
    },
    facts() {
      refresh();
      return reading.facts;
    },
    damage() {
      refresh();
      const [first] = reading.foreign;
      if (damage !== null || first === undefined) return damage;
      return `line ${first} of the session's log ${path} is no record of donegate`;
    },
    notes: () =>
      reading.torn.map((line) => `line ${line} of ${path} was cut off while it was written; it is skipped`),
  };
}

function changeSentence(outcome: ReadOutcome, path: string): string | null {
  switch (outcome) {
    case 'grown':
    case 'absent':
      return null;
    case 'missing':
      return `the session's log ${path} was removed while the session ran`;
    case 'cut':
      return `the session's log ${path} was cut while the session ran`;
    case 'replaced':
      return `the session's log ${path} was replaced while the session ran`;
  }
}

function atOpening(opened: {
  path: string;
  anchor: Anchor | null;
  reading: LogReading;
  mode: 'new' | 'existing';
}): string | null {
  const { path, anchor, reading, mode } = opened;
  if (reading.inode === null) {
    return anchor !== null || mode === 'existing' ? `the session's log ${path} is missing` : null;
  }
  if (anchor === null) {
    return reading.facts.length > factsWithoutAnchor
      ? `the anchor of the session's log ${path} is missing`
      : null;
  }
  if (reading.offset < anchor.bytes || reading.facts.length < anchor.facts) {
    return `the session's log ${path} was cut: it had ${anchor.facts} facts and has ${reading.facts.length}`;
  }
  return reading.checkpoint.sha256 === anchor.sha256
    ? null
    : `the first ${anchor.facts} facts of the session's log ${path} are not the ones that were recorded`;
}

function readAnchor(path: string): Anchor | null {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof value !== 'object' || value === null) return null;
    const { facts, bytes, sha256 } = value as Record<keyof Anchor, unknown>;
    return typeof facts === 'number' && typeof bytes === 'number' && typeof sha256 === 'string'
      ? { facts, bytes, sha256 }
      : null;
  } catch {
    return null;
  }
}

/** The record is on disk already, so an anchor that cannot be written (a full disk) costs nothing but its protection. */
function writeAnchor(path: string, reading: LogReading): void {
  const anchor: Anchor = {
    facts: reading.facts.length,
    bytes: reading.offset,
    sha256: reading.hash.copy().digest('hex'),
  };
  try {
    writeAtomically(path, JSON.stringify(anchor), { durable: false });
  } catch {
    // The next record writes it again.
  }
}

function appendLine(path: string, line: string, isDurable: boolean): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const file = openSync(path, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT, 0o600);
  try {
    // A torn record before ours must not swallow it.
    const bytes = Buffer.from(endsTorn(file) ? `\n${line}` : line);
    const count = writeSync(file, bytes);
    if (count < bytes.length)
      throw new Error(
        `only ${count} of ${bytes.length} bytes could be written to ${path}: is the disk full?`,
      );
    if (isDurable) fdatasyncSync(file);
  } finally {
    closeSync(file);
  }
}

function endsTorn(file: number): boolean {
  const { size } = fstatSync(file);
  const last = Buffer.alloc(1);
  return size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && last[0] !== 10;
}
