/** Characters of an output that are read: of a longer one its head and, where summaries stand, more of its tail. */
const HEAD = 1024 * 1024;
const TAIL = 3 * 1024 * 1024;

/** An output of bounded length. `isWhole`: nothing had to be left out. */
export function boundedText(output: string): { text: string; isWhole: boolean } {
  const left = output.length - HEAD - TAIL;
  if (left <= 0) return { text: output, isWhole: true };
  const head = output.slice(0, HEAD);
  const tail = output.slice(-TAIL);
  return { text: `${head}\n[... ${left} characters left out ...]\n${tail}`, isWhole: false };
}
