import type { Words } from './types.ts';

/** The words behind a program's name, sorted into options and operands. */
export type Arguments = {
  words: Words;
  /** Everything that is no option and no value of one; null = not known statically. */
  operands: readonly (string | null)[];
  /** Where each operand stands in `words`. */
  places: readonly number[];
  /** Index in `words` behind `--`, or null. */
  afterDashes: number | null;
  /** True if one of the options is given, also as `--name=value`. */
  has(...names: readonly string[]): boolean;
  /** Value of an option (`-k x`, `--name x`, `--name=x`, `-kx` for a short one); undefined = not given. */
  value(...names: readonly string[]): string | null | undefined;
};

type Given = { name: string; value: string | null | undefined };

/**
 * `valued`: options that take the next word. `stop`: options end at the first operand, as for wrappers and for
 * programs that pass the rest on.
 */
export function sortArguments(words: Words, valued: readonly string[], stop = false): Arguments {
  const options: Given[] = [];
  const operands: (string | null)[] = [];
  const places: number[] = [];
  let afterDashes: number | null = null;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? null;
    if (word === '--' && afterDashes === null) {
      afterDashes = at + 1;
      if (stop) break;
      continue;
    }
    if (afterDashes !== null || word === null || !isOption(word)) {
      operands.push(word);
      places.push(at);
      if (stop) break;
      continue;
    }
    if (valued.includes(word)) {
      options.push({ name: word, value: words[at + 1] ?? null });
      at += 1;
      continue;
    }
    options.push(splitOption(word, valued));
  }
  return {
    words,
    operands,
    places,
    afterDashes,
    has: (...names) => options.some(({ name }) => names.includes(name)),
    value: (...names) => options.findLast(({ name }) => names.includes(name))?.value,
  };
}

function isOption(word: string): boolean {
  return word.length > 1 && (word.startsWith('-') || word.startsWith('+')) && !/^-[1-9]\d*$/.test(word);
}

function splitOption(word: string, valued: readonly string[]): Given {
  const equals = word.indexOf('=');
  if (equals > 0) return { name: word.slice(0, equals), value: word.slice(equals + 1) };
  const short = word.slice(0, 2);
  if (!word.startsWith('--') && word.length > 2 && valued.includes(short))
    return { name: short, value: word.slice(2) };
  return { name: word, value: undefined };
}

/** True if one of the letters stands in a word like `-kn`. */
export function hasLetter(words: Words, letters: string): boolean {
  return words.some(
    (word) =>
      word !== null && /^-[A-Za-z]+$/.test(word) && [...letters].some((letter) => word.includes(letter)),
  );
}

/** The words from the first operand on (what a wrapper runs), after `skip` operands of its own. */
export function restAfter(given: Arguments, skip = 0): Words {
  const from = given.places[0] ?? given.afterDashes;
  return from === null || from === undefined ? [] : given.words.slice(from + skip);
}
