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
  /** The same text was announced twice in a row: if the shell has traps, this may be a command of one, and the status another's. */
  isTwice: boolean;
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
  /** It said that it ends. In a script this may be at a signal, and then its last status is none. */
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
