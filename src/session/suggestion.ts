// Which command a refusal names: one that would satisfy it.
import { commandOf } from '../core/command-of-run.ts';
import { directCommand } from '../core/direct-command.ts';
import { unverifiedFiles } from '../core/ledger.ts';
import { asTyped } from '../core/typed.ts';
import { suggestedCommand } from './checks.ts';
import type { SessionContext } from './context.ts';

/** A check of the project; null = it has none. */
export function projectCommand(context: SessionContext): string | null {
  return suggestedCommand(context) ?? context.options.mention?.() ?? null;
}

/** A check of the project, else the test that was run last, else what runs one of the files that were written. */
export function nextCommandOf(context: SessionContext): string | null {
  return projectCommand(context) ?? lastTest(context) ?? direct(context);
}

function lastTest({ ledger, options }: SessionContext): string | null {
  const run = ledger.lastRun;
  if (run === null) return null;
  const { result, commands } = run.ran.judged;
  const told = commands.some((command) => command.class === 'test' && command.result === result);
  return told && (result === 'green' || result === 'red') ? commandOf(run, options.ports.directory) : null;
}

function direct({ ledger, options }: SessionContext): string | null {
  const files = ledger.streak.size > 0 ? [...ledger.streak] : unverifiedFiles(ledger);
  const command = directCommand(files);
  return command === null ? null : asTyped({ command, directory: '.', from: options.ports.directory });
}
