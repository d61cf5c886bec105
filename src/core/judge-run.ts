// What a run is worth: the witness first, the reading second, the runner's own words third.
import { heardOf } from './judge/heard.ts';
import { innerVerdict } from './judge/inner/verdict.ts';
import { type CommandReport, reportsOf, showsFailures, sumOfReports } from './judge/reports.ts';
import { type JudgeRequest, judgedCommands } from './judge/request.ts';
import { resultOf } from './judge/result.ts';
import { seenBesides } from './judge/seen.ts';
import { statusesOf } from './judge/status.ts';
import { stoppedBy } from './judge/stopped.ts';
import { type Traced, traceScript } from './judge/trace/traced.ts';
import type { JudgedCommand, JudgedRun, RunResult } from './types.ts';

export type { JudgeRequest } from './judge/request.ts';

/** Judges a line that ended. Pure; every combination of its inputs has a row in the tests. */
export function judgeRun(request: JudgeRequest): JudgedRun {
  const { reading } = request;
  if (!reading.parsed) return nothingRan(`the line could not be read: ${reading.error ?? 'no valid bash'}`);
  const commands = judgedCommands(request);
  const traced = traceLine(request);
  if (commands.length === 0)
    return { ...nothingRan('nothing was executed'), ...seenBesides(request, commands, traced) };
  const reports = reportsOf(request, commands);
  const statuses = statusesOf(request, commands, reports, traced);
  const failed = statuses.map((status) => status.kind === 'ended_otherwise');
  const judged = commands.map((command, index) => {
    const status = statuses[index] ?? { kind: 'unknown', why: 'status not known' };
    return resultOf({
      request,
      command,
      status,
      report: reports[index] ?? null,
      inner: innerVerdict(request, { command, status }, traced),
      anotherFailed: failed.some((one, other) => one && other !== index),
    });
  });
  const { result, why } = wholeResult(request, judged);
  return {
    result,
    why,
    commands: judged.map(({ why: _, ...command }) => command),
    ...told(reports, judged),
    ...(result === 'red' ? stoppedAt(stoppedBy(commands, judged, request.output)) : {}),
    ...readFrom(reports),
    ...seenBesides(request, commands, traced),
  };
}

/** The line, joined with what its own shell testified; null where it said nothing. */
function traceLine({ reading, testimony, background }: JudgeRequest): Traced | null {
  if (testimony.kind === 'none' || background) return null;
  const heard = heardOf(testimony, 0, true);
  return heard === null
    ? null
    : traceScript({ source: reading.line, before: 0, pipefail: reading.pipefail }, heard);
}

type Judged = JudgedCommand & { why: string };

/**
 * The run's result from those of its commands. What was checked speaks before what was merely executed: where a test is in the
 * line, another command's green does not stand in for it.
 */
function wholeResult(request: JudgeRequest, judged: readonly Judged[]): { result: RunResult; why: string } {
  const asked = request.asked === 'gate' ? judged : judged.filter((command) => executesCode(command));
  if (asked.length === 0) return { result: 'none', why: 'nothing was executed' };
  const tests = asked.filter((command) => command.class === 'test' && command.result !== 'none');
  const red = asked.find((command) => command.result === 'red' && !(isProbe(command) && hasGreen(asked)));
  if (red !== undefined) return { result: 'red', why: red.why };
  const speaking = tests.length > 0 ? tests : asked;
  for (const result of ['green', 'masked', 'empty', 'unknown'] as const) {
    const found = speaking.find((command) => command.result === result);
    if (found !== undefined) return { result, why: whyWithEmpty(found, speaking) };
  }
  return { result: 'none', why: 'none of its commands ran' };
}

function executesCode(command: Judged): boolean {
  return command.class !== 'check' && command.class !== 'inert';
}

/** Inline code that names nothing of the project: an exploration. */
function isProbe(command: Judged): boolean {
  return command.class === 'run' && command.clears === 'nothing';
}

function hasGreen(judged: readonly Judged[]): boolean {
  return judged.some(
    (command) => command.result === 'green' && (command.clears === 'code' || command.clears === 'named'),
  );
}

function whyWithEmpty(found: Judged, speaking: readonly Judged[]): string {
  if (found.result !== 'green') return found.why;
  const empty = speaking
    .filter((command) => command.result === 'empty')
    .map((command) => `\`${command.text}\``);
  return empty.length === 0 ? found.why : `${found.why}; no test ran in ${empty.join(', ')}`;
}

function stoppedAt(why: string | null): Pick<JudgedRun, 'stopped'> {
  return why === null ? {} : { stopped: why };
}

/** The names are all only where each command that failed named its own. */
function told(
  reports: readonly (CommandReport | null)[],
  judged: readonly JudgedCommand[],
): Pick<JudgedRun, 'tests' | 'failing' | 'namesComplete' | 'passedUntold'> {
  const sum = sumOfReports(reports);
  const isNamed = judged.every(
    ({ result }, index) => result !== 'red' || showsFailures(reports[index] ?? null),
  );
  return sum.kind === 'counted'
    ? {
        tests: sum.counts,
        failing: sum.failing,
        namesComplete: sum.namesComplete && isNamed,
        ...(sum.passedUntold === true ? { passedUntold: true as const } : {}),
      }
    : {
        tests: sum.kind === 'empty' ? { passed: 0, failed: 0, skipped: 0 } : null,
        failing: [],
        namesComplete: false,
      };
}

function readFrom(reports: readonly (CommandReport | null)[]): Pick<JudgedRun, 'reportFiles'> {
  const files = [...new Set(reports.flatMap((report) => report?.files ?? []))];
  return files.length === 0 ? {} : { reportFiles: files };
}

function nothingRan(why: string): JudgedRun {
  return { result: 'none', why, commands: [], tests: null, failing: [], namesComplete: false };
}

/** A command of whose end the status is known and which is unknown all the same did not begin. */
export function isNotStarted({ result, exit }: JudgedCommand): boolean {
  return result === 'unknown' && exit !== null;
}

/** A check that could not even start says nothing about the code: somebody has to install something. */
export function didNotStart(judged: JudgedRun): boolean {
  return judged.result === 'unknown' && judged.commands.some(isNotStarted);
}
