// Two lines may start in different folders, and one may write the root's full path: commands are compared from the root.
import { fromRoot } from '../paths.ts';
import { isTask } from '../shell/scope.ts';
import type { JudgedCommand, JudgedRun } from '../types.ts';

type Place = { root: string; directory: string };

/** The run with directories and scopes as seen from the root; what lies outside of it stays absolute. */
export function placedRun(judged: JudgedRun, place: Place): JudgedRun {
  return { ...judged, commands: judged.commands.map((command) => placedCommand(command, place)) };
}

function placedCommand(command: JudgedCommand, place: Place): JudgedCommand {
  const directory = command.directory === null ? null : placedPath(command.directory, place);
  if (isTask(command.program)) return { ...command, directory };
  return { ...command, directory, scope: command.scope.map((entry) => placedEntry(entry, place)) };
}

/** Options that choose (`-k x`) and what is not known stay as they are; `pkg/...` is `pkg` with all below. */
function placedEntry(entry: string, place: Place): string {
  if (entry.startsWith('-') || entry.startsWith('$') || entry === '') return entry;
  return entry.endsWith('/...') ? `${placedPath(entry.slice(0, -4), place)}/...` : placedPath(entry, place);
}

function placedPath(path: string, place: Place): string {
  const placed = fromRoot({ ...place, path });
  if (placed !== null) return placed === '' ? '.' : placed;
  return `/${fromRoot({ root: '/', directory: `${place.root}/${place.directory}`, path }) ?? path}`;
}
