// The commands of a line as what they do to the tree, in the order in which the line comes to them.
import type { LineWrite } from '../../../reading-types.ts';
import type { ListedCommand } from '../../commands.ts';
import { gitCall } from '../git.ts';
import { baseName, peel } from '../peel.ts';
import type { Words } from '../written.ts';

/** A command of the line with what it is for the tree. `at`: its place in the order in which the line comes to them. */
export type Act = {
  at: number;
  command: ListedCommand;
  words: Words;
  program: string;
  writes: readonly LineWrite[];
};

/** Longer lines are nobody's test line. Limit: what they move is not seen. */
const MOST_COMMANDS = 4000;

/** Empty for a line that is too long. */
export function actsOf(commands: readonly ListedCommand[], all: readonly LineWrite[]): readonly Act[] {
  if (commands.length > MOST_COMMANDS) return [];
  const writes = new Map<number, LineWrite[]>();
  for (const write of all) {
    const before = writes.get(write.command);
    if (before === undefined) writes.set(write.command, [write]);
    else before.push(write);
  }
  const called = commands.filter(({ uncalled }) => !uncalled);
  return whereCalled(trapsLast(called)).map((command, at): Act => {
    const { words } = peel(command.words);
    return { at, command, words, program: baseName(words[0] ?? ''), writes: writes.get(command.index) ?? [] };
  });
}

/** What stands in `trap '...' EXIT` runs when everything else has run. */
function trapsLast(commands: readonly ListedCommand[]): readonly ListedCommand[] {
  const traps = commands.filter(
    ({ words }) => words[0] === 'trap' && words.slice(2).some((word) => word === 'EXIT' || word === '0'),
  );
  if (traps.length === 0) return commands;
  const isLate = (command: ListedCommand): boolean =>
    traps.some(
      (trap) => trap.index < command.index && trap.start <= command.start && command.end <= trap.end,
    );
  return [...commands.filter((command) => !isLate(command)), ...commands.filter(isLate)];
}

const MOST_CALLS = 4;

/** What a function does is done where it is called. */
function whereCalled(commands: readonly ListedCommand[]): readonly ListedCommand[] {
  const bodies = new Map<string, ListedCommand[]>();
  for (const command of commands) {
    const { inFunction } = command;
    if (inFunction !== null) bodies.set(inFunction, [...(bodies.get(inFunction) ?? []), command]);
  }
  if (bodies.size === 0) return commands;
  const found: ListedCommand[] = [];
  const visit = (command: ListedCommand, depth: number): void => {
    if (found.length > MOST_COMMANDS) return;
    const [name] = command.words;
    const body = depth < MOST_CALLS && typeof name === 'string' ? bodies.get(name) : undefined;
    if (body === undefined || command.redirects.length > 0) found.push(command);
    for (const inner of body ?? []) visit(inner, depth + 1);
  };
  for (const command of commands) if (command.inFunction === null) visit(command, 0);
  return found;
}

/** The commands between two others that may execute something. */
export function between(acts: readonly Act[], from: Act, to: Act | null): readonly number[] {
  return acts
    .slice(from.at + 1, to?.at ?? acts.length)
    .filter((act) => !isIdle(act))
    .map(({ command }) => command.index);
}

const IDLE = new Set(
  'git cd pushd popd echo printf cat ls head tail grep rg wc sed awk cp mv rm mkdir touch true false : test [ export set sleep diff sort uniq tee read pwd which chmod find patch exit return source .'.split(
    ' ',
  ),
);

/** It executes nothing of the project. */
export function isIdle(act: Act): boolean {
  const { program, words } = act;
  if (runsOnRevisions(act)) return false;
  return program === '' ? words.length === 0 : IDLE.has(program);
}

/** The move in words of the line. */
export function textOf(from: Act, to: Act | null): string {
  return to === null ? from.command.text : `${from.command.text} ... ${to.command.text}`;
}

/** The subcommand of git that it is, or null. */
export function gitAct({ program, words }: Act): { command: string; rest: Words } | null {
  return program === 'git' ? gitCall(words) : null;
}

/** `git rebase -x 'pytest' main`, `git bisect run pytest`: on other revisions than the one that stands afterwards. */
export function runsOnRevisions(act: Act): boolean {
  const call = gitAct(act);
  if (call?.command === 'bisect') return call.rest[0] === 'run';
  return call?.command === 'rebase' && call.rest.some((word) => /^(-x|--exec(=.*)?)$/.test(word ?? ''));
}
