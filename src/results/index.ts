import type { TestReport } from '../core/types.ts';
import type { ReadResults } from '../session-types.ts';
import { nodeTest } from './node-test.ts';
import { plainText } from './plain-text.ts';
import { pytest } from './pytest.ts';
import { sumOfReports } from './suites.ts';
import type { ResultReader } from './types.ts';
import { unittest } from './unittest.ts';

/** Every runner whose output we can read. */
export const READERS: readonly ResultReader[] = [pytest, unittest, nodeTest];

/**
 * What a runner's output says. A known program is read by its own reader; an opaque one (`make test`), or one that was
 * told to print in another form, by every reader that finds its form in the output, added up.
 * A missing summary is `no-summary` only where the output reached us whole.
 */
export const readResults: ReadResults = ({ program, output, outputWhole }) => {
  const text = plainText(output);
  const own = READERS.find((reader) => reader.runner === program) ?? null;
  const report = own === null ? readByAll(text) : readByOwn(own, text);
  if (report.kind === 'silent' && own?.alwaysSummarises === true && outputWhole)
    return { kind: 'no-summary' };
  return outputWhole ? report : partial(report, own);
};

function readByOwn(own: ResultReader, text: string): TestReport {
  const report = own.read(text);
  return report.kind === 'silent' ? readByAll(text) : report;
}

function readByAll(text: string): TestReport {
  return sumOfReports(READERS.map((reader) => reader.read(text)));
}

/** Names that were counted line by line can be missing in an output that did not reach us whole. */
function partial(report: TestReport, own: ResultReader | null): TestReport {
  if (report.kind !== 'counted' || own?.countsFrom === 'summary') return report;
  return { ...report, namesComplete: false };
}
