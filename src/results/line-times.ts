/** A date or time that a log, `ts` or a CI service puts before each line. */
const TIME =
  /^(?:\[?(?:\d{4}-\d\d-\d\d[T ])?\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?\]?|[A-Z][a-z]{2} +\d+ \d\d:\d\d:\d\d)(?: |$)/;

/** A text without the times before its lines, where most lines have one, or the first and the last (a stack trace has none). */
export function withoutTimes(text: string): string {
  const lines = text.split('\n');
  const filled = lines.filter((line) => line !== '');
  const timed = filled.filter((line) => TIME.test(line)).length;
  const atEnds = filled.length > 1 && [filled[0], filled.at(-1)].every((line) => TIME.test(line ?? ''));
  if (timed * 2 <= filled.length && !atEnds) return text;
  return lines.map((line) => line.replace(TIME, '')).join('\n');
}
