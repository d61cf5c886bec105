import { literalText, nestedScript } from '../../nested.ts';
import type { Call } from '../call.ts';
import { argument, knownArguments } from '../call.ts';
import { runExternal } from '../external.ts';
import { assuming, distrust, eitherWay, fell, judge, ran, step } from '../machine.ts';
import { BUILTINS, benignSource } from '../names.ts';
import { runScript } from '../shells.ts';
import { invoke } from '../simple.ts';
import type { Flow } from '../state.ts';
import { goOn, join, leave, merge, onward, withEnv } from '../state.ts';
import { runBuiltin } from './index.ts';

/** `eval`: its text is run in this shell if it is known. */
export function runEval(call: Call): Flow {
  const { state, bit, context, command } = call;
  if (command.args.length === 0) return goOn(ran(state, bit));
  const nested = nestedScript(command);
  if (nested === null || nested.kind !== 'eval' || context.depth > 12) {
    const isEmpty = call.args?.every((value) => value?.kind === 'text' && value.text.trim() === '') === true;
    return isEmpty ? goOn(ran(state, bit)) : distrust(fell(state, bit), context.machine);
  }
  step(context.machine);
  const inner = { ...context, depth: context.depth + 1, source: nested.source };
  return onward(assuming(state, context.machine, nested.assumption), (states) => {
    const empty = nested.script.commands.length === 0;
    const start = empty ? states.map((one) => ran(one, 0n)) : states;
    const flow = runScript(nested.script, start, inner);
    return { normal: merge(judge(flow.normal, bit)), left: flow.left };
  });
}

/** `source`: nothing later is believed, but for what only points a shell to the project's own tools. */
export function runSource(call: Call): Flow {
  const { state, bit, context, command } = call;
  const [word] = command.args;
  if (word?.type === 'Word' && benignSource(word.text)) {
    const assumption = `${call.name} ${word.text} changes no command`;
    return onward(assuming(state, context.machine, assumption), (states) =>
      join(states.map((one) => eitherWay(one, bit))),
    );
  }
  return distrust(fell(state, bit), context.machine);
}

/** `exec p1` ends the shell with the program's status; `exec 2>file` only redirects. */
export function runExec(call: Call): Flow {
  const { state, bit, command } = call;
  if (command.args.length === 0) return goOn(ran(state, bit));
  const flow = runExternal({ ...call, name: argument(call, 0) ?? 'exec' });
  const ends = flow.normal.map((one) => leave('gone', one));
  // It was not found: the shell ends, and its trap runs.
  return join([...ends, leave('exit', fell(state, bit)), { normal: [], left: flow.left }]);
}

/** `command x`, `builtin x`: x, but never the function of that name. */
export function runNamed(call: Call): Flow {
  const { state, bit, command, context } = call;
  const [word] = command.args;
  const name = word?.type === 'Word' ? literalText(word) : null;
  if (call.args !== null && call.args.length === 0) return goOn(ran(state, bit));
  if (name === '-v' || name === '-V') return eitherWay(state, bit);
  if (name === '--' || name === '-p') {
    const second = argument(call, 1);
    return second === null ? distrust(fell(state, bit), context.machine) : inner(call, second, 2);
  }
  if (name === null) {
    const known = argument(call, 0);
    const flow = known === null ? runExternal(call) : inner(call, known, 1);
    return known === null
      ? join([flow, distrust(fell(state, bit), context.machine, `${word?.text ?? ''} is a program`)])
      : flow;
  }
  return inner(call, name, 1);
}

/** Builtins behind `command` read their words from the syntax tree; those would look in the wrong place. */
const READS_TREE = new Set([
  'eval',
  'source',
  '.',
  'exec',
  'export',
  'declare',
  'typeset',
  'local',
  'readonly',
  'unset',
  'alias',
  'command',
  'builtin',
  'trap',
  'let',
]);

