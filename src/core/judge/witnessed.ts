// What bash testified about the commands of a line, joined with the reading.
import type { ReadCommand } from '../reading-types.ts';
import { listCommands } from '../shell/commands.ts';
import { type Command, type ParsedLine, parseLine } from '../shell/parse.ts';
import { readCommand } from '../shell/reading.ts';
import type { CommandStatus } from './command-status.ts';
import { heardOf } from './heard.ts';
import { partStatuses } from './part-status.ts';
import type { CommandReport } from './reports.ts';
import type { JudgeRequest } from './request.ts';
import { statusOfRuns } from './run-status.ts';
import { flowOf } from './trace/flow.ts';
import { commandForm } from './trace/form.ts';
import { type Runs, runsOf } from './trace/runs.ts';
import type { Flow } from './trace/steps.ts';

/** A script, and what the shell that ran it said. */
export type Traced = {
  parsed: Extract<ParsedLine, { parsed: true }>;
  flow: Flow;
  runs: Runs;
  /** The syntax of a command of the reading; null: it is not there. */
  nodeOf(command: ReadCommand): Command | null;
};

/** For each command what bash testified about it; null where it said nothing that can be believed. */
export function witnessedStatuses(
  request: JudgeRequest,
  commands: readonly ReadCommand[],
  reports: readonly (CommandReport | null)[],
): readonly (CommandStatus | null)[] {
  const { testimony, reading } = request;
  const nobody = commands.map(() => null);
  if (testimony.kind === 'none' || request.background) return nobody;
  const heard = heardOf(testimony, 0);
  if (heard === null) return nobody;
  const parsed = parseLine(reading.line);
  if (!parsed.parsed) return nobody;
  const flow = flowOf(parsed.script, parsed.source);
  const traced: Traced = { parsed, flow, runs: runsOf(flow, heard), nodeOf: nodesOf(parsed) };
  const own = commands.map((command) => ownStatus(request, command, traced));
  if (!own.includes('elsewhere')) return own.map((status) => (status === 'elsewhere' ? null : status));
  const parts = partStatuses({ request, commands, reports, traced });
  return own.map((status, index) => (status === 'elsewhere' ? (parts[index] ?? null) : status));
}

function nodesOf(parsed: Traced['parsed']): Traced['nodeOf'] {
  const listed = listCommands(parsed);
  return ({ index, start, text }) => {
    const isIt = (one: (typeof listed)[number]) => one.start === start && one.text === text;
    const at = listed[index];
    return (at !== undefined && isIt(at) ? at : listed.find(isIt))?.node ?? null;
  };
}

/** What was announced of the command itself; `elsewhere`: it does not run in the shell that announces. */
function ownStatus(
  request: JudgeRequest,
  command: ReadCommand,
  { flow, runs, nodeOf }: Traced,
): CommandStatus | null | 'elsewhere' {
  const node = nodeOf(command);
  if (node === null) return null;
  if (!flow.steps.some(({ elements }) => elements.includes(node))) return 'elsewhere';
  // A line may hold the same command twice: what is said of one is said of all.
  const found = runs.ofForm(commandForm(node));
  const status = statusOfRuns({ request, command, runs: found, ...runs });
  return status?.kind === 'ended_zero' && hidesFailure(command.text) ? null : status;
}

/** Its own success says nothing about what it runs (`find -exec pytest \\;`): it would not be proven if it were the whole line. */
function hidesFailure(text: string): boolean {
  return readCommand(text).commands.find((command) => command.text === text)?.proven === false;
}
