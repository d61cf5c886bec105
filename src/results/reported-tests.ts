import type { TestReport } from '../core/types.ts';
import { reportOf } from './suites.ts';

/**
 * One test of a report file. `group`: what the file calls its class; `file`: where it stands; `suites`: the suites around it;
 * `stamp`: when its suite ran and how long the test took, as the file says it.
 */
export type ReportedTest = {
  name: string;
  group: string;
  file: string;
  suites: readonly string[];
  stamp: string;
  outcome: 'passed' | 'failed' | 'skipped';
};

/** How a runner names its tests when it prints them, so that a name from a file is the name from the terminal. */
type NameForm = {
  name: (test: Pick<ReportedTest, 'name' | 'group' | 'file'>) => string;
  /** No two tests of a group have one name: one that stands there twice was run again. */
  unique: boolean;
  /** `A/b` is a subtest of `A`, which is no test of its own. */
  subtests: boolean;
};

const PLAIN: NameForm = { name: plainName, unique: false, subtests: false };
const JAVA: NameForm = { name: joinedBy('.'), unique: true, subtests: false };
const GO: NameForm = { ...JAVA, subtests: true };
/** Those of the last five come from the documentation of their reporters. */
const FORMS: Readonly<Record<string, NameForm | undefined>> = {
  pytest: { ...PLAIN, name: pytestName },
  maven: JAVA,
  gradle: { ...JAVA, name: plainName },
  'go-test': GO,
  gotestsum: GO,
  phpunit: { ...PLAIN, name: (test) => joinedBy('::')({ ...test, group: test.group.replaceAll('.', '\\') }) },
  minitest: { ...PLAIN, name: joinedBy('#') },
  nextest: { ...PLAIN, name: joinedBy(' ') },
  rspec: { ...PLAIN, name: (test) => (test.file === '' ? plainName(test) : `${test.file} > ${test.name}`) },
  mix: { ...PLAIN, name: ({ name, group }) => `${name} (${group.replace(/^Elixir\./, '')})` },
};

/** A test as it ended, by the name that its runner prints. Of equal `key` it is the same test of the same run. */
export type SettledTest = Pick<ReportedTest, 'outcome'> & { title: string; key: string };

/** The tests of one file, of one of these runners (keys of the catalogue): the first one whose form is known. */
export function settledTests(
  tests: readonly ReportedTest[],
  runners: readonly (string | null)[],
): readonly SettledTest[] {
  const [form = PLAIN] = runners.flatMap((runner) => FORMS[runner ?? ''] ?? []);
  const last = form.unique ? withoutRetries(tests) : tests;
  const settled = form.subtests ? withoutParents(last) : last;
  return settled.map((test) => ({
    title: form.name(test),
    outcome: test.outcome,
    key: JSON.stringify([test.group, test.name, test.stamp, test.outcome]),
  }));
}

export function reportOfTests(tests: readonly SettledTest[]): TestReport {
  const failing = tests.filter(({ outcome }) => outcome === 'failed').map(({ title }) => title);
  const skipped = tests.filter(({ outcome }) => outcome === 'skipped').length;
  const passed = tests.length - failing.length - skipped;
  const note = tests.length === 0 ? 'no test case' : null;
  return reportOf([{ passed, failed: failing.length, skipped, note }], failing);
}

/** A test that was run again and passed in the end is one that passed, as its runner has it. */
function withoutRetries(tests: readonly ReportedTest[]): readonly ReportedTest[] {
  const settled = new Map<string, ReportedTest>();
  for (const test of tests) {
    const key = JSON.stringify([test.suites, test.group, test.name]);
    const before = settled.get(key);
    if (before === undefined || RANK[test.outcome] > RANK[before.outcome]) settled.set(key, test);
  }
  return [...settled.values()];
}

const RANK = { skipped: 0, failed: 1, passed: 2 } as const;

function withoutParents(tests: readonly ReportedTest[]): readonly ReportedTest[] {
  const parents = new Set(
    tests.flatMap(({ group, name }) => {
      const parts = name.split('/');
      return parts.slice(1).map((_, index) => `${group} ${parts.slice(0, index + 1).join('/')}`);
    }),
  );
  return tests.filter(({ group, name }) => !parents.has(`${group} ${name}`));
}

/** Node's reporter calls every class `test`, and others repeat the name. Limit: Node 20 does not say the file that it prints. */
function plainName({ group, name }: Pick<ReportedTest, 'group' | 'name'>): string {
  return group === '' || group === 'test' || group === name ? name : `${group} > ${name}`;
}

/** What failed before its first test has the class alone. */
function joinedBy(separator: string): NameForm['name'] {
  return ({ group, name }) => [group, name].filter((part) => part !== '').join(separator);
}

const TEST_MODULE = /^(?:test_.*|.*_test|tests?|conftest)$/;

/** `tests.test_a.TestX` holds the file and the classes. A module that could not be collected has no class. */
function pytestName({ group, name }: Pick<ReportedTest, 'group' | 'name'>): string {
  const parts = (group === '' ? name : group).split('.');
  const named = parts.findLastIndex((part) => TEST_MODULE.test(part));
  const module = named >= 0 ? named : parts.findLastIndex((part) => !/^[A-Z]/.test(part));
  if (module < 0) return plainName({ group, name });
  const file = `${parts.slice(0, module + 1).join('/')}.py`;
  return [file, ...parts.slice(module + 1), ...(group === '' ? [] : [name])].join('::');
}
