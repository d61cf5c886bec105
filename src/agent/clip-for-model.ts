const LONGEST = 16_000;
const HEAD = 4_000;

/**
 * Output as the model gets it: head and tail kept (characters), the place of the whole named. `whole` false: the middle
 * was dropped before already.
 */
export function clipForModel(output: string, options: { log: string | null; whole: boolean }): string {
  const where = options.log === null ? '' : `; all of it is in ${options.log}`;
  if (output.length <= LONGEST) return options.whole ? output : `${output}\n[output was cut${where}]`;
  const left = output.length - LONGEST;
  const note = `[... ${left} characters left out${where} ...]`;
  return joined(output, { head: HEAD, tail: LONGEST - HEAD, note });
}

/** Head and tail of a text that is longer than `characters`. */
export function cutMiddle(text: string, characters: number): string {
  const half = Math.floor(characters / 2);
  const left = text.length - 2 * half;
  if (left <= 60) return text;
  return joined(text, { head: half, tail: half, note: `[... ${left} characters dropped ...]` });
}

/** Half of a surrogate pair at a cut is no valid text for a provider. */
function joined(text: string, cut: { head: number; tail: number; note: string }): string {
  const head = text.slice(0, cut.head).replace(/[\uD800-\uDBFF]$/, '');
  const tail = text.slice(text.length - cut.tail).replace(/^[\uDC00-\uDFFF]/, '');
  return `${head}\n${cut.note}\n${tail}`;
}
