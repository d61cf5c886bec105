// What follows from the facts. Folded by ledger.ts, read by the rules, never stored.
import type { StateKey } from '../state.ts';
import type { Fact, FileKind, JudgedCommand, Outcome, RanBody, SeenRed, Verdict } from '../types.ts';

/** A run of the log. */
export type RunRecord = {
  seq: number;
  turn: number;
  ran: RanBody;
  /** The code state that it is evidence for; null = for none. */
  state: StateKey | null;
};

/** A red that no green of the same command or of a wider one has superseded on the same code state. */
export type OpenRed = { run: RunRecord; command: JudgedCommand };

/** What the runs say about one code state. */
export type Standing = {
  /** Commands whose green can clear the flag for this state. */
  greens: readonly JudgedCommand[];
  reds: readonly OpenRed[];
};

/** A change of a code file in the turn: `before` and `after` are hashes; null = not there, undefined = as at the baseline. */
export type TurnChange = { seq: number; path: string; before: Content; after: Content };

export type Content = string | null | undefined;

export type LedgerSession = Extract<Fact, { type: 'session_started' }>;
export type PlanFact = Extract<Fact, { type: 'plan_seen' | 'step_done' | 'step_reset' }>;

export type Ledger = {
  /** Sequence number of the last fact; 0 = none. */
  seq: number;
  session: LedgerSession | null;
  /** Turns begun so far. */
  turn: number;
  /** Code files that differ from the baseline. */
  code: Map<string, { hash: string | null; kind: FileKind }>;
  state: StateKey;
  /** Those of them whose present content came while no agent was at work. */
  foreign: Set<string>;
  /** Files that differ from the last verified state (the baseline at first), with their content there. */
  sinceVerified: Map<string, { content: Content; kind: FileKind }>;
  standings: Map<StateKey, Standing>;
  /** Distinct authored code files since the last execution. */
  streak: Set<string>;
  /** The last run that executed something. */
  lastRun: RunRecord | null;
  /** The last run that a message about evidence is about: not one that went well and could not have told anything. */
  lastTelling: RunRecord | null;
  /** Runs of this turn, those that executed nothing included. */
  turnRuns: RunRecord[];
  turnChanges: TurnChange[];
  /** Claims refused in this turn. */
  refusals: number;
  /** States that a person was told are not proven, and with which fact; 0 = the agent said so itself. */
  reported: Map<StateKey, number>;
  /** States for which a claim was accepted. */
  accepted: Set<StateKey>;
  /** By name; the last run that saw it. */
  seenRed: Map<string, SeenRed>;
  /** Names of tests that failed at the baseline as well. */
  preexisting: Set<string>;
  /** Commands that were seen green on the baseline itself. */
  greenBefore: JudgedCommand[];
  /** Files that a run changed last, which no word of its line names. */
  madeByRuns: Set<string>;
  /** Data that each run leaves behind anew, with its content: no code. */
  leftovers: Map<string, string | null>;
  /** Authored files that no run has been seen to open since; `measured`: a run could have been seen to. */
  unopened: Map<string, { measured: boolean }>;
  /** In order. */
  planFacts: PlanFact[];
  /** Runs that began and were not reported yet, by id. */
  opened: Map<string, string>;
  /** A fault of ours that no green run has made good since. */
  fault: { where: string; error: string } | null;
  lastVerdict: { verdict: Verdict; accepted: boolean; seq: number } | null;
  ended: { outcome: Outcome; summary: string } | null;
};
