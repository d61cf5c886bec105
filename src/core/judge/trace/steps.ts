// A script as the steps that its shell takes, and what can come before what. Over-approximated: any step may end either way.
import type { CommandNode } from '../../shell/parse.ts';

/** What must hold of the status of the step that is left: it is 0, or not, for the way to be taken. */
export type When = 'any' | 'zero' | 'other';

export type Link = { step: Step; when: When };

/** One announcement: the form of the text, and which element of the pipeline it is. */
export type Announcement = { form: string; position: number };

/**
 * A pipeline (a command alone is one of one element), which sets PIPESTATUS; or something that bash announces and that
 * sets nothing (`for x in ...`, a command in the background); or neither, where ways join.
 * Of a pipeline bash announces the simple commands. `( )` and what else runs in a copy of the shell is not announced.
 */
export type Step = {
  elements: readonly CommandNode[];
  announced: readonly Announcement[];
  /** Its status can be 0 although it did not run. */
  isVague: boolean;
  before: Link[];
  after: Link[];
};

/** All steps of a script's own shell. Nothing comes before `start`, and nothing after `end`. */
export type Flow = {
  start: Step;
  end: Step;
  steps: readonly Step[];
  /** The steps of which a text with this form is announced. */
  announcing: ReadonlyMap<string, readonly Step[]>;
};

/** It runs in silence, and sets the status all the same. */
export function isSilent(step: Step): boolean {
  return step.announced.length === 0 && step.elements.length > 0;
}

/** Ways only join here. */
export function isJoint(step: Step): boolean {
  return step.announced.length === 0 && step.elements.length === 0;
}
