// Lines that test another tree than the one that stands afterwards.
import { fileKind } from '../../code-files.ts';
import { isWithin } from '../../paths.ts';
import type { LineWrite, TreeMove } from '../../reading-types.ts';
import { isAbsolute, joinPath } from '../commands/directory.ts';
import type { ListedCommand } from '../commands.ts';
import { copiedPair } from './files.ts';
import { gitCall } from './git.ts';
import { baseName, peel } from './peel.ts';
import { hasOption, splitArguments, type Words } from './written.ts';

/** A command of the line with what it is for the tree. `at`: its place in the order in which the line comes to them. */
type Act = {
  at: number;
  command: ListedCommand;
  words: Words;
  program: string;
  writes: readonly LineWrite[];
};

/** Longer lines are nobody's test line. Limit: what they move is not seen. */
const MOST_COMMANDS = 4000;

/**
 * The moves of a line: each with the commands that ran while the tree was another one. Without such a command that
 * could execute something there is no move: `git stash; git pull; git stash pop && npm test` tests what stands.
 */
export function treeMoves(
  commands: readonly ListedCommand[],
  all: readonly LineWrite[],
): readonly TreeMove[] {
  if (commands.length > MOST_COMMANDS) return [];
  const writes = new Map<number, LineWrite[]>();
  for (const write of all) {
    const before = writes.get(write.command);
    if (before === undefined) writes.set(write.command, [write]);
    else before.push(write);
  }
  const acts = trapsLast(commands.filter(({ uncalled }) => !uncalled)).map((command, at): Act => {
    const { words } = peel(command.words);
    return { at, command, words, program: baseName(words[0] ?? ''), writes: writes.get(command.index) ?? [] };
  });
  if (acts.every(isIdle)) return [];
  const found = [...stashes(acts), ...checkouts(acts), ...reversedPatches(acts), ...rewrites(acts)];
  return found.filter(({ commands: inside }) => inside.length > 0);
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

/** The commands between two others that may execute something. */
function between(acts: readonly Act[], from: Act, to: Act | null): readonly number[] {
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

function isIdle({ program, words }: Act): boolean {
  return program === '' ? words.length === 0 : IDLE.has(program);
}

function textOf(from: Act, to: Act | null): string {
  return to === null ? from.command.text : `${from.command.text} ... ${to.command.text}`;
}

function gitAct({ program, words }: Act): { command: string; rest: Words } | null {
  return program === 'git' ? gitCall(words) : null;
}

/** `git stash; test; git stash pop`, and the same by hand: `git diff > p; git checkout .; test; git apply p`. */
function stashes(acts: readonly Act[]): readonly TreeMove[] {
  const found: TreeMove[] = [];
  for (const from of acts) {
    const call = gitAct(from);
    if (call === null) continue;
    const [action] = call.rest;
    const stashed =
      call.command === 'stash' &&
      (action === undefined ||
        action === null ||
        action === 'push' ||
        action === 'save' ||
        action.startsWith('-'));
    const kept = call.command === 'diff' ? from.writes.find(({ path }) => path !== null)?.path : undefined;
    if (!stashed && kept === undefined) continue;
    const to = acts
      .slice(from.at + 1)
      .find((act) => (stashed ? isUnstash(act) : isPatchFrom(act, kept ?? '')));
    if (to === undefined) continue;
    found.push({ kind: 'stash', text: textOf(from, to), commands: between(acts, from, to) });
  }
  return found;
}

function isUnstash(act: Act): boolean {
  const call = gitAct(act);
  return call?.command === 'stash' && (call.rest[0] === 'pop' || call.rest[0] === 'apply');
}

function isPatchFrom(act: Act, path: string): boolean {
  const isPatch = act.program === 'patch' || gitAct(act)?.command === 'apply';
  const names = act.words.map((word) => (word === null ? null : joinPath(act.command.directory, word)));
  return isPatch && (names.includes(path) || act.command.redirects.some((one) => targetOf(one) === path));
}

function targetOf(redirect: ListedCommand['redirects'][number]): string | null {
  return redirect.type === 'Redirect' ? (redirect.target?.value ?? null) : null;
}

/** `git checkout REV`, `git checkout REV -- .`, `git switch REV`, `git restore -s REV .`, `git reset --hard REV`. */
function checkouts(acts: readonly Act[]): readonly TreeMove[] {
  const found: TreeMove[] = [];
  let until = -1;
  for (const from of acts) {
    if (from.at <= until) continue;
    const isOther = isOtherRevision(from);
    const to =
      acts.find((act) => act.at > from.at && (isOther ? movesBack(act) : givesUp(act, from))) ?? null;
    if (!isOther && to === null) continue;
    if (to !== null) until = to.at;
    found.push({ kind: 'checkout', text: textOf(from, to), commands: between(acts, from, to) });
  }
  return found;
}

const TRIED = new Set(['merge', 'rebase', 'cherry-pick', 'revert', 'am', 'pull']);

/** `git merge x; test; git merge --abort`, or `git reset --hard` behind it. */
function givesUp(act: Act, from: Act): boolean {
  const [call, tried] = [gitAct(act), gitAct(from)];
  if (call === null || tried === null || !TRIED.has(tried.command)) return false;
  if (call.command === 'reset') return call.rest.some((word) => word === '--hard' || word === '--merge');
  const own = tried.command === 'pull' ? ['merge', 'rebase'] : [tried.command];
  return own.includes(call.command) && call.rest.includes('--abort');
}

const CHECKOUT_VALUED = new Set(['-b', '-B', '--orphan', '-s', '--source', '-c', '-C', '--create']);

function isOtherRevision(act: Act): boolean {
  const call = gitAct(act);
  if (call === null) return false;
  const { options, operands } = splitArguments(call.rest, CHECKOUT_VALUED);
  switch (call.command) {
    case 'checkout': {
      if (hasOption(options, '-b', '-B', '--orphan')) return false;
      const dashes = call.rest.indexOf('--');
      const revisions = (dashes < 0 ? operands : call.rest.slice(0, dashes)).filter(isRevision);
      return revisions.length > 0;
    }
    case 'switch':
      return !hasOption(options, '-c', '-C', '--create', '--orphan') && operands.length > 0;
    case 'restore': {
      const source = options.get('-s') ?? options.get('--source');
      return source !== undefined && source !== 'HEAD';
    }
    case 'reset':
      return hasOption(options, '--hard', '--merge', '--keep') && operands.some(isRevision);
    default:
      return false;
  }
}

/** HEAD is what the tree came from; a word that looks like a path restores a file. */
function isRevision(word: string | null): boolean {
  if (word === null) return true;
  if (word === 'HEAD' || word === '@' || word.startsWith('-')) return false;
  return !/^\.{1,2}(\/|$)|\.[A-Za-z]\w*$|\/$/.test(word);
}

function movesBack(act: Act): boolean {
  const call = gitAct(act);
  if (call === null) return false;
  if (call.command === 'checkout' || call.command === 'switch') return true;
  if (call.command === 'reset' && call.rest.some((word) => word === '--hard')) return true;
  return call.command === 'restore' || isUnstash(act);
}

/** `git apply -R p; test; git apply p`. */
function reversedPatches(acts: readonly Act[]): readonly TreeMove[] {
  const found: TreeMove[] = [];
  for (const from of acts) {
    if (!isPatching(from) || !isReversed(from)) continue;
    const to = acts.slice(from.at + 1).find((act) => isPatching(act) && !isReversed(act));
    if (to !== undefined)
      found.push({ kind: 'restored-copy', text: textOf(from, to), commands: between(acts, from, to) });
  }
  return found;
}

function isPatching(act: Act): boolean {
  return act.program === 'patch' || gitAct(act)?.command === 'apply';
}

function isReversed(act: Act): boolean {
  return act.words.some((word) => word === '-R' || word === '--reverse');
}

/** A file that is written or taken away, and later put back, written again or removed. */
function rewrites(acts: readonly Act[]): readonly TreeMove[] {
  const found: TreeMove[] = [];
  for (const from of acts) {
    for (const { path, kind } of from.writes) {
      if (path === null || (kind === 'bulk' && from.program !== 'git')) continue;
      const move = moveOf(acts, { from, path, isRemoved: kind === 'remove' });
      if (move !== null && !found.some((other) => isSameMove(other, move))) found.push(move);
    }
  }
  return found;
}

function isSameMove(one: TreeMove, other: TreeMove): boolean {
  return one.kind === other.kind && one.commands.join() === other.commands.join();
}

type Beginning = { from: Act; path: string; isRemoved: boolean };

function moveOf(acts: readonly Act[], { from, path, isRemoved }: Beginning): TreeMove | null {
  const to = acts.findLast((act) => act.at > from.at && act.writes.some((write) => write.path === path));
  if (to === undefined) return null;
  const inside = between(acts, from, to);
  const text = textOf(from, to);
  if (to.writes.find((write) => write.path === path)?.kind === 'remove') {
    const isThrownAway = !isRemoved && to.program !== 'mv' && isProbe(acts, path, inside);
    return isThrownAway ? { kind: 'probe', text, commands: inside } : null;
  }
  return isRestored(acts, { from, to, path }) ? { kind: 'restored-copy', text, commands: inside } : null;
}

/** Files that hold output, not code: a check that writes one and a line that removes it move no tree. */
function isOutput(path: string): boolean {
  return /\.(log|txt|out|err|md|json|xml|html|csv|tsv|lcov|sarif)$/i.test(path);
}

function isCode(path: string): boolean {
  return /[^/]\.[A-Za-z]\w*$/.test(path) && !isOutput(path);
}

/** Something between the writing and the removing ran it, or it lay in the tree as code while something ran. */
function isProbe(acts: readonly Act[], path: string, inside: readonly number[]): boolean {
  const runners = acts.filter(({ command }) => inside.includes(command.index));
  const isNamed = runners.some(({ command, words }) =>
    words.some((word) => word !== null && joinPath(command.directory, word.replace(/:.*$/, '')) === path),
  );
  const isInside =
    (!isAbsolute(path) && !path.startsWith('../')) ||
    runners.some(({ command: { directory } }) => directory !== null && isWithin(path, directory));
  return isNamed ? !isOutput(path) : isInside && isCode(path) && inside.length > 0;
}

/** Code or configuration: with another one a check checks something else. */
function matters(path: string): boolean {
  const kind = fileKind(path);
  return kind === 'config' || (kind !== 'other' && /[^/]\.[A-Za-z]\w*$/.test(path));
}

/** Put back from git or from a copy that the line made of it, or edited a second time. */
function isRestored(acts: readonly Act[], { from, to, path }: { from: Act; to: Act; path: string }): boolean {
  if (!matters(path)) return false;
  const call = gitAct(to);
  if (call !== null) return ['checkout', 'restore', 'stash', 'reset'].includes(call.command);
  const copy = copyOf(to);
  if (copy !== null) {
    return acts.some((act) => {
      const earlier = act.at < to.at ? copyOf(act) : null;
      return earlier !== null && earlier.from === path && earlier.to === copy.from;
    });
  }
  const edits = (act: Act) => act.writes.some((write) => write.path === path && write.kind === 'author');
  return isCode(path) && edits(from) && edits(to);
}

function copyOf({ program, command, words }: Act): { from: string | null; to: string | null } | null {
  if (program !== 'cp' && program !== 'mv') return null;
  const pair = copiedPair(words);
  if (pair === null) return null;
  return { from: joinPath(command.directory, pair[0]), to: joinPath(command.directory, pair[1]) };
}
