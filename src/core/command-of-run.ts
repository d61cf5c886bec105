// Which command of a run a message names, as a line has to say it that starts in `from` (relative to the root).
import type { RunRecord } from './ledger.ts';
import { asTyped } from './typed.ts';
import type { JudgedCommand } from './types.ts';

/** The command that the run's result is about, without what stands around it. */
export function commandOf({ ran }: RunRecord, from: string): string {
  const { commands, result } = ran.judged;
  const speaking = commands.filter((command) => command.result === result);
  const only = testFirst(speaking) ?? commands[0];
  return only === undefined ? ran.command : typed(only, from);
}

/** A command of it whose green would say something of changed code; null = it has none, or what it names is `gone`. */
export function settlingCommandOf(
  { ran }: RunRecord,
  from: string,
  gone: readonly string[] = [],
): string | null {
  const clearing = ran.judged.commands.filter(({ clears }) => clears === 'code' || clears === 'named');
  const only = testFirst(clearing.filter((command) => !namesOneOf(command, gone)));
  return only === undefined ? null : typed(only, from);
}

/** It cannot run as it stands: a file that it names is not there any more (`tests/a.py::test` names tests/a.py). */
export function namesOneOf({ scope }: JudgedCommand, gone: readonly string[]): boolean {
  return scope.some((name) => gone.some((path) => name === path || name.startsWith(`${path}::`)));
}

/** The first that tests, else the first. */
export function testFirst(commands: readonly JudgedCommand[]): JudgedCommand | undefined {
  return commands.find((command) => command.class === 'test') ?? commands[0];
}

/** A judged command as it has to be typed. */
export function typed({ text: command, directory }: JudgedCommand, from: string): string {
  const isInside = directory !== null && !directory.startsWith('/');
  return isInside ? asTyped({ command, directory, from }) : command;
}
