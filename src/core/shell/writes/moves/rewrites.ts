// Files that a line changes for a test and puts back, or makes for it and throws away.
import { fileKind } from '../../../code-files.ts';
import { isWithin } from '../../../paths.ts';
import type { LineWrite, TreeMove } from '../../../reading-types.ts';
import { isAbsolute, joinPath } from '../../commands/directory.ts';
import { ONE_BY_ONE } from '../editors.ts';
import { copiedPair } from '../files.ts';
import { baseName } from '../peel.ts';
import { type Act, between, gitAct, textOf } from './acts.ts';

/** A file that is written or taken away, and later put back, written again or removed. */
export function rewrites(acts: readonly Act[]): readonly TreeMove[] {
  const found: TreeMove[] = [];
  for (const from of acts) {
    for (const { path, kind } of from.writes) {
      if (path === null || !(isAimed(from, kind) || from.program === 'git')) continue;
      const move = moveOf(acts, { from, path, isRemoved: kind === 'remove' });
      if (move !== null && !found.some((other) => isSameMove(other, move))) found.push(move);
    }
  }
  return found;
}

/** Not what a tool does to whatever it finds. */
const isAimed = ({ program }: Act, kind: LineWrite['kind']) => kind !== 'bulk' || ONE_BY_ONE.has(program);

function isSameMove(one: TreeMove, other: TreeMove): boolean {
  return one.kind === other.kind && one.commands.join() === other.commands.join();
}

type Beginning = { from: Act; path: string; isRemoved: boolean };

function moveOf(acts: readonly Act[], { from, path, isRemoved }: Beginning): TreeMove | null {
  const to = acts.findLast((act) => act.at > from.at && (covers(act, path) || takesAllBack(act)));
  if (to === undefined) return null;
  const inside = between(acts, from, to);
  const text = textOf(from, to);
  if (to.writes.find((write) => write.path !== null && isWithin(path, write.path))?.kind === 'remove') {
    const isThrownAway = !isRemoved && to.program !== 'mv' && isProbe(acts, path, inside);
    return isThrownAway ? { kind: 'probe', text, commands: inside } : null;
  }
  return isRestored(acts, { from, to, path }) ? { kind: 'restored-copy', text, commands: inside } : null;
}

/** It writes the file, or the folder in which it lies. */
function covers({ writes }: Act, path: string): boolean {
  return writes.some((write) => write.path !== null && isWithin(path, write.path));
}

/** `git checkout .`, `git restore .`, `git reset --hard`, `git stash`. */
function takesAllBack(act: Act): boolean {
  const call = gitAct(act);
  if (call === null || !act.writes.some(({ path }) => path === null)) return false;
  const { command, rest } = call;
  return command === 'stash' ? rest[0] !== 'pop' && rest[0] !== 'apply' : TAKES_BACK.has(command);
}

const TAKES_BACK = new Set(['checkout', 'restore', 'reset', 'stash']);

/** Files that hold output, not code: a check that writes one and a line that removes it move no tree. */
function isOutput(path: string): boolean {
  return /\.(log|txt|out|err|md|json|xml|html|csv|tsv|lcov|sarif)$/i.test(path);
}

function isCode(path: string): boolean {
  return /[^/]\.[A-Za-z]\w*$/.test(path) && !isOutput(path);
}

/** Where nobody's project lies: what a program is tried in there is no file of the tree. */
const TEMPORARY = /^(\/private)?\/(tmp|var\/(tmp|folders))\//;

/** Something between the writing and the removing ran it, or it lay in the tree as code while something ran. */
function isProbe(acts: readonly Act[], path: string, inside: readonly number[]): boolean {
  const runners = acts.filter(({ command }) => inside.includes(command.index));
  const isNamed = runners.some(({ command, words }) =>
    words.some((word) => word !== null && joinPath(command.directory, word.replace(/:.*$/, '')) === path),
  );
  const isInside =
    (!isAbsolute(path) && !path.startsWith('../')) ||
    (!TEMPORARY.test(path) &&
      runners.some(({ command: { directory } }) => directory !== null && isWithin(path, directory)));
  return isNamed ? !isOutput(path) : isInside && isCode(path) && inside.length > 0;
}

/** Code or configuration: with another one a check checks something else. */
function matters(path: string, from: Act): boolean {
  const kind = fileKind(path);
  return (
    kind === 'config' || (kind !== 'other' && (from.program === 'mv' || /[^/]\.[A-Za-z]\w*$/.test(path)))
  );
}

/** Put back from git or from a copy that the line made of it, or edited a second time. */
function isRestored(acts: readonly Act[], { from, to, path }: { from: Act; to: Act; path: string }): boolean {
  if (!matters(path, from)) return false;
  const call = gitAct(to);
  if (call !== null) return TAKES_BACK.has(call.command);
  const copy = copyOf(to);
  if (copy !== null) return acts.some((act) => act.at < to.at && keeps(act, path, copy.from));
  const edits = (act: Act) =>
    act.writes.some(({ path: written, kind }) => written === path && kind !== 'remove' && isAimed(act, kind));
  return isCode(path) && edits(from) && edits(to);
}

/** It makes the copy `at` of the file, or of the folder in which it lies. */
function keeps(act: Act, path: string, at: string | null): boolean {
  const copy = copyOf(act);
  if (copy === null) {
    const suffix = suffixOf(act);
    return suffix !== null && at === `${path}${suffix}` && act.writes.some((write) => write.path === path);
  }
  if (copy.from === null || copy.to === null || !isWithin(path, copy.from)) return false;
  return at === copy.to || at === joinPath(copy.to, baseName(copy.from));
}

/** `.bak` of `sed -i.bak` and `perl -pi.bak`. */
function suffixOf({ program, words }: Act): string | null {
  if (!/^(g?sed|perl|ruby)$/.test(program)) return null;
  const found = words.map((word) => /^(?:-[A-Za-z0-9]*i|--in-place=)([.~][\w.~]*)$/.exec(word ?? '')?.[1]);
  return found.find((suffix) => suffix !== undefined) ?? null;
}

function copyOf({ program, command, words }: Act): { from: string | null; to: string | null } | null {
  if (program !== 'cp' && program !== 'mv') return null;
  const pair = copiedPair(words);
  if (pair === null) return null;
  return { from: joinPath(command.directory, pair[0]), to: joinPath(command.directory, pair[1]) };
}
