import type { JudgedCommand } from '../types.ts';

/** The same command in the same directory; white space does not count. */
export function isSameCommand(one: JudgedCommand, other: JudgedCommand): boolean {
  return (
    normalised(one.text) === normalised(other.text) && (one.directory ?? '.') === (other.directory ?? '.')
  );
}

function normalised(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
