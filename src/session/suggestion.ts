// Which command a refusal names: one that would satisfy it.
import { commandOf, namesOneOf, typed } from '../core/command-of-run.ts';
import { directCommand } from '../core/direct-command.ts';
import { isNotStarted } from '../core/judge-run.ts';
import { unverifiedFiles } from '../core/ledger.ts';
import { asTyped } from '../core/typed.ts';
import { suggestedCommand } from './checks.ts';
import type { SessionContext } from './context.ts';

/** A check of the project; null = it has none. */
export function projectCommand(context: SessionContext): string | null {
  return suggestedCommand(context) ?? context.options.mention?.() ?? null;
}

/** A check of the project, else the test that was run last, else what runs one of the files that were written; what could start. */
export function nextCommandOf(context: SessionContext): string | null {
  const missing = notStarted(context);
  const named = [projectCommand, lastTest, direct];
  for (const commandIn of named) {
    const command = commandIn(context);
    if (command !== null && !missing.has(command)) return command;
  }
  return null;
}

/** Commands that could not start in this turn: what they need is not there. */
function notStarted({ ledger, options }: SessionContext): ReadonlySet<string> {
  const commands = ledger.turnRuns.flatMap(({ ran }) => ran.judged.commands.filter(isNotStarted));
  return new Set(commands.map((command) => typed(command, options.ports.directory)));
}

/** Unverified files that are not there any more. */
export function goneFiles({ ledger, options }: SessionContext): readonly string[] {
  return unverifiedFiles(ledger).filter((path) => !options.ports.project.isFile(path));
}

function lastTest(context: SessionContext): string | null {
  const { ledger, options } = context;
  const run = ledger.lastRun;
  if (run === null) return null;
  const { result, commands } = run.ran.judged;
  const gone = goneFiles(context);
  const told = commands.some(
    (command) => command.class === 'test' && command.result === result && !namesOneOf(command, gone),
  );
  return told && (result === 'green' || result === 'red') ? commandOf(run, options.ports.directory) : null;
}

function direct(context: SessionContext): string | null {
  const { ledger, options } = context;
  const { project, directory } = options.ports;
  const there = (paths: Iterable<string>) => [...paths].filter((path) => project.isFile(path));
  const files = there(ledger.streak.size > 0 ? ledger.streak : unverifiedFiles(ledger));
  // What was written and removed again leaves the rest to be run.
  const command = directCommand(files.length > 0 ? files : there(ledger.code.keys()));
  return command === null ? null : asTyped({ command, directory: '.', from: directory });
}
