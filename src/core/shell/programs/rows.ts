// The few shapes that most rows of the table have.
import type { CommandClass } from '../../reading-types.ts';
import { PROCESS } from '../commands/static-word.ts';
import { type Arguments, restAfter, sortArguments } from './arguments.ts';
import type { Around, Assigned, Outcome, Row, Rule, TaskRunner, Words } from './types.ts';

/** One row: the names of a program (separated by blanks) and what it does. */
export function row(names: string, rule: Rule): Row {
  return { names: names.split(' '), rule };
}

/** A rule of one class. */
export function is(className: CommandClass, more: Omit<Rule, 'is'> = {}): Rule {
  return { is: className, ...more };
}

/** Options separated by blanks. */
export function options(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** The same rule for several subcommands. */
export function each(names: string, rule: Rule): Record<string, Rule> {
  return Object.fromEntries(names.split(' ').map((name) => [name, rule]));
}

export const INERT: Rule = { is: 'inert' };

/** A program that does nothing but a command line that stands behind its own options and `skip` operands. */
export function wraps(
  more: { valued?: string; skip?: number; assigns?: true; disarm?: string; apart?: true } = {},
): Rule {
  const valued = options(more.valued ?? '');
  return {
    is: 'inert',
    decide: (given) => {
      const own = sortArguments(given.words, valued, true);
      if (own.has('--help', '--version', ...options(more.disarm ?? '')))
        return { kind: 'does', class: 'inert' };
      const rest = restAfter(own, own.places[0] === undefined ? 0 : (more.skip ?? 0));
      if (more.assigns === true) return assigning(rest);
      return { kind: 'command', words: rest, ...(more.apart === true ? { directory: null } : {}) };
    },
  };
}

/** `A=1 B=2 command`. */
export function assigning(words: Words): Outcome {
  const assigns: Assigned[] = [];
  let at = 0;
  for (; at < words.length; at += 1) {
    const word = words[at];
    const match = word === null || word === undefined ? null : /^([A-Za-z_]\w*)=(.*)$/s.exec(word);
    if (match === null) break;
    assigns.push({ name: match[1] ?? '', value: match[2] ?? '' });
  }
  return { kind: 'command', words: words.slice(at), assigns };
}

/** The class of a task of which nothing but the name is known. */
export function classOfTask(name: string | null): CommandClass {
  if (name === null) return 'run';
  const parts = name.toLowerCase().split(/[^a-z0-9]+/);
  const any = (pattern: RegExp): boolean => parts.some((part) => pattern.test(part));
  if (
    any(
      /^(lint\w*|\w*lint|fmt|format\w*|typecheck\w*|types?|tsc|vet|clippy|eslint|prettier|mypy|pyright|ruff|analy[sz]e|check\w*|style|dup|dupes?|knip|credo|dialyzer|audit|validate|lints|static|unused|deps|licen[cs]es?)$/,
    ) &&
    !any(/^(tests?|specs?|e2e|unit)$/)
  )
    return any(/^(fmt|format)$/) && !any(/^(check|verify|ci|diff|lint)$/) ? 'inert' : 'check';
  if (
    any(
      /^(tests?|testing|specs?|e2e|unit|units|integration|smoke|coverage|cov|verify|ci|qa|tdd|pytest|vitest|jest|playwright|cypress|regression|acceptance|rspec|bats|conformance|t)$/,
    )
  )
    return 'test';
  if (any(/^(test\w{0,8}|\w*tests?)$/) && !any(/^(latest|contest|fastest|attest\w*)$/)) return 'test';
  if (any(/^(build\w*|compile\w*|bundle|dist|package|pack|make|transpile|release|generate\w*|codegen|gen)$/))
    return 'build';
  if (any(/^(install|setup|bootstrap|clean|deps|update|upgrade|prepare|postinstall)$/)) return 'inert';
  return 'run';
}

/** The class of `make TARGET`, where `check` runs the tests. */
export function classOfTarget(name: string): CommandClass {
  if (/^(check|distcheck|installcheck)$/.test(name)) return 'test';
  const named = classOfTask(name);
  return named === 'run' && /^(all|lib\w*|[\w./-]+\.(o|a|so|exe|elf|bin))$/.test(name) ? 'build' : named;
}

/** True if the words ask a program for its help or its version. */
export function asksForHelp(words: Words): boolean {
  const own = words.indexOf('--') < 0 ? words : words.slice(0, words.indexOf('--'));
  return (
    own.includes('--help') ||
    own.includes('--version') ||
    (own.length === 1 && (own[0] === '-h' || own[0] === 'help'))
  );
}

/** An interpreter that runs a file, a text in an option, or its standard input. */
export function interpreter(
  given: Arguments,
  around: Around,
  more: { language: 'python' | 'javascript' | 'other'; code: readonly string[]; shell?: false },
): Outcome {
  const code = given.value(...more.code);
  if (code !== undefined) return { kind: 'inline', language: more.language, code, file: null };
  const [file] = given.operands;
  if (file === PROCESS) return { kind: 'inline', language: more.language, code: null, file: null };
  if (file !== undefined && file !== '-' && file !== '/dev/stdin')
    return {
      kind: 'file',
      path: file,
      shell: false,
      arguments: given.words.slice((given.places[0] ?? 0) + 1),
    };
  if (around.stdin.kind === 'text')
    return { kind: 'inline', language: more.language, code: around.stdin.text, file: null };
  if (around.stdin.kind === 'file')
    return { kind: 'file', path: around.stdin.path, shell: false, arguments: given.operands.slice(1) };
  if (around.stdin.kind === 'pipe' || file !== undefined)
    return { kind: 'inline', language: more.language, code: null, file: null };
  // Nobody gives it anything to run.
  return { kind: 'does', class: 'inert' };
}

/** Names that a task has rather than a program (`hatch run test` is no `test` of the shell). */
export const TASK_NAMES =
  /^(test|tests|build|start|dev|lint|check|format|fmt|watch|clean|serve|ci|all|docs|types|typecheck|cov|coverage-report|verify|open|link|time|at|host)$/;

/** Behind `hatch run`, `pdm run`, `pixi run`: a task of the project's configuration, or a program of its environment. */
export function taskOrCommand(words: Words, runner?: TaskRunner): Outcome {
  const [first] = words;
  const isTask = typeof first === 'string' && (TASK_NAMES.test(first) || /^[\w.-]+:[\w:.-]+$/.test(first));
  if (!isTask && (runner === undefined || typeof first !== 'string')) return { kind: 'command', words };
  const called = first ?? '';
  const names = [called.slice(called.indexOf(':') + 1)];
  const task = { kind: 'task', names, called, arguments: words.slice(1) } as const;
  return { ...task, ...(runner === undefined ? {} : { runner }), ...(isTask ? {} : { otherwise: words }) };
}

/** The same as a rule: what stands behind the options and is no option's value. */
export function runs(valued = '', runner?: TaskRunner): Rule {
  return {
    is: 'inert',
    decide: ({ words }) => taskOrCommand(restAfter(sortArguments(words, options(valued), true)), runner),
  };
}
