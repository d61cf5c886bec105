import { nameList, printedName } from '../../core/names.ts';
import type { Finding } from '../../core/types.ts';
import { about, isOfGoneSource } from '../assertions/sentences.ts';
import type { ChangedFile, Changes } from '../changes/types.ts';
import { namesIn } from '../comparison/covers.ts';
import type { Comparison, Gone } from '../comparison/types.ts';

/** Most tests that a finding names. */
const NAMED = 5;

/**
 * Tests that are deleted, or that no runner finds any more. One finding a test, and one for all of a file that is gone whole.
 * Those that went with what they are about are only mentioned, together.
 */
export function judgeTestsRemoved(changes: Changes, comparison: Comparison): readonly Finding[] {
  const gone = comparison.gone.filter(isLost);
  const isExcused = (test: Gone): boolean =>
    isOfGoneModule(test.before.path, changes) || isAboutGone(test, changes);
  const excused = [...byFile(gone.filter(isExcused))].map(([path, tests]) => mentioned(path, tests, changes));
  const lost = [...byFile(gone.filter((test) => !isExcused(test)))].flatMap(([path, tests]) => {
    const file = changes.tests.find((one) => one.path === path);
    return file?.after === null && tests.every((test) => test.hiddenAs === null)
      ? [wholeFile(path, tests)]
      : tests.map(single);
  });
  return [...lost, ...excused];
}

function byFile(tests: readonly Gone[]): ReadonlyMap<string, readonly Gone[]> {
  const found = new Map<string, Gone[]>();
  for (const test of tests) found.set(test.before.path, [...(found.get(test.before.path) ?? []), test]);
  return found;
}

/** It could have failed, and what it asked is not asked elsewhere. */
function isLost({ before, losses }: Gone): boolean {
  const { assertions, marks } = before.test;
  if (marks.some((mark) => mark.kind !== 'only' && mark.condition === null)) return false;
  return assertions.length === 0 || losses.length > 0;
}

/** What it asks about is no longer defined; or what it calls is not, and it only looks at what that left behind. */
function isAboutGone({ before, losses }: Gone, { goneNames }: Changes): boolean {
  const { assertions, body } = before.test;
  if (assertions.length === 0) return namesIn(body).some((name) => goneNames.has(name));
  const callsGone = callsIn(body).some((name) => goneNames.has(name));
  return losses.every(
    ({ was }) => isOfGoneSource(was, goneNames) || (callsGone && callsIn(was.subject).every(isIncidental)),
  );
}

function callsIn(form: string): readonly string[] {
  return [...form.matchAll(/([\p{L}_$][\p{L}\p{N}_$]*) ?\(/gu)].map((match) => match[1] ?? '');
}

/** Makes a thing, or says something of any value: nothing that a test would be about. */
function isIncidental(name: string): boolean {
  return /^(\p{Lu}.*|len|str|repr|int|float|bool|list|tuple|dict|set|sorted|sum|min|max|any|all|type|isinstance|keys|values|items|toString|join|map|filter)$/u.test(
    name,
  );
}

/** The whole file went, and with it the module that it imports. */
function isOfGoneModule(path: string, { files }: Changes): boolean {
  const file = files.find((one) => one.path === path);
  if (file?.before == null || file.after !== null) return false;
  const stems = (state: (one: ChangedFile) => string | null): readonly string[] =>
    files.filter((one) => one.kind === 'source' && state(one) !== null).map((one) => stemOf(one.path));
  const here = stems((one) => one.after);
  const gone = stems((one) => (one.after === null ? one.before : null)).filter(
    (stem) => !here.includes(stem),
  );
  const imports = file.before.split('\n').filter((line) => /\b(import|from|require)\b/.test(line));
  return gone.some((stem) => imports.some((line) => new RegExp(`(?<![\\w$])${stem}(?![\\w$])`).test(line)));
}

function stemOf(path: string): string {
  const name = path.split('/').at(-1) ?? path;
  return name.replace(/\.\w+$/, '').replace(/[^\w$]/g, '.');
}

function wholeFile(path: string, tests: readonly Gone[]): Finding {
  const names = tests.map(({ before }) => `\`${printedName(before.test.name)}\``);
  return finding(`${printedName(path)} is gone, and with it ${nameList(names, NAMED)}.`, path, null);
}

/** Not refuted, but to be seen: whoever reads it knows whether the feature was meant to go. */
function mentioned(path: string, tests: readonly Gone[], { goneNames }: Changes): Finding {
  const names = tests.map(({ before }) => `\`${printedName(before.test.name)}\``);
  const subjects = [
    ...new Set(
      tests.flatMap(({ before }) => namesIn(before.test.body).filter((name) => goneNames.has(name))),
    ),
  ].slice(0, 5);
  const why =
    subjects.length === 0
      ? 'the module that they import'
      : subjects.map((subject) => `\`${subject}\``).join(', ');
  return {
    check: 'tests-removed',
    level: 'warn',
    says: 'unproven',
    message: `${nameList(names, NAMED)} of ${printedName(path)} went with what they are about: ${why} is no longer in the source.`,
    fix: null,
    evidence: [{ path, line: null }],
  };
}

function single({ before, hiddenAs, kept, losses }: Gone): Finding {
  const line = hiddenAs?.test.line ?? null;
  if (hiddenAs !== null)
    return finding(
      `${about(before)} is not found by the runner any more: it is ${about(hiddenAs)} now.`,
      hiddenAs.path,
      line,
    );
  const lost = losses.slice(0, 2).map(({ was }) => `\`${was.text}\``);
  const what = lost.length === 0 ? '' : ` No test makes ${lost.join(', ')} now.`;
  const rest = kept > 0 ? ` (${kept} of its assertions stand elsewhere)` : '';
  return finding(`${about(before)} was deleted${rest}.${what}`, before.path, null);
}

function finding(message: string, path: string, line: number | null): Finding {
  return {
    check: 'tests-removed',
    level: 'block',
    says: 'refuted',
    message,
    fix: 'Put the test back where the runner finds it, and mend the source until it passes.',
    evidence: [{ path, line }],
  };
}
