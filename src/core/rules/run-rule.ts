// Code that was changed has to have run, green, as it stands now.
import { commandOf, settlingCommandOf, testFirst, typed } from '../command-of-run.ts';
import { nextCommand, runRule } from '../feedback.ts';
import { didNotStart } from '../judge-run.ts';
import { onlyOld } from '../ledger/runs.ts';
import { isUnverified, type Ledger, type OpenRed, type RunRecord, unverifiedFiles } from '../ledger.ts';
import { readCommand } from '../shell/reading.ts';
import type { Finding } from '../types.ts';

export type RunRuleRequest = {
  ledger: Ledger;
  /** The project has something that could check it (declared or found checks, tests). */
  hasChecks: boolean;
  /** The command that a message may name: one of the project's checks; null = none is known. */
  command: string | null;
  /** A command that would run some of it, where nothing was run and the project names none. */
  direct: string | null;
  /** Where the session's lines start, relative to the root. */
  directory: string;
  /** Unverified files that are not there any more: nothing that names them can be run. */
  gone: readonly string[];
};

/** What stands against a claim because of the runs; null = nothing does. */
export function runRuleFinding(request: RunRuleRequest): Finding | null {
  const { ledger } = request;
  if (ledger.code.size === 0) return null;
  if (ledger.fault !== null) {
    const message = runRule.fault(ledger.fault.where, ledger.fault.error);
    return finding({ says: 'unproven', message, fix: nextCommand(request.command) }, ledger.lastRun);
  }
  if (!isUnverified(ledger)) return null;
  const [red] = openReds(ledger);
  if (red !== undefined) return redFinding(request, red.run);
  const found = withoutRed(request);
  return isOnlyConfiguration(ledger) && !request.hasChecks ? asWarning(ledger, found) : found;
}

/** Reds on the present code state, the last one first. */
function openReds(ledger: Ledger): readonly OpenRed[] {
  return [...(ledger.standings.get(ledger.state)?.reds ?? [])].reverse();
}

function redFinding({ ledger, directory }: RunRuleRequest, run: RunRecord): Finding {
  const { ran } = run;
  const message = runRule.red({
    files: unverifiedFiles(ledger),
    why: ran.judged.why,
    command: ran.command,
    output: ran.output,
  });
  return finding({ says: 'refuted', message, fix: runRule.redFix(commandOf(run, directory)) }, run);
}

function withoutRed(request: RunRuleRequest): Finding {
  const { ledger, directory, gone } = request;
  const run = ledger.lastTelling;
  const files = unverifiedFiles(ledger);
  const command = request.command ?? request.direct;
  if (run === null) {
    const message = runRule.notRun(files, checkedBy(ledger));
    return finding({ says: 'unproven', message, fix: nextCommand(command) }, null);
  }
  const { judged } = run.ran;
  if (didNotStart(judged)) {
    const message = runRule.couldNotStart({ command: commandOf(run, directory), files });
    return finding({ says: 'unproven', message, fix: runRule.couldNotStartFix }, run);
  }
  if (run.ran.wasRed) {
    const message = runRule.wasRed({ command: commandOf(run, directory), files });
    return finding({ says: 'unproven', message, fix: nextCommand(null) }, run);
  }
  const settling = settlingCommandOf(run, directory, gone);
  if (run.state !== null && run.state !== ledger.state) {
    const output = judged.result === 'red' ? run.ran.output : null;
    const message = runRule.stale({ files, command: run.ran.command, result: judged.result, output });
    return finding({ says: 'unproven', message, fix: nextCommand(settling ?? command) }, run);
  }
  if (judged.result === 'red' && onlyOld(ledger, judged)) {
    const message = runRule.onlyOld({ files, command: run.ran.command, stopped: judged.stopped ?? null });
    return finding({ says: 'unproven', message, fix: runRule.onlyOldFix }, run);
  }
  if (request.command === null && doesNotEnd(run)) {
    const message = runRule.noEvidence({ files, why: judged.why, command: run.ran.command });
    return finding({ says: 'unproven', message, fix: runRule.doesNotEndFix }, run);
  }
  if (judged.result === 'red' && run.state !== null && settling !== null) return redFinding(request, run);
  if (judged.result === 'green' || judged.result === 'red')
    return withoutEffect(run, files, { project: request.command, settling, command });
  const message = runRule.noEvidence({ files, why: judged.why, command: run.ran.command });
  return finding({ says: 'unproven', message, fix: fixFor(run, request) }, run);
}

/** A program that was started in the background, or that only its time limit stopped: a server, as a rule. */
function doesNotEnd({ ran }: RunRecord): boolean {
  const { result, commands } = ran.judged;
  if (result === 'unknown')
    return readCommand(ran.command).commands.some((one) => one.background && one.class === 'run');
  const stopped = (text: string) => /^g?timeout\s/.test(text);
  return (
    result === 'red' && commands.some((one) => one.class === 'run' && one.exit === 124 && stopped(one.text))
  );
}

/** The compiler or linter that was green on the present code. */
function checkedBy(ledger: Ledger): string | null {
  const runs = ledger.turnRuns.filter(({ state }) => state === ledger.state);
  const commands = runs.flatMap(({ ran }) => ran.judged.commands);
  return commands.findLast((one) => one.class === 'check' && one.result === 'green')?.text ?? null;
}

/** Commands that may be named: of the project, of the run itself, and any at all. */
type Next = { project: string | null; settling: string | null; command: string | null };

/** A run that says nothing about the present state: it was for no one tree, or it ran nothing of the project. */
function withoutEffect(run: RunRecord, files: readonly string[], given: Next): Finding {
  const { settling, command } = given;
  const said = { files, command: run.ran.command };
  const message = run.state === null ? runRule.moved(said) : runRule.cannotClear(said);
  const ranTests = run.ran.judged.commands.some((one) => one.class === 'test');
  const again = ranTests ? settling : (given.project ?? settling);
  const next = run.state === null ? (again ?? command) : command;
  return finding({ says: 'unproven', message, fix: nextCommand(next) }, run);
}

function fixFor(run: RunRecord, { command, direct, directory, gone }: RunRuleRequest): string {
  const masked = run.ran.judged.commands.filter(
    ({ result, clears }) => result === 'masked' && clears === 'code',
  );
  const first = testFirst(masked);
  if (first?.maskedIn !== undefined)
    return runRule.maskedInsideFix({ place: first.maskedIn, command: typed(first, directory) });
  if (first?.maskedBy != null)
    return runRule.maskedFix({ maskedBy: first.maskedBy, command: typed(first, directory) });
  const named = [command, settlingCommandOf(run, directory, gone), direct];
  // Where a run found no test, the same again finds none.
  const found = run.ran.judged.commands.filter(({ result }) => result === 'empty');
  const vain = found.map((one) => typed(one, directory));
  return nextCommand(named.find((one) => one !== null && !vain.includes(one)) ?? null);
}

function isOnlyConfiguration(ledger: Ledger): boolean {
  return [...ledger.sinceVerified.values()].every(({ kind }) => kind === 'config');
}

function asWarning(ledger: Ledger, found: Finding): Finding {
  const message = runRule.onlyConfiguration(unverifiedFiles(ledger));
  return { ...found, level: 'warn', message, fix: null };
}

function finding(said: Pick<Finding, 'says' | 'message' | 'fix'>, run: RunRecord | null): Finding {
  return { check: 'run-rule', level: 'block', ...said, evidence: run === null ? [] : [{ fact: run.seq }] };
}
