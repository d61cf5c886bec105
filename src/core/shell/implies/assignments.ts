import type { Assignment, Command, Word } from '../parse.ts';
import { expansionErrors } from './compounds.ts';
import { sizeName } from './env.ts';
import { namesSetBy, substitutionsIn } from './expansions.ts';
import type { Context } from './machine.ts';
import { assuming, distrust, fell, judge, leaf, watchesPipes } from './machine.ts';
import { benignPath } from './names.ts';
import type { Value } from './range.ts';
import { ANY, exactly, numberValue, ONE, rangeOf, textValue, ZERO } from './range.ts';
import { canFail } from './redirects.ts';
import { runSubstitutions } from './shells.ts';
import type { Flow, State } from './state.ts';
import { each, goOn, join, leave, merge, onward, setVariable, withEnv, withStatus } from './state.ts';
import { held } from './table.ts';
import { fieldsOf, oneValue } from './words.ts';

/** Variables that do not keep what they are given. */
const ODD = new Set(
  (
    'RANDOM SRANDOM SECONDS LINENO EPOCHSECONDS EPOCHREALTIME BASH_COMMAND BASH_SUBSHELL PIPESTATUS _ FUNCNAME ' +
    'DIRSTACK GROUPS HISTCMD BASHPID COMP_WORDBREAKS BASH_ARGV0 BASH_ARGC BASH_ARGV BASH_LINENO BASH_SOURCE ' +
    'OPTIND OPTARG REPLY PWD OLDPWD BASH_REMATCH MAPFILE COPROC'
  ).split(' '),
);

/** Variables that cannot be changed. */
const FIXED = new Set(['UID', 'EUID', 'PPID', 'BASHOPTS', 'SHELLOPTS', 'BASH_VERSINFO']);

/** Variables that change what a shell started later does. */
export const SHELL_SETTERS =
  /^(BASH_ENV|ENV|SHELLOPTS|BASHOPTS|BASH_FUNC.*|LD_PRELOAD|DYLD_INSERT_LIBRARIES)$/;

/** Whether the shell itself becomes another one. */
const SHELL_CHANGERS =
  /^(POSIXLY_CORRECT|FUNCNEST|BASH_COMPAT|EXECIGNORE|GLOBIGNORE|BASH_XTRACEFD|BASH_ALIASES|BASH_CMDS)$/;

/** `A=1 B=$(p1)` without a command: the status is that of the last substitution. */
export function runAssignments(
  command: Command,
  bit: bigint,
  states: readonly State[],
  context: Context,
): Flow {
  const assignments = command.prefix.filter((item) => item.type === 'Assignment');
  const scripts = assignments.flatMap((item) => substitutionsIn(item));
  const redirectScripts = command.redirects.flatMap((item) => substitutionsIn(item));
  const errors = states.flatMap((state) =>
    command.prefix.map((item) => expansionErrors(item, state, context.machine)),
  );
  const valued = join([assignAll(assignments, states, context), ...errors]);
  return onward(valued, (before) => {
    const cleared = merge(before.map((state) => withStatus(state, ZERO)));
    const ran = runSubstitutions([...scripts, ...redirectScripts], cleared, context);
    // A plain sh takes `x+=y` for the name of a program.
    const mayBeProgram = context.posix && assignments.some(({ append }) => append === true);
    const isSure = redirectScripts.length === 0 && !mayBeProgram;
    const ends = isSure ? ran : ran.map((state) => withStatus(state, ANY));
    const broken = command.redirects.some(canFail) ? ran.map((state) => fell(state, bit)) : [];
    const judged = merge([...judge(ends, bit), ...broken]).map((state) => ({
      ...state,
      pipe: [state.status],
    }));
    return leaf(watchesPipes(context) ? judged : judged.map((state) => ({ ...state, pipe: null })), context);
  });
}

