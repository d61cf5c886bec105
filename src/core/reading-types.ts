// What the reading of one bash line says. Data only; built by core/shell/reading.ts.

/** What a command is. See docs/architecture.md, "Words". */
export type CommandClass = 'test' | 'run' | 'build' | 'check' | 'inert' | 'unknown';

/** A failure that an inner script (package.json script, make recipe, shell script) swallows. */
export type InnerMask = { path: string; line: number; text: string };

/** A script that a command runs: a file that a shell is given, a line of a recipe, a script of a package. */
export type InnerScript = {
  /** The file that it stands in, relative to where the line starts, or absolute. */
  path: string;
  /** A shell is given this very file: it can testify. Otherwise the text stands somewhere in the file. */
  isFile: boolean;
  /** Whatever it ends with, the command that runs it does not tell (`-` in front of a recipe's line). */
  isIgnored: boolean;
  /** Its success does not prove what it is run for. */
  isMasked: boolean;
  source: string;
  /** Statements at the beginning of `source` that are not in the file: what its shell was told before (`set -e`). */
  before: number;
  /** Its shell begins under pipefail. */
  pipefail: boolean;
  commands: readonly ReadCommand[];
  /** For each of them the line of the file on which it stands. */
  lines: readonly number[];
  /** Those that it is run for: indexes of the commands of the class that says most. */
  counted: readonly number[];
};

/** One simple command of a line, also one inside `bash -c '...'`, a substitution or a function body. */
export type ReadCommand = {
  /** Position in source order, from 0. */
  index: number;
  /** Source text without redirections, white space as written. */
  text: string;
  /** Offsets in the line (of the enclosing word, if the command stands inside a quoted script). */
  start: number;
  end: number;
  class: CommandClass;
  /** It executes code that can fail because of the code. */
  executes: boolean;
  /** Key of the program, e.g. `pytest`; for a test runner also the key in the results catalogue. Null: not known. */
  program: string | null;
  /** The words after wrappers are taken off (`timeout 60 pytest -q` -> `pytest`, `-q`); null = not known statically. */
  words: readonly (string | null)[];
  /** Files and targets of the project that it names, relative to where the line starts; empty = everything. */
  scope: readonly string[];
  /** Directory it runs in, relative to where the line starts (`.`, `app`), or absolute; null = not known. */
  directory: string | null;
  /** Exit 0 of the line implies that this ran at least once and that every run of it ended 0. */
  proven: boolean;
  /** The same of its own status only, whatever a script that it runs hides. */
  endsZero: boolean;
  /** The assumption under which it is proven, e.g. `source venv/bin/activate changes no command`. */
  assumption: string | null;
  /** The construct that hides its failure, quoted (`|| true`, `; echo done`); null when proven. */
  maskedBy: string | null;
  /** Why it can prove nothing although it looks like a runner (`--collect-only`, `alias pytest=true`). */
  disarmed: string | null;
  innerMask: InnerMask | null;
  /** The scripts of the project that it runs, as far as they can be read. */
  scripts: readonly InnerScript[];
  /** It runs inline code (`python -c`, `node -e`, stdin) that names or imports project code; null: not inline. */
  inline: { namesProject: boolean } | null;
  /** Started with `&`, as a coproc, or in a process substitution: its status is not part of the line. */
  background: boolean;
  /** Text of the reader behind its pipe (`tail -5`), its output does not reach us whole; null: it does. */
  filteredBy: string | null;
  /** Its output goes to a file or to /dev/null. */
  redirected: boolean;
};

/** How a line changes a file. `author`: it brings new content (redirection, heredoc, tee, cp ...); `bulk`: a tool changes many. */
export type LineWrite = {
  /** Relative to where the line starts, or absolute; null = some file, not known which. */
  path: string | null;
  /** What holds that file, or is it, if more is not known: absolute, or in the person's own folder (`~/notes`). */
  folder?: string;
  kind: 'author' | 'bulk' | 'remove';
  /** Index of the command that writes. */
  command: number;
};

/** The line moves the tree away and back, or tests another tree than the one that stands afterwards. */
export type TreeMove = {
  kind: 'stash' | 'checkout' | 'restored-copy' | 'probe';
  text: string;
  /** Indexes of the commands that may have executed something while the tree was another one. */
  commands: readonly number[];
};

export type Reading = {
  line: string;
  /** It is read as a line that runs under `bash -o pipefail`. */
  pipefail: boolean;
  /** False: bash would refuse it, or we cannot read it; nothing is proven and no run is counted. */
  parsed: boolean;
  error: string | null;
  executes: boolean;
  /** What exit 0 is worth before the output is read. `none`: nothing executes. */
  ifExitZero: 'green' | 'masked' | 'none';
  commands: readonly ReadCommand[];
  /** Texts of the commands whose success follows from the line's. */
  proves: readonly string[];
  writes: readonly LineWrite[];
  moves: readonly TreeMove[];
  /** The one rewriting that would make the line proof, in words for a person or a model; null: none needed. */
  suggestion: string | null;
};

/** The project's files as a reading may look at them. Paths are relative to where the line starts, with `/`. */
export type ProjectFiles = {
  read(path: string): string | null;
  isFile(path: string): boolean;
  isDirectory(path: string): boolean;
  /** Text of a file outside of the project, by its absolute path or one from home (`~/x`); null: nobody can read it. */
  outside?(path: string): string | null;
};
