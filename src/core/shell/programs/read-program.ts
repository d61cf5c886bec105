// From the words of one command to what it does: wrappers taken off, the table asked, inner scripts followed.
import type { CommandClass } from '../../reading-types.ts';
import { joinPath } from '../commands/directory.ts';
import { type Arguments, sortArguments } from './arguments.ts';
import { fileByName, isRatherProgram, makeByName, scriptByName } from './by-name.ts';
import { readForeignFile } from './foreign-file.ts';
import { programName, ruleOf } from './index.ts';
import {
  type Context,
  isExecuting,
  type Of,
  type ProgramReading,
  plain,
  strongest,
} from './program-reading.ts';
import { asksForHelp, classOfTask, INERT } from './rows.ts';
import type { Around, Outcome, Rule, Words } from './types.ts';

const MAX_DEPTH = 24;

/** What a command does. `words`: its name and arguments. */
export function readProgram(words: Words, context: Context): ProgramReading {
  const [first, ...rest] = words;
  if (first === undefined || context.depth > MAX_DEPTH) return plain('inert', null, words, context);
  if (first === null && rest[0] === '-m')
    return readProgram(['python', ...rest], { ...context, depth: context.depth + 1 });
  if (first === null)
    return asksForHelp(rest) ? plain('inert', null, words, context) : plain('unknown', null, words, context);
  const named = findRule(first, context);
  if (named === null) return withoutRule(first, rest, context);
  return evaluate(named.rule, named.name, rest, { ...context, depth: context.depth + 1 }, words);
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
    return /[\\/](s?bin|Scripts|nodejs)[\\/]|shims/.test(first) ? { name, rule } : null;
  if (!/^(\.\/)?bin\/[^/]+$/.test(first) || rule === INERT) return null;
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
  if (/(^|\/)node_modules\/\.bin\/[^/]+$/.test(first)) {
    const name = programName(first);
    return plain('unknown', name, [name, ...rest], context);
  }
  if (first.startsWith('/etc/init.d/')) return plain('inert', 'service', words, context);
  return settle(
    { kind: 'file', path: first, shell: true, isDirect: true, arguments: rest },
    null,
    first,
    words,
    context,
  );
}

