import type { LineWrite, ProjectFiles, TreeMove } from '../../reading-types.ts';
import type { ListedCommand } from '../commands.ts';
import type { Script } from '../parse.ts';
import { lineWrites as writesOf } from './line-writes.ts';
import { treeMoves as movesOf } from './moves.ts';

type Parsed = { script: Script; source: string };

/**
 * Which files a line changes itself, in the order of its commands. Paths are relative to where the line starts, or
 * absolute; null = some file. What programs of the project write is not known here: the tree tells. `project`: knows which
 * paths are folders.
 */
export function lineWrites(
  _parsed: Parsed,
  commands: readonly ListedCommand[],
  project: ProjectFiles | null = null,
): readonly LineWrite[] {
  return writesOf(commands, project);
}

/**
 * Where a line tests another tree than the one that stands afterwards; each with the commands that ran there.
 * `writes`: those of the line, if they are known already.
 */
export function treeMoves(
  _parsed: Parsed,
  commands: readonly ListedCommand[],
  writes: readonly LineWrite[] = writesOf(commands, null),
): readonly TreeMove[] {
  return movesOf(commands, writes);
}
