import { nameList, printedName } from '../../core/names.ts';
import type { Finding } from '../../core/types.ts';
import type { TestCase } from '../../languages/types.ts';
import { codeOf, isGenerated, isRealChange, isRemoval, isSourceOfTests } from '../changes/source.ts';
import type { ChangedFile, Changes, TestFile } from '../changes/types.ts';

/** Most files or tests that a finding names. */
const NAMED = 8;

/** Source changed: then some test has to have changed too. One finding that names the files, or none. */
export function judgeTestNeeded(changes: Changes): readonly Finding[] {
  const sources = untested(changes);
  if (sources.length === 0) return [];
  if (changes.files.some((file) => isTestWork(file, changes) || holdsTestWork(file))) return [];
  const hollow = changes.tests.flatMap((file) => newTests(file).map((test) => `"${printedName(test.name)}"`));
  const names = sources.map((file) => file.path);
  const first = `Source changed, but no test was changed or added: ${nameList(names, NAMED)}.`;
  const second =
    hollow.length === 0 ? '' : ` The new test ${nameList(hollow, NAMED)} asserts nothing that could fail.`;
  return [
    {
      check: 'test-needed',
      level: 'block',
      says: 'unproven',
      message: first + second,
      fix: 'Write or extend a test that fails without this change, and run it.',
      evidence: sources.map((file) => ({ path: file.path, line: firstDifference(file) })),
    },
  ];
}

function untested(changes: Changes): readonly ChangedFile[] {
  const changed = changes.files.filter((file) => isSourceOfTests(file.path, file.kind) && !isGenerated(file));
  const moved = new Set(changed.filter((file) => file.after === null).map((file) => codeOf(file, 'before')));
  return changed.filter(
    (file) =>
      isRealChange(file) && !isRemoval(file) && !(file.before === null && moved.has(codeOf(file, 'after'))),
  );
}

function isTestWork(file: ChangedFile, changes: Changes): boolean {
  if (file.kind !== 'test' || !isRealChange(file) || isRemoval(file)) return false;
  const read = changes.tests.find((test) => test.path === file.path);
  // Data of tests, helpers, and languages whose tests are not read.
  if (read === undefined || !read.isCollected) return true;
  if (read.after?.unreadableAt !== null) return true;
  if (isSetAnew(read)) return true;
  const known = new Set(changes.tests.flatMap((test) => test.before?.tests ?? []).map(contentOf));
  return newTests(read).some((test) => canFail(test) && !known.has(contentOf(test)));
}

/** What its tests use around them (a fixture, a hook, their data) says something else now. */
function isSetAnew({ before, after }: TestFile): boolean {
  if (before === null || after === null || before.setting === after.setting) return false;
  return after.setting !== '' && after.tests.some(canFail);
}

/** Tests that stand in the source file itself: from the first mark on they changed. Limit: that they assert is not seen. */
function holdsTestWork(file: ChangedFile): boolean {
  const after = testsInside(file.after);
  return after !== '' && after !== testsInside(file.before);
}

/** Rust keeps them in a module of the file, behind its code. */
const MARK = /^[ \t]*#\[(?:cfg\(test\)|(?:\w+::)*test(?:\([^)]*\))?)\]/m;

function testsInside(text: string | null): string {
  const at = text?.search(MARK) ?? -1;
  if (text === null || at < 0) return '';
  const lines = text.slice(at).split('\n');
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('//'))
    .join('\n');
}

function newTests(file: TestFile): readonly TestCase[] {
  const before = new Set(file.before?.tests.map(contentOf) ?? []);
  return (file.after?.tests ?? []).filter((test) => !before.has(contentOf(test)));
}

/** What a test does, its helpers and rows unfolded. */
function contentOf(test: TestCase): string {
  const demands = test.assertions.map(({ subject, relation, negated, expected }) => [
    subject,
    relation,
    negated,
    expected,
  ]);
  return JSON.stringify([test.body, demands]);
}

/** A test without assertions may still fail by an error, if it does anything. */
function canFail(test: TestCase): boolean {
  if (test.marks.some((mark) => mark.kind !== 'only' && mark.condition === null)) return false;
  if (test.assertions.length === 0) return /\w ?\(/.test(test.body);
  return test.assertions.some((assertion) => assertion.void === null || assertion.void.why === 'conditional');
}

function firstDifference(file: ChangedFile): number | null {
  if (file.before === null || file.after === null) return null;
  const before = file.before.split('\n');
  const index = file.after.split('\n').findIndex((line, at) => line !== before[at]);
  return index < 0 ? null : index + 1;
}
