// From a command's status and its runner's words to its result.

import { oneLine } from '../names.ts';
import type { ReadCommand } from '../reading-types.ts';
import { executesOnlyNamed } from '../shell/programs/interpreters.ts';
import { isTestScript } from '../test-script.ts';
import type { JudgedCommand, RunResult } from '../types.ts';
import type { CommandStatus } from './command-status.ts';
import type { InnerVerdict } from './inner/verdict.ts';
import { foundNothing, isMissed } from './launch.ts';
import { type CommandReport, showsFailures } from './reports.ts';
import type { JudgeRequest } from './request.ts';
import { directoryOf, ranElsewhere, runsForeignFile } from './where.ts';

/** Most characters of a command in a reason. */
const LONGEST = 120;

export type ResultRequest = {
  request: JudgeRequest;
  command: ReadCommand;
  status: CommandStatus;
  report: CommandReport | null;
  /** What the scripts that it runs testified. */
  inner: InnerVerdict;
  /** Another command of the line failed: failures in the output may be its own. */
  anotherFailed: boolean;
};

/** One command, judged; `why` is one sentence. */
export function resultOf(request: ResultRequest): JudgedCommand & { why: string } {
  const given = { ...request, status: asTheShellSays(request) };
  const { command, status } = given;
  const { result, why, maskedBy, maskedIn } = judged(given);
  return {
    text: command.text,
    class: command.class,
    exit: exitOf(status),
    by: 'by' in status ? status.by : 'reading',
    result,
    maskedBy,
    ...(maskedIn === undefined ? {} : { maskedIn }),
    program: command.program,
    scope: command.scope,
    directory: directoryOf(given.request, command),
    clears: clears(given),
    why,
  };
}

/** Where the status is not known: the shell names what it could not start. */
function asTheShellSays({ request, command, status }: ResultRequest): CommandStatus {
  const [program] = command.words;
  if ((status.kind !== 'unknown' && status.kind !== 'hidden') || command.background) return status;
  if (typeof program !== 'string' || !isMissed(program, request.output)) return status;
  return { kind: 'not_started', status: 127, by: 'reading' };
}

function exitOf(status: CommandStatus): number | null {
  if (status.kind === 'ended_zero') return 0;
  return status.kind === 'ended_otherwise' || status.kind === 'not_started' ? status.status : null;
}

type Result = { result: RunResult; why: string; maskedBy: string | null; maskedIn?: string };

function judged(given: ResultRequest): Result {
  const { request, command, status, report, inner } = given;
  const name = `\`${oneLine(command.text, LONGEST)}\``;
  const failures = failuresIn(report);
  const isOpen = status.kind === 'hidden' || status.kind === 'unknown' || status.kind === 'ended_zero';
  if (isOpen && inner.kind === 'red') return redInside(name, inner);
  switch (status.kind) {
    case 'did_not_run':
      return { result: 'none', why: `${name} did not run`, maskedBy: null };
    case 'not_started':
      // A script can end 127 for a command that it misses after its tests have failed.
      if (failures !== null) return { result: 'red', why: `${name} is red (${failures})`, maskedBy: null };
      return notStarted(name, status.status);
    case 'ended_otherwise':
      if (failures === null && status.status !== null && foundNothing(request.output))
        return notStarted(name, status.status);
      return { result: 'red', why: `${name} is red (${failures ?? status.why})`, maskedBy: null };
    case 'hidden': {
      const maskedBy = maskOf(command);
      if (failures !== null)
        return {
          result: 'red',
          why: `${name} is red (${failures}), and its status is masked by \`${maskedBy}\``,
          maskedBy,
        };
      return { result: 'masked', why: `${name} is masked by \`${maskedBy}\``, maskedBy };
    }
    case 'unknown':
      if (failures !== null) return { result: 'red', why: `${name} is red (${failures})`, maskedBy: null };
      return { result: 'unknown', why: `how ${name} ended is not known: ${status.why}`, maskedBy: null };
    case 'ended_zero':
      return whenZero(given);
  }
}

