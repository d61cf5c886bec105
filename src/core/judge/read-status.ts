// How commands ended, by the status of the line that they stand in.
import { couldNotStart, describeExit, SIGPIPE_STATUS, statusOf } from '../exit.ts';
import type { ReadCommand } from '../reading-types.ts';
import type { CommandStatus } from './command-status.ts';
import { type CommandReport, showsFailures } from './reports.ts';
import type { JudgeRequest } from './request.ts';

/** What the status of a line, or of a part of it, says about its commands. */
export function readStatuses(
  request: JudgeRequest,
  commands: readonly ReadCommand[],
  reports: readonly (CommandReport | null)[],
): readonly CommandStatus[] {
  const { exit } = request;
  const status = statusOf(exit);
  if (request.background) return commands.map(() => unknown('it runs in the background'));
  if (exit.kind === 'unknown' || exit.kind === 'not_started')
    return commands.map(() => unknown(describeExit(exit)));
  if (exit.kind === 'exited' && status === 0) return commands.map(whenLineEndedZero);
  const candidates = commands.map((command) => command.proven || isMaskedInside(command));
  const several = candidates.filter(Boolean).length > 1;
  const explained = commands.some(
    (_, index) => candidates[index] === true && showsFailures(reports[index] ?? null),
  );
  return commands.map((command, index) => {
    if (candidates[index] !== true && command.background) return unknown('it runs in the background');
    if (candidates[index] !== true)
      return unknown(`the line's own status (${describeExit(exit)}) says nothing about it`);
    const entry = reports[index] ?? null;
    return whenLineFailed({ request, command, entry, status, several, explained });
  });
}

function whenLineEndedZero(command: ReadCommand): CommandStatus {
  if (command.proven || isMaskedInside(command)) return { kind: 'ended_zero', by: 'reading' };
  return command.background ? unknown('it runs in the background') : { kind: 'hidden' };
}

/** It ended as the line says, but a script that it runs hides what it is run for. */
function isMaskedInside({ endsZero, innerMask }: ReadCommand): boolean {
  return endsZero && innerMask !== null;
}

type Failed = {
  request: JudgeRequest;
  command: ReadCommand;
  entry: CommandReport | null;
  status: number | null;
  several: boolean;
  /** A command of the line shows failed tests: that is why it failed. */
  explained: boolean;
};

function whenLineFailed({ request, command, entry, status, several, explained }: Failed): CommandStatus {
  const why = describeExit(request.exit);
  if (showsFailures(entry))
    return { kind: 'ended_otherwise', status: several ? null : status, by: 'reading', why };
  if (explained) return unknown('another command of the line failed');
  if (status !== null && couldNotStart(status)) return { kind: 'not_started', status, by: 'reading' };
  if (request.exit.kind === 'signaled' && request.exit.signal === 'SIGINT')
    return unknown('it was interrupted');
  const filter = command.filteredBy;
  if (filter !== null && status === SIGPIPE_STATUS)
    return unknown(`it was cut off by its reader \`${filter}\``);
  if (filter !== null && canExplain(filter)) return unknown(`\`${filter}\` behind it can explain ${why}`);
  if (several && entry?.report.kind === 'no-summary') return { kind: 'did_not_run' };
  if (several && entry?.report.kind === 'counted') return unknown('another command of the line failed');
  return { kind: 'ended_otherwise', status: several ? null : status, by: 'reading', why };
}

/** Readers that end 0 whatever they read; any other can end otherwise by itself, like a grep that finds nothing. */
const ALWAYS_ZERO = new Set([
  'tail',
  'cat',
  'tee',
  'sort',
  'uniq',
  'wc',
  'sed',
  'tr',
  'cut',
  'less',
  'more',
  'column',
  'nl',
  'fold',
  'fmt',
  'ts',
  'strings',
  'tac',
  'rev',
  'head',
]);

function canExplain(filter: string): boolean {
  const words = filter.trim().split(/\s+/);
  // A head that stops early makes some writers end 1 with a broken pipe.
  return (
    words[0] === 'head' ||
    !filter.split('|').every((part) => ALWAYS_ZERO.has(part.trim().split(/\s+/)[0] ?? ''))
  );
}

function unknown(why: string): CommandStatus {
  return { kind: 'unknown', why };
}
