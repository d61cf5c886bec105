import { nameList, printedName } from '../../core/names.ts';
import type { Finding } from '../../core/types.ts';
import type { Mark } from '../../languages/types.ts';
import type { PlacedTest } from '../changes/types.ts';
import type { Comparison } from '../comparison/types.ts';

type Added = { path: string; mark: Mark; tests: readonly PlacedTest[]; isNewTest: boolean };

/** Most tests that a finding names. */
const NAMED = 5;

/** Marks that keep tests from counting and that were not there. One finding a mark, with the tests that it holds back. */
export function judgeSkips(comparison: Comparison): readonly Finding[] {
  const added = new Map<string, Added>();
  const note = (after: PlacedTest, mark: Mark, isNewTest: boolean): void => {
    const key = JSON.stringify([after.path, mark.line, mark.text]);
    const known = added.get(key);
    const tests = [...(known?.tests ?? []), after];
    added.set(key, { path: after.path, mark, tests, isNewTest: isNewTest && (known?.isNewTest ?? true) });
  };
  for (const { before, after } of comparison.pairs)
    for (const mark of after.test.marks) if (!isKnown(mark, before.test.marks)) note(after, mark, false);
  for (const after of comparison.added) for (const mark of after.test.marks) note(after, mark, true);
  return [...added.values()].map(findingOf);
}

/** The test was held back in this way before, or more strictly. */
function isKnown(mark: Mark, before: readonly Mark[]): boolean {
  return before.some(
    (old) =>
      old.kind === mark.kind &&
      (old.condition === null || (mark.condition !== null && isSame(old.condition, mark.condition))),
  );
}

function isSame(one: string, other: string): boolean {
  return one.replace(/[\s'"`]/g, '') === other.replace(/[\s'"`]/g, '');
}

function findingOf({ path, mark, tests, isNewTest }: Added): Finding {
  const names = tests.map(({ test }) => `\`${printedName(test.name)}\``);
  // A new test that cannot run everywhere is honest work; one that never runs is none.
  const isMild = isNewTest && mark.condition !== null;
  return {
    check: 'skips',
    level: isMild ? 'warn' : 'block',
    says: isMild ? 'unproven' : 'refuted',
    message: `\`${mark.text}\` (${printedName(path)}:${mark.line}) ${effects[mark.kind]} ${nameList(names, NAMED)}${mark.condition === null ? '' : `, under the condition \`${mark.condition}\``}.`,
    fix:
      mark.kind === 'only'
        ? 'Take the mark off, so that all tests run.'
        : 'Take the mark off, and mend the source until the test passes.',
    evidence: [{ path, line: mark.line }],
  };
}

const effects: Readonly<Record<Mark['kind'], string>> = {
  skip: 'was added and skips',
  xfail: 'was added and lets fail',
  todo: 'was added and leaves open',
  only: 'was added and runs only',
};
