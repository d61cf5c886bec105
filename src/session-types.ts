// What the orchestration needs and what it offers. Data and function types only.
import type { Policy } from './core/policy-types.ts';
import type { Ports } from './core/ports.ts';
import type { Testimony } from './core/testimony.ts';
import type {
  Decision,
  Exit,
  Fact,
  Finding,
  RunResult,
  SeenRed,
  StateView,
  TestReport,
} from './core/types.ts';

/** A command check that is due at a claim, and where it was found. */
export type CommandCheck = {
  command: string;
  /** Where it runs, relative to the root; `.` = the root. */
  directory: string;
  why: string;
  timeoutMs: number;
};

/** The rules over the diff against the baseline (src/checks). */
export type DiffRules = {
  /**
   * `scope`: the whole task, or one step of the plan (source without a test is no matter of a step).
   * `seenRed`: tests that were red in this session; one that is gone or skipped now is a finding (`tests-removed`, `skips`).
   */
  judge(request: { scope: 'task' | 'step'; seenRed: readonly SeenRed[] }): Promise<readonly Finding[]>;
};

/**
 * What a runner's output says; `program` is the key of the reading (src/results). `others`: further runners that printed into the
 * same output, so that a silent one is not given their words. `tests`: the command is known to test, by whatever runner.
 */
export type ReadResults = (request: {
  program: string | null;
  output: string;
  outputWhole: boolean;
  others?: readonly string[];
  tests?: boolean;
}) => TestReport;

/** What report files (JUnit XML, CTRF, ...) say together; names of tests in the form of the runner, by its key. */
export type ReadReports = (request: {
  program: string | null;
  files: readonly { path: string; text: string | null }[];
}) => {
  report: TestReport;
  /** Those of the files that are reports, and those that show failures. */
  paths: readonly string[];
  failingIn: readonly string[];
};

/** Runs a command on the baseline's files, to know which tests failed before. Null: could not be run. */
export type BaselineRun = (request: {
  command: string;
  /** Relative to the root. */
  directory: string;
  timeoutMs: number;
  /** Tests that fail in the working tree now: a copy of it has to fail in the same ones, else a copy tells nothing. */
  failing: readonly string[];
  signal?: AbortSignal;
}) => Promise<{ failing: readonly string[]; namesComplete: boolean } | null>;

/** PLAN.md and plan-state.json on disk. */
export type PlanStore = {
  readPlan(): Promise<string | null>;
  /** The state file's text, or null; the core parses and validates it. */
  readState(): Promise<string | null>;
  /** The commit that is checked out, for people; null = there is none. */
  commit(): Promise<string | null>;
  /** Atomic: temp file, fsync, rename; serialised between processes. */
  updateState(change: (before: string | null) => string): Promise<void>;
};

export type SessionOptions = {
  id: string;
  host: string;
  ports: Ports;
  policy: Policy;
  checks: readonly CommandCheck[];
  /** A check of the project that a message may name where none is run here (a replay). */
  mention?: () => string | null;
  diffRules: DiffRules;
  readResults: ReadResults;
  readReports: ReadReports;
  baselineRun: BaselineRun;
  plan: PlanStore | null;
  planRequired: boolean;
  /** False: `--no-gate`; everything is recorded, nothing refused. */
  gated: boolean;
  /** Run the checks at a claim although no code was changed (`check`). */
  checkUnchanged?: boolean;
  /** Feedback of the session that ended here as `gate_failed`; the first thing that this one is told. */
  previousFeedback: string | null;
  onFact?: (fact: Fact) => void;
  onProgress?: (text: string) => void;
};

/** A run that the host saw end. */
export type RunSeen = {
  command: string;
  /** Relative to the root. */
  directory: string;
  exit: Exit;
  output: string;
  outputWhole: boolean;
  log: string | null;
  durationMs: number;
  testimony: Testimony;
  background: boolean;
  /** Number of the last fact before it began; absent where that is not known. */
  since?: number;
};

export type MilestoneRequest =
  | { action: 'status' }
  | { action: 'done'; step: number; run: boolean; signal?: AbortSignal }
  | { action: 'reset'; step: number };

export type MilestoneAnswer = {
  decision: 'allow' | 'deny';
  /** Text a model can act on. */
  text: string;
  structured: {
    current: number | null;
    title: string | null;
    gates: readonly { command: string; lacks: string | null }[];
    done: readonly number[];
  };
};

/** One agent conversation in one directory. Every method records what happened, then answers what must happen now. */
export type Session = {
  id: string;
  /** A person's message: a new turn. The decision's context is what the model must be told first, or null. */
  user(text: string): Promise<Decision>;
  beforeWrite(request: { path: string }): Promise<Decision>;
  wrote(request: { path: string }): Promise<void>;
  beforeRun(request: { command: string; directory: string }): Promise<Decision>;
  /** Runs a line (our own loop): opens, executes with the witness, looks at the tree, judges, records. */
  run(request: {
    command: string;
    directory: string;
    timeoutMs: number;
    onOutput?: (text: string) => void;
    signal?: AbortSignal;
  }): Promise<{ seen: RunSeen; result: RunResult; note: string | null }>;
  /** A line that somebody else ran. */
  ran(seen: RunSeen): Promise<Decision>;
  claim(request: { text: string; signal?: AbortSignal }): Promise<Decision>;
  /** Throws UserError where a person has to mend something first. */
  milestone(request: MilestoneRequest): Promise<MilestoneAnswer>;
  giveUp(reason: string): Promise<Decision>;
  /** The history was dropped: what the model must see next, or null if there is nothing open. */
  compacted(summary: string): Promise<string | null>;
  ended(
    outcome: Exclude<Extract<Decision, { decision: 'end' }>['outcome'], 'done' | 'gate_failed'>,
    summary: string,
  ): Promise<void>;
  state(): StateView;
  facts(): readonly Fact[];
};
