import { reportOf } from './suites.ts';
import type { ResultReader, Suite } from './types.ts';

const HEADER = /^Running \d+ tests? using \d+ workers?/;
const COUNT = /^ {2}(\d+) (passed|failed|skipped|flaky|did not run|interrupted)(?: \([\d.]+(?:ms|s|m|h)\))?$/;
const LISTED = /^ {4}(\S.*?)(?: ─+)?$/;
/** Other programs count in that form too. */
const SIGNATURE =
  /^(?: {2}\d+ (?:passed|flaky) \([\d.]+(?:ms|s|m|h)\)| {4}(?:\[.+\] › )?\S+:\d+:\d+ › .+|Running \d+ tests? using \d+ workers?|Error: No tests found.*)$/;
const NONE = /^Error: No tests found/;

/** Playwright's own runner. */
export const playwright: ResultReader = {
  runner: 'playwright',
  alwaysSummarises: true,
  countsFrom: 'summary',
  readAlone: null,
  read(output) {
    const lines = output.split('\n');
    if (!lines.some((line) => SIGNATURE.test(line))) return { kind: 'silent' };
    const none = lines.flatMap((line) => (NONE.test(line) ? [suiteOf(0, 'skipped', 'No tests found')] : []));
    const blocks = sessionsOf(lines).map(closingBlock);
    return reportOf([...blocks.flatMap(({ counts }) => counts), ...none], blocks.flatMap(failingNames));
  },
};

type Block = { counts: readonly Suite[]; lines: readonly string[] };

function sessionsOf(lines: readonly string[]): (readonly string[])[] {
  const starts = lines.flatMap((line, index) => (HEADER.test(line) ? [index] : []));
  return [0, ...starts].map((start, index) => lines.slice(start, starts[index]));
}

/** The counts stand together at the end, with lists of names between them; what else has their form was printed by a test. */
function closingBlock(lines: readonly string[]): Block {
  const end = lines.findLastIndex((line) => COUNT.test(line));
  let start = end;
  while (start > 0 && (COUNT.test(lines[start - 1] ?? '') || LISTED.test(lines[start - 1] ?? ''))) start -= 1;
  const block = end < 0 ? [] : lines.slice(start, end + 1);
  const counts = block.flatMap((line) => {
    const [, number, kind] = COUNT.exec(line) ?? [];
    return kind === undefined ? [] : [suiteOf(Number(number), kind, null)];
  });
  return { counts, lines: end < 0 ? [] : lines.slice(start) };
}

/** A test that was flaky is listed too, and passed at last. */
function failingNames({ lines }: Block): string[] {
  let failed = false;
  return lines.flatMap((line) => {
    const kind = COUNT.exec(line)?.[2];
    if (kind !== undefined) failed = kind === 'failed' || kind === 'interrupted';
    const name = failed ? LISTED.exec(line)?.[1] : undefined;
    return name === undefined ? [] : [withoutPlace(name)];
  });
}

/** The place changes with every line above it. */
function withoutPlace(name: string): string {
  return name.replace(/:\d+:\d+(?= › )/, '');
}

function suiteOf(count: number, kind: string, note: string | null): Suite {
  const suite = { passed: 0, failed: 0, skipped: 0, note };
  if (kind === 'passed' || kind === 'flaky') return { ...suite, passed: count };
  if (kind === 'failed' || kind === 'interrupted') return { ...suite, failed: count };
  return { ...suite, skipped: count };
}
