// From the words of one command to what it does: wrappers taken off, the table asked, inner scripts followed.
import type { CommandClass, InnerMask, ProjectFiles } from '../../reading-types.ts';
import { joinPath } from '../commands/directory.ts';
import { type Arguments, sortArguments } from './arguments.ts';
import { programName, ruleOf } from './index.ts';
import { asksForHelp, classOfTarget, classOfTask } from './rows.ts';
import type { Around, Assigned, Language, Outcome, Rule, Words } from './types.ts';

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
  /** Part of the command itself that hides its failure (`-d`, `--watch`). */
  masked: string | null;
  inline: { language: Language; code: string | null } | null;
  /** Variables that wrappers set for it. */
  assigns: readonly Assigned[];
};

export type Context = {
  project: ProjectFiles | null;
  directory: string | null;
  stdin: Around['stdin'];
  /** The script in quotes that the command holds is listed by itself. */
  isListed: boolean;
  inner: Inner;
  depth: number;
  /** Variables that the line and wrappers set for it. */
  assigns: readonly Assigned[];
};

type Of<Kind extends Outcome['kind']> = Extract<Outcome, { kind: Kind }>;

/** Readings of scripts behind a command; null = there is no project to look into. */
export type Inner = {
  line(outcome: Of<'line'>, words: Words, context: Context): ProgramReading;
  packageScript(outcome: Of<'package-script'>, words: Words, context: Context): ProgramReading | null;
  make(outcome: Of<'make'>, context: Context): ProgramReading | null;
  file(outcome: Of<'file'>, context: Context): ProgramReading | null;
};

const MAX_DEPTH = 24;

/** Classes that run code which can fail because of the code. */
export function isExecuting(className: CommandClass): boolean {
  return className === 'test' || className === 'run' || className === 'build' || className === 'unknown';
}

/** What a command does. `words`: its name and arguments. */
export function readProgram(words: Words, context: Context): ProgramReading {
  const [first, ...rest] = words;
  if (first === undefined || context.depth > MAX_DEPTH) return plain('inert', null, words, context);
  if (first === null)
    return asksForHelp(rest) ? plain('inert', null, words, context) : plain('unknown', null, words, context);
  const named = findRule(first, context);
  if (named === null) return withoutRule(first, rest, context);
  return evaluate(named.rule, named.name, rest, { ...context, depth: context.depth + 1 }, words);
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
    masked: null,
    inline: null,
    assigns: context.assigns,
  };
}

/** Folders in which installed programs lie. */
const INSTALLED =
  /(^|\/)(node_modules\/\.bin|\.?venv\/(bin|Scripts)|vendor\/bin|\.tox\/[^/]+\/bin|env\/(bin|Scripts)|virtualenv\/bin|\.nox\/[^/]+\/bin)\/[^/]+$/;

function findRule(first: string, context: Context): { name: string; rule: Rule } | null {
  const exact = ruleOf(first);
  if (exact !== null) return { name: first, rule: exact };
  const name = programName(first);
  const rule = ruleOf(name);
  if (rule === null) return null;
  if (!/[\\/]/.test(first)) return { name, rule };
  if (INSTALLED.test(first)) return { name, rule };
  if (/^(\/|~\/|\$|[A-Za-z]:)/.test(first))
    return /[\\/]s?bin[\\/]|[\\/]Scripts[\\/]|shims/.test(first) ? { name, rule } : null;
  if (!/^(\.\/)?bin\/[^/]+$/.test(first)) return null;
  const text = context.project === null ? null : readAt(context, first);
  return text?.startsWith('#!') === true && /^#!.*\b(ba|da|z)?sh\b/.test(text) ? null : { name, rule };
}

function readAt(context: Context, path: string): string | null {
  const full = joinPath(context.directory, path);
  return full === null || context.project === null ? null : context.project.read(full);
}

function withoutRule(first: string, rest: Words, context: Context): ProgramReading {
  const words = [first, ...rest];
  const isPath = /[\\/]/.test(first);
  if (asksForHelp(rest)) return plain('inert', isPath ? null : first, words, context);
  if (!isPath) return plain('unknown', first, words, context);
  return settle({ kind: 'file', path: first, shell: true, arguments: rest }, null, first, words, context);
}

