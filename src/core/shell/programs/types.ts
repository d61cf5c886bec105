import type { CommandClass } from '../../reading-types.ts';
import type { Arguments } from './arguments.ts';

/** The words of a command; null = not known statically. */
export type Words = readonly (string | null)[];

/** What a program does, given its arguments. */
export type Outcome =
  /** `key`: name in the results catalogue. `disarmed`: why it executes nothing although it looks as if it did. */
  | {
      kind: 'does';
      class: CommandClass;
      disarmed?: string;
      scope?: readonly string[];
      key?: string;
      masked?: string;
    }
  /** Another command line behind a wrapper. `assigns`: variables that the wrapper sets. `inside`: it is no file of this tree. */
  | {
      kind: 'command';
      words: Words;
      assigns?: readonly Assigned[];
      directory?: string | null;
      masked?: string;
    }
  /** A text that a shell is given. `directory`: where that shell stands, if elsewhere; null = among other files (a container). */
  | {
      kind: 'line';
      text: string | null;
      pipefail: boolean;
      errexit: boolean;
      masked?: string;
      directory?: string | null;
    }
  /** Code in the line itself; null = it comes from somewhere that cannot be read. */
  | { kind: 'inline'; language: Language; code: string | null; file: string | null }
  /** A script or program of the project. `shell`: a shell may read it. `isDirect`: its first line chooses the shell and its options. */
  | {
      kind: 'file';
      path: string | null;
      shell: boolean;
      isDirect?: true;
      /** A plain sh reads it. */
      posix?: boolean;
      errexit?: boolean;
      arguments: Words;
    }
  /** A script of package.json. `bare`: called without `run`, so that it may be a program as well. */
  | {
      kind: 'package-script';
      bare: boolean;
      names: readonly string[];
      arguments: Words;
      workspaces: Workspaces;
      ifPresent: boolean;
    }
  /** Targets of a makefile; empty = the first one. */
  | {
      kind: 'make';
      targets: readonly string[];
      file: string | null;
      flags: MakeFlags;
      assigns: readonly Assigned[];
    }
  /**
   * A task of a runner. Its name decides where the runner keeps no file that can be read. `file`: the one that is named in
   * the line. `otherwise`: the command that it is where no task has that name.
   */
  | {
      kind: 'task';
      names: readonly (string | null)[];
      runner?: TaskRunner;
      /** Its whole name, where its environment's stands in front (`lint:fmt`). */
      called?: string;
      file?: string | null;
      /** None is named: the runner's first one. */
      isDefault?: boolean;
      arguments?: Words;
      otherwise?: Words;
    };

/** Runners whose tasks stand in a file that can be read. */
export type TaskRunner =
  | 'just'
  | 'mise'
  | 'deno'
  | 'composer'
  | 'poe'
  | 'taskipy'
  | 'pdm'
  | 'rye'
  | 'pixi'
  | 'hatch';

/** `written`: the value with its expansions unexpanded, where the line has it. */
export type Assigned = { name: string; value: string | null; written?: string };
export type Language = 'python' | 'javascript' | 'other';
/** `here`: the package of the directory. `named`: directories or names of other packages. `all`: every one. */
export type Workspaces = { kind: 'here' } | { kind: 'named'; names: readonly string[] } | { kind: 'all' };
export type MakeFlags = { ignoresErrors: boolean; keepsGoing: boolean };

/** How a program reads its arguments. One row of the table. */
export type Rule = {
  /** Its class, unless `sub` or `decide` says otherwise. */
  is: CommandClass;
  /** Name in the results catalogue; the program's own name where it is not given. */
  key?: string;
  /** Options whose value is the next word. */
  valued?: readonly string[];
  /** Options with which it executes nothing. `--help` and `--version` always do. */
  disarm?: readonly string[];
  /** Options with which it ends 0 whatever it found (`--exit-zero`, `--issues-exit-code=0`), or never ends (`--watch`). */
  forgives?: readonly string[];
  /** Options whose value says which tests are chosen (`-k`, `-run`). They count as valued. */
  narrow?: readonly string[];
  /** Options before the subcommand are the subcommand's too (`npm -w pkg test`). */
  sharesOptions?: true;
  /** The operands are not files and targets. */
  noScope?: true;
  /** The first operand is a subcommand. `''` is what happens without any, `*` with any other. */
  sub?: Readonly<Record<string, Rule>>;
  /** Decides where a table cannot; null = the row as it stands. */
  decide?: (given: Arguments, around: Around) => Outcome | null;
};

/** What a row may ask about the command's surroundings. */
export type Around = {
  /** The program's name as the row knows it. */
  name: string;
  /** Standard input: a text of the line (heredoc, here-string), a file (`< x.sh`), a pipe, or whatever the line was given. */
  stdin:
    | { kind: 'text'; text: string | null }
    | { kind: 'file'; path: string }
    | { kind: 'pipe' }
    | { kind: 'none' };
  /** The script that it is given is listed by itself. */
  isListed: boolean;
  /** True if the file is there; null if nothing is known about the project. */
  isFile: (path: string) => boolean | null;
};

/** The names that one rule stands for. */
export type Row = { names: readonly string[]; rule: Rule };
