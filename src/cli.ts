#!/usr/bin/env node
// The table of subcommands. Each one is imported when it is asked for, so that none pays for another.
import { EXIT } from './core/exit-status.ts';
import { UserError } from './core/user-error.ts';

const version = process.env.DONEGATE_VERSION ?? '0.0.0';

/** Runs one command and turns what it throws into the exit status and the one line that the contract asks for. */
async function guarded(work: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work();
  } catch (error) {
    if (isClosedPipe(error)) return endUnread();
    process.exitCode = error instanceof UserError ? EXIT.usage : EXIT.fault;
    process.stderr.write(`donegate: ${errorLine(error)}\n`);
  }
}

function errorLine(error: unknown): string {
  if (error instanceof UserError)
    return error.hint === null ? error.message : `${error.message} (${error.hint})`;
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `a fault of donegate's own, please report it with this text:\n${what}`;
}

/** A pipe without a reader, or a terminal that was closed. */
function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EPIPE' || error.code === 'EIO');
}

/** The reader is gone before it has heard the answer: whatever it was, it must not pass for a proof. */
function endUnread(): never {
  process.exit(process.exitCode ?? EXIT.notProven);
}

process.stdout.on('error', (error) => {
  if (isClosedPipe(error)) endUnread();
  process.stderr.write(`donegate: the output cannot be written (${error.message})\n`);
  process.exit(EXIT.usage);
});
// What cannot be said there cannot be said anywhere.
process.stderr.on('error', () => {});
// Beside every `await`; node's own status for it is that of a refusal.
process.on('uncaughtException', (error) => {
  process.stderr.write(`donegate: ${errorLine(error)}\n`);
  process.exit(EXIT.fault);
});

const [first, second] = process.argv.slice(2);
if ((first === '--version' || first === '-V') && second === undefined) {
  process.stdout.write(`${version}\n`);
} else {
  const { program } = await import('./commands/program.ts');
  await program({ version, guarded }).parseAsync(process.argv);
}
