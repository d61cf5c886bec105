/** Most characters of one failure's output that a message quotes. */
export const CLIP_LENGTH = 3000;

/**
 * Shortens a text to `most` characters: its head and, since a failure's summary stands at the end, more of its tail are kept,
 * and what is left out is counted. White space at the end is dropped.
 */
export function clip(text: string, most: number = CLIP_LENGTH): string {
  const trimmed = text.trimEnd();
  if (trimmed.length <= most) return trimmed;
  const note = (dropped: number) => `\n[... ${dropped} characters left out ...]\n`;
  const room = Math.max(0, most - note(trimmed.length).length);
  const head = wholeCharacters(trimmed.slice(0, Math.floor(room / 3)));
  const tail = wholeCharacters(trimmed.slice(trimmed.length - (room - Math.floor(room / 3))));
  return `${head}${note(trimmed.length - head.length - tail.length)}${tail}`.slice(0, most);
}

/** No half of a surrogate pair at either end. */
function wholeCharacters(text: string): string {
  return text.replace(/^[\uDC00-\uDFFF]/, '').replace(/[\uD800-\uDBFF]$/, '');
}
