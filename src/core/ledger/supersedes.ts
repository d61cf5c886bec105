import type { JudgedCommand } from '../types.ts';

/** The same command in the same directory; white space does not count. */
export function isSameCommand(one: JudgedCommand, other: JudgedCommand): boolean {
  return (
    normalised(one.text) === normalised(other.text) && (one.directory ?? '.') === (other.directory ?? '.')
  );
}

/** Options with which a runner runs fewer tests than its scope says. */
const NARROWING =
  /(^|\s)(-k|-m|-t|-g|-f|-run|--run|--grep|--filter|--testNamePattern|--test-name-pattern|-Dtest|--tests|--only|--lf|--last-failed|--onlyChanged|--changed|--related)(=|\s|$)/;

/** A green of `green` answers for a red of `red`: the same command, or the same runner over all that the red one named. */
export function supersedes(green: JudgedCommand, red: JudgedCommand): boolean {
  if (isSameCommand(green, red)) return true;
  if (green.program === null || green.program !== red.program) return false;
  if (
    (green.directory ?? '.') !== (red.directory ?? '.') ||
    NARROWING.test(green.text.replace(/^\S+ -m /, ''))
  )
    return false;
  return (
    green.scope.length === 0 ||
    (red.scope.length > 0 && red.scope.every((path) => green.scope.includes(path)))
  );
}

function normalised(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
