import { unquoted } from './unquoted.ts';

/** One announcement: a command is about to begin in a shell, and `ended` is the PIPESTATUS of what ended before. */
export type Announcement = {
  pid: string;
  number: number;
  /** `begins!` and `end!` are commands of ours in the EXIT trap. */
  kind: 'begins' | 'begins!' | 'end!';
  /** `$!`: another value means that something was started in the background since. */
  background: string;
  ended: readonly number[];
  directory: string;
  text: string;
};

/** A shell says that it begins. `alone`: the line is a single command, and nothing of the line's own shell is told. */
export type Opening = {
  pid: string;
  kind: 'outer' | 'alone' | 'script';
  /** The processes above it, the nearest first. */
  above: readonly string[];
  directory: string | null;
  script: string | null;
};

export type Entry = Announcement | Opening | { pid: string; kind: 'cut' };

/** What the shells wrote, in order; what is torn or no record of ours is left out. */
export function readLog(log: string): readonly Entry[] {
  const entries: Entry[] = [];
  const pieces = new Map<string, string>();
  for (const line of log.split('\n').slice(0, -1)) {
    const [, pid, number, kind, rest = ''] = /^(\d+)\t(\d+)\t(\w+)(?:\t(.*))?$/.exec(line) ?? [];
    if (pid === undefined || number === undefined) continue;
    if (kind === 'cut') entries.push({ pid, kind });
    if (kind === 'outer' || kind === 'alone' || kind === 'script') {
      entries.push(openingOf(pid, kind, rest));
      // The number of a process that has ended may be given again.
      for (const id of pieces.keys()) if (id.startsWith(`${pid} `)) pieces.delete(id);
    }
    if (kind !== 'more' && kind !== 'last') continue;
    const id = `${pid} ${number}`;
    const text = `${pieces.get(id) ?? ''}${rest}`;
    pieces.set(id, text);
    const entry = kind === 'last' ? announcementOf(pid, Number(number), text) : null;
    if (kind === 'last') pieces.delete(id);
    if (entry !== null) entries.push(entry);
  }
  return entries;
}

function openingOf(pid: string, kind: Opening['kind'], rest: string): Opening {
  const [above = '', directory = '', script = ''] = rest.split('\t');
  return {
    pid,
    kind,
    above: above.split(',').filter((one) => one !== ''),
    directory: directory === '' ? null : unquoted(directory),
    script: script === '' ? null : unquoted(script),
  };
}

function announcementOf(pid: string, number: number, record: string): Announcement | null {
  const [kind, background, statuses, directory, text] = record.split('\t');
  if ((kind !== 'begins' && kind !== 'begins!' && kind !== 'end!') || text === undefined) return null;
  return {
    pid,
    number,
    kind,
    background: background ?? '',
    ended: (statuses ?? '')
      .split(',')
      .filter((status) => status !== '')
      .map(Number),
    directory: unquoted(directory ?? ''),
    text: unquoted(text),
  };
}
