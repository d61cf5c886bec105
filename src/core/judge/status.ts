// How each judged command of a line ended, as far as anything tells.
import type { ReadCommand } from '../reading-types.ts';
import type { CommandStatus } from './command-status.ts';
import { readStatuses } from './read-status.ts';
import type { CommandReport } from './reports.ts';
import type { JudgeRequest } from './request.ts';
import type { Traced } from './trace/traced.ts';
import { witnessedStatuses } from './witnessed.ts';

/** One status for each command: the witness where it saw the command, the reading of the line otherwise. */
export function statusesOf(
  request: JudgeRequest,
  commands: readonly ReadCommand[],
  reports: readonly (CommandReport | null)[],
  traced: Traced | null,
): readonly CommandStatus[] {
  const witnessed = witnessedStatuses(request, commands, reports, traced);
  const read = readStatuses(request, commands, reports);
  return commands.map(
    (_, index) => witnessed[index] ?? read[index] ?? { kind: 'unknown', why: 'status not known' },
  );
}
