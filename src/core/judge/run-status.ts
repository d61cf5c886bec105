import { couldNotStart, SIGPIPE_STATUS } from '../exit.ts';
import type { ReadCommand } from '../reading-types.ts';
import type { CommandStatus } from './command-status.ts';
import type { JudgeRequest } from './request.ts';
import type { Run } from './trace/runs.ts';

type Given = {
  request: JudgeRequest;
  command: ReadCommand;
  runs: readonly Run[];
  /** What is not among the runs did not run. */
  isComplete: boolean;
  /** Nothing that was announced is missing. */
  isWhole: boolean;
};

/** How a command ended, from all runs of it that bash announced; null: they do not tell. */
export function statusOfRuns({ request, command, runs, isComplete, isWhole }: Given): CommandStatus | null {
  if (runs.length === 0) return isComplete && !mustHaveRun(request, command) ? { kind: 'did_not_run' } : null;
  const known = runs.flatMap(({ status }) => (status === null ? [] : [status]));
  const failed = known.find(
    (status) => status !== 0 && !couldNotStart(status) && !isCutOff(request, command, status),
  );
  if (failed !== undefined)
    return { kind: 'ended_otherwise', status: failed, by: 'witness', why: `exit ${failed}` };
  const missing = known.find(couldNotStart);
  if (missing !== undefined) return { kind: 'not_started', status: missing, by: 'witness' };
  if (known.some((status) => status !== 0)) {
    return {
      kind: 'unknown',
      why: `it was cut off by its reader${command.filteredBy === null ? '' : ` \`${command.filteredBy}\``}`,
    };
  }
  return !isWhole || known.length < runs.length ? null : { kind: 'ended_zero', by: 'witness' };
}

/** Nothing was announced although the line can only have ended 0 with it: the testimony is not whole. */
export function mustHaveRun({ exit }: JudgeRequest, { proven }: ReadCommand): boolean {
  return proven && exit.kind === 'exited' && exit.code === 0;
}

const BROKEN_PIPE = /BrokenPipeError|EPIPE|[Bb]roken pipe/;

/** It wrote into a pipe that nobody read any more: that says nothing about what it checked. */
export function isCutOff({ output }: JudgeRequest, { filteredBy }: ReadCommand, status: number): boolean {
  if (filteredBy === null) return false;
  return status === SIGPIPE_STATUS || status === 120 || BROKEN_PIPE.test(output);
}
