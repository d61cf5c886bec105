// From the log that the shells wrote to a testimony.
import type { TestifiedCommand, TestifyingShell, Testimony } from '../core/testimony.ts';
import { MOST_LINES } from './environment-file.ts';
import { type Announcement, type Entry, type Opening, readLog } from './log.ts';

/** One shell with all that it wrote: the same process can become another shell, and its number can be given again. */
type Shell = Opening & {
  parent: number | null;
  announced: Announcement[];
  isCut: boolean;
  /** Announcements of all shells before it. */
  after: number;
};

/** Reads the log; `whole` false: only its beginning was read. */
export function readTestimony(log: string, whole: boolean): Testimony {
  const { shells, order } = shellsOf(readLog(log));
  const [own] = shells;
  if (own === undefined) return { kind: 'none', why: 'no bash of version 4.4 or later ran the line' };
  const told = order.map(({ shell, announcement }) => commandOf(shells, shell, announcement));
  const commands = told.flat();
  if (commands.length === 0 && own.kind === 'alone') {
    return {
      kind: 'none',
      why: "the line is a single command, whose status is the line's own, or one that traps would disturb",
    };
  }
  return {
    kind: 'given',
    commands,
    shells: shells.map((shell) => ({
      ...testifying(shell, whole),
      since: told.slice(0, shell.after).flat().length,
    })),
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
      shells.push({ ...entry, parent, announced: [], isCut: false, after: order.length });
      continue;
    }
    const shell = known === undefined ? undefined : shells[known];
    if (known === undefined || shell === undefined) continue;
    if (!('text' in entry)) shell.isCut = true;
    else {
      shell.announced.push(entry);
      order.push({ shell: known, announcement: entry });
    }
  }
  return { shells, order };
}

/** Where a shell's own commands end and those of its EXIT trap begin: at the announcement before the first that is marked. */
function endOf({ announced }: Shell): number | null {
  const marked = announced.findIndex(({ kind }) => kind !== 'begins');
  if (marked < 0) return null;
  // Without an announcement of our first command the DEBUG trap was gone.
  return announced[marked]?.kind === 'begins!' ? marked - 1 : marked;
}

/** Its process went on as another shell; any other whose number is given again has ended. */
function isReplaced(shell: Shell | undefined): boolean {
  return shell?.kind === 'alone' || /\bexec\b/.test(shell?.announced.at(-1)?.text ?? '');
}

/** The same text twice in a row is announced for the commands of ERR, RETURN and signal traps, and when a signal ends the shell. */
function commandOf(shells: readonly Shell[], shell: number, own: Announcement): TestifiedCommand[] {
  const of = shells[shell];
  const announced = of?.announced ?? [];
  const { number, text, directory } = own;
  // Numbers begin with 1 in every shell; where some are missing, the neighbours are not.
  const at = announced[number - 1] === own ? number - 1 : announced.indexOf(own);
  const end = of === undefined ? null : endOf(of);
  if (end !== null && at >= end) return [];
  const [before, next] = [announced[at - 1], announced[at + 1]];
  // At the end of a script bash announces the last command once more.
  const isLast = of?.kind === 'script' && at + 1 === end;
  const isTwice = before?.text === text || (next?.text === text && !isLast);
  const isEnded = at + 1 === end && next?.text === text && !isLast;
  const statuses = isEnded ? null : statusesOf(own, next);
  return [{ shell, text, directory, statuses, isTwice: isTwice && !TURN.test(text) }];
}

function testifying(shell: Shell, whole: boolean): Omit<TestifyingShell, 'since'> {
  const { kind, script, directory, parent, announced, isCut } = shell;
  const [first] = announced;
  const end = endOf(shell);
  const isTold =
    first !== undefined && first.number === 1 && first.kind === 'begins' && first.background === '';
  return {
    script: kind === 'script' ? (script ?? '') : null,
    directory,
    parent,
    first: isTold ? first.ended : null,
    hasEnd: end !== null,
    isWhole: whole && kind !== 'alone' && !isCut && !isBroken(announced),
  };
}

/** Something was not announced: a number is missing, a command was too long to tell, or the DEBUG trap was gone at the end. */
function isBroken(announced: readonly Announcement[]): boolean {
  if (announced.some(({ number }, index) => number !== index + 1)) return true;
  if (announced.some(({ text }) => text === '')) return true;
  return announced.find(({ kind }) => kind !== 'begins')?.kind === 'end!';
}

/**
 * What the next announcement says, unless it may speak of something else: something was started in the background, or the command
 * hands the shell on to others or ends it (`exec`, `eval`, `source`, `exit`, a command that a variable names).
 */
function statusesOf(own: Announcement, next: Announcement | undefined): readonly number[] | null {
  if (next === undefined || next.number !== own.number + 1) return null;
  if (next.kind === 'end!' || next.background !== own.background) return null;
  return HANDS_ON.test(own.text) ? null : next.ended;
}

/** Each turn of a loop is announced. */
const TURN = /^(?:for|select) /;

/** Assignments and `command` or `builtin` may stand before the name. A name with a slash is a program, whatever it expands to. */
const HANDS_ON =
  /^\s*(?:\w+(?:\[[^\]]*\])?\+?=\S*\s+)*(?:(?:builtin|command)\s+(?:-\w+\s+)*)*(?:["'\\]*(?:exec|eval|source|exit|return|\.)["']?|[^\s/=]*[$`][^\s/]*)(?:\s|$)/;
