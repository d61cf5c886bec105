// The command checks of the gate: all of them run, and what they say becomes findings.

import { type Complaints, complaintsOf } from '../core/complaints.ts';
import { check as say } from '../core/feedback.ts';
import { didNotStart } from '../core/judge-run.ts';
import { wasGreenBefore } from '../core/ledger.ts';
import { goingOn } from '../core/shell/stops.ts';
import { asTyped } from '../core/typed.ts';
import type { Finding, JudgedRun, RanBody } from '../core/types.ts';
import type { CommandCheck, RunSeen } from '../session-types.ts';
import { projectIn, readLine, type SessionContext } from './context.ts';
import { nothingBefore, type Preexisting, runLine } from './runs.ts';

/** Runs every check, fast ones (those that run no tests) first, and says what each that is not green means. */
export async function runChecks(
  context: SessionContext,
  signal: AbortSignal | undefined,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const check of inOrder(context)) {
    if (signal?.aborted === true) break;
    context.options.onProgress?.(`check: ${check.command}`);
    const finding = await runCheck(context, check, signal);
    if (finding !== null) findings.push(finding);
  }
  return findings;
}

function inOrder(context: SessionContext): readonly CommandCheck[] {
  const { checks } = context.options;
  const tests = checks.filter((check) => runsTests(context, check));
  return [...checks.filter((check) => !tests.includes(check)), ...tests];
}

function runsTests(context: SessionContext, check: CommandCheck): boolean {
  const { commands } = readLine(context, check.command, check.directory);
  return commands.some((command) => command.class === 'test');
}

/** The check that a message may name as the next command: one that runs tests, if there is one. */
export function suggestedCommand(context: SessionContext): string | null {
  const last = inOrder(context).at(-1);
  return last === undefined ? null : typed(context, last);
}

/** The check as a line of the session, which works in a directory of its own. */
function typed({ options }: SessionContext, { command, directory }: CommandCheck): string {
  return asTyped({ command, directory, from: options.ports.directory });
}

async function runCheck(
  context: SessionContext,
  check: CommandCheck,
  signal: AbortSignal | undefined,
): Promise<Finding | null> {
  const ran = await runWhole(context, check, signal);
  return findingOf(ran, {
    seq: context.ledger.seq,
    found: context.options.policy.checks === null,
    command: typed(context, { ...check, command: ran.command }),
  });
}

/** The check's run; where it stopped at what had failed before, that of the same check told to go on. */
async function runWhole(
  context: SessionContext,
  check: CommandCheck,
  signal: AbortSignal | undefined,
): Promise<RanBody> {
  const { directory, timeoutMs } = check;
  const run = async (command: string): Promise<RanBody> => {
    const line = { command, timeoutMs, directory, ...(signal === undefined ? {} : { signal }) };
    const before: Preexisting = (judged, seen) =>
      saidBefore(context, { ...check, command }, { judged, seen, signal });
    return (await runLine(context, line, 'gate', before)).ran;
  };
  const first = await run(check.command);
  // A first run can leave files behind that were not there; whether they are more than that, a second one tells.
  if (first.judged.result === 'green') return changedCode(first) ? run(check.command) : first;
  if (first.judged.stopped === undefined || !isOnlyOld(first)) return first;
  const whole = goingOn(readLine(context, check.command, directory));
  return whole === null || signal?.aborted === true ? first : run(whole);
}

/** All that fails in it had failed before. */
function isOnlyOld({ judged, preexisting }: RanBody): boolean {
  return (
    judged.result === 'red' &&
    judged.namesComplete &&
    judged.failing.length > 0 &&
    judged.failing.every((test) => preexisting.includes(test))
  );
}

function changedCode({ evidenceFor, changes }: RanBody): boolean {
  return evidenceFor === 'nothing' && changes.some((change) => change.kind !== 'other');
}

/** What of the check's complaints the baseline has as well. Asked only where they are known. */
async function saidBefore(
  context: SessionContext,
  check: CommandCheck,
  { judged, seen, signal }: { judged: JudgedRun; seen: RunSeen; signal: AbortSignal | undefined },
): Promise<Pick<RanBody, 'preexisting' | 'wasRed'>> {
  const { command, directory, timeoutMs } = check;
  if (wasGreenBefore(context.ledger, judged)) return nothingBefore;
  const complaints = complaintsOf({ judged, ...seen });
  if (complaints === null || !areTelling(context, check, complaints)) return nothingBefore;
  context.options.onProgress?.(`what failed before, by a copy: ${command}`);
  const before = await context.options.baselineRun({
    command,
    directory,
    timeoutMs,
    failing: complaints.all,
    ...(signal === undefined ? {} : { signal }),
  });
  const old = new Set(before?.failing ?? []);
  const isOld = (complaint: string): boolean => old.has(complaint);
  return complaints.by === 'tests'
    ? { preexisting: complaints.all.filter(isOld), wasRed: false }
    : { preexisting: [], wasRed: complaints.all.every(isOld) };
}

/** Lines that name no file of the project may be the same whatever is wrong. */
function areTelling({ options }: SessionContext, check: CommandCheck, complaints: Complaints): boolean {
  if (complaints.by === 'tests') return true;
  const { isFile } = projectIn(options.ports.project, check.directory);
  return complaints.all.some((line) => line.match(/[\w@./-]+/g)?.some(isFile) === true);
}

/**
 * `found`: nobody declared the check; where it is no evidence, the run rule decides and it is only mentioned.
 * `command`: as the session would type it.
 */
function findingOf(
  ran: RanBody,
  { seq, found, command }: { seq: number; found: boolean; command: string },
): Finding | null {
  const { judged, output } = ran;
  const evidence = [{ fact: seq }];
  const made = (
    level: Finding['level'],
    says: Finding['says'],
    message: string,
    fix: string | null,
  ): Finding => ({
    check: 'command',
    level,
    says,
    message,
    fix,
    evidence,
  });
  switch (judged.result) {
    case 'green':
      return null;
    case 'red': {
      const fresh = judged.failing.filter((test) => !ran.preexisting.includes(test));
      if (ran.wasRed) return made('warn', 'refuted', say.wasRed(command), say.wasRedFix);
      if (isOnlyOld(ran))
        return made(
          'warn',
          'refuted',
          say.preexisting({ command, tests: ran.preexisting, stopped: judged.stopped ?? null }),
          null,
        );
      return made(
        'block',
        'refuted',
        say.red({ command, why: judged.why, output, newFailures: fresh }),
        say.redFix,
      );
    }
    case 'unknown':
      if (didNotStart(judged))
        return made('block', 'unproven', say.couldNotStart({ command, output }), say.couldNotStartFix);
      return made(
        'block',
        'unproven',
        say.noEvidence({ command, why: judged.why, output }),
        say.noEvidenceFix,
      );
    case 'masked':
    case 'empty':
    case 'none': {
      const message = say.noEvidence({ command, why: judged.why, output });
      return made(found ? 'warn' : 'block', 'unproven', message, say.noEvidenceFix);
    }
  }
}
