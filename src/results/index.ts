import { plainText } from '../core/plain-text.ts';
import type { TestReport } from '../core/types.ts';
import type { ReadResults } from '../session-types.ts';
import { ava } from './ava.ts';
import { readBareSummary } from './bare-summary.ts';
import { bats } from './bats.ts';
import { boundedText } from './bounded-text.ts';
import { bun } from './bun.ts';
import { cargoTest } from './cargo-test.ts';
import { ctest } from './ctest.ts';
import { deno } from './deno.ts';
import { dotnet } from './dotnet.ts';
import { goTest } from './go-test.ts';
import { gotestsum } from './gotestsum.ts';
import { gradle } from './gradle.ts';
import { jasmine } from './jasmine.ts';
import { jest } from './jest.ts';
import { readJsonReports } from './json-reports.ts';
import { readPrintedJunit } from './junit-xml.ts';
import { withoutTimes } from './line-times.ts';
import { minitest } from './minitest.ts';
import { mix } from './mix.ts';
import { mocha } from './mocha.ts';
import { nextest } from './nextest.ts';
import { nodeTest } from './node-test.ts';
import { phpunit } from './phpunit.ts';
import { playwright } from './playwright.ts';
import { withoutXml } from './printed-xml.ts';
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
import { uvu } from './uvu.ts';
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
  jasmine,
  uvu,
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
export const readResults: ReadResults = (request) => {
  const { program, output, outputWhole: arrivedWhole, others = [], tests = program !== null } = request;
  const bounded = boundedText(output);
  const outputWhole = arrivedWhole && bounded.isWhole;
  const text = withoutTimes(plainText(bounded.text));
  const own = READERS.find((reader) => reader.runner === program) ?? null;
  const isOthers = (runner: string): boolean =>
    runner !== program && [runner, ...(SUMMED_UP_BY[runner] ?? [])].some((one) => others.includes(one));
  const readers = READERS.filter(({ runner }) => !isOthers(runner));
  const whole = own === null ? readByAll(readers, text) : readByOwn(own, readers, text);
  const report = whole.kind === 'silent' && tests ? readBareSummary(own?.runner ?? null, text) : whole;
  if (report.kind !== 'silent') return outputWhole ? report : partial({ report, own, text });
  if (own?.alwaysSummarises !== true || !outputWhole || WRITTEN_ELSEWHERE.test(text)) return report;
  return { kind: 'no-summary' };
};

function readByOwn(own: ResultReader, readers: readonly ResultReader[], text: string): TestReport {
  const words = withoutXml(text);
  for (const report of [own.read(words), own.readAlone?.(words)]) {
    if (report !== undefined && report.kind !== 'silent') return report;
  }
  return readByAll(readers, text);
}

/** Runners that print another one's form as well, and sum it up themselves. */
const SUMMED_UP_BY: Readonly<Record<string, readonly string[] | undefined>> = {
  tap: ['node-test', 'prove'],
  'go-test': ['gotestsum'],
};

/** Every form that is in the text; where there is none, in each of the streams that a workspace tool laid into one. */
function readByAll(readers: readonly ResultReader[], text: string): TestReport {
  const report = readForms(readers, text);
  const streams = (): TestReport[] => streamsOf(text).map((stream) => readForms(readers, stream));
  return report.kind === 'silent' ? sumOfReports(streams()) : report;
}

function readForms(readers: readonly ResultReader[], text: string): TestReport {
  const words = withoutXml(text);
  const spoke = new Map(readers.map((reader) => [reader.runner, reader.read(words)]));
  const spoken = [...spoke].filter(([runner]) =>
    (SUMMED_UP_BY[runner] ?? []).every((other) => (spoke.get(other)?.kind ?? 'silent') === 'silent'),
  );
  const report = sumOfReports(spoken.map(([, said]) => said));
  return report.kind === 'silent' ? sumOfReports([readJsonReports(text), readPrintedJunit(text)]) : report;
}

type Partly = { report: TestReport; own: ResultReader | null; text: string };

/** A suite or package without tests, said by runners that sum up each for itself; not one whose tests were all deselected. */
const NO_TESTS_HERE =
  /^test result: ok\. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out|^\?\s+\S+\s+\[no test files\]/m;
const DESELECTED = /\[no tests to run\]|[1-9]\d* filtered out/;

function hasSilentSuites(text: string): boolean {
  return NO_TESTS_HERE.test(text) && !DESELECTED.test(text);
}

/**
 * Of an output that did not reach us whole: names that were counted line by line can be missing, and a runner that prints a
 * summary for each suite can have run tests in those that we do not see (the last one of `cargo test` is often an empty one).
 */
function partial({ report, own, text }: Partly): TestReport {
  if (report.kind === 'empty') return hasSilentSuites(text) ? { kind: 'silent' } : report;
  if (report.kind !== 'counted' || own?.countsFrom === 'summary') return report;
  return { ...report, namesComplete: false };
}
