import type { Command, Redirection, Word } from '../parse.ts';
import type { Whereabouts } from './directory.ts';
import type { LoopVariable } from './loop-values.ts';

/** One simple command of a line as it stands there, before anybody asks what its program does. */
export type ListedCommand = {
  /** Position in source order, from 0; the same as in the reading. */
  index: number;
  node: Command;
  /** The text that the positions of `node` belong to: the line, or the script in quotes that it stands in. */
  source: string;
  /** Offsets in the line (of the enclosing word, if it stands in a script of its own). */
  start: number;
  end: number;
  /** Source text without redirections. */
  text: string;
  /** Name and arguments, quoting removed; null = not known statically. Empty for `A=1` and `> file`. */
  words: readonly (string | null)[];
  /** For each of `words` the syntax that it came from; null for an argument that is an assignment. */
  wordNodes: readonly (Word | null)[];
  /** `A=1` before the name; `written`: the value as it stands there, expansions unexpanded. */
  assignments: readonly { name: string; value: string | null; written: string }[];
  /** Variables set for the shell that it stands in (`A=1 bash -c '...'`). */
  inherited: readonly { name: string; value: string | null; written: string }[];
  redirects: readonly Redirection[];
  /** Redirections of the groups, loops and ifs around it, the innermost first. */
  outerRedirects: readonly Redirection[];
  /** Where the shell stands: redirections are relative to it. Relative to where the line starts; null = not known. */
  shellDirectory: string | null;
  /** Where its program works: `shellDirectory`, unless `git -C`, `make -C`, `npm --prefix` and the like say otherwise. */
  directory: string | null;
  background: boolean;
  /** Text of what stands behind its pipe and passes on less than all; null: nothing does. */
  filteredBy: string | null;
  /** Its standard input is a pipe. */
  readsPipe: boolean;
  /** Its standard output goes to a file, to /dev/null or into a variable. */
  outputGone: boolean;
  /** Its standard error goes to a file or to /dev/null. */
  errorsGone: boolean;
  /** The loops over known words around it, the outermost first. */
  loops: readonly LoopVariable[];
  /** Name of the function in whose body it stands. */
  inFunction: string | null;
  /** It stands in a function that the line never calls. */
  uncalled: boolean;
};

/** What surrounds a command; never changes while a list is walked. */
export type Surroundings = {
  source: string;
  /** Where the script in quotes stands in the line; null in the line itself. */
  base: { start: number; end: number } | null;
  background: boolean;
  filteredBy: string | null;
  readsPipe: boolean;
  outputGone: boolean;
  outerRedirects: readonly Redirection[];
  inherited: ListedCommand['inherited'];
  loops: ListedCommand['loops'];
  inFunction: string | null;
  /** It may not run, or run more than once: what it assigns is not known afterwards. */
  uncertain: boolean;
  depth: number;
};

/** What one shell knows at one point of the line. */
export type Scope = { place: Whereabouts; constants: Map<string, string>; outputGone: boolean };

/** A listed command while the walk may still settle what it does not know yet. */
export type Draft = { -readonly [Key in keyof ListedCommand]: ListedCommand[Key] };

export type Walk = {
  found: Draft[];
  whole: string;
  /** Functions that the line defines, and the directories from which it calls them. */
  calls: Map<string, (string | null)[]>;
  /** Functions that change the directory. */
  movers: Set<string>;
  reassigned: Map<string, boolean>;
};

/** Scripts inside scripts (`bash -c "bash -c ..."`) are followed this far. */
export const MAX_DEPTH = 12;
