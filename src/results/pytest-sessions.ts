import type { Suite } from './types.ts';

/** A session that no other session printed: its lines, and what its last summary says. */
export type PytestSession = { from: number; to: number; suite: Suite };

/** How a session frames its lines: rules of one width, no frame (-q), or as pytest-sugar does. */
type Form = number | 'quiet' | 'sugar';
type Closing = { form: Form; suite: Suite };
type Closed = PytestSession & { form: Form; headed: boolean };

/** Sessions inside of sessions; what is deeper are sessions that never closed. */
const DEEPEST = 50;

const HEADER = /^=+ test session starts =+$/;
const SUGAR_HEADER = /^Test session starts \(platform: .*\)$/;
const SUGAR_RESULTS = /^Results \([\d.]+\w*(?: \([\d:]+\))?\):$/;
const SUGAR_COUNT = /^ {2,}(\d+ [a-z]+)$/;
const FRAMED = /^(=+) (.+ in [\d.]+(?:s| seconds)(?: \([\d:]+\))?) (=+)$/;
const RULE = /^=+ [^=].* =+$/;
const COUNTS = String.raw`\d+ [a-z]+(?: [a-z]+)?`;
const BARE = new RegExp(
  String.raw`^(?:(?:${COUNTS})(?:, ${COUNTS})*|no tests ran|no tests collected.*) in [\d.]+(?:s| seconds)(?: \([\d:]+\))?$`,
);
const PROGRESS_END = /\[(?:100%|(\d+)\/ *\1)\]$/;
const MARKS = /^[.FEsxXRu]+(?: *\[ *\d+(?:%|\/\d+)\])?$/;

/**
 * The outermost sessions. A session opens with its header, or (-q) with the end of its progress bar, and closes with the last
 * summary in its own form; what the tests print in between may quote other sessions. One that never closes hides nothing.
 * A summary in a frame of another width counts where there is no other: the window may have changed.
 */
export function sessionsOf(
  lines: readonly string[],
  summary: (text: string) => Suite | null,
): PytestSession[] {
  const strict = walked({ lines, summary, fits: fitsExactly });
  return strict.length > 0 ? strict : walked({ lines, summary, fits: fitsAny });
}

type Walk = {
  lines: readonly string[];
  summary: (text: string) => Suite | null;
  fits: (closing: Closing, form: Form, line: string) => boolean;
};

function walked({ lines, summary, fits }: Walk): PytestSession[] {
  const endsBar = barEndsOf(lines);
  const stack: { from: number; form: Form }[] = [];
  const all: Closed[] = [];
  const outer: Closed[] = [];
  lines.forEach((line, at) => {
    const opened = openingOf(line, stack.at(-1)?.form ?? null, endsBar);
    if (opened !== null && stack.length < DEEPEST) stack.push({ from: at, form: opened });
    const closing = opened === null ? closingOf(lines, at, summary) : null;
    if (closing === null) return;
    const opener = stack.findLastIndex(({ form }) => fits(closing, form, line));
    if (opener < 0 && stack.length > 0) return;
    const from = stack[opener]?.from ?? (all.at(-1)?.to ?? -1) + 1;
    stack.splice(Math.max(0, opener));
    const closed = { from, to: at, suite: closing.suite, form: closing.form, headed: opener >= 0 };
    all.push(closed);
    if (stack.length === 0) closeOuter(outer, closed);
  });
  return withoutQuoted(stack.length > 0 ? all : outer, lines);
}

/** Its summary is printed once more: the later one is its own. */
function closeOuter(outer: Closed[], closed: Closed): void {
  const last = outer.at(-1);
  if (closed.headed || last?.headed !== true) outer.push(closed);
  else if (last.form === closed.form) outer.splice(-1, 1, { ...closed, from: last.from, headed: true });
}

/**
 * Summaries without a head, as filters leave them. All in the form of the last one count; but where the bar of a session is
 * still there (-q -s prints no percentage), it is one session and the last one is its own.
 */
function withoutQuoted(sessions: readonly Closed[], lines: readonly string[]): PytestSession[] {
  const headless = sessions.filter(({ headed }) => !headed);
  const last = headless.at(-1);
  const oneSession = last?.form === 'quiet' && lines.some((line) => MARKS.test(line));
  return sessions.filter(
    (session) => session.headed || (oneSession ? session === last : session.form === last?.form),
  );
}

function openingOf(line: string, within: Form | null, endsBar: (line: string) => boolean): Form | null {
  if (HEADER.test(line)) return line.length;
  if (SUGAR_HEADER.test(line)) return 'sugar';
  return (within === null || within === 'quiet') && endsBar(line) ? 'quiet' : null;
}

function closingOf(
  lines: readonly string[],
  at: number,
  summary: (text: string) => Suite | null,
): Closing | null {
  const line = lines[at] ?? '';
  const framed = FRAMED.exec(line)?.[2];
  const sugar = framed === undefined && SUGAR_RESULTS.test(line) ? sugarCounts(lines, at + 1) : null;
  const suite = summary(framed ?? sugar ?? (BARE.test(line) ? line : ''));
  if (suite === null) return null;
  return { form: sugar !== null ? 'sugar' : framed === undefined ? 'quiet' : line.length, suite };
}

/** One count a line, as it would stand on pytest's own line; below the failed ones their names. */
function sugarCounts(lines: readonly string[], from: number): string {
  const counts: string[] = [];
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const count = SUGAR_COUNT.exec(line)?.[1];
    if (count === undefined && !/^ {2,}- /.test(line)) break;
    if (count !== undefined) counts.push(count);
  }
  return `${counts.join(', ')} in `;
}

/** All rules of a session are as wide as the terminal, unless their text has no room in it. */
function fitsExactly(closing: Closing, form: Form, line: string): boolean {
  if (closing.form === form) return true;
  if (typeof closing.form !== 'number' || typeof form !== 'number') return false;
  return closing.form > form && /^= .* =$/.test(line);
}

function fitsAny(closing: Closing, form: Form): boolean {
  return closing.form === form || (typeof closing.form === 'number' && typeof form === 'number');
}

/** The bar ends one column before the rules do. */
function barEndsOf(lines: readonly string[]): (line: string) => boolean {
  const widths = new Set(lines.flatMap((line) => (RULE.test(line) ? [line.length] : [])));
  return (line) => PROGRESS_END.test(line) && (widths.size === 0 || widths.has(line.length + 1));
}
