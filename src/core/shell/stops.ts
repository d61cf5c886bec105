// Runners that stop at the first failure: how that is asked for, and how a command goes on all the same.
import type { ReadCommand, Reading } from '../reading-types.ts';
import { isStep } from './steps.ts';

/** `--fail-fast`, `-failfast`, `--bail`, `--stop-on-error`, `--maxfail=2`; not `--bail=0`, `--no-fail-fast`. */
const STOPPING =
  /\s--?(?:fail-?fast|exitfirst|bail|stop-?on-[\w-]+|max-?fail(?:ures)?|stepwise|sw)(?!(?:=|\s+)0(?:\s|$))(?:(?:=|\s+)\d+|=true)?(?=\s|$)/g;

const SHORT: Readonly<Record<string, RegExp>> = {
  pytest: /\s-x(?=\s|$)/g,
  playwright: /\s-x(?=\s|$)/g,
  unittest: /\s-f(?=\s|$)/g,
  mocha: /\s-b(?=\s|$)/g,
  jest: /\s-b(?=\s|$)/g,
};

/** Runners that stop unless they are told to go on, or that may have been told to stop in a file of theirs: what tells them. */
const GOING_ON: Readonly<Record<string, string>> = {
  pytest: '--maxfail=0',
  'cargo-test': '--no-fail-fast',
  nextest: '--no-fail-fast',
  gradle: '--continue',
  maven: '-fae',
};

/** An option of the command with which it stops at the first failure, as it stands there; null: it has none. */
export function stoppingOption({ text, program }: Pick<ReadCommand, 'text' | 'program'>): string | null {
  const short = SHORT[program ?? ''];
  const found = [...text.matchAll(STOPPING), ...(short === undefined ? [] : text.matchAll(short))];
  return found[0]?.[0].trim() ?? null;
}

/** The line with its one test command told to go on behind a failure; null: none is known that would. */
export function goingOn({ line, commands }: Pick<Reading, 'line' | 'commands'>): string | null {
  const steps = commands.filter(isStep);
  const [command] = steps;
  if (command === undefined || steps.length > 1 || command.scripts.length > 0) return null;
  const { text, start, program } = command;
  if (!line.startsWith(text, start) || /\s--\s/.test(text)) return null;
  const bare = text.replace(STOPPING, '').replace(SHORT[program ?? ''] ?? /(?!)/g, '');
  const option = GOING_ON[program ?? ''];
  const whole = option === undefined || text.includes(option) ? bare : `${bare} ${option}`;
  return whole === text ? null : line.slice(0, start) + whole + line.slice(start + text.length);
}
