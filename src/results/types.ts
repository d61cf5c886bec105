import type { TestCounts, TestReport } from '../core/types.ts';

/** One runner: what its output says. A new runner is one file with one of these, and one line in index.ts. */
export type ResultReader = {
  /** The key of the program in the reading of a line, e.g. `pytest`. */
  runner: string;
  /** Whatever its flags, it ends with a summary on the terminal; without one it did not come to its end. */
  alwaysSummarises: boolean;
  /** `lines`: counts are added up from lines and say nothing about lines that were clipped. */
  countsFrom: 'summary' | 'lines';
  /**
   * A form that is too plain to be told from other programs' words, and so is read only where the program is known.
   * Null: the runner has none.
   */
  readAlone: ((output: string) => TestReport) | null;
  /** Reads plain text (see core/plain-text.ts). `silent` where nothing in it has the runner's own form. */
  read(output: string): TestReport;
};

/** One summary that a runner printed. `note`: why it may have run nothing, in the runner's words. */
export type Suite = TestCounts & { note: string | null };
