// Every noun of the core. Data only.
import type { ReadCommand } from './reading-types.ts';

/** How a process ended. `isGreen` in exit.ts is the one place that says which of these is success. */
export type Exit =
  | { kind: 'exited'; code: number }
  | { kind: 'signaled'; signal: string }
  | { kind: 'timed_out'; afterMs: number }
  | { kind: 'not_started'; why: string }
  | { kind: 'unknown' };

/** What a run is worth. `none`: nothing was executed. */
export type RunResult = 'green' | 'red' | 'masked' | 'empty' | 'unknown' | 'none';

export type TestCounts = { passed: number; failed: number; skipped: number };

/** What a runner's output says. */
export type TestReport =
  /**
   * `failing`: names as the runner prints them; `namesComplete`: all failing tests are named. `passedUntold`: how many passed
   * beside those that failed is not said.
   */
  | {
      kind: 'counted';
      counts: TestCounts;
      failing: readonly string[];
      namesComplete: boolean;
      passedUntold?: true;
    }
  /** The runner says that it ran no test. */
  | { kind: 'empty'; why: string }
  /** A runner that always prints a summary printed none. */
  | { kind: 'no-summary' }
  /** The output says nothing about tests. */
  | { kind: 'silent' };

/** What a code file is for. `other`: no code (documentation, our own files, what test runs leave behind). */
export type FileKind = 'source' | 'test' | 'config' | 'other';

/** New content of one code file. `hash` null: it is gone. `atBaseline`: it is again as the session found it. */
export type FileChange = { path: string; hash: string | null; atBaseline: boolean; kind: FileKind };

/** Code files that differ from the baseline: path -> hash of the content, null = removed. Two equal states are one tree. */
export type CodeState = ReadonlyMap<string, string | null>;

/** One executing command of a run, as judged. */
export type JudgedCommand = {
  text: string;
  class: ReadCommand['class'];
  exit: number | null;
  by: 'witness' | 'reading';
  result: RunResult;
  /** The construct that hid its status, if masked. */
  maskedBy: string | null;
  /** The line of a script of the project where that stands (`check.sh:2`); left out if it stands in the line itself. */
  maskedIn?: string;
  program: string | null;
  scope: readonly string[];
  directory: string | null;
  /** What its green can verify: changed code, the files that it names, changed configuration only (a `check`), or nothing (inline code that names none of the project's). */
  clears: 'code' | 'named' | 'configuration' | 'nothing';
};

/** A test that a run of this session named as failing and that did not fail at the baseline. */
export type SeenRed = {
  /** The name as the runner printed it. */
  test: string;
  /** Key of the runner in the results catalogue; null = not known. */
  program: string | null;
  command: string;
  /** Sequence number of the `ran` fact. */
  fact: number;
};

export type JudgedRun = {
  result: RunResult;
  /** One sentence: why this result ("masked by `|| true`", "1 failed"). */
  why: string;
  commands: readonly JudgedCommand[];
  tests: TestCounts | null;
  failing: readonly string[];
  namesComplete: boolean;
  /** Why a red run may have left tests out because of what failed; left out if it went to its end. */
  stopped?: string;
  /** The runner does not say how many passed beside those that failed; left out if it does. */
  passedUntold?: true;
  /** Report files that the run wrote and that were read; left out if there are none. From the root, or absolute. */
  reportFiles?: readonly string[];
  /** Commands that are not judged, since they execute nothing, with the status that bash testified; left out if there are none. */
  seen?: readonly { text: string; exit: number }[];
};

/** Facts: past tense, append-only, ordered by `seq`. `at` (ISO 8601, UTC) is for people only. */
export type Fact = { seq: number; at: string } & FactBody;

export type FactBody =
  | {
      type: 'session_started';
      session: string;
      root: string;
      host: string;
      baseline: string | null;
      planRequired: boolean;
    }
  | { type: 'resumed'; session: string }
  | { type: 'turn_started'; text: string }
  /** Files changed, seen by looking at the tree or told by an edit tool. `authored`: counts for the write cap. */
  | {
      type: 'files_changed';
      /** `between_turns`: while no agent was at work, so by the person. */
      by: 'edit' | 'shell' | 'other' | 'between_turns';
      authored: boolean;
      changes: readonly FileChange[];
    }
  | ({ type: 'ran' } & RanBody)
  | { type: 'run_opened'; id: string; command: string }
  | { type: 'refused'; about: 'write' | 'run' | 'claim' | 'milestone'; reason: string }
  | { type: 'claim_judged'; text: string; verdict: Verdict; accepted: boolean; findings: readonly Finding[] }
  | { type: 'let_go'; note: string }
  | { type: 'plan_seen'; text: string; by: 'start' | 'agent' | 'person' }
  | {
      type: 'step_done';
      step: number;
      title: string;
      gates: readonly string[];
      facts: readonly number[];
      tree: string | null;
      commit: string | null;
    }
  | { type: 'step_reset'; step: number }
  | { type: 'compacted'; summary: string }
  | { type: 'gave_up'; reason: string }
  | { type: 'faulted'; where: string; error: string }
  | { type: 'ended'; outcome: Outcome; summary: string };

/** A command line that ended. */
export type RanBody = {
  by: 'agent' | 'gate';
  command: string;
  /** Where it ran, relative to the repository's root. */
  directory: string;
  exit: Exit;
  judged: JudgedRun;
  /** Files that changed while it ran. */
  changes: readonly FileChange[];
  /** Those of them that its tests or its programs made, which no word of the line names: they may be data that each run writes anew. */
  madeByRun: readonly string[];
  /** Those of them whose new content the line itself brought (redirection, heredoc, tee): they count for the write cap. */
  authored: readonly string[];
  /** The run is evidence for the tree after it (every write stands before the checks), or for none. */
  evidenceFor: 'tree-after' | 'nothing';
  /** Clipped output, and the file with all of it. */
  output: string;
  log: string | null;
  durationMs: number;
  /** Code files that executing commands of the run were seen to open; null = the file system does not tell. */
  opened: readonly string[] | null;
  /** Failing tests that failed at the baseline as well. */
  preexisting: readonly string[];
  /** Red without a failing test, and so it was at the baseline: it complains of nothing new. */
  wasRed: boolean;
};

export type Outcome = 'done' | 'gate_failed' | 'gave_up' | 'cut_off' | 'out_of_tokens' | 'out_of_turns';

export type Verdict = 'proven' | 'refuted' | 'unproven';

export type CheckName =
  | 'command'
  | 'run-rule'
  | 'plan'
  | 'test-needed'
  | 'assertions'
  | 'tests-removed'
  | 'skips'
  | 'forced-results'
  | 'check-definition'
  | 'under-test'
  | 'teeth';

/** A pointer to what can be looked at. */
export type Evidence =
  | { path: string; line: number | null }
  | { fact: number }
  | { command: string; output: string };

export type Finding = {
  check: CheckName;
  level: 'block' | 'warn';
  /** `refuted`: the world says no. `unproven`: nothing says yes. */
  says: 'refuted' | 'unproven';
  message: string;
  /** What to do or run next, as one sentence; null if the message says it. */
  fix: string | null;
  evidence: readonly Evidence[];
};

/** What the host must do now. */
export type Decision =
  | { decision: 'allow'; context: string | null; note: string | null }
  | { decision: 'deny'; reason: string }
  | { decision: 'send_back'; reason: string }
  | { decision: 'end'; outcome: Outcome; reason: string };

/** What `replay`, `status` and hosts show. */
export type StateView = {
  unverified: boolean;
  files: readonly string[];
  streak: number;
  lastRun: RunResult | null;
  step: number | null;
};
