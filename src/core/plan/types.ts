// The nouns of PLAN.md. Data only.

/** One gate command: a top-level statement of a step's shell block. */
export type Gate = {
  /** Source text of the statement, with its here-document bodies. */
  command: string;
  /** Line in the plan, from 1. */
  line: number;
  /** Statements of the same block that must hold before it: `cd app`, `export A=b`, `source venv/bin/activate`. */
  context: readonly string[];
};

export type Step = {
  step: number;
  title: string;
  /** The prose of the step's section, its gate blocks left out. */
  scope: string;
  gates: readonly Gate[];
  /** Line of the heading, from 1. */
  line: number;
};

/** `step`: the gate commands of this step are not all known because of it; null: all are. */
export type PlanProblem = { line: number; message: string; step: number | null };

/** `steps` are sorted by number; a number that stands twice is one step with the gate commands of both. */
export type Plan = { steps: readonly Step[]; errors: readonly PlanProblem[] };
