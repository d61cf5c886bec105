// The few interfaces through which everything but io/ touches the world.
import type { ProjectFiles } from './reading-types.ts';
import type { Testimony } from './testimony.ts';
import type { CodeState, Exit, Fact, FactBody, FileChange, FileKind } from './types.ts';

/** Runs one bash line. */
export type Exec = {
  run(request: ExecRequest): Promise<ExecResult>;
};

export type ExecRequest = {
  command: string;
  /** Absolute. */
  directory: string;
  timeoutMs: number;
  /** Ask bash to testify. */
  witnessed: boolean;
  /** Added to the cleaned environment. */
  environment?: Readonly<Record<string, string>>;
  /** Called with each piece of output as it comes. */
  onOutput?: (text: string) => void;
  signal?: AbortSignal;
  /** What the line left running (`server &`): `keep` it for later lines, or `end` it with the line (default; checks). */
  background?: 'keep' | 'end';
};

export type ExecResult = {
  exit: Exit;
  /** Stdout and stderr as they came; head and tail kept when too long. */
  output: string;
  /** False: the middle was dropped from `output` (the log file has it). */
  outputWhole: boolean;
  /** File with the whole output, or null. */
  log: string | null;
  durationMs: number;
  testimony: Testimony;
};

/** The working tree by content. */
export type Tree = {
  /** Looks at the tree now. `id` is equal for equal contents, or null where the tree cannot be read (with `why`). */
  look(): Promise<TreeLook>;
  /** Id of the tree that everything is compared with, to be kept for later processes; null with the reason where there is none. */
  baseline(): Promise<{ id: string | null; why: string | null }>;
  /** Content of a file at the baseline; null = it was not there (or is no text). */
  baselineText(path: string): Promise<string | null>;
  currentText(path: string): Promise<string | null>;
  /** Text of a content that was seen earlier, by its hash in a `FileChange`; null = not kept. Absent where nothing is kept. */
  textOf?(hash: string): Promise<string | null>;
  /** Tracked and untracked-not-ignored files as they stand now, sorted, relative to the root. */
  files(): Promise<readonly string[]>;
};

export type TreeLook = {
  id: string | null;
  why: string | null;
  /** Code files that differ from the baseline. */
  code: CodeState;
  /** Kind of each path in `code`. */
  kinds: ReadonlyMap<string, FileKind>;
  /** All changed paths against the baseline, code or not. */
  changed: readonly string[];
};

/** The session's append-only log. `append` returns once the record is on disk. */
export type FactLog = {
  append(body: FactBody): Fact;
  facts(): readonly Fact[];
  /** What is wrong with the log (missing, cut, foreign), or null. */
  damage(): string | null;
};

/** Which files a run opened. */
export type Reach = {
  /** False: the file system does not record access. */
  works(): Promise<boolean>;
  before(paths: readonly string[]): Promise<void>;
  opened(paths: readonly string[]): Promise<readonly string[]>;
};

/** Places of report files; all paths are absolute. */
export type ReportPlaces = {
  /** Where the test runners of a line start; their usual places lie below. */
  folders: readonly string[];
  /** Paths that the line names, and the command (its index) that does. */
  named: readonly { path: string; command: number }[];
  /** Files whose text may name further ones, as seen from `directory`. */
  scripts: readonly { path: string; directory: string }[];
};

/** A file in such a place that was written while a line ran. `text` null: it is too large, or cannot be read. */
export type WrittenReport = {
  path: string;
  text: string | null;
  /** Index of the command that names it; null: it lies where runners usually write. */
  command: number | null;
};

/** Files that test runners write beside what they print (JUnit XML, CTRF). */
export type ReportFiles = {
  /** Remembers what stands in these places; the answer is what was written there since. Neither throws. */
  watch(places: ReportPlaces): () => readonly WrittenReport[];
};

export type Clock = { now(): Date };

export type Ports = {
  exec: Exec;
  tree: Tree;
  log: FactLog;
  reach: Reach;
  reports: ReportFiles;
  clock: Clock;
  project: ProjectFiles;
  /** A bash 3.2 may run lines and scripts here. Default: false. */
  oldBash?: boolean;
  /** Absolute path of the working tree's root. */
  root: string;
  /** Where the session works, relative to the root. */
  directory: string;
};

/** Differences of two code states, the second one's content. */
export type StateDifference = readonly FileChange[];
