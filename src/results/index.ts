import type { TestReport } from '../core/types.ts';
import type { ReadResults } from '../session-types.ts';
import { ava } from './ava.ts';
import { bats } from './bats.ts';
import { bun } from './bun.ts';
import { cargoTest } from './cargo-test.ts';
import { ctest } from './ctest.ts';
import { deno } from './deno.ts';
import { dotnet } from './dotnet.ts';
import { goTest } from './go-test.ts';
import { gotestsum } from './gotestsum.ts';
import { gradle } from './gradle.ts';
import { jest } from './jest.ts';
import { readJsonReports } from './json-reports.ts';
import { readPrintedJunit } from './junit-xml.ts';
import { minitest } from './minitest.ts';
import { mix } from './mix.ts';
import { mocha } from './mocha.ts';
import { nextest } from './nextest.ts';
import { nodeTest } from './node-test.ts';
import { phpunit } from './phpunit.ts';
import { plainText } from './plain-text.ts';
import { playwright } from './playwright.ts';
import { prove } from './prove.ts';
import { pytest } from './pytest.ts';
import { rspec } from './rspec.ts';
import { streamsOf } from './streams.ts';
import { sumOfReports } from './suites.ts';
import { surefire } from './surefire.ts';
import { swift } from './swift.ts';
import { tap } from './tap.ts';
import type { ResultReader } from './types.ts';
import { unittest } from './unittest.ts';
import { vitest } from './vitest.ts';

/** Every runner whose output we can read. */
export const READERS: readonly ResultReader[] = [
  pytest,
  unittest,
  nodeTest,
  vitest,
  jest,
  mocha,
  ava,
  playwright,
  goTest,
  gotestsum,
  cargoTest,
  nextest,
  surefire,
  gradle,
  tap,
  prove,
  ctest,
  bats,
  rspec,
  minitest,
  phpunit,
  mix,
  dotnet,
  swift,
  deno,
  bun,
];

/** A runner that was told to write its report into a file says only this. */
const WRITTEN_ELSEWHERE =
  /^(?:JUNIT|JSON|HTML|CTRF|Blob) report (?:is )?(?:written|generated) (?:to|into) |successfully written ctrf json/m;

/**
 * What a runner's output says. A known program is read by its own reader; an opaque one (`make test`), or one that was
 * told to print in another form, by every reader that finds its form in the output, added up.
 * A missing summary is `no-summary` only where the output reached us whole.
 */
export const readResults: ReadResults = ({ program, output, outputWhole }) => {
  const text = plainText(output);
  const own = READERS.find((reader) => reader.runner === program) ?? null;
  const report = own === null ? readByAll(text) : readByOwn(own, text);
  if (report.kind !== 'silent') return outputWhole ? report : partial(report, own);
  if (own?.alwaysSummarises !== true || !outputWhole || WRITTEN_ELSEWHERE.test(text)) return report;
  return { kind: 'no-summary' };
};

function readByOwn(own: ResultReader, text: string): TestReport {
  for (const report of [own.read(text), own.readAlone?.(text)]) {
    if (report !== undefined && report.kind !== 'silent') return report;
  }
  return readByAll(text);
}

/** Runners that print another one's form as well, and sum it up themselves. */
const SUMMED_UP_BY: Readonly<Record<string, readonly string[] | undefined>> = {
  tap: ['node-test', 'prove'],
  'go-test': ['gotestsum'],
};

/** Every form that is in the text; where there is none, in each of the streams that a workspace tool laid into one. */
function readByAll(text: string): TestReport {
  const report = readForms(text);
  return report.kind === 'silent' ? sumOfReports(streamsOf(text).map(readForms)) : report;
}

function readForms(text: string): TestReport {
  const spoke = new Map(READERS.map((reader) => [reader.runner, reader.read(text)]));
  const spoken = [...spoke].filter(([runner]) =>
    (SUMMED_UP_BY[runner] ?? []).every((other) => spoke.get(other)?.kind === 'silent'),
  );
  const report = sumOfReports(spoken.map(([, said]) => said));
  return report.kind === 'silent' ? sumOfReports([readJsonReports(text), readPrintedJunit(text)]) : report;
}

/** Names that were counted line by line can be missing in an output that did not reach us whole. */
function partial(report: TestReport, own: ResultReader | null): TestReport {
  if (report.kind !== 'counted' || own?.countsFrom === 'summary') return report;
  return { ...report, namesComplete: false };
}
