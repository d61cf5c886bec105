import { failingNames } from './pytest-names.ts';
import { type PytestSession, sessionsOf } from './pytest-sessions.ts';
import { reportOf } from './suites.ts';
import type { ResultReader, Suite } from './types.ts';

const DETAILS = /^=+ (?:FAILURES|ERRORS) =+$/;
const SHORT_SUMMARY = /^=+ short test summary info =+$/;
const PROGRESS = /^(?:\S+\.py )?([.FEsxXRu]+) *\[ *\d+(?:%|\/ *\d+)\]$/;
const PROGRESS_END = /\[100%\]$/;
const NOT_COLLECTED = /^!+ Interrupted: (\d+) errors? during collection !+$/;

/** pytest, with and without -q, -v, xdist and sugar. */
export const pytest: ResultReader = {
  runner: 'pytest',
  alwaysSummarises: true,
  countsFrom: 'summary',
  readAlone: null,
  read(output) {
    const lines = output.split('\n');
    const sessions = sessionsOf(lines, summary);
    const found = sessions.length > 0 ? sessions : withoutSummary(lines);
    return reportOf(
      found.map(({ suite }) => suite),
      found.flatMap(({ from, to }) => failingNames(lines.slice(from, to + 1))),
    );
  },
};

/**
 * -qq prints the progress, the details and the short list, or that nothing could be collected.
 * Limit: a summary that stands in the details is taken for the session's own.
 */
function withoutSummary(lines: readonly string[]): PytestSession[] {
  const suite = progressOf(lines) ?? notCollected(lines);
  return suite === null ? [] : [{ from: 0, to: lines.length, suite }];
}

/** What stands in the details of failures quotes others. */
function progressOf(lines: readonly string[]): Suite | null {
  let marks = '';
  let details = false;
  let ended = false;
  for (const line of lines) {
    details = DETAILS.test(line) || (details && !SHORT_SUMMARY.test(line));
    if (details) continue;
    marks += PROGRESS.exec(line)?.[1] ?? '';
    ended ||= PROGRESS_END.test(line);
  }
  if (marks === '' || !ended) return null;
  const count = (kinds: string) => [...marks].filter((mark) => kinds.includes(mark)).length;
  return { passed: count('.X'), failed: count('FE'), skipped: count('sx'), note: null };
}

function notCollected(lines: readonly string[]): Suite | null {
  const line = lines.findLast((one) => NOT_COLLECTED.test(one));
  if (line === undefined) return null;
  return { passed: 0, failed: Number(NOT_COLLECTED.exec(line)?.[1]), skipped: 0, note: null };
}

function summary(text: string): Suite | null {
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
