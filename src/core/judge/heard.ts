import type { Testimony } from '../testimony.ts';
import type { Heard } from './trace/runs.ts';

/**
 * What one of the shells said; null: nothing. `isOver`: it is known that it ended by itself. A script's last status can be
 * believed only then: at a signal bash names the one before.
 */
export function heardOf(
  { commands, shells }: Extract<Testimony, { kind: 'given' }>,
  shell: number,
  isOver: boolean,
): Heard | null {
  const own = shells[shell];
  if (own === undefined) return null;
  const records = commands.flatMap(({ shell: of, text, statuses, isTwice }, at) =>
    of === shell ? [{ text, statuses, isTwice, at }] : [],
  );
  if (records.length === 0 && !own.hasEnd) return null;
  const { first, hasEnd, isWhole } = own;
  if (isOver || !hasEnd) return { records, first, hasEnd, isWhole, isOver };
  const last = records.length - 1;
  return {
    records: records.map((record, index) => (index === last ? { ...record, statuses: null } : record)),
    first: records.length === 0 ? null : first,
    hasEnd: false,
    isWhole,
    isOver,
  };
}
