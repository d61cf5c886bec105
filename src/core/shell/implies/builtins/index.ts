import { literalText } from '../../nested.ts';
import type { Assignment, Word } from '../../parse.ts';
import type { Call } from '../call.ts';
import { argument, knownArguments } from '../call.ts';
import { byTruth } from '../compounds.ts';
import { distrust, eitherWay, fell, judge, ran } from '../machine.ts';
import { ONE, rangeOf } from '../range.ts';
import type { Flow, State } from '../state.ts';
import { goOn, merge, setVariable, withEnv, withStatus } from '../state.ts';
import { entriesOf, including, without } from '../table.ts';
import { judgeArguments } from '../tests.ts';
import { runControl } from './control.ts';
import { runSet, runShopt } from './options.ts';
import { runEval, runExec, runNamed, runSource, runTrap } from './scripts.ts';
import { forgetArguments, runDeclare, runUnset } from './variables.ts';

/** Runs a builtin: its ends, its status, and what it changes in the shell. */
export function runBuiltin(call: Call): Flow {
  const { state, bit, context } = call;
  switch (call.name) {
    case ':':
    case 'true':
      return goOn(ran(state, bit));
    case 'false':
      return goOn(fell(state, bit, ONE));
    case 'exit':
    case 'return':
    case 'break':
    case 'continue':
      return runControl(call);
    case 'test':
    case '[':
      return runTest(call);
    case 'echo':
      return runEcho(call);
    case 'wait':
      return runWait(call);
    case 'set':
      return runSet(call);
    case 'shopt':
      return runShopt(call);
    case 'trap':
      return runTrap(call);
    case 'eval':
      return runEval(call);
    case '.':
    case 'source':
      return runSource(call);
    case 'exec':
      return runExec(call);
    case 'command':
    case 'builtin':
      return runNamed(call);
    case 'export':
    case 'declare':
    case 'typeset':
    case 'local':
    case 'readonly':
      return runDeclare(call);
    case 'unset':
      return runUnset(call);
    case 'alias':
      return runAlias(call);
    case 'hash':
      return runHash(call);
    case 'enable':
    case 'suspend':
    case 'logout':
    case 'bind':
      return distrust(fell(state, bit), context.machine);
    case 'disown':
      return eitherWay(withoutJobs(state), bit);
    case 'shift':
      return runShift(call);
    case 'let':
      return eitherWay(letVariables(call), bit);
    default:
      return eitherWay(forgetArguments(call), bit);
  }
}

function runTest(call: Call): Flow {
  const { state, bit, context } = call;
  const isBracket = call.name === '[';
  if (call.args === null) return eitherWay(state, bit);
  const last = argument(call, call.args.length - 1);
  if (isBracket && last !== ']')
    return call.args.at(-1) === null ? eitherWay(state, bit) : goOn(fell(state, bit));
  const fields = isBracket ? call.args.slice(0, -1) : call.args;
  const isOdd = context.posix && argument(call, 1) === '==';
  const truth = isOdd ? 'maybe' : judgeArguments(fields);
  return goOn(...merge(judge(byTruth(state, truth), bit)));
}

/** Only a closed output makes `echo` fail, or a pipe whose reader has gone. */
function runEcho(call: Call): Flow {
  const { state, bit, context } = call;
  if (context.intoPipe) return eitherWay(state, bit);
  const against = state.against ?? 'echo can write';
  return goOn(ran(state, bit), { ...fell(state, bit, ONE), against });
}

function runWait(call: Call): Flow {
  const { state, bit } = call;
  if (call.args === null || call.args.some((value) => value?.kind === 'text' && value.text.startsWith('-'))) {
    return eitherWay(forgetArguments(call), bit);
  }
  const last = call.args.at(-1);
  if (last === undefined) return goOn(ran(state, bit));
  if (last === null || last.kind !== 'job') return eitherWay(state, bit);
  return goOn(...merge(judge([withStatus(state, last.range)], bit)));
}

function runShift(call: Call): Flow {
  const { state, bit } = call;
  const { args } = state.env;
  const range = call.args === null ? null : call.args.length === 0 ? ONE : rangeOf(call.args[0]);
  const isKnown =
    range !== null && range.low === range.high && range.low >= 0 && (call.args?.length ?? 0) < 2;
  if (args === null || !isKnown) return eitherWay(withEnv(state, { args: null }), bit);
  if (range.low > args.length) return goOn(fell(state, bit, ONE));
  return goOn(ran(withEnv(state, { args: args.slice(range.low) }), bit));
}

/** An alias may take the place of a name, and of the shell's own words; its text may be any syntax. */
function runAlias(call: Call): Flow {
  const { state, bit, context } = call;
  const words = call.command.args;
  if (words.length === 0) return eitherWay(state, bit);
  const all = words.map((word) => /^([^=]+)=/.exec(word.text)?.[1] ?? null);
  const isPlain = all.every((name) => name !== null && /^[\w.-]+$/.test(name) && !SHELL_WORDS.has(name));
  if (!isPlain || !words.every(standsForWords)) return distrust(fell(state, bit), context.machine);
  const { tampered } = state.env;
  const more =
    tampered === 'all'
      ? 'all'
      : including(
          tampered,
          all.map((name) => name ?? ''),
        );
  return eitherWay(withEnv(state, { tampered: more }), bit);
}

/** True if an alias stands for a program and its arguments: the line around it stays what it is. */
function standsForWords(word: Word | Assignment): boolean {
  const given = word.type === 'Assignment' ? word.value : word;
  const text = given.type === 'Word' ? literalText(given) : null;
  const value = word.type === 'Assignment' ? text : (text?.slice(text.indexOf('=') + 1) ?? null);
  if (value === null || !/^[\w./=:@%+,~ -]*$/.test(value)) return false;
  return !value.split(' ').some((one) => LEAVING_WORDS.has(one));
}

/** Words that make something else of the line, or leave it. */
const LEAVING_WORDS = new Set(
  (
    'if then else elif fi for do done while until case esac in select function time coproc exit return break ' +
    'continue set trap eval exec source . shopt unset command builtin enable hash logout kill alias'
  ).split(' '),
);

/** Names that are read as what the shell makes of them: under another meaning the reading is wrong. */
const SHELL_WORDS = new Set([
  ...LEAVING_WORDS,
  ...'wait test true false export local declare shift cd echo'.split(' '),
]);

function runHash(call: Call): Flow {
  const { state, bit } = call;
  const texts = knownArguments(call);
  const isHarmless =
    texts !== null && (texts.length === 0 || texts.every((text) => !text.startsWith('-') || text === '-r'));
  return eitherWay(isHarmless ? state : withEnv(state, { tampered: 'all' }), bit);
}

/** A job that is given away has no status any more. */
function withoutJobs(state: State): State {
  let { variables } = state.env;
  for (const [name, value] of entriesOf(variables))
    if (value.kind === 'job') variables = without(variables, name);
  return withEnv(state, { variables });
}

function letVariables(call: Call): State {
  let state = call.state;
  for (const word of call.command.args) {
    for (const match of word.text.matchAll(/[a-zA-Z_]\w*/g)) state = setVariable(state, match[0], null);
  }
  return state;
}
