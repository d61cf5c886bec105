import type { Evidence, Exit, Finding, RunResult, TestCounts, Verdict } from '../../core/types.ts';

/** One command of the gate, as `check --json` prints it. */
export type CommandReport = {
  command: string;
  result: RunResult;
  /** Null: killed, not started, or not known. */
  exit: number | null;
  durationMs: number;
  tests: TestCounts | null;
  /** Failing tests that failed at the base as well. */
  preexisting: readonly string[];
  why: string;
};

export type CheckReport = {
  verdict: Verdict;
  /** A revision; null outside of a git repository. */
  base: string | null;
  tree: string | null;
  findings: readonly {
    check: Finding['check'];
    level: Finding['level'];
    message: string;
    evidence: readonly { path: string; line: number | null }[];
  }[];
  commands: readonly CommandReport[];
};

export function exitCode(exit: Exit): number | null {
  return exit.kind === 'exited' ? exit.code : null;
}

/** The contract's form of a finding: evidence is what can be opened. */
export function reportedFinding({
  check,
  level,
  message,
  evidence,
}: Finding): CheckReport['findings'][number] {
  return {
    check,
    level,
    message,
    evidence: evidence.filter(isPlace).map(({ path, line }) => ({ path, line })),
  };
}

function isPlace(evidence: Evidence): evidence is { path: string; line: number | null } {
  return 'path' in evidence;
}
