// What a command comes to, and what may be asked about the place where it stands.
import type { CommandClass, InnerMask, InnerScript, ProjectFiles } from '../../reading-types.ts';
import type { Around, Assigned, Language, Outcome, Words } from './types.ts';

/** What the words of a command say, before the line around it is asked. */
export type ProgramReading = {
  class: CommandClass;
  executes: boolean;
  program: string | null;
  /** The words after wrappers are taken off. */
  words: Words;
  scope: readonly string[];
  /** The scope is names of tasks, not of files. */
  namesTargets: boolean;
  /** Where it works; null = not known. */
  directory: string | null;
  disarmed: string | null;
  innerMask: InnerMask | null;
  scripts: readonly InnerScript[];
  /** Part of the command itself that hides its failure (`-d`, `--watch`). */
  masked: string | null;
  inline: { language: Language; code: string | null } | null;
  /** Variables that wrappers set for it. */
  assigns: readonly Assigned[];
};

export type Context = {
  project: ProjectFiles | null;
  directory: string | null;
  /** Other files are there under the same paths (a container): no directory is known. */
  apart?: boolean;
  stdin: Around['stdin'];
  /** Text of a file outside of the project, as far as the line wrote it or somebody can read it. */
  textAt?: (path: string) => string | null;
  /** The script in quotes that the command holds is listed by itself. */
  isListed: boolean;
  inner: Inner;
  depth: number;
  oldBash: boolean;
  /** Variables that the line and wrappers set for it. */
  assigns: readonly Assigned[];
};

/** An outcome of one kind. */
export type Of<Kind extends Outcome['kind']> = Extract<Outcome, { kind: Kind }>;

/** Readings of scripts behind a command; null = there is no project to look into. */
export type Inner = {
  line(outcome: Of<'line'>, words: Words, context: Context): ProgramReading;
  packageScript(outcome: Of<'package-script'>, words: Words, context: Context): ProgramReading | null;
  make(outcome: Of<'make'>, context: Context): ProgramReading | null;
  file(outcome: Of<'file'>, context: Context): ProgramReading | null;
  task(outcome: Of<'task'>, words: Words, context: Context): ProgramReading | null;
};

/** Classes that run code which can fail because of the code. */
export function isExecuting(className: CommandClass): boolean {
  return className === 'test' || className === 'run' || className === 'build' || className === 'unknown';
}

/** A reading of one class and nothing else. */
export function plain(
  className: CommandClass,
  program: string | null,
  words: Words,
  context: Context,
): ProgramReading {
  return {
    class: className,
    executes: isExecuting(className),
    program,
    words,
    scope: [],
    namesTargets: false,
    directory: context.directory,
    disarmed: null,
    innerMask: null,
    scripts: [],
    masked: null,
    inline: null,
    assigns: context.assigns,
  };
}

/** From the class that says most about the code to the one that says nothing. */
export const STRENGTH: readonly CommandClass[] = ['test', 'run', 'build', 'unknown', 'check', 'inert'];

/** The class that says most: a line that tests and lints is a test. */
export function strongest(classes: readonly CommandClass[]): CommandClass {
  return STRENGTH.find((one) => classes.includes(one)) ?? 'inert';
}
