// Scripts, targets and files that cannot be looked into are taken at their names.
import type { CommandClass } from '../../reading-types.ts';
import { sortArguments } from './arguments.ts';
import { ruleOf } from './index.ts';
import {
  type Context,
  isExecuting,
  type Of,
  type ProgramReading,
  plain,
  strongest,
} from './program-reading.ts';
import { classOfTarget, classOfTask, TASK_NAMES } from './rows.ts';
import type { Rule, Words } from './types.ts';

/** A file that cannot be read. */
export function fileByName(
  outcome: Of<'file'>,
  rule: Rule | null,
  name: string,
  all: Words,
  context: Context,
): ProgramReading {
  const program = rule === null ? null : (rule.key ?? name);
  const { path } = outcome;
  if (path?.endsWith('manage.py') === true && outcome.arguments[0] === 'test')
    return plain('test', 'unittest', all, context);
  if (path === null) return { ...plain('run', program, all, context), scope: ['$'] };
  const file = path.slice(path.lastIndexOf('/') + 1);
  const isShell = outcome.shell && (/\.(sh|bash|bats)$/.test(file) || !file.includes('.'));
  const className = isShell ? classOfScriptName(file) : 'run';
  return { ...plain(className, program, all, context), scope: [path] };
}

/** A script that cannot be read is a test if its name says so, and some run else; a program without `.sh` must be plain about it. */
function classOfScriptName(file: string): CommandClass {
  if (!file.includes('.'))
    return /^(run[-_])?(all[-_])?((unit|e2e|integration)[-_]?)?tests?$/.test(file) ? 'test' : 'run';
  return classOfTask(file.replace(/\.\w+$/, '')) === 'test' ? 'test' : 'run';
}

const OFF =
  /^(--collect-only|--co|--listTests|--list-tests|--list|--help|--version|--dry-run|--no-run|--setup-plan|--showConfig|--passWithNoTests=only)$/;

/** True if a bare word behind a package manager (`yarn vitest`) is rather a program than a script. */
export function isRatherProgram(outcome: Of<'package-script'>): boolean {
  const [script] = outcome.names;
  return outcome.bare && script !== undefined && ruleOf(script) !== null && !TASK_NAMES.test(script);
}

/** A script of a package.json that cannot be read. */
export function scriptByName(
  outcome: Of<'package-script'>,
  name: string,
  all: Words,
  context: Context,
): ProgramReading {
  const base = plain(strongest(outcome.names.map(classOfTask)), name, all, context);
  // What a program of the project makes of such an option is its own affair.
  const off =
    base.class === 'run'
      ? undefined
      : outcome.arguments.find((word): word is string => word !== null && OFF.test(word));
  if (off !== undefined)
    return { ...base, class: 'inert', executes: false, disarmed: isExecuting(base.class) ? off : null };
  const masked = outcome.arguments.includes('--watch')
    ? '--watch'
    : (outcome.names.find((script) => /(^|[:_-])watch$/.test(script)) ?? null);
  return { ...base, masked, scope: scopeOfScript(outcome), namesTargets: true };
}

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

/** Targets of a makefile that cannot be read. */
export function makeByName(outcome: Of<'make'>, name: string, all: Words, context: Context): ProgramReading {
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
