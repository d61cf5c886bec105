// Our own state is not edited by the agent, and what is a person's consent is not given by it.
import { isOwnFile } from '../code-files.ts';
import { type Place, placedWrites } from '../evidence.ts';
import { selfProtection } from '../feedback.ts';
import type { ReadCommand, Reading } from '../reading-types.ts';

/** Why an edit tool may not write this path; null = it may. donegate.toml may be written: it takes effect after approval. */
export function protectedWrite(path: string): string | null {
  return isOwnFile(path) || STATE_ANYWHERE.test(path) ? selfProtection.ownState(path) : null;
}

/** Why a line may not run: it plainly writes to our state, or is a command that only a person gives. Null = it may. */
export function protectedLine(reading: Reading, place: Place): string | null {
  const foreign = reading.writes.find(({ path }) => path !== null && STATE_ANYWHERE.test(path));
  if (foreign?.path != null) return selfProtection.ownState(foreign.path);
  for (const write of reading.writes) {
    for (const { path, kind } of placedWrites({ ...reading, writes: [write] }, place)) {
      if (path === null) continue;
      // git removes what it tracks, never what lies in its own directory.
      const isGit = reading.commands[write.command]?.words[0] === 'git';
      if (isOwnFile(path) || (kind === 'remove' && !isGit && holdsOwnState(path)))
        return selfProtection.ownState(path === '' ? '.' : path);
    }
  }
  for (const command of reading.commands) {
    if (isPersonOnly(command)) return selfProtection.personOnly(command.text);
    const target = deletedState(command);
    if (target !== null) return selfProtection.ownState(target);
  }
  return null;
}

/** A worktree's state lies in the repository that it belongs to. */
const STATE_ANYWHERE = /(^|\/)\.git\/(worktrees\/[^/]+\/)?donegate(\/|$)/;

function holdsOwnState(path: string): boolean {
  return path === '' || /(^|\/)\.git$/.test(path);
}

const PERSON_ONLY: readonly (readonly string[])[] = [['plan', 'approve'], ['init'], ['waive']];

function isPersonOnly({ words }: ReadCommand): boolean {
  const at = words.findIndex((word) => word !== null && /^(.*\/)?donegate(@[^/]*)?$/.test(word));
  if (at < 0 || at > 2) return false;
  const said = words.slice(at + 1).filter((word) => word !== null && !word.startsWith('-'));
  return PERSON_ONLY.some((command) => command.every((word, index) => said[index] === word));
}

const DELETERS = new Set(['find', 'shred', 'unlink', 'rmdir', 'truncate', 'dd', 'chmod', 'chattr']);

/** Programs that delete or spoil what they are pointed at, beyond the writes that every line is read for. */
function deletedState({ words }: ReadCommand): string | null {
  const [program] = words;
  if (typeof program !== 'string' || !DELETERS.has(program.replace(/^.*\//, ''))) return null;
  if (
    program.endsWith('find') &&
    !words.some((word) => word === '-delete' || word === '-exec' || word === '-execdir')
  )
    return null;
  const target = words.find(
    (word) => word !== null && isOwnFile(word.replace(/^(of=)?(\.\/)*/, '').replace(/\/$/, '')),
  );
  return target ?? null;
}
