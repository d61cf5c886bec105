import type { RunRecord } from './ledger.ts';
import { asTyped } from './typed.ts';

/**
 * The command of a run that its result is about, without what stands around it, as a line has to say it that starts in
 * `from` (relative to the root).
 */
export function commandOf({ ran }: RunRecord, from: string): string {
  const { commands, result } = ran.judged;
  const speaking = commands.filter((command) => command.result === result);
  const only = speaking.find((command) => command.class === 'test') ?? speaking[0] ?? commands[0];
  if (only === undefined) return ran.command;
  const { text: command, directory } = only;
  const isInside = directory !== null && !directory.startsWith('/');
  return isInside ? asTyped({ command, directory, from }) : command;
}
