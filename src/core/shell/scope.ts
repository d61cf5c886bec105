// Is a green run of one command at least as wide as a red run of another?
import { isTestScript } from '../test-script.ts';
import type { JudgedCommand, TestCounts } from '../types.ts';
import { harmlessLength } from './same/harmless.ts';
import { isPartOf } from './scope/selection.ts';
import { showsRunner } from './scope/summaries.ts';
import {
  choosesTests,
  fitsKind,
  isWholeSuite,
  runsForAllPackages,
  runsTestsOf,
  showsEnvironments,
  takesArguments,
} from './scope/tasks.ts';

type Compared = Pick<JudgedCommand, 'text' | 'class' | 'program' | 'scope' | 'directory'>;

/**
 * A green of `wide` answers for a red of `narrow`: the same command, the same runner over all that the red one named,
 * or a task that runs the whole suite. Never the other way round, and never where it cannot be told.
 * Directories and scopes are to be seen from one place (see judge/placed.ts).
 */
export function covers(wide: Compared, narrow: Compared): boolean {
  if (isSame(wide, narrow) || isSameWithoutChoice(wide, narrow)) return true;
  const isScript = isTestScript(narrow);
  if (wide.class !== 'test' || !(narrow.class === 'test' || isScript) || wide.program === null) return false;
  if (!everyEnabled(narrow).every((option) => everyEnabled(wide).includes(option))) return false;
  if (runsForAllPackages(wide, narrow)) return isBelow(narrow.directory, wide.directory);
  if (isWholeSuite(wide) || (runsTestsOf(wide, narrow) && fitsKind(wide, narrow)))
    return !isTask(narrow.program) && isBelow(narrow.directory, wide.directory);
  if ((wide.program !== narrow.program && !isScript) || isTask(wide.program)) return false;
  return hasNoFurtherChoice(wide, narrow) && isPartOf(narrow, wide);
}

function isSame(one: Compared, other: Compared): boolean {
  return placeOf(one) === placeOf(other) && called(one.text) === called(other.text);
}

/** What is handed on to a task, where it only names some of the tests. */
const CHOICE = /^ -- (?:-[ktg] \S+|[^-\s]\S*)(?: (?:-[ktg] \S+|[^-\s]\S*))*$/;

/** A task, for the same one with a choice handed on to what it starts: `tox -e unit` for `tox -e unit -- tests/a.py`. */
function isSameWithoutChoice(wide: Compared, narrow: Compared): boolean {
  const [text, whole] = [normalised(narrow.text), normalised(wide.text)];
  if (!isTask(wide.program) || placeOf(wide) !== placeOf(narrow) || !text.startsWith(whole)) return false;
  return !/ -- /.test(whole) && CHOICE.test(text.slice(whole.length));
}

function normalised(text: string): string {
  return text.trim().replace(/\\\n/g, ' ').replace(/\s+/g, ' ');
}

/** Without the wrappers in front that leave a command what it is. */
function called(text: string): string {
  const words = normalised(text).split(' ');
  return words.slice(harmlessLength(words)).join(' ');
}

function placeOf({ directory }: Compared): string {
  return directory ?? '?';
}

function isBelow(inner: string | null, outer: string | null): boolean {
  if (inner === null || outer === null) return false;
  return outer === '.' ? !/^(\.\.|\/)/.test(inner) : inner === outer || inner.startsWith(`${outer}/`);
}

/** Programs that run tasks by name: what stands behind the name is not known here. */
const TASKS: ReadonlySet<string> = new Set(
  'npm pnpm yarn bun make gmake just task mise nx turbo rake tox nox hatch pdm poetry poe invoke inv ant bash sh'.split(
    ' ',
  ),
);

/** A program that runs tasks by name, or one that is not known. */
export function isTask(program: string | null): boolean {
  return program === null || TASKS.has(program);
}

/** What a run showed: its output, how many tests ran in it, and the programs of its other commands. */
export type Shown = { output: string; tests: TestCounts | null; programs: readonly (string | null)[] };

/**
 * A task of which it is not known what it runs (`npm test`, `./check.sh`) showed in its output that the runner of the
 * red one ran, with as many tests at least: it answers for a red that had chosen some of them.
 */
export function showsCover(
  [wide, seen]: readonly [Compared, Shown],
  [narrow, red]: readonly [Compared, Pick<Shown, 'tests'>],
): boolean {
  if (placeOf(wide) === placeOf(narrow) && showsEnvironments(seen.output, wide, narrow)) return true;
  if (narrow.class !== 'test' || narrow.program === null || isTask(narrow.program)) return false;
  if (!isOpaque(wide) || !choosesTests(narrow) || !isBelow(narrow.directory, wide.directory)) return false;
  // The summary may be that of another command of the line.
  if (seen.programs.some((program) => !isTask(program))) return false;
  if (!everyEnabled(narrow).every((option) => everyEnabled(wide).includes(option))) return false;
  const count = red.tests === null ? 0 : red.tests.passed + red.tests.failed;
  const passed = seen.tests?.passed ?? 0;
  return passed >= Math.max(count, 1) && fitsKind(wide, narrow) && showsRunner(seen.output, narrow);
}

/** A task, as it is called without a choice of its own. */
function isOpaque({ program, text }: Compared): boolean {
  return isTask(program) && !takesArguments(text);
}

/** Options that bring in tests which do not run without them, or make a failure of what passes without them. */
const ENABLING =
  /(?:^|\s)(-tags[= ]\S+|--features[= ]\S+|--all-features|--include-ignored|--ignored|-c \S+|--config[= ]\S+|--project[= ]\S+|--run-?\w*slow|--run-?integration|--include[= ]\S+|-P\S+|-race|-[ma]san|-shuffle[= ]\S+|--release|--profile[= ]\S+|-W ?error\S*|--strict(?:-\w+)*|--cov-fail-under[= ]\S+)(?=\s|$)/g;

function everyEnabled({ text, program }: Compared): readonly string[] {
  const options = normalised(text).matchAll(ENABLING);
  // `python -c`, `coverage run -c` and the like are no options of a runner.
  return [...options]
    .map((match) => match[1] ?? '')
    .filter((one) => !(one.startsWith('-c ') && program === 'pytest'));
}

/** Options with which a runner may run less than its scope says. */
const CHOOSING =
  /(?:^|\s)(--lf|--last-failed|--sw|--stepwise|--nf-only|--onlyChanged|-o|--changed(?:Since)?\S*|--related|--findRelatedTests|--shard\S*|--only(?:=\S+)?|--only-failures|--stale|--failed|--skip \S+|-skip[= ]\S+|--?(?:test\.)?short|--splits? \S+|--group \S+|-c \S+|--config(?:-file)?[= ]\S+|--override-ini[= ]\S+|--rootdir[= ]\S+)(?=\s|$)/g;

function hasNoFurtherChoice(wide: Compared, narrow: Compared): boolean {
  const chosen = [...normalised(wide.text).matchAll(CHOOSING)].map((match) => match[1] ?? '');
  return chosen.every(
    (option) =>
      normalised(narrow.text).includes(option) &&
      !/^--(lf|last-failed|stale|failed|only-failures)/.test(option),
  );
}
