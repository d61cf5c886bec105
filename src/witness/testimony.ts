// From the log that the shells wrote to a testimony.
import type { TestifiedCommand, Testimony } from '../core/testimony.ts';
import { NAME } from './environment-file.ts';
import { unquoted } from './unquoted.ts';

/** One announcement: a command is about to begin in `shell`, and `ended` is the PIPESTATUS of what ended before. */
type Announcement = {
  shell: string;
  number: number;
  kind: 'begins' | 'end';
  /** `$!`: another value means that something was started in the background since. */
  background: string;
  ended: readonly number[];
  directory: string;
  script: string;
  text: string;
};

type Entry = Announcement | { shell: string; number: number; kind: 'cut' | 'outer' | 'alone' };

/** Reads the log; `whole` false: only its beginning was read. */
export function readTestimony(log: string, whole: boolean): Testimony {
  const entries = entriesOf(log);
  const opening = entries.find((entry) => entry.kind === 'outer' || entry.kind === 'alone');
  if (opening === undefined) return { kind: 'none', why: 'no bash of version 5 or later ran the line' };
  const shells = new Map<string, Entry[]>();
  for (const entry of entries) {
    const own = shells.get(entry.shell);
    if (own === undefined) shells.set(entry.shell, [entry]);
    else own.push(entry);
  }
  const told = new Map<Entry, TestifiedCommand>();
  let cut = !whole;
  for (const [shell, own] of shells) {
    // A single command can have taken the shell's place, and be a script itself.
    const isOuter = shell === opening.shell && opening.kind === 'outer';
    const isCut = tellShell(told, own, isOuter);
    cut ||= isOuter && isCut;
  }
  const commands = entries.flatMap((entry) => told.get(entry) ?? []);
  if (commands.length === 0 && opening.kind === 'alone') {
    return {
      kind: 'none',
      why: "the line is a single command, whose status is the line's own, or one that traps would disturb",
    };
  }
  return { kind: 'given', commands, cut };
}

/** Adds what one shell told; answers whether it told all. Where something is missing in a script, its statuses are unknown. */
function tellShell(told: Map<Entry, TestifiedCommand>, entries: readonly Entry[], outer: boolean): boolean {
  const announced = entries.filter(isAnnouncement);
  const end = announced.findIndex(isEnd);
  const isCut = entries.some(({ kind }) => kind === 'cut') || isBroken(announced, end);
  const own = end < 0 ? announced : announced.slice(0, end);
  own.forEach((announcement, index) => {
    const statuses = statusesOf(announcement, announced[index + 1], announced[index - 1]);
    told.set(announcement, {
      shell: Number(announcement.shell),
      outer,
      script: announcement.script === '' ? null : announcement.script,
      text: announcement.text,
      directory: announcement.directory,
      statuses: isCut && !outer ? null : statuses,
    });
  });
  return isCut;
}

function isAnnouncement(entry: Entry): entry is Announcement {
  return entry.kind === 'begins' || entry.kind === 'end';
}

/** The line's own commands are over: an EXIT trap runs, ours or the person's. */
function isEnd({ kind, text }: Announcement): boolean {
  return kind === 'end' || text.includes(NAME);
}

/** Something was not announced: a number is missing, a command was too long to tell, or the DEBUG trap was gone at the end. */
function isBroken(announced: readonly Announcement[], end: number): boolean {
  if (announced.some(({ number }, index) => number !== index + 1)) return true;
  if (announced.some(({ text }) => text === '')) return true;
  if (end < 0) return false;
  return announced[end]?.kind === 'end' || announced.slice(end).some((entry) => !isEnd(entry));
}

/**
 * What the next announcement says, unless it may speak of something else: something was started in the background, the command
 * hands the shell on to others or ends it (`exec`, `eval`, `source`, `exit`, a command that a variable names), or the same text is announced twice
 * in a row, as bash does for the commands of ERR, RETURN and signal traps, and when a signal ends it.
 */
function statusesOf(
  own: Announcement,
  next: Announcement | undefined,
  before: Announcement | undefined,
): readonly number[] | null {
  if (next === undefined || next.number !== own.number + 1) return null;
  if (next.kind === 'end' || next.background !== own.background) return null;
  if (next.text === own.text || before?.text === own.text) return null;
  return HANDS_ON.test(own.text) ? null : next.ended;
}

/** Assignments and `command` or `builtin` may stand before the name. A name with a slash is a program, whatever it expands to. */
const HANDS_ON =
  /^\s*(?:\w+(?:\[[^\]]*\])?\+?=\S*\s+)*(?:(?:builtin|command)\s+(?:-\w+\s+)*)*(?:["'\\]*(?:exec|eval|source|exit|return|\.)["']?|[^\s/=]*[$`][^\s/]*)(?:\s|$)/;

function entriesOf(log: string): Entry[] {
  const entries: Entry[] = [];
  const pieces = new Map<string, string>();
  for (const line of log.split('\n').slice(0, -1)) {
    const [, shell, number, kind, rest] = /^(\d+)\t(\d+)\t(\w+)(?:\t(.*))?$/.exec(line) ?? [];
    if (shell === undefined || number === undefined) continue;
    if (kind === 'cut' || kind === 'outer' || kind === 'alone')
      entries.push({ shell, number: Number(number), kind });
    if (kind !== 'more' && kind !== 'last') continue;
    const id = `${shell} ${number}`;
    const text = `${pieces.get(id) ?? ''}${rest ?? ''}`;
    pieces.set(id, text);
    const entry = kind === 'last' ? announcementOf(shell, Number(number), text) : null;
    if (entry !== null) entries.push(entry);
  }
  return entries;
}

function announcementOf(shell: string, number: number, record: string): Announcement | null {
  const [kind, background, statuses, directory, script, text] = record.split('\t');
  if ((kind !== 'begins' && kind !== 'end') || text === undefined) return null;
  return {
    shell,
    number,
    kind,
    background: background ?? '',
    ended: (statuses ?? '')
      .split(',')
      .filter((status) => status !== '')
      .map(Number),
    directory: unquoted(directory ?? ''),
    script: unquoted(script ?? ''),
    text: unquoted(text),
  };
}
