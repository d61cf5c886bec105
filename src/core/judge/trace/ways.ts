// Ways that lead on from what has been read so far, while a script is taken apart into steps.
import type { CommandNode } from '../../shell/parse.ts';
import type { Announcement, Step, When } from './steps.ts';

/**
 * A way on from a step. `reads`: what `$?` is when it is taken: the step's own status, its inverse (behind `!`), or something else.
 */
export type Way = { from: Step; when: When; reads: 'same' | 'inverse' | 'else' };

export type Loop = { breaks: Way[]; continues: Way[] };

/** What is gathered while a script is taken apart. */
export type Draft = {
  source: string;
  steps: Step[];
  end: Step;
  /** A failing command may end the shell (`set -e`, a trap, a signal). */
  mayEnd: boolean;
  /** Any expansion may be an error. */
  isOdd: boolean;
  loops: readonly Loop[];
  /** Ways of commands whose expansion may be an error: what is left of the line is dropped. */
  dropped: Way[];
};

export type Made = {
  elements?: readonly CommandNode[];
  announced?: readonly Announcement[];
  isVague?: boolean;
};

/** A new step behind the given ways. */
export function addStep(draft: Draft, entries: readonly Way[], made: Made): Step {
  const step: Step = {
    elements: made.elements ?? [],
    announced: made.announced ?? [],
    isVague: made.isVague ?? false,
    before: [],
    after: [],
  };
  draft.steps.push(step);
  lead(entries, step);
  if (draft.mayEnd && step.elements.length > 0) lead([{ ...onFrom(step), when: 'other' }], draft.end);
  return step;
}

/** Lets ways lead to a step. */
export function lead(ways: readonly Way[], step: Step): void {
  for (const { from, when } of ways) {
    step.before.push({ step: from, when });
    from.after.push({ step, when });
  }
}

/** The way on from a step, whatever its status. */
export function onFrom(step: Step): Way {
  return { from: step, when: 'any', reads: step.elements.length > 0 ? 'same' : 'else' };
}

/** The ways that can be taken where `$?` is 0, or is not. */
export function where(ways: readonly Way[], status: 'zero' | 'other'): readonly Way[] {
  return ways.flatMap((way): readonly Way[] => {
    if (way.reads === 'else') return [way];
    const opposite = status === 'zero' ? 'other' : 'zero';
    const wanted = way.reads === 'same' ? status : opposite;
    return way.when === 'any' || way.when === wanted ? [{ ...way, when: wanted }] : [];
  });
}

/** The same ways, with another `$?` from here on. */
export function settled(ways: readonly Way[]): readonly Way[] {
  return ways.map((way) => ({ ...way, reads: 'else' }));
}

/** The same ways behind a `!`. */
export function inverted(ways: readonly Way[]): readonly Way[] {
  const inverse = { same: 'inverse', inverse: 'same', else: 'else' } as const;
  return ways.map((way) => ({ ...way, reads: inverse[way.reads] }));
}
