import { outermostSessions, reportOf } from './suites.ts';
import type { ResultReader, Suite } from './types.ts';

const HEADER = /^=+ test session starts =+$/;
const FRAMED = /^=+ (.+ in [\d.]+(?:s| seconds)(?: \([\d:]+\))?) =+$/;
const COUNTS = String.raw`\d+ [a-z]+(?: [a-z]+)?`;
const BARE = new RegExp(
  String.raw`^(?:(?:${COUNTS})(?:, ${COUNTS})*|no tests ran|no tests collected.*) in [\d.]+(?:s| seconds)(?: \([\d:]+\))?$`,
);
const PROGRESS_END = /\[100%\]$/;
const PROGRESS = /^(?:\S+\.py )?([.FEsxX]+) *\[ *\d+%\]$/;
const NAMED = /^(?:FAILED|ERROR|SUBFAILED(?:\([^)]*\)|\[[^\]]*\])?) (\S+\.py\S*?(?:\[.*\])?)(?: - .*)?$/;
const NAMED_VERBOSE = /^(?:\[gw\d+\] .*)?(\S+\.py::.+?) (?:FAILED|ERROR)(?: +\[ *\d+%\])?$/;

/** pytest, with and without -q, -v, xdist and sugar. */
export const pytest: ResultReader = {
  runner: 'pytest',
  alwaysSummarises: true,
  countsFrom: 'summary',
  readAlone: null,
  read(output) {
    const lines = output.split('\n');
    return reportOf(suitesOf(lines), failingNames(lines));
  },
};

function suitesOf(lines: readonly string[]): Suite[] {
  const framed = outermostSessions(lines, {
    begins: (line) => HEADER.test(line),
    ends: (line) => summary(FRAMED.exec(line)?.[1]),
  });
  if (framed.length > 0) return framed;
  return quietSuites(lines);
}

/**
 * -q prints no header and no frame: the last summary behind a finished progress bar is pytest's own; what stands
 * between the two may quote others. Without a bar (-s) only the last one counts.
 */
function quietSuites(lines: readonly string[]): Suite[] {
  const sure: Suite[] = [];
  let finished = false;
  let last: Suite | null = null;
  for (const line of lines) {
    if (PROGRESS_END.test(line)) {
      if (finished && last !== null) sure.push(last);
      finished = true;
      last = null;
    }
    last = (BARE.test(line) ? summary(line) : null) ?? last;
  }
  if (last !== null) sure.push(last);
  return sure.length > 0 ? sure : progressOnly(lines);
}

/** -qq prints the progress and no summary. */
function progressOnly(lines: readonly string[]): Suite[] {
  if (!lines.some((line) => PROGRESS_END.test(line))) return [];
  const marks = lines.map((line) => PROGRESS.exec(line)?.[1] ?? '').join('');
  if (marks === '') return [];
  const count = (kinds: string) => [...marks].filter((mark) => kinds.includes(mark)).length;
  return [{ passed: count('.X'), failed: count('FE'), skipped: count('sx'), note: null }];
}

function summary(text: string | undefined): Suite | null {
  if (text === undefined) return null;
  if (/^no tests (?:ran|collected)/.test(text))
    return { passed: 0, failed: 0, skipped: 0, note: 'no tests ran' };
  if (/^\d+(?:\/\d+)? tests? collected/.test(text)) {
    return { passed: 0, failed: 0, skipped: 0, note: 'tests were only collected' };
  }
  const suite = { passed: 0, failed: 0, skipped: 0 };
  let known = false;
  let deselected = 0;
  for (const [, number, kind] of text.matchAll(/(\d+) ([a-z]+(?: [a-z]+)?)(?=,| in )/g)) {
    const counted = KINDS[kind ?? ''];
    if (counted === undefined) continue;
    known = true;
    if (counted === 'deselected') deselected += Number(number);
    else if (counted !== 'nothing') suite[counted] += Number(number);
  }
  if (!known) return null;
  return { ...suite, note: deselected > 0 && suite.skipped === 0 ? `all ${deselected} deselected` : null };
}

const KINDS: Readonly<
  Record<string, 'passed' | 'failed' | 'skipped' | 'deselected' | 'nothing' | undefined>
> = {
  passed: 'passed',
  xpassed: 'passed',
  failed: 'failed',
  error: 'failed',
  errors: 'failed',
  'subtests failed': 'failed',
  'subtest failed': 'failed',
  skipped: 'skipped',
  xfailed: 'skipped',
  deselected: 'deselected',
  warning: 'nothing',
  warnings: 'nothing',
};

function failingNames(lines: readonly string[]): string[] {
  const names: string[] = [];
  for (const line of lines) {
    const name = NAMED.exec(line)?.[1] ?? NAMED_VERBOSE.exec(line)?.[1];
    if (name !== undefined) names.push(name);
  }
  return names;
}
