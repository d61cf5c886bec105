// After a few authored code files something has to be executed before more may be written.

import { type CodePaths, fileKind } from '../code-files.ts';
import { authoredWrites, type Place } from '../evidence.ts';
import { writeCap } from '../feedback.ts';
import type { Ledger } from '../ledger.ts';
import type { Reading } from '../reading-types.ts';

type Asked = {
  ledger: Ledger;
  limit: number;
  code: CodePaths;
  /** Asked only for a refusal. */
  command: () => string | null;
};

/** Why an edit tool may not write this path (relative to the root) now; null = it may. `limit` 0: the rule is off. */
export function refusedWrite(asked: Asked & { path: string }): string | null {
  const { ledger, limit, path } = asked;
  if (limit === 0 || fileKind(path, asked.code) === 'other') return null;
  if (ledger.streak.has(path) || ledger.streak.size < limit) return null;
  return writeCap.refused({ files: [...ledger.streak], more: [path], limit, command: asked.command() });
}

/** Why a line that authors code files and executes nothing may not run now; null = it may. */
export function refusedLine(asked: Asked & { reading: Reading; place: Place }): string | null {
  const { ledger, limit, reading } = asked;
  if (limit === 0 || endsStreak(reading)) return null;
  const authored = authoredWrites(reading, asked.place);
  const fresh = new Set(
    authored
      .map((write, index) => write.path ?? `?${index}`)
      .filter((path) => fileKind(path, asked.code) !== 'other' && !ledger.streak.has(path)),
  );
  if (fresh.size === 0 || ledger.streak.size + fresh.size <= limit) return null;
  const more = [...fresh].filter((path) => !path.startsWith('?'));
  return writeCap.refused({ files: [...ledger.streak], more, limit, command: asked.command() });
}

/** The line executes something, or at least checks. */
function endsStreak(reading: Reading): boolean {
  return reading.commands.some(
    (command) => command.disarmed === null && (command.executes || command.class === 'check'),
  );
}
