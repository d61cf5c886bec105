import { readCommand } from '../../../../src/core/shell/reading.ts';

/** What the last command that is not the reader behind a pipe is read as: its class, or `disarmed`. */
export function readAs(line: string): string {
  const { commands } = readCommand(line);
  const last = commands.findLast(
    (command) => command.executes || command.class === 'check' || command.disarmed !== null,
  );
  if (last === undefined) return 'inert';
  return last.disarmed === null ? last.class : 'disarmed';
}
