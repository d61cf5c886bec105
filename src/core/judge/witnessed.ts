// What bash testified about the commands of a line, joined with the reading.
import type { ReadCommand } from '../reading-types.ts';
import { readCommand } from '../shell/reading.ts';
import type { CommandStatus } from './command-status.ts';
import { partStatuses } from './part-status.ts';
import type { CommandReport } from './reports.ts';
import type { JudgeRequest } from './request.ts';
import { statusOfRuns } from './run-status.ts';
import { commandForm } from './trace/form.ts';
import { isAnnounced, type Traced } from './trace/traced.ts';

/** For each command what bash testified about it; null where it said nothing that can be believed. */
export function witnessedStatuses(
  request: JudgeRequest,
  commands: readonly ReadCommand[],
  reports: readonly (CommandReport | null)[],
  traced: Traced | null,
): readonly (CommandStatus | null)[] {
  if (traced === null) return commands.map(() => null);
  const own = commands.map((command) => ownStatus(request, command, traced));
  if (!own.includes('elsewhere')) return own.map((status) => (status === 'elsewhere' ? null : status));
  const parts = partStatuses({ request, commands, reports, traced });
  return own.map((status, index) => (status === 'elsewhere' ? (parts[index] ?? null) : status));
}

/** What was announced of the command itself; `elsewhere`: it does not run in the shell that announces. */
function ownStatus(
  request: JudgeRequest,
  command: ReadCommand,
  traced: Traced,
): CommandStatus | null | 'elsewhere' {
  const { runs } = traced;
  const node = traced.nodeOf(command);
  if (node === null) return null;
  if (!isAnnounced(traced, node)) return 'elsewhere';
  // A line may hold the same command twice: what is said of one is said of all.
  const found = runs.ofForm(commandForm(node));
  const status = statusOfRuns({ request, command, runs: found, ...runs });
  return status?.kind === 'ended_zero' && hidesFailure(command.text) ? null : status;
}

/** Its own success says nothing about what it runs (`find -exec pytest \\;`): it would not be proven if it were the whole line. */
function hidesFailure(text: string): boolean {
  return readCommand(text).commands.find((command) => command.text === text)?.proven === false;
}
