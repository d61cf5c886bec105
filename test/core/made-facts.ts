// Facts made by hand, numbered in order.
import type { Fact, FactBody, FileChange, JudgedCommand, RanBody, RunResult } from '../../src/core/types.ts';

export function numbered(bodies: readonly FactBody[]): readonly Fact[] {
  return bodies.map((body, index) => ({ seq: index + 1, at: '2026-01-01T00:00:00.000Z', ...body }));
}

export const turn: FactBody = { type: 'turn_started', text: 'do it' };

/** `hash` undefined: as at the baseline again. */
export function change(
  path: string,
  hash: string | null | undefined,
  kind: FileChange['kind'] = 'source',
): FileChange {
  return { path, hash: hash ?? null, atBaseline: hash === undefined, kind };
}

export function edit(
  path: string,
  hash: string | null | undefined,
  kind: FileChange['kind'] = 'source',
): FactBody {
  return { type: 'files_changed', by: 'edit', authored: true, changes: [change(path, hash, kind)] };
}

export type MadeRun = Partial<Omit<RanBody, 'judged'>> & {
  command?: string;
  result: RunResult;
  class?: JudgedCommand['class'];
  clears?: JudgedCommand['clears'];
  scope?: readonly string[];
  failing?: readonly string[];
  commandExit?: number | null;
  /** Tests that passed beside the failing ones. */
  passed?: number;
  stopped?: string;
  passedUntold?: true;
};

export function ran(made: MadeRun): Extract<FactBody, { type: 'ran' }> {
  const {
    result,
    class: kind = 'test',
    clears = 'code',
    scope = [],
    failing = [],
    commandExit,
    passed = 1,
    stopped,
    passedUntold,
    ...rest
  } = made;
  const command = made.command ?? 'pytest -q';
  const judged: JudgedCommand = {
    text: command,
    class: kind,
    exit: commandExit === undefined ? (result === 'green' ? 0 : 1) : commandExit,
    by: 'reading',
    result,
    maskedBy: null,
    program: command.split(' ')[0] ?? null,
    scope,
    directory: '.',
    clears,
  };
  return {
    type: 'ran',
    by: 'agent',
    command,
    directory: '.',
    exit: { kind: 'exited', code: result === 'green' ? 0 : 1 },
    judged: {
      result: kind === 'check' ? 'none' : result,
      why: `\`${command}\` is ${result}`,
      commands: kind === 'inert' ? [] : [judged],
      tests: failing.length === 0 ? null : { passed, failed: failing.length, skipped: 0 },
      failing,
      namesComplete: failing.length > 0,
      ...(stopped === undefined ? {} : { stopped }),
      ...(passedUntold === undefined ? {} : { passedUntold }),
    },
    changes: [],
    madeByRun: [],
    authored: [],
    evidenceFor: 'tree-after',
    output: `output of ${command}`,
    log: null,
    durationMs: 1,
    opened: null,
    preexisting: [],
    wasRed: false,
    ...rest,
  };
}