function assignAll(assignments: readonly Assignment[], states: readonly State[], context: Context): Flow {
  let flow: Flow = goOn(...states);
  let hasRun = false;
  for (const assignment of assignments) {
    const runs = substitutionsIn(assignment).length > 0;
    // $? behind a substitution of the same command is that of the substitution.
    const isStale = hasRun && assignment.text.includes('$?');
    flow = onward(flow, (before) =>
      each(before, (state) => assign(state, assignment, runs || isStale ? 'unknown' : 'known', context)),
    );
    hasRun ||= runs;
  }
  return flow;
}

/** One assignment. The state afterwards, and what an assignment to a fixed variable does. */
export function assign(
  state: State,
  assignment: Assignment,
  how: 'known' | 'unknown',
  context: Context,
): Flow {
  const { name } = assignment;
  if (FIXED.has(name)) return leave('discard', withStatus(state, ONE));
  if (SHELL_CHANGERS.test(name)) return distrust(state, context.machine);
  const cleared = forgetNames(state, assignment);
  const word = assignment.value;
  const isOdd = ODD.has(name) || (context.posix && assignment.append === true);
  const isKnown = word.type === 'Word' && assignment.index === undefined && how === 'known' && !isOdd;
  const given = isKnown ? oneValue(word as Word, cleared) : null;
  const value = assignment.append === true && isKnown ? appended(cleared, name, given) : given;
  if (held(cleared.env.readonlys, name) === true) {
    return join([leave('discard', withStatus(state, ONE)), goOn(setVariable(cleared, name, null))]);
  }
  const set = withSize(setVariable(cleared, name, value), assignment, how, cleared, context);
  if (name === 'PATH' || SHELL_SETTERS.test(name)) return setPath(set, assignment, context);
  return goOn(set);
}

/** Keeps how many elements an array has after `x=()`, `x=(a b)`, `x+=(c)`. */
function withSize(
  set: State,
  assignment: Assignment,
  how: 'known' | 'unknown',
  before: State,
  { machine }: Context,
): State {
  const { name, value, append, index } = assignment;
  if (value.type === 'Word' || how === 'unknown' || index !== undefined || ODD.has(name)) return set;
  const old = append === true ? rangeOf(held(before.env.variables, sizeName(name))) : exactly(0);
  let more = 0;
  for (const element of value.elements) {
    const { known } = fieldsOf(element, before, machine.splitsOddly);
    if (old === null || known === null || element.text.startsWith('[')) return set;
    more += known.length;
  }
  if (old === null) return set;
  return setVariable(set, sizeName(name), numberValue({ low: old.low + more, high: old.high + more }));
}

/** `x+=text` of a variable that holds a known text. */
function appended(state: State, name: string, more: Value | null): Value | null {
  const old = held(state.env.variables, name) ?? null;
  const isFilled = [old, more].some(
    (value) => value?.kind === 'filled' || (value?.kind === 'text' && value.text !== ''),
  );
  if (more?.kind === 'text' && (old?.kind === 'text' || old?.kind === 'unset')) {
    return textValue(old.kind === 'text' ? old.text + more.text : more.text);
  }
  return isFilled ? { kind: 'filled' } : null;
}

function forgetNames(state: State, assignment: Assignment): State {
  let now = state;
  for (const name of namesSetBy(assignment)) now = setVariable(now, name, null);
  return now;
}

function setPath(state: State, assignment: Assignment, context: Context): Flow {
  const assumption = assignment.name === 'PATH' ? benignPath(assignment) : null;
  if (assumption !== null) return assuming(state, context.machine, assumption);
  return goOn(withEnv(state, { tampered: 'all' }));
}

/** Arguments of a command as values; null: their number is not known. An argument `A=b` is one field. */
export function argumentValues(
  command: Command,
  state: State,
  context: Context,
): readonly (Value | null)[] | null {
  const all: (Value | null)[] = [];
  for (const word of command.args) {
    if (word.type === 'Assignment') {
      all.push(null);
      continue;
    }
    const fields = fieldsOf(word, state, context.machine.splitsOddly);
    if (fields.known === null) return null;
    all.push(...fields.known);
  }
  return all;
}
