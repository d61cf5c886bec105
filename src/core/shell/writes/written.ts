import type { LineWrite } from '../../reading-types.ts';
import { joinPath } from '../commands/directory.ts';

/** A file that a command changes; `path` as the command names it, null = some file, not known which. `folder`: as in `LineWrite`. */
export type Written = Omit<LineWrite, 'command'>;

/** Words of a command, the program first; null = not known statically. */
export type Words = readonly (string | null)[];

export const SOME_FILES: readonly Written[] = [{ path: null, kind: 'bulk' }];

export function each(paths: Words, kind: Written['kind']): readonly Written[] {
  return paths.map((path) => named(path, kind));
}

/** A path that may be a pattern. */
export function named(path: string | null, kind: Written['kind']): Written {
  if (path === null || !/[*?[]/.test(path)) return { path, kind };
  return someIn(path.slice(0, path.search(/[*?[]/)), kind);
}

/** As seen from where the line starts. What lies in the person's own folder lies where nobody knows. */
export function placedIn(directory: string | null, written: Written): Written {
  const { path, kind } = written;
  if (path === null) return written;
  return path.startsWith('~/')
    ? { path: null, kind, folder: path }
    : { path: joinPath(directory, path), kind };
}

/** Some file whose path begins like this. */
export function someIn(start: string, kind: Written['kind']): Written {
  const folder = start.slice(0, start.lastIndexOf('/'));
  return /^(\/|~)./.test(`${folder}/`) && folder !== '' ? { path: null, kind, folder } : { path: null, kind };
}

/**
 * Splits arguments into options and operands. `valued`: options that take the next word (`-o`, `--output`).
 * Values of `--name=value` stand under `--name`; a bundle of letters such as `-rf` stays one option.
 */
export function splitArguments(
  words: Words,
  valued: ReadonlySet<string>,
): { options: ReadonlyMap<string, string | null>; operands: Words } {
  const options = new Map<string, string | null>();
  const operands: (string | null)[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? null;
    if (word === '--') return { options, operands: [...operands, ...words.slice(at + 1)] };
    if (word === null || !word.startsWith('-') || word === '-') {
      operands.push(word);
      continue;
    }
    const equals = word.startsWith('--') ? word.indexOf('=') : -1;
    if (equals > 0) options.set(word.slice(0, equals), word.slice(equals + 1));
    else if (valued.has(word)) {
      options.set(word, words[at + 1] ?? null);
      at += 1;
    } else options.set(word, '');
  }
  return { options, operands };
}

/** True if one of the options stands there; `-f` also as a letter of a bundle such as `-rf`. */
export function hasOption(options: ReadonlyMap<string, string | null>, ...names: readonly string[]): boolean {
  for (const given of options.keys()) {
    for (const name of names) {
      if (given === name) return true;
      if (/^-[A-Za-z]$/.test(name) && /^-[A-Za-z]+$/.test(given) && given.includes(name.slice(1)))
        return true;
    }
  }
  return false;
}