function evaluate(rule: Rule, name: string, words: Words, context: Context, all: Words): ProgramReading {
  const wraps = rule.is === 'inert' && (rule.decide !== undefined || rule.sub !== undefined);
  if (!wraps && asksForHelp(words)) return plain('inert', name, all, context);
  const around: Around = {
    name,
    stdin: context.stdin,
    isFile: (path) =>
      context.project === null ? null : context.project.isFile(joinPath(context.directory, path) ?? path),
  };
  const given = sortArguments(words, [...(rule.valued ?? []), ...(rule.narrow ?? [])]);
  const outcome = rule.decide?.(given, around) ?? null;
  if (outcome !== null) return settle(outcome, rule, name, all, context);
  if (rule.sub !== undefined) return evaluateSub(rule, rule.sub, name, words, context, all);
  return readPlain(rule, name, given, all, context);
}

function evaluateSub(
  rule: Rule,
  sub: Readonly<Record<string, Rule>>,
  name: string,
  words: Words,
  context: Context,
  all: Words,
): ProgramReading {
  const own = sortArguments(words, rule.valued ?? [], true);
  const at = own.places[0];
  if (at === undefined) {
    const none = sub[''];
    if (none === undefined || own.has('--help', '--version', '-h', '-V'))
      return none === undefined && !isInert(rule) && words.length === 0
        ? readPlain({ ...rule, key: rule.key ?? name }, name, own, all, context)
        : plain('inert', name, all, context);
    return evaluate({ ...none, key: none.key ?? name }, name, words, context, all);
  }
  const word = words[at] ?? null;
  if (word === null)
    return plain(isInert(rule) && sub['*']?.is === 'inert' ? 'inert' : 'unknown', name, all, context);
  const chosen = Object.hasOwn(sub, word) ? sub[word] : sub['*'];
  if (chosen === undefined) {
    const given = sortArguments(words, [...(rule.valued ?? []), ...(rule.narrow ?? [])]);
    return readPlain(rule, name, given, all, context);
  }
  const before = rule.sharesOptions === true ? words.slice(0, at) : [];
  const rest = [...before, ...words.slice(at + 1)];
  const reading = evaluate(chosen, word, rest, context, all);
  return reading.words === all && reading.program === word
    ? { ...reading, program: chosen.key ?? name }
    : reading;
}

function isInert(rule: Rule): boolean {
  return rule.is === 'inert';
}

function readPlain(rule: Rule, name: string, given: Arguments, all: Words, context: Context): ProgramReading {
  const base = plain(rule.is, rule.key ?? name, all, context);
  const off = rule.disarm?.find((option) => given.has(option) || given.operands[0] === option);
  if (off !== undefined)
    return { ...base, class: 'inert', executes: false, disarmed: isExecuting(rule.is) ? off : null };
  if (rule.noScope === true || rule.is === 'inert') return base;
  const narrowed = (rule.narrow ?? []).flatMap((option) =>
    given.has(option) ? [`${option} ${given.value(option) ?? ''}`.trim()] : [],
  );
  return { ...base, scope: [...given.operands.map((word) => word ?? '$'), ...narrowed] };
}

function settle(
  outcome: Outcome,
  rule: Rule | null,
  name: string,
  all: Words,
  context: Context,
): ProgramReading {
  switch (outcome.kind) {
    case 'does': {
      const disarmed = outcome.disarmed ?? null;
      const className = disarmed !== null && isExecuting(outcome.class) ? 'inert' : outcome.class;
      const base = plain(className, outcome.key ?? rule?.key ?? name, all, context);
      return { ...base, disarmed, scope: outcome.scope ?? [], masked: outcome.masked ?? null };
    }
    case 'command': {
      const assigns = [...context.assigns, ...(outcome.assigns ?? [])];
      const moved =
        outcome.directory === undefined
          ? context.directory
          : outcome.directory === null
            ? null
            : joinPath(context.directory, outcome.directory);
      const reading = readProgram(outcome.words, {
        ...context,
        assigns,
        directory: moved,
        depth: context.depth + 1,
      });
      const hidden = outcome.masked ?? reading.masked;
      return outcome.words.length === 0
        ? { ...reading, program: name, words: all }
        : { ...reading, masked: hidden };
    }
    case 'line':
      if (context.isListed) return plain('inert', name, all, context);
      return outcome.text === null
        ? plain('unknown', null, all, context)
        : context.inner.line(outcome, all, { ...context, depth: context.depth + 1 });
    case 'inline':
      return {
        ...plain('run', rule?.key ?? name, all, context),
        inline: { language: outcome.language, code: outcome.code },
      };
    case 'file':
      return context.inner.file(outcome, context) ?? fileByName(outcome, rule, name, all, context);
    case 'package-script':
      return context.inner.packageScript(outcome, all, context) ?? scriptByName(outcome, name, all, context);
    case 'make':
      return context.inner.make(outcome, context) ?? makeByName(outcome, name, all, context);
    case 'task':
      return {
        ...plain(strongest(outcome.names.map(classOfTask)), rule?.key ?? name, all, context),
        scope: outcome.names.map((task) => task ?? '$'),
        namesTargets: true,
      };
  }
}

