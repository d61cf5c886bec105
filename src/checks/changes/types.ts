// What the rules over the diff look at: each changed file, read once.
import type { FileKind } from '../../core/types.ts';
import type { Language, SourceText, TestCase, TestCode } from '../../languages/types.ts';

/** A changed file; `before` and `after` are null where it does not exist (or is no text). */
export type ChangedFile = {
  path: string;
  kind: FileKind;
  before: string | null;
  after: string | null;
  language: Language | null;
  /** Form of the code, where the language is known; null: there is no such file, or it is not known. */
  formBefore: string | null;
  formAfter: string | null;
  /** A source of a known language of which things were only taken away, or moved to here from another file. */
  isReduced: boolean;
};

/** The tests of a changed file. Null: there is no such file. */
export type TestFile = {
  path: string;
  before: TestCode | null;
  after: TestCode | null;
  /** The runner finds the file by its name. */
  isCollected: boolean;
};

export type Changes = {
  /** The runner finds tests in a file by its name, or by the project's settings at the baseline. */
  collects: (path: string) => boolean;
  /** Files of the tests that hold no tests themselves, as they stand now. */
  helpers: readonly SourceText[];
  files: readonly ChangedFile[];
  tests: readonly TestFile[];
  /** Names that changed source files defined before and that none of them defines any more. */
  goneNames: ReadonlySet<string>;
  /** A source file's code changed: its tests may have to say something else. */
  sourceChanged: boolean;
};

/** A test with the file that it stands in. */
export type PlacedTest = { path: string; test: TestCase };
