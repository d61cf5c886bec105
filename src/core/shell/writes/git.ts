// What git does to the working tree. The index and the objects are not files of the project.
import { baseName } from './peel.ts';
import { each, hasOption, SOME_FILES, splitArguments, type Words, type Written } from './written.ts';

const GLOBAL_VALUED = new Set(['-C', '-c', '--git-dir', '--work-tree', '--namespace', '--exec-path']);
const NONE: readonly Written[] = [];

/** The subcommand of a git call, and its arguments; null where it is not known. */
export function gitCall(words: Words): { command: string; rest: Words } | null {
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] ?? null;
    if (word === null) return null;
    if (GLOBAL_VALUED.has(word)) at += 1;
    else if (!word.startsWith('-')) return { command: word, rest: words.slice(at + 1) };
  }
  return null;
}

/** `words` begin with `git`. */
export function gitWrites(words: Words, isFolder: (name: string) => boolean): readonly Written[] {
  const call = gitCall(words);
  if (call === null) return NONE;
  const { command, rest } = call;
  const { options, operands } = splitArguments(rest, VALUED);
  switch (command) {
    case 'apply':
      if (hasOption(options, '--check', '--stat', '--numstat', '--summary', '--cached')) return NONE;
      return SOME_FILES;
    case 'checkout':
      return checkoutWrites(rest);
    case 'switch':
      return hasOption(options, '-c', '-C', '--create', '--orphan') && operands.length < 1
        ? NONE
        : SOME_FILES;
    case 'restore':
      if (hasOption(options, '--staged', '-S') && !hasOption(options, '--worktree', '-W')) return NONE;
      return restored(operands);
    case 'stash':
      return stashWrites(operands, rest);
    case 'reset':
      return hasOption(options, '--hard', '--merge', '--keep') ? SOME_FILES : NONE;
    case 'rm':
      return hasOption(options, '--cached', '-n', '--dry-run') ? NONE : each(operands, 'remove');
    case 'mv':
      return moveWrites(options, operands, isFolder);
    case 'clean':
      return hasOption(options, '-n', '--dry-run') || !hasOption(options, '-f', '--force')
        ? NONE
        : [{ path: null, kind: 'remove' }];
    case 'pull':
    case 'am':
    case 'bisect':
      return SOME_FILES;
    case 'merge':
    case 'rebase':
    case 'cherry-pick':
    case 'revert':
      return hasOption(options, '--quit', '--show-current-patch') ? NONE : SOME_FILES;
    case 'clone':
      return [{ path: operands[1] ?? clonedName(operands[0]), kind: 'bulk' }];
    case 'worktree':
      if (operands[0] === 'add') return [{ path: operands[1] ?? null, kind: 'bulk' }];
      return operands[0] === 'remove' ? each(operands.slice(1, 2), 'remove') : NONE;
    case 'submodule':
      return operands[0] === 'status' || operands[0] === 'summary' ? NONE : SOME_FILES;
    default:
      return NONE;
  }
}

const VALUED = new Set(
  '-b -B -c -C --create --orphan -s --source -m --message --branch --depth -j --onto'.split(' '),
);

function clonedName(address: string | null | undefined): string | null {
  return typeof address === 'string' ? baseName(address.replace(/\/+$/, '').replace(/\.git$/, '')) : null;
}

/** A folder (`.`, `src/`) is some files. */
function restored(paths: Words): readonly Written[] {
  return paths.map((path) => ({ path: isOneFile(path) ? path : null, kind: 'bulk' }));
}

function isOneFile(path: string | null): boolean {
  return path !== null && !/[*?[]|^:|\/$|(^|\/)\.\.?$/.test(path);
}

function checkoutWrites(rest: Words): readonly Written[] {
  const dashes = rest.indexOf('--');
  if (dashes >= 0) return restored(rest.slice(dashes + 1));
  const { options, operands } = splitArguments(rest, VALUED);
  if (hasOption(options, '-b', '-B', '--orphan')) return operands.length > 0 ? SOME_FILES : NONE;
  if (operands.length === 0) return NONE;
  const paths = operands.filter(looksLikePath);
  return paths.length > 0 ? restored(paths) : SOME_FILES;
}

// Limit: without `--` a branch that is called like a file (`fix/a.py`) is read as a file.
function looksLikePath(word: string | null): boolean {
  return word !== null && (/^\.{1,2}(\/|$)/.test(word) || /\.[A-Za-z]\w*$/.test(word));
}

function stashWrites(operands: Words, rest: Words): readonly Written[] {
  const [action] = operands;
  if (action === 'list' || action === 'show' || action === 'drop' || action === 'clear') return NONE;
  if (action === 'create' || action === 'store') return NONE;
  const dashes = rest.indexOf('--');
  const paths = dashes >= 0 ? rest.slice(dashes + 1) : action === 'push' ? operands.slice(1) : [];
  return paths.length > 0 ? restored(paths) : SOME_FILES;
}

function moveWrites(
  options: ReadonlyMap<string, string | null>,
  operands: Words,
  isKnownFolder: (name: string) => boolean,
): readonly Written[] {
  if (hasOption(options, '-n', '--dry-run')) return NONE;
  const target = operands.at(-1) ?? null;
  const sources = operands.slice(0, -1);
  const isFolder =
    sources.length > 1 || (target !== null && (/\/$|(^|\/)\.\.?$/.test(target) || isKnownFolder(target)));
  const made = sources.map((source): Written => {
    if (target === null || source === null) return { path: null, kind: 'author' };
    return { path: isFolder ? `${target.replace(/\/+$/, '')}/${baseName(source)}` : target, kind: 'author' };
  });
  return [...each(sources, 'remove'), ...made];
}
