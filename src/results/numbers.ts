/**
 * The numbers of a list such as `3 tests, 1 failure` or `Tests: 3, Failures: 1`, by their words in small letters and in the
 * singular. Null: a part is no number with a word.
 */
export function numbersIn(list: string): ReadonlyMap<string, number> | null {
  const numbers = new Map<string, number>();
  for (const part of list.split(', ')) {
    const [, before, word, name, behind] = /^(?:(\d+) ([a-z ]+)|([A-Z][\w ]*): (\d+))$/.exec(part) ?? [];
    const key = (word ?? name)?.toLowerCase();
    if (key === undefined) return null;
    numbers.set(singular(key), Number(before ?? behind));
  }
  return numbers;
}

function singular(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.endsWith('s') ? word.slice(0, -1) : word;
}
