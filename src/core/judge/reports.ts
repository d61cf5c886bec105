// What the runners of a line say in its output.
import type { ReadCommand } from '../reading-types.ts';
import type { TestCounts, TestReport } from '../types.ts';
import type { JudgeRequest } from './request.ts';

/** A command's own report; null where its output is not about tests. */
export type CommandReport = { program: string | null; report: TestReport };

/** Options with which a runner prints something else than its usual summary, or prints it elsewhere. */
const CHOOSES_OUTPUT =
  /^(--?(test-)?reporters?|--formatter|--format|-R|-f|--no-output|--output-?file|no:terminal\w*|-pno:terminal\w*)(=|$)/i;

/** One report for each command that may have printed one: tests; where none is in the line, whatever else executes code. */
export function reportsOf(
  request: JudgeRequest,
  commands: readonly ReadCommand[],
): readonly (CommandReport | null)[] {
  const known = new Map<string, TestReport>();
  const hasTests = commands.some((command) => command.class === 'test');
  return commands.map((command) => {
    if (hasTests ? command.class !== 'test' : !command.executes) return null;
    const program = command.class === 'test' ? command.program : null;
    const outputWhole =
      request.outputWhole &&
      command.filteredBy === null &&
      !command.redirected &&
      !command.background &&
      !command.words.some((word) => word !== null && CHOOSES_OUTPUT.test(word));
    const key = `${outputWhole} ${program}`;
    const report = known.get(key) ?? request.readResults({ program, output: request.output, outputWhole });
    known.set(key, report);
    return { program, report };
  });
}

/** The sum over the distinct runners of a line. A runner that is named twice is counted once: it read the whole output. */
export function sumOfReports(reports: readonly (CommandReport | null)[]): TestReport {
  const byProgram = new Map<string | null, TestReport>();
  for (const entry of reports) if (entry !== null) byProgram.set(entry.program, entry.report);
  const known = [...byProgram].filter(([program]) => program !== null).map(([, report]) => report);
  const counted = (known.length > 0 ? known : [...byProgram.values()]).filter(
    (report) => report.kind === 'counted',
  );
  const [first] = counted;
  if (first === undefined)
    return [...byProgram.values()].find((report) => report.kind === 'empty') ?? { kind: 'silent' };
  return {
    kind: 'counted',
    counts: counted.map((report) => report.counts).reduce(added),
    failing: [...new Set(counted.flatMap((report) => report.failing))],
    namesComplete: counted.every((report) => report.namesComplete),
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
