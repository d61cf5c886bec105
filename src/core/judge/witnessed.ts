// What bash testified about the commands of a line, joined with the reading.
import { couldNotStart, SIGPIPE_STATUS } from '../exit.ts';
import type { ReadCommand } from '../reading-types.ts';
import { readCommand } from '../shell/reading.ts';
import type { TestifiedCommand } from '../testimony.ts';
import type { JudgeRequest } from './request.ts';
import type { CommandStatus } from './status.ts';
import { formOf, type TracedCommand, tracedCommands } from './traced.ts';

/** For each command what bash testified about it; null where it said nothing that can be believed. */
export function witnessedStatuses(
  request: JudgeRequest,
  commands: readonly ReadCommand[],
): readonly (CommandStatus | null)[] {
  const { testimony, reading } = request;
  const nobody = commands.map(() => null);
  if (testimony.kind === 'none' || request.background) return nobody;
  const records = testimony.commands.filter((record) => record.outer && record.script === null);
  if (records.length === 0) return nobody;
  const traced = tracedCommands(reading.line);
  const forms = records.map((record) => formOf(record.text));
  const unexplained = records.some(
    ({ text }, index) => !COMPOUND.test(text) && !traced.some((one) => one.form === forms[index]),
  );
  return commands.map((command) => {
    const own = traced.find((one) => one.start === command.start);
    if (own === undefined || command.background) return null;
    // A script in quotes (`eval '...'`, `bash -c '...'`) begins where its enclosing command does, and has another status.
    if (own.form !== formOf(command.text)) return null;
    // A line may hold the same command twice: what is said of one is said of all.
    const alike = traced.filter((one) => one.form === own.form);
    if (alike.some((one) => one.overwritten)) return null;
    const statuses = statusesOfForm({ records, forms, alike, form: own.form });
    const status = statusFrom({
      request,
      command,
      statuses,
      cut: testimony.cut,
      unexplained,
      last: records.at(-1)?.statuses ?? null,
    });
    return status?.kind === 'ended_zero' && hidesFailure(command.text) ? null : status;
  });
}

/** Its own success says nothing about what it runs (`find -exec pytest \\;`): it would not be proven if it were the whole line. */
function hidesFailure(text: string): boolean {
  return readCommand(text).commands.find((command) => command.text === text)?.proven === false;
}

/** Announced as such, and no command of its own. */
const COMPOUND = /^(?:for|case|select) |^\[\[ |^\(\(/;

type Found = {
  records: readonly TestifiedCommand[];
  forms: readonly (string | null)[];
  alike: readonly TracedCommand[];
  form: string;
};

/** The status of each run of the commands with this form; null = not known. */
function statusesOfForm({ records, forms, alike, form }: Found): readonly (number | null)[] {
  const [first] = alike;
  const sameShape = alike.every(
    (one) => one.length === first?.length && one.position === first.position && one.behind === first.behind,
  );
  return forms.flatMap((found, index) => {
    if (found !== form) return [];
    if (first === undefined || !sameShape) return [null];
    // The status of a pipeline is known once all its elements have been announced.
    const last = records.at(index + first.behind);
    const statuses = last?.statuses ?? null;
    return [statuses?.length === first.length ? (statuses[first.position] ?? null) : null];
  });
}

type Given = {
  request: JudgeRequest;
  command: ReadCommand;
  statuses: readonly (number | null)[];
  cut: boolean;
  /** Something was announced that is none of the line's commands as we read them: it may be this one, printed otherwise. */
  unexplained: boolean;
  last: readonly number[] | null;
};

function statusFrom({ request, command, statuses, cut, unexplained, last }: Given): CommandStatus | null {
  if (statuses.length === 0) {
    // Nothing was announced although the line can only have ended 0 with it: the testimony is not whole.
    const mustHaveRun = command.proven && request.exit.kind === 'exited' && request.exit.code === 0;
    return cut || unexplained || mustHaveRun || last === null ? null : { kind: 'did_not_run' };
  }
  const known = statuses.filter((status) => status !== null);
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
  return cut || known.length < statuses.length ? null : { kind: 'ended_zero', by: 'witness' };
}

const BROKEN_PIPE = /BrokenPipeError|EPIPE|[Bb]roken pipe/;

/** It wrote into a pipe that nobody read any more: that says nothing about what it checked. */
function isCutOff({ output }: JudgeRequest, command: ReadCommand, status: number): boolean {
  if (command.filteredBy === null) return false;
  return status === SIGPIPE_STATUS || status === 120 || BROKEN_PIPE.test(output);
}
