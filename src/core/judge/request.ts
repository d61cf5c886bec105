import type { ReadCommand, Reading } from '../reading-types.ts';
import type { Testimony } from '../testimony.ts';
import type { Exit, TestReport } from '../types.ts';

/** Report files of one command, read. */
export type FilesReport = {
  report: TestReport;
  /** They can only be this runner's: the command names them, or nobody else writes where they lie. */
  isSure: boolean;
  /** From the root, or absolute. */
  paths: readonly string[];
  failingIn: readonly string[];
};

export type JudgeRequest = {
  reading: Reading;
  /** How the whole line ended. */
  exit: Exit;
  output: string;
  /** False: a part of the output did not reach us. */
  outputWhole: boolean;
  testimony: Testimony;
  /** The host put the line into the background: its status is not the line's. */
  background: boolean;
  readResults: (request: {
    program: string | null;
    output: string;
    outputWhole: boolean;
    others: readonly string[];
    tests: boolean;
  }) => TestReport;
  /** What the report files that the run wrote say about a command of the line; null: it wrote none. */
  reportFiles: (command: ReadCommand) => FilesReport | null;
  /** Checks of the gate and gate commands of a plan are judged by their own words, whatever they execute. */
  asked: 'agent' | 'gate';
  /** Whether a path, relative to where the line starts, is a file of the project. */
  isProjectFile: (path: string) => boolean;
  /** Whether a path, relative to where the line starts or absolute, lies outside of the project. */
  isOutside: (path: string) => boolean;
};

/** The commands of the line that are judged, in source order: what executes, and what checks without executing. */
export function judgedCommands({ reading, asked }: JudgeRequest): readonly ReadCommand[] {
  const armed = reading.commands.filter((command) => command.disarmed === null);
  const judged = armed.filter((command) => command.executes || command.class === 'check');
  return judged.length === 0 && asked === 'gate' ? armed : judged;
}
