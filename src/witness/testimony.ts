// From the log that the shells wrote to a testimony.
import type { TestifiedCommand, TestifyingShell, Testimony } from '../core/testimony.ts';
import { MOST_LINES, NAME } from './environment-file.ts';
import { type Announcement, type Entry, type Opening, readLog } from './log.ts';

/** One shell with all that it wrote: the same process can become another shell, and its number can be given again. */
type Shell = Opening & {
  parent: number | null;
  announced: Announcement[];
  isCut: boolean;
  /** Commands that had begun before it. */
  since: number;
};

/** Reads the log; `whole` false: only its beginning was read. */
export function readTestimony(log: string, whole: boolean): Testimony {
  const { shells, order } = shellsOf(readLog(log));
  const [own] = shells;
  if (own === undefined) return { kind: 'none', why: 'no bash of version 5 or later ran the line' };
  const commands = order.flatMap(({ shell, announcement }) => commandOf(shells, shell, announcement));
  if (commands.length === 0 && own.kind === 'alone') {
    return {
      kind: 'none',
      why: "the line is a single command, whose status is the line's own, or one that traps would disturb",
    };
  }
  return {
    kind: 'given',
    commands,
    shells: shells.map((shell) => testifying(shell, whole)),
    missesScripts: !whole || log.split('\n').length > MOST_LINES,
  };
}

type Begun = { shell: number; announcement: Announcement };

/** The shells in the order in which they began, the line's own first, and the order of all that they announced. */
function shellsOf(entries: readonly Entry[]): { shells: readonly Shell[]; order: readonly Begun[] } {
  const shells: Shell[] = [];
  const order: Begun[] = [];
  const now = new Map<string, number>();
  for (const entry of entries) {
    const known = now.get(entry.pid);
    if ('above' in entry) {
      if ((shells.length === 0) === (entry.kind === 'script')) continue;
      const above = entry.above.map((pid) => now.get(pid)).find((one) => one !== undefined);
      const parent = known !== undefined && isReplaced(shells[known]) ? known : (above ?? null);
      now.set(entry.pid, shells.length);
      shells.push({ ...entry, parent, announced: [], isCut: false, since: order.length });
      continue;
    }
    const shell = known === undefined ? undefined : shells[known];
    if (known === undefined || shell === undefined) continue;
    if (!('text' in entry)) shell.isCut = true;
    else {
      if (!shell.announced.some(isEnd) && !isEnd(entry)) order.push({ shell: known, announcement: entry });
      shell.announced.push(entry);
    }
  }
  return { shells, order };
}

/** Its process went on as another shell; any other whose number is given again has ended. */
function isReplaced(shell: Shell | undefined): boolean {
  return shell?.kind === 'alone' || /\bexec\b/.test(shell?.announced.at(-1)?.text ?? '');
}

function commandOf(shells: readonly Shell[], shell: number, own: Announcement): TestifiedCommand[] {
  const announced = shells[shell]?.announced ?? [];
  const { number, text, directory } = own;
  // Numbers begin with 1 in every shell; where some are missing, the neighbours are not.
  const at = announced[number - 1] === own ? number - 1 : announced.indexOf(own);
  return [{ shell, text, directory, statuses: statusesOf(own, announced[at + 1], announced[at - 1]) }];
}

function testifying(shell: Shell, whole: boolean): TestifyingShell {
  const { kind, script, directory, parent, since, announced, isCut } = shell;
  const [first] = announced;
  const end = announced.findIndex(isEnd);
  const isTold =
    first !== undefined && first.number === 1 && first.kind === 'begins' && first.background === '';
  return {
    script: kind === 'script' ? (script ?? '') : null,
    directory,
    parent,
    since,
    first: isTold ? first.ended : null,
    hasEnd: end >= 0,
    isWhole: whole && kind !== 'alone' && !isCut && !isBroken(announced, end),
  };
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
  if ((next.text === own.text || before?.text === own.text) && !TURN.test(own.text)) return null;
  return HANDS_ON.test(own.text) ? null : next.ended;
}

/** Each turn of a loop is announced. */
const TURN = /^(?:for|select) /;

/** Assignments and `command` or `builtin` may stand before the name. A name with a slash is a program, whatever it expands to. */
const HANDS_ON =
  /^\s*(?:\w+(?:\[[^\]]*\])?\+?=\S*\s+)*(?:(?:builtin|command)\s+(?:-\w+\s+)*)*(?:["'\\]*(?:exec|eval|source|exit|return|\.)["']?|[^\s/=]*[$`][^\s/]*)(?:\s|$)/;