function whenZero({ command, report, anotherFailed, inner: verdict }: ResultRequest): Result {
  const name = `\`${oneLine(command.text, LONGEST)}\``;
  const green: Result = { result: 'green', why: `${name} is green`, maskedBy: null };
  const inner = command.innerMask;
  const failures = anotherFailed ? null : failuresIn(report);
  if (failures !== null)
    return { result: 'red', why: `${name} is red (${failures}) although it ended 0`, maskedBy: null };
  if (inner !== null && verdict.kind !== 'green') return maskedInside(name, inner);
  if (report === null || !(command.class === 'test' || isTestScript(command))) return green;
  switch (report.report.kind) {
    case 'empty':
      return { result: 'empty', why: `${name} ran no test: ${report.report.why}`, maskedBy: null };
    case 'no-summary':
      return {
        result: 'empty',
        why: `${name} ended 0 without the summary that it always prints`,
        maskedBy: null,
      };
    case 'counted':
      if (report.report.counts.passed > 0)
        return { ...green, why: `${name} is green (${report.report.counts.passed} passed)` };
      return { result: 'empty', why: `${name} passed no test`, maskedBy: null };
    case 'silent':
      return green;
  }
}

function notStarted(name: string, status: number): Result {
  return { result: 'unknown', why: `${name} could not start (exit ${status})`, maskedBy: null };
}

function maskedInside(name: string, inner: { path: string; line: number; text: string }): Result {
  const maskedIn = `${inner.path}:${inner.line}`;
  const maskedBy = `${inner.text} (${maskedIn})`;
  return { result: 'masked', why: `${name} is masked inside: ${maskedBy}`, maskedBy, maskedIn };
}

/** The script ended 0 over it, or its own end is not known. */
function redInside(name: string, inner: Extract<InnerVerdict, { kind: 'red' }>): Result {
  const place = `${inner.path}:${inner.line}`;
  const end = inner.status === null ? 'failed' : `ended ${inner.status}`;
  return {
    result: 'red',
    why: `${name} is red inside: \`${oneLine(inner.text, LONGEST)}\` ${end} (${place})`,
    maskedBy: inner.maskedBy === null ? null : `${inner.maskedBy} (${place})`,
  };
}

function failuresIn(report: CommandReport | null): string | null {
  if (!showsFailures(report) || report?.report.kind !== 'counted') return null;
  const [file, ...more] = report.failingIn;
  const where = file === undefined ? '' : ` in ${file}${more.length === 0 ? '' : ` and ${more.length} more`}`;
  return `${report.report.counts.failed} failed${where}`;
}

function maskOf(command: ReadCommand): string {
  if (command.innerMask !== null) return command.innerMask.text;
  return command.maskedBy ?? 'the rest of the line';
}

function clears({ request, command, report }: ResultRequest): JudgedCommand['clears'] {
  // A commit runs the repository's hooks; what they ran is known only where they show tests.
  if (command.program === 'git') return showsPasses(report) ? 'code' : 'nothing';
  if (ranElsewhere(request, command) || runsForeignFile(request, command)) return 'nothing';
  switch (command.class) {
    case 'test':
    case 'build':
      return 'code';
    case 'run':
      if (executesOnlyNamed(command.program)) return 'named';
      return command.inline === null || command.inline.namesProject ? 'code' : 'nothing';
    case 'check':
      return 'configuration';
    case 'unknown': {
      const [program] = command.words;
      return typeof program === 'string' && request.isProjectFile(program) ? 'code' : 'nothing';
    }
    case 'inert':
      return 'nothing';
  }
}

function showsPasses(entry: CommandReport | null): boolean {
  return entry !== null && entry.report.kind === 'counted' && entry.report.counts.passed > 0;
}
