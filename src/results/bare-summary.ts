// Summaries without what usually stands around them: of another version of a runner, or as somebody kept them of an output.
import type { TestReport } from '../core/types.ts';
import { reportOf } from './suites.ts';
import type { Suite } from './types.ts';

/**
 * One whole line. Named groups are numbers; `passed` is what is left of a `total` unless it is named. `is`: without numbers.
 * `beside`: a line that has to stand somewhere as well. `ofLines`: one of several lines that make a summary together.
 */
type Form = { line: RegExp; is?: Partial<Suite>; beside?: RegExp; ofLines?: true };

const WORD =
  '(?:passed|failed|skipped|errors?|xfailed|xpassed|deselected|warnings?|rerun|flaky|todo|pending|total)';
/** `1 failed, 4 passed`, in any order. */
const LIST = `(?=(?:.*?\\b(?<failed>\\d+) failed)?)(?=(?:.*?\\b(?<errors>\\d+) errors?\\b)?)(?=(?:.*?\\b(?<skipped>\\d+) skipped)?)(?=(?:.*?\\b(?<passed>\\d+) passed)?)\\d+ ${WORD}(?:(?:, | \\| )\\d+ ${WORD})*`;
const TIME = '(?: in [\\d.:]+ ?[a-z]*| \\([\\d.]+ ?m?s\\))?';

const listed: Form = { line: new RegExp(`^(?:=+ )?${LIST}${TIME}(?: =+)?$`) };
const labelled: Form = { line: new RegExp(`^Tests:? +${LIST}(?: \\(\\d+\\))?$`) };
const mocha: readonly Form[] = [
  { line: new RegExp(`^(?<passed>\\d+) passing${TIME}$`) },
  { line: /^(?<failed>\d+) failing$/, ofLines: true },
  { line: /^(?<skipped>\d+) pending$/, ofLines: true },
];
const cargo: Form = {
  line: /^test result: \w+\. (?<passed>\d+) passed; (?<failed>\d+) failed(?:; (?<skipped>\d+) ignored)?\b.*$/,
};
const counted: Form = {
  line: /^(?:\d+ doctests?, )?(?<total>\d+) (?:tests?|examples?), (?<failed>\d+) failures?(?:, (?<skipped>\d+) (?:skipped|pending|excluded))?$/,
};
const surefire: Form = {
  line: /^(?:\[\w+\] )?Tests run: (?<total>\d+), Failures: (?<failed>\d+), Errors: (?<errors>\d+), Skipped: (?<skipped>\d+).*$/,
  // With -q a green run prints nothing: what stands there is the tests' own.
  beside: /^(?:\[\w+\] )?BUILD (?:SUCCESS|FAILURE)$/,
};
const node: readonly Form[] = [
  { line: /^[#ℹ]? ?pass (?<passed>\d+)$/ },
  { line: /^[#ℹ]? ?fail (?<failed>\d+)$/, ofLines: true },
  { line: /^[#ℹ]? ?skipped (?<skipped>\d+)$/, ofLines: true },
];
const swift: Form = {
  line: /^Executed (?<total>\d+) tests?, with (?:(?<skipped>\d+) tests? skipped and )?(?<failed>\d+) failures?\b.*$/,
};
const dotnet: readonly Form[] = [
  { line: /^.*\bFailed: *(?<failed>\d+), Passed: *(?<passed>\d+)(?:, Skipped: *(?<skipped>\d+))?.*$/ },
  { line: /^Passed: +(?<passed>\d+)$/ },
  { line: /^Failed: +(?<failed>\d+)$/, ofLines: true },
  { line: /^Total tests: 0$/, is: { note: 'Total tests: 0' } },
];

/** Too plain to be told from other words, except where the runner is known. */
const OF_A_RUNNER: Readonly<Record<string, readonly Form[] | undefined>> = {
  pytest: [listed],
  playwright: [listed],
  jest: [labelled],
  vitest: [labelled],
  mocha,
  'cargo-test': [cargo],
  'go-test': [
    { line: /^ok(?: .*)?$/, is: { passed: 1 } },
    { line: /^PASS$/, is: { passed: 1 } },
    { line: /^(?:--- )?FAIL(?:[ :].*)?$/, is: { failed: 1 } },
  ],
  mix: [counted],
  bats: [counted],
  rspec: [counted],
  maven: [surefire],
  'node-test': [...node, { line: /^not ok \d+.*$/, is: { failed: 1 } }],
  unittest: [
    { line: /^(?:Ran \d+ tests?.*\s)?OK(?: \(.*\))?$/, is: { passed: 1 } },
    { line: /^FAILED \(.*\)$/, is: { failed: 1 } },
    { line: /^NO TESTS RAN$/, is: { note: 'NO TESTS RAN' } },
  ],
  swift: [swift],
  dotnet,
  'bun-test': [{ line: /^(?<passed>\d+) pass$/ }, { line: /^(?<failed>\d+) fail$/, ofLines: true }],
  ava: [
    { line: /^(?<passed>\d+) tests? passed$/ },
    { line: /^(?<failed>\d+) tests? failed$/, ofLines: true },
  ],
  prove: [
    { line: /^Result: PASS$/, is: { passed: 1 } },
    { line: /^Result: FAIL$/, is: { failed: 1 } },
    { line: /^Result: NOTESTS$/, is: { note: 'Result: NOTESTS' } },
  ],
};

/** What a task may print, whatever it runs. */
const OF_A_TASK: readonly Form[] = [listed, labelled, ...mocha, cargo, counted, surefire, ...node, swift];

/** Reads an output in which no runner's whole form was found. `runner`: whose words they are; null = those of a task. */
export function readBareSummary(runner: string | null, text: string): TestReport {
  const lines = text.split('\n').map((line) => line.trim().replace(/\s+/g, ' '));
  const forms = (runner === null ? OF_A_TASK : (OF_A_RUNNER[runner] ?? [])).filter(
    ({ beside }) => beside === undefined || lines.some((line) => beside.test(line)),
  );
  const suites = lines.flatMap((line) => suiteOf(forms, line) ?? []);
  // Of a list whose head was cut off, `fail 0` does not say that nothing passed.
  const tells = suites.some(({ tellsPassed, failed }) => tellsPassed || failed > 0);
  return tells ? reportOf(suites, []) : { kind: 'silent' };
}

function suiteOf(forms: readonly Form[], line: string): (Suite & { tellsPassed: boolean }) | null {
  for (const { line: form, is, ofLines } of forms) {
    const found = form.exec(line);
    if (found === null) continue;
    const groups = new Map(Object.entries(found.groups ?? {}));
    const of = (name: string): number => Number(groups.get(name) ?? 0);
    const failed = of('failed') + of('errors');
    const left = Math.max(0, of('total') - failed - of('skipped'));
    const passed = groups.get('passed') === undefined ? left : of('passed');
    const tellsPassed = ofLines !== true || groups.get('passed') !== undefined;
    return { passed, failed, skipped: of('skipped'), note: null, ...is, tellsPassed };
  }
  return null;
}
