// What bash itself testified about one line (see docs/witness.md). Data only; made by io/witness.ts, judged by judge-run.ts.

/** One record: a command that bash was about to begin, and, once the next record came, how it ended. */
export type TestifiedCommand = {
  /** Which of the testimony's shells ran it. */
  shell: number;
  /** `$BASH_COMMAND`, as bash prints it (not the source text). */
  text: string;
  directory: string;
  /** `PIPESTATUS` of the pipeline that it was; null = unknown. */
  statuses: readonly number[] | null;
};

/** One shell that testified: the line's own, or a child that runs a script file. */
export type TestifyingShell = {
  /** The script file, as the shell was given it; null in the line's own shell. */
  script: string | null;
  /** Where it began; null = not known. */
  directory: string | null;
  /** The nearest of the processes above it that testified as well; null = there is none, or it is not known. */
  parent: number | null;
  /** So many commands had begun, in all shells, when it began. */
  since: number;
  /** `PIPESTATUS` when its first command began (or when it ended without one): what ran before was not told. Null = unknown. */
  first: readonly number[] | null;
  /** It said that it ends. Only the line's own shell does. */
  hasEnd: boolean;
  /** Nothing of what it ran is missing. */
  isWhole: boolean;
};

export type Testimony =
  | { kind: 'none'; why: string }
  | {
      kind: 'given';
      /** In the order in which they began. */
      commands: readonly TestifiedCommand[];
      /** The first is the line's own. */
      shells: readonly TestifyingShell[];
      /** Scripts may have run that did not testify, as there was too much to tell. */
      missesScripts: boolean;
    };
