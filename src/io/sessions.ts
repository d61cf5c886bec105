import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../core/user-error.ts';
import { writeAtomically } from './atomic-write.ts';
import { birthOf, isRunning } from './process-identity.ts';

/** What stands in `session.json`. `pid` null: a host calls us, and no process of ours lives as long as the session. */
export type SessionRecord = {
  session: string;
  host: string;
  pid: number | null;
  /** Of that process; null: not known. Records of earlier versions have none. */
  birth?: string | null;
  machine: string;
  /** ISO 8601, UTC. */
  started: string;
  /** Relative to the root. */
  directory: string;
};

export type ListedSession = SessionRecord & {
  isLive: boolean;
  /** The last `ended` fact, if that is the last word. */
  ended: { outcome: string; summary: string } | null;
};

/** Without a process of its own, a session that wrote nothing for so long is over. */
const silentMs = 24 * 60 * 60 * 1000;

/** Caches of sessions older than this are removed; their logs stay. */
const cacheAgeMs = 14 * 24 * 60 * 60 * 1000;

/** Sorts by time, and fits a folder's name. */
export function newSessionId(now: Date): string {
  return `${now.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')}-${randomBytes(3).toString('hex')}`;
}

const isSessionId = (text: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(text);

/** The folder of a session. Throws UserError for an id that would lead elsewhere. */
export function sessionDirectory(stateDirectory: string, session: string): string {
  if (!isSessionId(session)) {
    throw new UserError(`"${session}" is no session id`, 'letters, digits, ".", "_" and "-"');
  }
  return join(stateDirectory, 'sessions', session);
}

export function factsPath(directory: string): string {
  return join(directory, 'facts.jsonl');
}

/** Records that a session begins here and is the newest one of this working tree. */
export function announceSession(request: {
  stateDirectory: string;
  session: string;
  host: string;
  pid: number | null;
  directory: string;
  now: Date;
}): SessionRecord {
  const { stateDirectory, now, ...rest } = request;
  const birth = rest.pid === null ? null : birthOf(rest.pid);
  const record: SessionRecord = { ...rest, birth, machine: hostname(), started: now.toISOString() };
  const text = JSON.stringify(record);
  const directory = sessionDirectory(stateDirectory, request.session);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  writeAtomically(join(directory, 'session.json'), text, { durable: false });
  writeAtomically(join(stateDirectory, 'current'), text, { durable: false });
  return record;
}

/** The session that `current` names if it is live, else the newest live one; null: there is none. */
export function liveSession(stateDirectory: string, now: Date): ListedSession | null {
  const current = readRecord(join(stateDirectory, 'current'));
  const listed = current === null ? null : listedFrom(stateDirectory, current, now);
  if (listed?.isLive) return listed;
  return listSessions(stateDirectory, now).find(({ isLive }) => isLive) ?? null;
}

/** All sessions of this working tree, the newest first. */
export function listSessions(stateDirectory: string, now: Date): readonly ListedSession[] {
  return folders(join(stateDirectory, 'sessions'))
    .flatMap((name) => readRecord(join(stateDirectory, 'sessions', name, 'session.json')) ?? [])
    .sort((a, b) => (a.started < b.started ? 1 : a.started > b.started ? -1 : 0))
    .map((record) => listedFrom(stateDirectory, record, now));
}

/** What the session that ended last here was told, if it ended as `gate_failed`; the first thing that the next one is told. */
export function previousFeedback(stateDirectory: string, now: Date): string | null {
  for (const { ended } of listSessions(stateDirectory, now)) {
    if (ended !== null) return ended.outcome === 'gate_failed' ? ended.summary : null;
  }
  return null;
}

/** What a session was, and what somebody needs who goes on with it. All else can be made anew. */
const lasting: ReadonlySet<string> = new Set([
  'facts.jsonl',
  'facts.jsonl.anchor',
  'session.json',
  'config.json',
  'checks.json',
  'plan-file.json',
  'conversation.jsonl',
]);

/** Removes the indexes, outputs and answers of old sessions. Their facts stay. */
export function dropOldCaches(stateDirectory: string, now: Date): void {
  const directories = folders(join(stateDirectory, 'sessions')).map((name) =>
    join(stateDirectory, 'sessions', name),
  );
  const isOld = (directory: string) => {
    const touched = statSync(factsPath(directory), { throwIfNoEntry: false })?.mtimeMs;
    return touched !== undefined && now.getTime() - touched > cacheAgeMs;
  };
  const old = directories.filter(isOld);
  // Every session shares the objects of its baselines.
  if (old.length === directories.length)
    rmSync(join(stateDirectory, 'objects'), { recursive: true, force: true });
  for (const directory of old) {
    for (const name of folders(directory)) {
      if (!lasting.has(name)) rmSync(join(directory, name), { recursive: true, force: true });
    }
  }
}

function listedFrom(stateDirectory: string, record: SessionRecord, now: Date): ListedSession {
  const path = factsPath(sessionDirectory(stateDirectory, record.session));
  const ended = lastEnd(path);
  const isLive = ended === null && (record.pid === null ? isRecent(path, now) : isHere(record, record.pid));
  return { ...record, isLive, ended };
}

function isRecent(path: string, now: Date): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat !== undefined && now.getTime() - stat.mtimeMs < silentMs;
}

function isHere({ machine, birth }: SessionRecord, pid: number): boolean {
  return machine === hostname() && isRunning({ pid, birth: birth ?? null });
}

/** A summary quotes whole outputs; a last line longer than this is no end. Bytes. */
const longestLine = 4 * 1024 * 1024;

/** The outcome with which a log ends; null if something happened after it. */
function lastEnd(path: string): ListedSession['ended'] {
  try {
    const fact = JSON.parse(lastLine(path)) as { type?: unknown; outcome?: unknown; summary?: unknown };
    if (fact.type === 'ended' && typeof fact.outcome === 'string') {
      return { outcome: fact.outcome, summary: String(fact.summary ?? '') };
    }
  } catch {
    // No log, or a torn one: no end.
  }
  return null;
}

function lastLine(path: string): string {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    for (let length = 16 * 1024; ; length *= 4) {
      const bytes = Buffer.alloc(Math.min(size, length));
      readSync(file, bytes, 0, bytes.length, size - bytes.length);
      const lines = bytes.toString('utf8').trimEnd().split('\n');
      if (lines.length > 1 || bytes.length === size || length > longestLine) return lines.at(-1) ?? '';
    }
  } finally {
    closeSync(file);
  }
}

function folders(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

function readRecord(path: string): SessionRecord | null {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof value !== 'object' || value === null) return null;
    const record = value as Record<keyof SessionRecord, unknown>;
    const isRecord =
      typeof record.session === 'string' &&
      isSessionId(record.session) &&
      typeof record.started === 'string' &&
      typeof record.directory === 'string';
    return isRecord ? (record as SessionRecord) : null;
  } catch {
    return null;
  }
}
