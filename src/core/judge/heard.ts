import type { Testimony } from '../testimony.ts';
import type { Heard } from './trace/runs.ts';

/** What one of the shells said; null: nothing. */
export function heardOf(
  { commands, shells }: Extract<Testimony, { kind: 'given' }>,
  shell: number,
): Heard | null {
  const own = shells[shell];
  if (own === undefined) return null;
  const records = commands.flatMap(({ shell: of, text, statuses }, at) =>
    of === shell ? [{ text, statuses, at }] : [],
  );
  if (records.length === 0 && !own.hasEnd) return null;
  const { first, hasEnd, isWhole } = own;
  return { records, first, hasEnd, isWhole };
}