/** From the class that says most about the code to the one that says nothing. */
export const STRENGTH: readonly CommandClass[] = ['test', 'run', 'build', 'unknown', 'check', 'inert'];

/** The class that says most: a line that tests and lints is a test. */
export function strongest(classes: readonly CommandClass[]): CommandClass {
  return STRENGTH.find((one) => classes.includes(one)) ?? 'inert';
}

function fileByName(
  outcome: Of<'file'>,
  rule: Rule | null,
  name: string,
  all: Words,
  context: Context,
): ProgramReading {
  const program = rule === null ? null : (rule.key ?? name);
  const { path } = outcome;
  if (path === null) return { ...plain('run', program, all, context), scope: ['$'] };
  const file = path.slice(path.lastIndexOf('/') + 1);
  const isShell = outcome.shell && (/\.(sh|bash|bats)$/.test(file) || !file.includes('.'));
  const className = isShell ? classOfScriptName(file) : 'run';
  return { ...plain(className, program, all, context), scope: [path] };
}

/** A script that cannot be read is a test if its name says so, and some run else. */
function classOfScriptName(file: string): CommandClass {
  return classOfTask(file.replace(/\.\w+$/, '')) === 'test' ? 'test' : 'run';
}

const OFF =
  /^(--collect-only|--co|--listTests|--list-tests|--list|--help|--version|--dry-run|--no-run|--setup-plan|--showConfig|--passWithNoTests=only)$/;

function scriptByName(
  outcome: Of<'package-script'>,
  name: string,
  all: Words,
  context: Context,
): ProgramReading {
  const [script] = outcome.names;
  if (
    outcome.bare &&
    script !== undefined &&
    ruleOf(script) !== null &&
    ruleOf(script)?.is !== undefined &&
    !SCRIPT_NAMES.test(script)
  )
    return readProgram([script, ...outcome.arguments], { ...context, depth: context.depth + 1 });
  const base = plain(strongest(outcome.names.map(classOfTask)), name, all, context);
  const off = outcome.arguments.find((word): word is string => word !== null && OFF.test(word));
  if (off !== undefined)
    return { ...base, class: 'inert', executes: false, disarmed: isExecuting(base.class) ? off : null };
  const masked = outcome.arguments.includes('--watch') ? '--watch' : null;
  return { ...base, masked, scope: scopeOfScript(outcome), namesTargets: true };
}

/** Names that are a script's rather than a program's. */
const SCRIPT_NAMES =
  /^(test|build|start|dev|lint|check|format|fmt|watch|clean|serve|create|task|open|host|sync|at|who|time|link)$/;

function scopeOfScript(outcome: Of<'package-script'>): readonly string[] {
  const { workspaces } = outcome;
  const packages = workspaces.kind === 'named' ? workspaces.names.map((one) => `-w ${one}`) : [];
  const given = sortArguments(outcome.arguments, [
    '-t',
    '-k',
    '-g',
    '--grep',
    '--testNamePattern',
    '--filter',
  ]);
  const chosen = ['-t', '-k', '-g', '--grep', '--testNamePattern', '--filter'].flatMap((option) =>
    given.has(option) ? [`${option} ${given.value(option) ?? '$'}`] : [],
  );
  return [...packages, ...given.operands.map((word) => word ?? '$'), ...chosen];
}

function makeByName(outcome: Of<'make'>, name: string, all: Words, context: Context): ProgramReading {
  const { targets } = outcome;
  const classes = targets.length === 0 ? (['build'] as const) : targets.map(classOfTarget);
  const known = classes.map((one) => (one === 'run' ? 'build' : one));
  return {
    ...plain(strongest(known), name, all, context),
    scope: targets,
    namesTargets: true,
    masked: outcome.flags.ignoresErrors ? '-i' : null,
  };
}
