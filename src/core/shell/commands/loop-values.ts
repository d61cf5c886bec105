import type { Word } from '../parse.ts';
import type { Constants } from './static-word.ts';
import { hasGlob, staticTexts } from './static-word.ts';

/** The variable of a `for` loop, and all the texts that it takes. */
export type LoopVariable = { name: string; texts: readonly string[] };

/** The loop `for name in words`, where all of its words are known; null: they are not. */
export function loopVariable(
  name: string,
  words: readonly Word[] | undefined,
  constants: Constants,
): LoopVariable | null {
  if (words === undefined || words.some(hasGlob)) return null;
  const texts = words.flatMap((word) => staticTexts(word, constants));
  return texts.every((text) => text !== null) ? { name, texts } : null;
}

const MAX_ROUNDS = 64;

/** What the loops around a command set, round by round; one empty round where there is no loop, or too many rounds. */
export function roundsOf(loops: readonly LoopVariable[]): readonly Constants[] {
  let rounds: ReadonlyMap<string, string>[] = [new Map()];
  for (const { name, texts } of loops) {
    if (rounds.length * texts.length > MAX_ROUNDS) return [new Map()];
    rounds = rounds.flatMap((round) => texts.map((text) => new Map([...round, [name, text]])));
  }
  return rounds;
}
