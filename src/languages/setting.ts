/** A piece of a test file that is no test. `name` null: the runner uses it whatever the tests say (a hook). */
export type Piece = { name: string | null; text: string };

/** What a file holds of tests, and what stands around them, as written. */
export type Parts = { tests: readonly string[]; around: readonly Piece[] };

/** The pieces that the tests use, directly or through one another: a change there is a change of the tests. */
export function usedAround({ tests, around }: Parts): readonly string[] {
  const used = new Set<Piece>(around.filter(({ name }) => name === null));
  const names = new Set([...tests, ...[...used].map(({ text }) => text)].flatMap(wordsOf));
  for (let before = -1; before !== used.size; ) {
    before = used.size;
    for (const piece of around) {
      if (piece.name === null || used.has(piece) || !names.has(piece.name)) continue;
      used.add(piece);
      for (const word of wordsOf(piece.text)) names.add(word);
    }
  }
  return around.filter((piece) => used.has(piece)).map(({ text }) => text);
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [];
}

/** Two of them in one. */
export function together(one: Parts, other: Parts): Parts {
  return { tests: [...one.tests, ...other.tests], around: [...one.around, ...other.around] };
}

/** A file without either. */
export const noParts: Parts = { tests: [], around: [] };