function inner(call: Call, name: string, from: number): Flow {
  const { state, bit, context } = call;
  const args = call.args === null ? null : call.args.slice(from);
  if (!BUILTINS.has(name)) {
    if (call.name === 'builtin') return goOn(fell(state, bit));
    return invoke({ ...call, name, args }, true);
  }
  if (name === 'eval' && from === 1) return runEval({ ...call, name, args });
  if (READS_TREE.has(name)) return distrust(fell(state, bit), context.machine);
  return runBuiltin({ ...call, name, args });
}

const RED_EXIT = /;?\s*exit\s+[1-9]\d?\s*;?\s*$/;
const HARMLESS_TRAP = /^\s*((echo|printf)\b[^;&|$`(){}]*\$?[A-Z_]*[^;&|`(){}]*;?\s*)*$/;
const SIGNAL = /^(EXIT|ERR|DEBUG|RETURN|\d{1,2}|HUP|INT|QUIT|TERM|USR1|USR2|PIPE|ALRM|CHLD|CONT|TSTP|WINCH)$/;
/** Its number differs from system to system. */
const CHILD_ENDED = /^(CHLD|17|18|20)$/;
const SHELL_SIGNALS = new Set(['ERR', 'DEBUG', 'RETURN']);

/** `trap`: EXIT is followed; ERR and DEBUG end the trust; every child sends CHLD; other signals are taken not to come. */
export function runTrap(call: Call): Flow {
  const { state, bit, context, command } = call;
  const { machine } = context;
  const texts = knownArguments(call);
  if (call.args !== null && call.args.length === 0) return goOn(ran(state, bit));
  if (texts !== null && /^-[lp]/.test(texts[0] ?? '')) return eitherWay(state, bit);
  const nested = nestedScript(command);
  const signals = (texts?.[0] === '--' ? texts.slice(2) : (texts?.slice(1) ?? nested?.options ?? [])).map(
    signalName,
  );
  const text = texts?.[0] === '--' ? texts[1] : texts?.[0];
  if (!signals.every((signal) => SIGNAL.test(signal))) return distrust(fell(state, bit), machine);
  const resets = text === '-' || text === '' || (texts?.length === 1 && text !== undefined);
  if (resets) {
    const named = texts?.length === 1 ? [signalName(text ?? '')] : signals;
    return setTrap(call, named.includes('EXIT') ? null : undefined);
  }
  if (nested === null || nested.kind !== 'trap') return distrust(fell(state, bit), machine);
  const hasShellSignal = signals.some((signal) => SHELL_SIGNALS.has(signal));
  const leaves = signals.includes('ERR') && RED_EXIT.test(nested.source);
  const body = leaves ? nested.source.replace(RED_EXIT, '') : nested.source;
  if (hasShellSignal && (!HARMLESS_TRAP.test(body) || (leaves && signals.length > 1))) {
    return distrust(fell(state, bit), machine);
  }
  // A trap on errors that leaves with a failure is like errexit, where it is inherited.
  const errexit = leaves && state.env.errexit === 'off' ? 'maybe' : state.env.errexit;
  const others = signals.filter((signal) => signal !== 'EXIT' && !SHELL_SIGNALS.has(signal));
  const trap = {
    script: nested.script,
    source: nested.source,
    assumption: nested.assumption,
    open: nested.open,
  };
  const isSent = others.some((signal) => CHILD_ENDED.test(signal)) && !HARMLESS_TRAP.test(body);
  if (isSent || (others.length > 0 && machine.kills)) return distrust(fell(state, bit), machine);
  const flow = setTrap(
    { ...call, state: withEnv(state, { errexit }) },
    signals.includes('EXIT') ? trap : undefined,
  );
  const rare = others.filter((signal) => !CHILD_ENDED.test(signal));
  if (rare.length === 0) return flow;
  const assumption = `no signal ${rare.join(', ')} comes`;
  return onward(flow, (states) => join(states.map((one) => assuming(one, machine, assumption))));
}

function setTrap(call: Call, exitTrap: Call['state']['env']['exitTrap'] | undefined): Flow {
  const { state, bit } = call;
  return goOn(ran(exitTrap === undefined ? state : withEnv(state, { exitTrap }), bit));
}

function signalName(text: string): string {
  const name = text.toUpperCase().replace(/^SIG/, '');
  return name === '0' ? 'EXIT' : name;
}
