// What the runners of a line say in its output.
import type { ReadCommand } from '../reading-types.ts';
import type { TestCounts, TestReport } from '../types.ts';
import type { FilesReport, JudgeRequest } from './request.ts';

/** A command's own report, and whose word it is; null where its output is not about tests. */
export type CommandReport = {
  program: string | null;
  report: TestReport;
  from: 'output' | 'files';
  /** All report files of the command, and those whose failures are meant where the word is theirs. */
  files: readonly string[];
  failingIn: readonly string[];
};

/** Options with which a runner prints something else than its usual summary, or prints it elsewhere. */
const CHOOSES_OUTPUT =
  /^(--?(test-)?reporters?|--formatter|--format|-R|-f|--no-output|--output-?file|no:terminal\w*|-pno:terminal\w*)(=|$)/i;

/** One report for each command that may have printed one: tests; where none is in the line, whatever else executes code. */
export function reportsOf(
  request: JudgeRequest,
  commands: readonly ReadCommand[],
): readonly (CommandReport | null)[] {
  const known = new Map<string, TestReport>();
  const tests = commands.filter((command) => command.class === 'test');
  const programs = tests.flatMap((command) => command.program ?? []);
  return commands.map((command) => {
    if (tests.length > 0 ? command.class !== 'test' : !command.executes) return null;
    const isTest = command.class === 'test';
    const program = isTest ? command.program : null;
    const outputWhole =
      request.outputWhole &&
      command.filteredBy === null &&
      !command.redirected &&
      !command.background &&
      !command.words.some((word) => word !== null && CHOOSES_OUTPUT.test(word));
    const key = `${outputWhole} ${program} ${isTest}`;
    const others = programs.filter((other) => other !== program);
    const asked = { program, output: request.output, outputWhole, others, tests: isTest };
    const printed = known.get(key) ?? request.readResults(asked);
    known.set(key, printed);
    return { program, ...joined({ printed, outputWhole, written: request.reportFiles(command) }) };
  });
}

type Printed = { printed: TestReport; outputWhole: boolean; written: FilesReport | null };

/**
 * What a runner printed and the report files that it wrote tell of the same tests, so one of them speaks:
 * - the files, where nothing was printed or no summary came; also where they show failures of which the words say nothing,
 *   if they can only be this runner's, or where a filter left a part of the words;
 * - the words otherwise; names that they leave out come from the files, where these show as many failures.
 * Limit: where nothing was printed, a file that only lies where reports usually do can be the data of tests (of a reporter, say).
 */
function joined({ printed, outputWhole, written }: Printed): Omit<CommandReport, 'program'> {
  const words = { report: printed, from: 'output', files: written?.paths ?? [], failingIn: [] } as const;
  if (written === null) return words;
  const { report, isSure, failingIn } = written;
  const files = { ...words, report, from: 'files', failingIn } as const;
  if (printed.kind === 'silent' || printed.kind === 'no-summary') return files;
  if (report.kind !== 'counted') return words;
  const { failed } = report.counts;
  if (printed.kind === 'empty') return failed > 0 && isSure ? files : words;
  if (failed > 0 && printed.counts.failed === 0 && isSure) return files;
  if (!outputWhole && isSure && failed >= printed.counts.failed && testsIn(report) > testsIn(printed))
    return files;
  const namesMore = report.namesComplete && !printed.namesComplete && failed === printed.counts.failed;
  return namesMore
    ? { ...words, report: { ...printed, failing: report.failing, namesComplete: true } }
    : words;
}

function testsIn({ counts }: TestReport & { kind: 'counted' }): number {
  return counts.passed + counts.failed + counts.skipped;
}

/**
 * The sum over the distinct runners of a line. A runner that is named twice is counted once where it printed (it read the whole
 * output), and once for each set of files that it wrote.
 */
export function sumOfReports(reports: readonly (CommandReport | null)[]): TestReport {
  const distinct = new Map<string, CommandReport>();
  for (const entry of reports) {
    if (entry === null) continue;
    distinct.set(JSON.stringify(entry.from === 'files' ? entry.files : entry.program), entry);
  }
  const entries = [...distinct.values()];
  const known = entries.filter(({ program }) => program !== null);
  const counted = (known.length > 0 ? known : entries)
    .map(({ report }) => report)
    .filter((report) => report.kind === 'counted');
  const [first] = counted;
  if (first === undefined)
    return entries.map(({ report }) => report).find(({ kind }) => kind === 'empty') ?? { kind: 'silent' };
  return {
    kind: 'counted',
    counts: counted.map((report) => report.counts).reduce(added),
    failing: [...new Set(counted.flatMap((report) => report.failing))],
    namesComplete: counted.every((report) => report.namesComplete),
    ...(counted.some((report) => report.passedUntold === true) ? { passedUntold: true as const } : {}),
  };
}

function added(one: TestCounts, other: TestCounts): TestCounts {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  };
}

/** The report shows failed tests. */
export function showsFailures(entry: CommandReport | null): boolean {
  return entry !== null && entry.report.kind === 'counted' && entry.report.counts.failed > 0;
}
