// Which files a line writes, in the order of its commands.
import type { LineWrite } from '../../reading-types.ts';
import { joinPath } from '../commands/directory.ts';
import type { ListedCommand } from '../commands.ts';
import { awkWrites, otherEditorWrites, perlWrites, sedWrites } from './editors.ts';
import {
  archiveWrites,
  chmodWrites,
  copyWrites,
  ddWrites,
  downloadWrites,
  patchWrites,
  removeWrites,
  teeWrites,
  touchWrites,
  truncateWrites,
} from './files.ts';
import { gitWrites } from './git.ts';
import { inlineWrites } from './inline-code.ts';
import { baseName, peel } from './peel.ts';
import { redirectedTo, redirectsOf } from './redirects.ts';
import { toolWrites } from './tools.ts';
import { followVariables, knownWords } from './variables.ts';
import { SOME_FILES, type Words, type Written } from './written.ts';

/**
 * What the line itself changes. Paths are relative to where the line starts, or absolute; null = some file.
 * Programs of the project that write files are not known here: the tree tells.
 */
export function lineWrites(commands: readonly ListedCommand[]): readonly LineWrite[] {
  const found: LineWrite[] = [];
  const known = new Set<string>();
  const seen = new Set<object>();
  const variables = followVariables();
  const add = (written: Written, command: number): void => {
    const key = `${command} ${written.kind} ${written.path}`;
    if (known.has(key)) return;
    known.add(key);
    found.push({ ...written, command });
  };
  for (const command of commands) {
    if (command.uncalled) continue;
    variables.record(command);
    for (const redirect of redirectsOf(command)) {
      if (seen.has(redirect)) continue;
      seen.add(redirect);
      const written = redirectedTo(redirect, command.shellDirectory, variables.constants);
      if (written !== null) add(written, command.index);
    }
    for (const written of commandWrites(command, knownWords(command, variables))) {
      const path = written.path === null ? null : joinPath(command.directory, written.path);
      add({ ...written, path }, command.index);
    }
  }
  return found;
}

/** What one command writes, redirections aside; paths as it names them. */
function commandWrites(command: ListedCommand, given: Words): readonly Written[] {
  const { words, many } = peel(given);
  const [name] = words;
  if (typeof name !== 'string') return findWrites(given);
  const found = [...programWrites(baseName(name), words), ...inlineWrites(command, words)];
  if (!many) return found.length > 0 ? found : findWrites(given);
  if (found.length > 0) return SOME_FILES;
  return isEditorWithoutFiles(words) ? [{ path: null, kind: removes(name) ? 'remove' : 'bulk' }] : [];
}

function programWrites(program: string, words: Words): readonly Written[] {
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
    case 'sponge':
      return otherEditorWrites(program, rest);
    case 'cp':
    case 'gcp':
    case 'mv':
    case 'install':
    case 'ln':
    case 'rsync':
    case 'scp':
      return copyWrites(program, rest);
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
      return gitWrites(words);
    default:
      return toolWrites(program, rest);
  }
}

/** `find . -name x -delete`. */
function findWrites(words: Words): readonly Written[] {
  return words[0] === 'find' && words.includes('-delete') ? [{ path: null, kind: 'remove' }] : [];
}

/** `xargs sed -i s/a/b/`, `xargs rm`: the files are named elsewhere. */
function isEditorWithoutFiles(words: Words): boolean {
  const [name] = words;
  return typeof name === 'string' && programWrites(baseName(name), [...words, 'FILE', 'FILE']).length > 0;
}

function removes(name: string): boolean {
  return baseName(name) === 'rm' || baseName(name) === 'unlink';
}
