import type { LineWrite } from '../../reading-types.ts';

/** A file that a command changes; `path` as the command names it, null = some file, not known which. */
export type Written = { path: string | null; kind: LineWrite['kind'] };

/** Words of a command, the program first; null = not known statically. */
export type Words = readonly (string | null)[];

export const SOME_FILES: readonly Written[] = [{ path: null, kind: 'bulk' }];

export function each(paths: Words, kind: Written['kind']): readonly Written[] {
  return paths.map((path) => ({ path: path === null || /[*?[]/.test(path) ? null : path, kind }));
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
