const DETAILS = /^=+ (?:FAILURES|ERRORS|PASSES|XFAILURES|XPASSES) =+$/;
const SHORT_SUMMARY = /^=+ short test summary info =+$/;
const ENTRY = /^(?:FAILED|ERROR|SUBFAIL(?:ED)?(?:\[.*?\])?(?: ?\(.*?\))?) (\S.*)$/;
const OUTCOME = / (?:FAILED|ERROR)(?: +(?:\[ *\d+(?:%|\/ *\d+)\]|[\d.]+[a-zµ]+))?$/;
const OF_WORKER = /^\[gw\d+\] \[ *\d+%\] (?:FAILED|ERROR) (\S.*)$/;

/**
 * The failing tests of one session: those that its short summary lists; where it has none, those that -v named before the
 * details of the failures, and whatever a filter left of the list. A test that fails and whose teardown fails stands twice.
 */
export function failingNames(lines: readonly string[]): string[] {
  const list = lines.findLastIndex((line) => SHORT_SUMMARY.test(line));
  if (list >= 0) return lines.slice(list + 1).flatMap((line) => entryOf(line) ?? []);
  const details = lines.findIndex((line) => DETAILS.test(line));
  const named = lines.flatMap((line, at) => {
    const listed = entryOf(line);
    if (listed !== null && TEST_FILE.test(listed)) return [listed];
    return details >= 0 && at > details ? [] : (verboseName(line) ?? []);
  });
  return [...new Set(named)];
}

const TEST_FILE = /\.py\b|::/;

/** `FAILED file::test[parameter] - message`; lines of a message can begin with the same words. */
function entryOf(line: string): string | null {
  const text = ENTRY.exec(line)?.[1];
  if (text === undefined) return null;
  const end = text.indexOf(' - ', parametersEnd(text));
  const id = end < 0 ? text : text.slice(0, end);
  return id.includes('::') || /^\S+$|\.\w+$/.test(id) ? id : null;
}

/** Where the brackets of a test's parameters close; they can hold any text. 0: it has none. */
function parametersEnd(text: string): number {
  const start = text.indexOf('[');
  const message = text.indexOf(' - ');
  if (start < 0 || (message >= 0 && message < start)) return 0;
  const isEnd = (at: number) => at === text.length || text.startsWith(' - ', at);
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '[') depth += 1;
    if (text[at] !== ']') continue;
    depth -= 1;
    if (depth <= 0 && isEnd(at + 1)) return at + 1;
  }
  const unbalanced = text.indexOf('] - ', start);
  return unbalanced < 0 ? text.length : unbalanced + 1;
}

function verboseName(line: string): string | null {
  const outcome = OUTCOME.exec(line);
  const name = outcome === null ? OF_WORKER.exec(line)?.[1] : line.slice(0, outcome.index);
  return name?.includes('::') === true && !name.startsWith(' ') ? name : null;
}
