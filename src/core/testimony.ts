// What bash itself testified about one line (see docs/witness.md). Data only; made by io/witness.ts, judged by judge-run.ts.

/** One record: a command that bash was about to begin, and, once the next record came, how it ended. */
export type TestifiedCommand = {
  /** Process id of the shell that ran it, and whether that is the line's own shell. */
  shell: number;
  outer: boolean;
  /** The script file it stands in, for a child shell that runs one; null in the outer line. */
  script: string | null;
  /** `$BASH_COMMAND`, as bash prints it (not the source text). */
  text: string;
  directory: string;
  /** `PIPESTATUS` of the pipeline that it was; null = unknown. */
  statuses: readonly number[] | null;
};

export type Testimony =
  | { kind: 'none'; why: string }
  | { kind: 'given'; commands: readonly TestifiedCommand[] /** Testimony stopped early. */; cut: boolean };
