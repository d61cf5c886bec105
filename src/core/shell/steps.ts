// What a command comes to, with the scripts that it runs followed to their ends.
import type { ReadCommand } from '../reading-types.ts';

/** It can fail because of the code. */
export function isStep({ disarmed, executes, class: className }: ReadCommand): boolean {
  return disarmed === null && (executes || className === 'check');
}

/** The commands that it runs in the end, in the order in which they stand. */
export function stepsOf(command: ReadCommand): readonly ReadCommand[] {
  if (command.scripts.length === 0) return isStep(command) ? [command] : [];
  return command.scripts.flatMap((script) => script.commands.flatMap(stepsOf));
}
