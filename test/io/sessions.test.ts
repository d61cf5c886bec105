import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FactBody } from '../../src/core/types.ts';
import { openFactLog } from '../../src/io/fact-log.ts';
import {
  announceSession,
  dropOldCaches,
  factsPath,
  listSessions,
  liveSession,
  newSessionId,
  previousFeedback,
  sessionDirectory,
} from '../../src/io/sessions.ts';

let state = '';
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'donegate-sessions-'));
});
afterEach(() => rmSync(state, { recursive: true, force: true }));

const now = new Date();
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
/** No process has it: it is larger than any system allows. */
const deadPid = 2 ** 30;
const ended = (outcome: 'done' | 'gate_failed', summary: string): FactBody => ({
  type: 'ended',
  outcome,
  summary,
});

function begin(session: string, started: Date, pid: number | null, ...facts: FactBody[]): void {
  announceSession({ stateDirectory: state, session, host: 'h', pid, directory: '.', now: started });
  const log = openFactLog({
    path: factsPath(sessionDirectory(state, session)),
    mode: 'new',
    clock: { now: () => started },
  });
  log.append({ type: 'turn_started', text: 'x' });
  for (const fact of facts) log.append(fact);
}

describe('sessions of a working tree', () => {
  test('none', () => {
    expect([liveSession(state, now), listSessions(state, now), previousFeedback(state, now)]).toEqual([
      null,
      [],
      null,
    ]);
  });

  test('the newest live one, by its process or by what it wrote', () => {
    begin('a', minutesAgo(50), process.pid);
    begin('b', minutesAgo(40), deadPid);
    begin('c', minutesAgo(30), null);
    begin('d', minutesAgo(20), null, ended('done', ''));
    expect(listSessions(state, now).map(({ session, isLive }) => [session, isLive])).toEqual([
      ['d', false],
      ['c', true],
      ['b', false],
      ['a', true],
    ]);
    expect(liveSession(state, now)).toEqual({
      session: 'c',
      host: 'h',
      pid: null,
      birth: null,
      machine: hostname(),
      started: minutesAgo(30).toISOString(),
      directory: '.',
      isLive: true,
      ended: null,
    });
  });

  test.runIf(process.platform === 'linux')(
    'a later process with the number of a dead one is another one',
    () => {
      begin('a', minutesAgo(5), process.pid);
      expect(liveSession(state, now)?.session).toBe('a');
      const path = join(sessionDirectory(state, 'a'), 'session.json');
      const record = JSON.parse(readFileSync(path, 'utf8'));
      expect(record.birth).toMatch(/^[0-9a-f-]{36} \d+$/);
      for (const name of [path, join(state, 'current')])
        writeFileSync(name, JSON.stringify({ ...record, birth: record.birth.replace(/\d+$/, '1') }));
      expect(liveSession(state, now)).toBe(null);
    },
  );

  test('a host that said nothing for a day is gone', () => {
    begin('a', minutesAgo(5), null);
    const old = minutesAgo(25 * 60);
    utimesSync(factsPath(sessionDirectory(state, 'a')), old, old);
    expect(liveSession(state, now)).toBe(null);
  });

  test('a session that was taken up again is no longer ended', () => {
    begin('a', minutesAgo(5), null, ended('gate_failed', 'red'), { type: 'resumed', session: 'a' });
    expect([liveSession(state, now)?.session, previousFeedback(state, now)]).toEqual(['a', null]);
  });

  test.each<[string, () => void, string | null]>([
    [
      'the last one was refused',
      () => begin('a', minutesAgo(5), null, ended('gate_failed', 'npm test is red')),
      'npm test is red',
    ],
    [
      'a later one was done',
      () => {
        begin('a', minutesAgo(5), null, ended('gate_failed', 'red'));
        begin('b', minutesAgo(4), null, ended('done', 'fine'));
      },
      null,
    ],
    [
      'a later one has not ended',
      () => {
        begin('a', minutesAgo(5), null, ended('gate_failed', 'red'));
        begin('b', minutesAgo(4), null);
      },
      'red',
    ],
    [
      'a summary of many kilobytes',
      () => begin('a', minutesAgo(5), null, ended('gate_failed', 'ö'.repeat(100_000))),
      'ö'.repeat(100_000),
    ],
  ])('what the next one is told: %s', (_name, make, expected) => {
    make();
    expect(previousFeedback(state, now)).toBe(expected);
  });

  test('foreign files are no sessions', () => {
    mkdirSync(join(state, 'sessions/x'), { recursive: true });
    writeFileSync(
      join(state, 'sessions/x/session.json'),
      '{"session":"../../y","started":"z","directory":"."}',
    );
    writeFileSync(join(state, 'current'), 'nonsense');
    expect([liveSession(state, now), listSessions(state, now)]).toEqual([null, []]);
  });

  test('an id leads nowhere else', () => {
    for (const id of ['..', '.', 'a/b', '', '-x', 'a\0', 'x'.repeat(200)]) {
      expect(() => sessionDirectory(state, id)).toThrow('is no session id');
    }
    expect(sessionDirectory(state, newSessionId(now)).startsWith(join(state, 'sessions/20'))).toBe(true);
  });

  test('old sessions lose their caches and keep their facts', () => {
    begin('old', minutesAgo(5), null);
    begin('new', minutesAgo(5), null);
    const old = minutesAgo(30 * 24 * 60);
    for (const id of ['old', 'new']) {
      for (const name of ['index', 'conversation.jsonl'])
        writeFileSync(join(sessionDirectory(state, id), name), '');
      mkdirSync(join(sessionDirectory(state, id), 'git'));
    }
    utimesSync(factsPath(sessionDirectory(state, 'old')), old, old);
    dropOldCaches(state, now);
    const has = (id: string, file: string) => statExists(join(sessionDirectory(state, id), file));
    expect(
      ['index', 'git', 'facts.jsonl', 'session.json', 'conversation.jsonl'].map((name) => [
        name,
        has('old', name),
        has('new', name),
      ]),
    ).toEqual([
      ['index', false, true],
      ['git', false, true],
      ['facts.jsonl', true, true],
      ['session.json', true, true],
      ['conversation.jsonl', true, true],
    ]);
  });
});

function statExists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
