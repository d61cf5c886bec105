// Which files a line writes, in the order of its commands.
import type { LineWrite, ProjectFiles } from '../../reading-types.ts';
import { joinPath } from '../commands/directory.ts';
import { roundsOf } from '../commands/loop-values.ts';
import type { ListedCommand } from '../commands.ts';
import { compilerWrites } from './compilers.ts';
import { awkWrites, ONE_BY_ONE, otherEditorWrites, perlWrites, sedWrites } from './editors.ts';
import {
  archiveWrites,
  chmodWrites,
  copyWrites,
  ddWrites,
  downloadWrites,
  outputWrites,
  patchWrites,
  removeWrites,
  teeWrites,
  touchWrites,
  truncateWrites,
} from './files.ts';
import { gitWrites } from './git.ts';
import { inlineWrites } from './inline-code.ts';
import { patchedFiles } from './patches.ts';
import { baseName, peel } from './peel.ts';
import { redirectedTo, redirectsOf } from './redirects.ts';
import { toolWrites } from './tools.ts';
import { followVariables, knownWords } from './variables.ts';
import { placedIn, SOME_FILES, type Words, type Written } from './written.ts';

/**
 * What the line itself changes. Paths are relative to where the line starts, or absolute; null = some file.
 * Programs of the project that write files are not known here: the tree tells.
 */
export function lineWrites(
  commands: readonly ListedCommand[],
  project: ProjectFiles | null,
): readonly LineWrite[] {
  const found: LineWrite[] = [];
  const known = new Set<string>();
  const seen = new Set<object>();
  const variables = followVariables();
  const folders = new Set<string>();
  const assigned = new Set(commands.flatMap(({ assignments }) => assignments.map(({ name }) => name)));
  const add = (written: Written, command: number): void => {
    const key = `${command} ${written.kind} ${written.path} ${written.folder}`;
    if (known.has(key)) return;
    known.add(key);
    found.push({ ...written, command });
  };
  for (const command of commands) {
    if (command.uncalled) continue;
    variables.record(command);
    const redirects = redirectsOf(command).filter((redirect) => !seen.has(redirect));
    for (const redirect of redirects) seen.add(redirect);
    const rounds = roundsOf(command.loops.filter(({ name }) => !assigned.has(name)));
    const written: Written[] = [];
    for (const round of rounds) {
      const constants = round.size === 0 ? variables.constants : new Map([...variables.constants, ...round]);
      for (const redirect of redirects) {
        const to = redirectedTo(redirect, command.shellDirectory, constants);
        if (to !== null) add(to, command.index);
      }
      const words = knownWords(command, constants);
      const isFolder = (name: string): boolean => {
        const path = joinPath(command.directory, name);
        return path !== null && (folders.has(path) || project?.isDirectory(path) === true);
      };
      for (const path of madeFolders(words)) folders.add(joinPath(command.directory, path) ?? '');
      for (const one of commandWrites(command, words, isFolder))
        written.push(placedIn(command.directory, one));
    }
    for (const one of asOfMany(command, written)) add(one, command.index);
  }
  return found;
}

/** What a loop does to one file after the other is what the program would do to all of them at once. */
function asOfMany({ words }: ListedCommand, written: readonly Written[]): readonly Written[] {
  const program = baseName(peel(words).words[0] ?? '');
  const several = new Set(written.flatMap(({ path, kind }) => (kind === 'author' ? [path] : []))).size > 1;
  if (!several || !ONE_BY_ONE.has(program)) return written;
  return written.map((one) => (one.kind === 'author' ? { ...one, kind: 'bulk' } : one));
}

function madeFolders(words: Words): readonly string[] {
  return words[0] === 'mkdir'
    ? words.slice(1).filter((word): word is string => word !== null && !word.startsWith('-'))
    : [];
}

/** True for what is a folder already where the command works. */
type IsFolder = (name: string) => boolean;

/** What one command writes, redirections aside; paths as it names them. */
function commandWrites(command: ListedCommand, given: Words, isFolder: IsFolder): readonly Written[] {
  const { words, many } = peel(given);
  const [name] = words;
  if (typeof name !== 'string') return findWrites(given);
  const program = baseName(name);
  const patched = patchedFiles(program, words, command);
  if (patched !== null) return patched;
  const found = [...programWrites(program, words, isFolder), ...inlineWrites(command, words)];
  if (!many) return found.length > 0 ? found : findWrites(given);
  if (found.length > 0) return SOME_FILES;
  return isEditorWithoutFiles(words) ? [{ path: null, kind: removes(name) ? 'remove' : 'bulk' }] : [];
}

function programWrites(program: string, words: Words, isFolder: IsFolder): readonly Written[] {
  const rest = words.slice(1);
  switch (program) {
    case 'sed':
    case 'gsed':
      return sedWrites(rest);
    case 'perl':
    case 'ruby':
      return perlWrites(rest);
    case 'awk':
    case 'gawk':
      return awkWrites(rest);
    case 'yq':
    case 'sd':
    case 'dos2unix':
    case 'unix2dos':
    case 'ed':
    case 'ex':
    case 'vi':
    case 'vim':
    case 'nvim':
    case 'sponge':
      return otherEditorWrites(program, rest);
    case 'sort':
    case 'iconv':
    case 'pandoc':
      return outputWrites(rest);
    case 'cp':
    case 'gcp':
    case 'mv':
    case 'install':
    case 'ln':
    case 'rsync':
    case 'scp':
      return copyWrites(program, rest, isFolder);
    case 'rm':
    case 'unlink':
    case 'rmdir':
    case 'trash':
      return program === 'rmdir' ? [] : removeWrites(rest);
    case 'tee':
      return teeWrites(rest);
    case 'touch':
      return touchWrites(rest);
    case 'chmod':
      return chmodWrites(rest);
    case 'truncate':
      return truncateWrites(rest);
    case 'dd':
      return ddWrites(rest);
    case 'patch':
      return patchWrites(rest);
    case 'curl':
    case 'wget':
      return downloadWrites(program, rest);
    case 'tar':
    case 'unzip':
    case 'zip':
    case 'gzip':
    case 'gunzip':
      return archiveWrites(program, rest);
    case 'git':
      return gitWrites(words, isFolder);
    default:
      return compilerWrites(program, rest) ?? toolWrites(program, rest);
  }
}

/** `find . -name x -delete`. */
function findWrites(words: Words): readonly Written[] {
  return words[0] === 'find' && words.includes('-delete') ? [{ path: null, kind: 'remove' }] : [];
}

/** `xargs sed -i s/a/b/`, `xargs rm`: the files are named elsewhere. */
function isEditorWithoutFiles(words: Words): boolean {
  const [name] = words;
  return (
    typeof name === 'string' &&
    programWrites(baseName(name), [...words, 'FILE', 'FILE'], () => false).length > 0
  );
}

function removes(name: string): boolean {
  return baseName(name) === 'rm' || baseName(name) === 'unlink';
}
