// Which of the report files that a run wrote speak for which of its commands.
import type { Place } from '../evidence.ts';
import { fromRoot, isWithin } from '../paths.ts';
import type { WrittenReport } from '../ports.ts';
import type { LineWrite, ReadCommand, Reading } from '../reading-types.ts';
import { mayWriteReport, runnerOfPlace } from '../report-places.ts';
import { joinPath } from '../shell/commands/directory.ts';
import { isTask } from '../shell/scope.ts';
import type { FilesReport, JudgeRequest } from './request.ts';

type Given = {
  written: readonly WrittenReport[];
  reading: Reading;
  place: Place;
  readReports: (request: {
    program: string | null;
    files: readonly WrittenReport[];
  }) => Omit<FilesReport, 'isSure'>;
};

/**
 * A command that names its report speaks by that; a runner that alone writes in a place by what lies there; any other test
 * command by what nobody else in the line claims. What the line itself brought (`echo > junit.xml`, `cp`) is no runner's word.
 */
export function reportFilesOf(given: Given): JudgeRequest['reportFiles'] {
  const believed = given.written.filter((file) => !isAuthored(file, given));
  const known = new Map<string, FilesReport | null>();
  return (command) => {
    if (!mayWriteReport(command) || believed.length === 0) return null;
    const { files, isSure } = filesOf(command, believed, given.reading);
    const key = JSON.stringify([command.program, isSure, files.map(({ path }) => path)]);
    const report = known.get(key) ?? read(given, { command, files, isSure });
    known.set(key, report);
    return report;
  };
}

function read(
  { readReports, place }: Given,
  { command, files, isSure }: { command: ReadCommand; files: readonly WrittenReport[]; isSure: boolean },
): FilesReport | null {
  const { report, paths, failingIn } = readReports({ program: command.program, files });
  if (report.kind === 'silent') return null;
  const named = (path: string): string => fromRoot({ ...place, path }) ?? path;
  return { report, isSure, paths: paths.map(named), failingIn: failingIn.map(named) };
}

function filesOf(
  command: ReadCommand,
  believed: readonly WrittenReport[],
  { commands }: Reading,
): { files: readonly WrittenReport[]; isSure: boolean } {
  const tests = commands.filter(mayWriteReport);
  const claimed = ({ command: index, path }: WrittenReport): boolean | null => {
    const naming = tests.find((one) => one.index === index);
    if (naming !== undefined) return naming === command;
    const runner = runnerOfPlace(path);
    if (runner === null) return null;
    if (runner === command.program) return true;
    // Of a runner that is not in the line: a task or a script may have called it.
    return tests.every((one) => one.program !== runner) && mayCallOthers(command);
  };
  const own = believed.filter((file) => claimed(file) === true);
  return own.length > 0
    ? { files: own, isSure: true }
    : { files: believed.filter((file) => claimed(file) === null), isSure: false };
}

function mayCallOthers({ class: is, program }: ReadCommand): boolean {
  return is !== 'test' || isTask(program);
}

/** A write of the line that is not the output of something that it executes, on that path, or on one that is not known. */
function isAuthored(file: WrittenReport, { reading, place }: Given): boolean {
  const start = joinPath(place.root, place.directory === '' ? '.' : place.directory);
  const covers = ({ path, kind, command }: LineWrite): boolean => {
    const writer = reading.commands[command];
    if (kind === 'remove' || (writer?.executes === true && writer.inline === null)) return false;
    if (path === null) return kind === 'author' && file.command === null && runnerOfPlace(file.path) === null;
    return isWithin(file.path, joinPath(start, path) ?? path);
  };
  return reading.writes.some(covers);
}
