// What a language can tell about its tests and its source. Data and function types only.
import type { Definition } from './source.ts';

/** What an assertion demands of its subject. */
export type Relation =
  /** Exactly this value. */
  | 'equals'
  /** This value within a tolerance. */
  | 'near'
  /** True or false (`expected` says which). */
  | 'truth'
  /** Less or greater than a bound; `expected` is operator and bound. */
  | 'order'
  /** Holds an element, a key or a part. */
  | 'contains'
  | 'matches'
  /** Is of a type. */
  | 'type'
  /** Is there: not None, defined. */
  | 'present'
  | 'differs'
  /** Throws; `expected` holds the error's type and message as far as given. */
  | 'raises'
  /** A stand-in was called; `expected` holds the arguments as far as given. */
  | 'called'
  /** Equals what a file recorded earlier. */
  | 'snapshot'
  /** An assertion of the project's own; `subject` is the whole call. */
  | 'own';

/** Why an assertion can notice nothing. */
export type Void = {
  why: 'constant' | 'unreachable' | 'swallowed' | 'conditional' | 'not-awaited' | 'not-called' | 'stand-in';
  /** The construct, quoted. */
  by: string;
};

export type Assertion = {
  /** From 1; in the file at `path`, if it stands in a helper of another file. */
  line: number;
  path: string | null;
  /** As written, on one line. */
  text: string;
  relation: Relation;
  negated: boolean;
  /** Normal form with local names, parameters of rows and calls of local helpers resolved. */
  subject: string;
  /** Normal form as written. */
  written: string;
  expected: readonly string[];
  writtenExpected: readonly string[];
  /** Absolute or relative, as the runner counts it; null = none or not a number. */
  tolerance: number | null;
  /** 0 (nothing) to 5 (one value): see strength.ts. */
  strength: number;
  void: Void | null;
};

/** A mark that keeps a test from counting. */
export type Mark = {
  kind: 'skip' | 'xfail' | 'todo' | 'only';
  line: number;
  /** As written, on one line. */
  text: string;
  /** The condition, or null when it holds always. */
  condition: string | null;
};

/** Something of the project that a test replaces by a stand-in. */
export type StandIn = { target: string; line: number; text: string };

export type TestCase = {
  /** As written: function name, or the title given to `test`. */
  name: string;
  /** Enclosing classes or suites, outermost first. */
  suites: readonly string[];
  line: number;
  marks: readonly Mark[];
  assertions: readonly Assertion[];
  standIns: readonly StandIn[];
  /** Normal form of the whole body, to recognise it under another name. */
  body: string;
};

export type TestCode = {
  tests: readonly TestCase[];
  /** Assertions in functions of the file that none of its tests calls (for other files, or out of discovery). */
  loose: readonly TestCase[];
  /** Normal form of what the tests of the file use around them: fixtures, hooks, helpers, data. */
  setting: string;
  /** Line of the first place that does not parse; the rest was read as far as it goes. Null: it parses. */
  unreadableAt: number | null;
};

export type SourceText = { path: string; text: string };

export type Language = {
  name: string;
  /** With the dot. */
  extensions: readonly string[];
  /** The runner finds tests in it by its path (a helper in a test folder is test code, but no test file). */
  isTestFile(path: string): boolean;
  /** `helpers`: other files of the tests, whose functions may hold assertions. */
  readTests(text: string, source: { path: string; helpers: readonly SourceText[] }): Promise<TestCode>;
  /** Normal form of a file's code: equal for texts that differ in comments, white space, quotes or imports only. */
  normalForm(text: string, source: { path: string }): Promise<string>;
  /** What a file of the source does: equal also where only annotations of types or names of locals differ. */
  sourceForm(text: string, source: { path: string }): Promise<string>;
  /** Functions and classes of a file of the source that have one of the names, at any depth. */
  definitions(
    text: string,
    source: { path: string; names: ReadonlySet<string> },
  ): Promise<readonly Definition[]>;
  /** From `before` to `after` things were only taken away; `moved`: forms of definitions that other files have lost. */
  isReduction(
    before: string,
    after: string,
    source: { path: string; moved: ReadonlySet<string> },
  ): Promise<boolean>;
  /** Names that the file defines for others (functions, classes, methods, constants). */
  definedNames(text: string, source: { path: string }): Promise<ReadonlySet<string>>;
};
