import { readerOfSummaryLine } from './summary-line.ts';

/** CMake's ctest; -Q prints nothing. A test that is disabled is not in its total. */
export const ctest = readerOfSummaryLine({
  runner: 'ctest',
  alwaysSummarises: false,
  signature: null,
  patterns: [/^\d+% tests passed, (?<failed>\d+) tests? failed out of (?<total>\d+)$/],
  none: /^No tests were found!!!$/,
  failing: /^\t *\d+ - (.+) \((?:Failed|Timeout|SEGFAULT|Not Run|[^()]*Exception[^()]*|Subprocess [^()]*)\)$/,
});
