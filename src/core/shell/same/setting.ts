// What a command stands in: its directory, the environment that the line gives it, its words.
import { isAbsolute, joinPath } from '../commands/directory.ts';
import { hasGlob } from '../commands/static-word.ts';
import type { ListedCommand } from '../commands.ts';
import { environmentWords } from './harmless.ts';

/** Where a line ran: `root` is absolute, `directory` relative to it. */
export type Where = { root: string; directory: string };

/** A directory relative to the root if it lies there; null = not known. */
export function fromRoot(directory: string | null, where: Where): string | null {
  if (directory === null) return null;
  const path = isAbsolute(directory) ? joinPath('.', directory) : joinPath(where.directory, directory);
  if (path === null || !isAbsolute(path)) return path;
  const root = where.root.replace(/\/+$/, '');
  if (root === '' || path === root) return path === root ? '.' : path;
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
}

/** Where a command of a list works; `cd "$(git rev-parse --show-toplevel)"` leads to the root, wherever that is. */
export function placeOf(
  command: ListedCommand,
  listed: readonly ListedCommand[],
  where: Where,
): string | null {
  if (command.directory !== null) return fromRoot(command.directory, where);
  const moves = listed.filter(
    ({ index, words }) => index < command.index && /^(cd|pushd|popd)$/.test(words[0] ?? ''),
  );
  const target = moves.length === 1 ? moves[0]?.wordNodes[1]?.text : undefined;
  return target !== undefined && TOP_LEVEL.test(target) ? '.' : null;
}

const TOP_LEVEL =
  /^"?(\$\(git rev-parse --show-toplevel( 2>\/dev\/null)?\)|`git rev-parse --show-toplevel`)"?$/;

/** A word of a command: its text if that is known, and its source. */
export type WordForm = { known: string | null; source: string };

export function wordForms(command: ListedCommand): readonly WordForm[] {
  return command.words.map((text, at) => {
    const node = command.wordNodes[at] ?? null;
    const source = node?.text ?? text ?? '';
    if (text === null) return { known: null, source };
    return { known: `${node !== null && hasGlob(node) ? 'glob' : 'text'}:${text}`, source };
  });
}

/**
 * For each command of a list what its line has exported before it and gives it in front of its name, sorted.
 * `source venv/bin/activate` counts as such a setting; other files that are sourced do not.
 */
export function environments(commands: readonly ListedCommand[]): readonly (readonly string[])[] {
  const exported = new Map<string, string>();
  return commands.map((command) => {
    const own = new Map(exported);
    for (const { name, value } of command.assignments) own.set(name, value ?? '$');
    for (const word of environmentWords(command.words).assigned) setFromWord(own, word);
    recordSetting(exported, command);
    return [...own].map(([name, value]) => `${name}=${value}`).sort();
  });
}

function recordSetting(exported: Map<string, string>, command: ListedCommand): void {
  const [name, ...rest] = command.words;
  if (name === undefined || name === null) return;
  if (name === 'export' || name === 'unset' || (name === 'declare' && rest[0]?.includes('x') === true)) {
    rest.forEach((word, at) => {
      if (word?.startsWith('-') === true) return;
      if (word !== null && /^[A-Za-z_]\w*=/.test(word)) setFromWord(exported, word);
      else if (word !== null) exported.set(word, name === 'unset' ? '-' : '+');
      else exported.set(assignedName(command, at + 1), '$');
    });
    for (const harmless of ['', 'PATH']) exported.delete(harmless);
  }
}

/** Extending the path is left to the reading, which names it as an assumption. */
function setFromWord(into: Map<string, string>, word: string): void {
  const at = word.indexOf('=');
  into.set(word.slice(0, at), word.slice(at + 1));
}

function assignedName(command: ListedCommand, at: number): string {
  const node = command.node.args[at - 1];
  return node?.type === 'Assignment' ? node.name : '';
}

/** The virtual environments that a list of commands enters, as written. */
export function activated(commands: readonly ListedCommand[]): readonly string[] {
  return commands
    .filter(
      ({ words }) => (words[0] === 'source' || words[0] === '.') && /(^|\/)activate$/.test(words[1] ?? ''),
    )
    .map(({ words }) => (words[1] ?? '').replace(/^\.\//, ''));
}

/** Variables that a list of commands assigns, each with all that it is given. */
export function assignedValues(commands: readonly ListedCommand[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const { words, node } of commands) {
    const [name] = words;
    const assigns = name === undefined || (name !== null && ASSIGNERS.has(name));
    for (const part of assigns ? [...node.prefix, ...node.args] : []) {
      if (part.type === 'Assignment') values.set(part.name, `${values.get(part.name) ?? ''} ${part.text}`);
    }
  }
  return values;
}

const ASSIGNERS: ReadonlySet<string> = new Set(['export', 'declare', 'typeset', 'readonly', 'local']);
