import { assign } from '../assignments.ts';
import type { Call } from '../call.ts';
import { substitutionsIn } from '../expansions.ts';
import { distrust, eitherWay, fell } from '../machine.ts';
import type { Flow, State } from '../state.ts';
import { forgetVariables, goOn, join, onward, setVariable, withEnv } from '../state.ts';
import { held, including, without } from '../table.ts';

/** `export`, `declare`, `local`, `readonly` with their values. A substitution in them loses its status. */
export function runDeclare(call: Call): Flow {
  const { state, bit, context, command } = call;
  const options = command.args.flatMap((word) =>
    word.type === 'Word' && /^[-+]\w/.test(word.value) ? [word.value] : [],
  );
  const letters = options.join('');
  if (/[nf]/i.test(letters) && call.name !== 'export') {
    return /^[-+]*[Ffp]*$/.test(letters)
      ? eitherWay(state, bit)
      : distrust(fell(state, bit), context.machine);
  }
  // `local -` gives the options back when the function ends.
  if (command.args.some((word) => word.text === '-')) return distrust(fell(state, bit), context.machine);
  if (call.name === 'local' && !context.inFunction) return goOn(fell(state, bit));
  const isOdd = /[ilurAt]/.test(letters) || call.name === 'readonly';
  let flow: Flow = goOn(declared(call));
  for (const word of command.args) {
    if (word.type === 'Assignment') {
      const how = isOdd || substitutionsIn(word).length > 0 ? 'unknown' : 'known';
      flow = onward(flow, (states) => join(states.map((one) => assign(one, word, how, context))));
    } else if (!/^[-+]/.test(word.value) && !/^[a-zA-Z_]\w*$/.test(word.value)) {
      flow = onward(flow, (states) => goOn(...states.map(forgetVariables)));
    }
  }
  return onward(flow, (states) =>
    join(states.map((one) => eitherWay(isOdd ? fixNames(one, call) : one, bit))),
  );
}

const namesOf = (call: Call): readonly string[] =>
  call.command.args.flatMap((word) =>
    word.type === 'Assignment' ? [word.name] : /^[a-zA-Z_]\w*$/.test(word.value) ? [word.value] : [],
  );

/** `local x` makes an unset variable of the function's own; `declare x` does so in a function. */
function declared(call: Call): State {
  const { context } = call;
  const isLocal = call.name === 'local' || (context.inFunction && /^(declare|typeset)$/.test(call.name));
  if (!isLocal) return call.state;
  let state = withEnv(call.state, { locals: including(call.state.env.locals, namesOf(call)) });
  for (const word of call.command.args) {
    if (word.type === 'Word' && /^[a-zA-Z_]\w*$/.test(word.value))
      state = setVariable(state, word.value, null);
  }
  return state;
}

/** Variables that from here on need not hold what they are given. */
function fixNames(state: State, call: Call): State {
  const readonlys = including(state.env.readonlys, namesOf(call));
  let now = withEnv(state, { readonlys });
  for (const name of namesOf(call)) now = setVariable(now, name, null);
  return now;
}

/** `unset x`, `unset -f f`. */
export function runUnset(call: Call): Flow {
  const { state, bit } = call;
  const words = call.command.args;
  const texts = words.map((word) => (word.type === 'Word' && word.parts === undefined ? word.value : null));
  if (texts.includes(null)) {
    return eitherWay(withEnv(forgetVariables(state), { tampered: 'all', functions: null }), bit);
  }
  const isFunction = texts.includes('-f');
  const isVariable = texts.includes('-v');
  let now = state;
  for (const name of texts) {
    if (name === null || name.startsWith('-')) continue;
    if (!isVariable) now = unsetFunction(now, name, isFunction);
    if (!isFunction) now = setVariable(now, name, /^[a-zA-Z_]\w*$/.test(name) ? { kind: 'unset' } : null);
    if (!isFunction)
      now = setVariable(
        now,
        name.replace(/\[.*$/, ''),
        held(now.env.readonlys, name) === true ? null : (held(now.env.variables, name) ?? null),
      );
  }
  // A variable that cannot be unset keeps its value; one that the line has given a value can be.
  const { variables, readonlys } = state.env;
  const isSure = texts.every(
    (name) =>
      name?.startsWith('-') === true ||
      (held(variables, name ?? '') !== undefined && held(readonlys, name ?? '') !== true),
  );
  return isFunction || isSure ? eitherWay(now, bit) : join([eitherWay(now, bit), goOn(fell(state, bit))]);
}

/** Without -f the function goes only when there is no such variable. */
function unsetFunction(state: State, name: string, isSure: boolean): State {
  if (held(state.env.functions, name) === undefined) return state;
  if (isSure) {
    return withEnv(state, { functions: without(state.env.functions, name) });
  }
  const { tampered } = state.env;
  return withEnv(state, { tampered: tampered === 'all' ? 'all' : including(tampered, [name]) });
}

/** Forgets every variable that the arguments of a builtin may name (`read x`, `printf -v x`, `getopts o x`). */
export function forgetArguments(call: Call): State {
  if (/^(cd|pwd|popd|pushd|kill|type|ulimit|umask|jobs|times|history|disown)$/.test(call.name))
    return call.state;
  let state = call.state;
  if (call.name === 'printf' && !call.command.args.some((word) => word.text.startsWith('-v'))) return state;
  if (call.args === null) return forgetVariables(state);
  for (const word of call.command.args) {
    const text = word.type === 'Word' ? word.value : word.name;
    if (word.type === 'Word' && word.parts !== undefined && /\$/.test(word.text))
      return forgetVariables(state);
    const name = /[a-zA-Z_]\w*/.exec(text.replace(/^-v/, ''))?.[0];
    if (name !== undefined) state = setVariable(state, name, null);
  }
  return state;
}