function evaluate(rule: Rule, name: string, words: Words, context: Context, all: Words): ProgramReading {
  const wraps = rule.is === 'inert' && (rule.decide !== undefined || rule.sub !== undefined);
  if (!wraps && asksForHelp(words)) return plain('inert', name, all, context);
  const around: Around = {
    name,
    stdin: context.stdin,
    isListed: context.isListed,
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
    if (own.has('--help', '--version', '-h', '-V')) return plain('inert', name, all, context);
    if (none === undefined) {
      const given = sortArguments(words, [...(rule.valued ?? []), ...(rule.narrow ?? [])]);
      return isInert(rule) ? plain('inert', name, all, context) : readPlain(rule, name, given, all, context);
    }
    return evaluate({ ...none, key: none.key ?? name }, name, words, context, all);
  }
  if (
    own.has('--help', '--version', '-h', '-V') &&
    !(rule.valued ?? []).some((option) => option === '-h' || option === '-V')
  )
    return plain('inert', name, all, context);
  const word = words[at] ?? null;
  if (word === null) return plain(classOfAny(rule, sub), name, all, context);
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

/** What the program is when its first operand is not known: what all of its subcommands are, or anything. */
function classOfAny(rule: Rule, sub: Readonly<Record<string, Rule>>): CommandClass {
  if (isInert(rule)) return sub['*']?.is === 'inert' ? 'inert' : 'unknown';
  const executes = [rule, ...Object.values(sub)].some((one) => isExecuting(one.is));
  return executes ? 'unknown' : rule.is;
}

function isInert(rule: Rule): boolean {
  return rule.is === 'inert';
}

function readPlain(rule: Rule, name: string, given: Arguments, all: Words, context: Context): ProgramReading {
  const base = plain(rule.is, rule.key ?? name, all, context);
  const off = rule.disarm?.find((option) => given.has(option) || given.operands[0] === option);
  if (off !== undefined)
    return { ...base, class: 'inert', executes: false, disarmed: isExecuting(rule.is) ? off : null };
  const masked = rule.forgives?.find((option) => forgives(given, option)) ?? null;
  if (rule.noScope === true || rule.is === 'inert') return { ...base, masked };
  const narrowed = (rule.narrow ?? []).flatMap((option) =>
    given.has(option) ? [`${option} ${given.value(option) ?? ''}`.trim()] : [],
  );
  return { ...base, masked, scope: [...given.operands.map((word) => word ?? '$'), ...narrowed] };
}

function forgives(given: Arguments, option: string): boolean {
  const [name = '', value] = option.split('=');
  return given.has(name) && (value === undefined || given.value(name) === value);
}

function settle(
  outcome: Outcome,
  rule: Rule | null,
  name: string,
  all: Words,
  context: Context,
): ProgramReading {
  switch (outcome.kind) {
    case 'does':
      return settleDoes(outcome, outcome.key ?? rule?.key ?? name, all, context);
    case 'command':
      return settleCommand(outcome, name, all, context);
    case 'line':
      if (context.isListed) return plain('inert', name, all, context);
      return outcome.text === null
        ? plain('unknown', null, all, context)
        : context.inner.line(outcome, all, {
            ...context,
            directory: placeOf(outcome.directory, context.directory),
            apart: context.apart === true || outcome.directory === null,
            depth: context.depth + 1,
          });
    case 'inline':
      return {
        ...plain('run', rule?.key ?? name, all, context),
        inline: { language: outcome.language, code: outcome.code },
      };
    case 'file':
      return (
        readForeignFile(outcome, rule?.key ?? name, all, context) ??
        context.inner.file(outcome, context) ??
        fileByName(outcome, rule, name, all, context)
      );
    case 'package-script': {
      const followed = context.inner.packageScript(outcome, all, context);
      if (followed !== null) return followed;
      if (!isRatherProgram(outcome)) return scriptByName(outcome, name, all, context);
      return readProgram([...outcome.names, ...outcome.arguments], { ...context, depth: context.depth + 1 });
    }
    case 'make':
      return settleMake(outcome, name, all, context);
    case 'task':
      return settleTask(outcome, rule?.key ?? name, all, context);
  }
}

function settleTask(outcome: Of<'task'>, program: string, all: Words, context: Context): ProgramReading {
  const followed = context.inner.task(outcome, all, context);
  if (followed !== null) return followed;
  if (outcome.otherwise !== undefined)
    return readProgram(outcome.otherwise, { ...context, depth: context.depth + 1 });
  const own = strongest(outcome.names.map(classOfTask));
  // `hatch run lint:all`: the environment says what the task does not.
  const className = own === 'run' && outcome.called !== undefined ? classOfTask(outcome.called) : own;
  return {
    ...plain(className, program, all, context),
    scope: outcome.names.map((task) => task ?? '$'),
    namesTargets: true,
  };
}

/** `MAKEFLAGS=i make test` is `make -i test`. */
function settleMake(outcome: Of<'make'>, name: string, all: Words, context: Context): ProgramReading {
  const ignores = context.assigns.some(
    ({ name: variable, value }) =>
      variable === 'MAKEFLAGS' && /^[a-zA-Z]*i|(^|\s)-\w*i|--ignore-errors/.test(value ?? ''),
  );
  const given = ignores ? { ...outcome, flags: { ...outcome.flags, ignoresErrors: true } } : outcome;
  return context.inner.make(given, context) ?? makeByName(given, name, all, context);
}

function settleDoes(outcome: Of<'does'>, program: string, all: Words, context: Context): ProgramReading {
  const disarmed = outcome.disarmed ?? null;
  const className = disarmed !== null && isExecuting(outcome.class) ? 'inert' : outcome.class;
  const base = plain(className, program, all, context);
  return { ...base, disarmed, scope: outcome.scope ?? [], masked: outcome.masked ?? null };
}

function settleCommand(outcome: Of<'command'>, name: string, all: Words, context: Context): ProgramReading {
  const inside: Context = {
    ...context,
    assigns: [...context.assigns, ...(outcome.assigns ?? [])],
    directory: placeOf(outcome.directory, context.directory),
    apart: context.apart === true || outcome.directory === null,
    depth: context.depth + 1,
  };
  const reading = readProgram(outcome.words, inside);
  if (outcome.words.length === 0) return { ...reading, program: name, words: all };
  return { ...reading, masked: outcome.masked ?? reading.masked };
}

/** Undefined: the wrapper changes nothing. Null: the command runs somewhere else (a container). */
function placeOf(directory: string | null | undefined, before: string | null): string | null {
  if (directory === undefined) return before;
  return directory === null ? null : joinPath(before, directory);
}
