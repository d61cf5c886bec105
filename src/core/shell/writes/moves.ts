// Lines that test another tree than the one that stands afterwards.
import type { LineWrite, TreeMove } from '../../reading-types.ts';
import { joinPath } from '../commands/directory.ts';
import type { ListedCommand } from '../commands.ts';
import { type Act, actsOf, between, gitAct, isIdle, runsOnRevisions, textOf } from './moves/acts.ts';
import { rewrites } from './moves/rewrites.ts';
import { hasOption, splitArguments } from './written.ts';

/**
 * The moves of a line: each with the commands that ran while the tree was another one. Without such a command that
 * could execute something there is no move: `git stash; git pull; git stash pop && npm test` tests what stands.
 */
export function treeMoves(
  commands: readonly ListedCommand[],
  all: readonly LineWrite[],
): readonly TreeMove[] {
  const acts = actsOf(commands, all);
  if (acts.every(isIdle)) return [];
  const found = [...stashes(acts), ...checkouts(acts), ...reversedPatches(acts), ...rewrites(acts)];
  return found.filter(({ commands: inside }) => inside.length > 0);
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
  return [...found, ...acts.filter(runsOnRevisions).map(whileItRuns)];
}

function whileItRuns({ command }: Act): TreeMove {
  return { kind: 'checkout', text: command.text, commands: [command.index] };
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

/** `git apply -R p; test; git apply p`, and the other way round. */
function reversedPatches(acts: readonly Act[]): readonly TreeMove[] {
  const found: TreeMove[] = [];
  for (const from of acts) {
    if (!isPatching(from)) continue;
    const to = acts
      .slice(from.at + 1)
      .find(
        (act) => isPatching(act) && isReversed(act) !== isReversed(from) && patchOf(act) === patchOf(from),
      );
    if (to !== undefined)
      found.push({ kind: 'restored-copy', text: textOf(from, to), commands: between(acts, from, to) });
  }
  return found;
}

function isPatching(act: Act): boolean {
  return act.program === 'patch' || gitAct(act)?.command === 'apply';
}

/** What it applies, without its direction. */
function patchOf({ words, command }: Act): string {
  const own = words.filter((word) => word === null || !word.startsWith('-'));
  return [...own, ...command.redirects.map(targetOf)].join(' ');
}

function isReversed(act: Act): boolean {
  return act.words.some((word) => word === '-R' || word === '--reverse');
}
