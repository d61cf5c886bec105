import { joinPath } from '../../shell/commands/directory.ts';
import type { Testimony } from '../../testimony.ts';
import type { Run } from '../trace/runs.ts';

/** Where a script can have run: below which shell, and between which announcements. */
export type Scene = {
  testimony: Extract<Testimony, { kind: 'given' }>;
  /** The nearest shell above it that testifies. */
  shell: number;
  /** Each run of what started it; every one of them started it. */
  windows: readonly Pick<Run, 'from' | 'to'>[];
};

/** The whole life of the line's own shell: nothing was announced of what it ran. */
export function wholeLine(testimony: Scene['testimony']): Scene {
  return { testimony, shell: 0, windows: [{ from: -1, to: Number.POSITIVE_INFINITY }] };
}

/** `isComplete`: no other shell can have run it there. */
export type Found = { shells: readonly number[]; isComplete: boolean };

/**
 * The shells that ran a script file in a scene: a shell is known by what is above it, by when it began, and by the file that it
 * was given. Each run of what started them must have one.
 */
export function shellsOf({ testimony, shell, windows }: Scene, path: string): Found {
  const { shells, missesScripts } = testimony;
  const root = shells[0]?.directory ?? null;
  const wanted = root === null ? null : joinPath(root, path);
  if (wanted === null) return { shells: [], isComplete: false };
  const alike = shells.flatMap(({ script, directory, parent, since }, index) => {
    if (parent !== shell || script === null || directory === null) return [];
    return joinPath(directory, script) === wanted ? [{ index, since }] : [];
  });
  const began = ({ since }: { since: number }, { from, to }: Pick<Run, 'from' | 'to'>): boolean =>
    since > from && since <= to;
  return {
    shells: alike.filter((one) => windows.some((window) => began(one, window))).map(({ index }) => index),
    isComplete: !missesScripts && windows.every((window) => alike.some((one) => began(one, window))),
  };
}
