import type { Call } from '../call.ts';
import { knownArguments } from '../call.ts';
import type { Env } from '../env.ts';
import type { Context } from '../machine.ts';
import { distrust, eitherWay, fell, ran } from '../machine.ts';
import type { Flow, State } from '../state.ts';
import { goOn, onward, withEnv } from '../state.ts';

/** Options that change nothing of what a status means. */
const HARMLESS = /^[abfhuvxBCEHPT]$/;
const HARMLESS_NAMES =
  /^(allexport|braceexpand|emacs|errtrace|functrace|hashall|histexpand|history|noclobber|noglob|notify|physical|verbose|vi|xtrace|interactive-comments)$/;

/** `set`: errexit, pipefail and nounset are followed; what turns the shell into another one is not trusted. */
export function runSet(call: Call): Flow {
  const { state, bit, context } = call;
  const texts = knownArguments(call);
  const first = call.args?.[0];
  if (texts === null) {
    const setsArguments = first?.kind === 'text' && first.text === '--';
    return setsArguments
      ? goOn(ran(withEnv(state, { args: call.args?.slice(1) ?? null }), bit))
      : distrust(fell(state, bit), context.machine);
  }
  const stop = texts.findIndex((text) => text === '--' || text === '-' || !/^[-+]/.test(text));
  const at = optionsEnd(texts, stop);
  const flow = setOptions(state, texts.slice(0, at), context);
  if (texts[at] === '-') return eitherWay(withEnv(state, { args: null, errexit: 'maybe' }), bit);
  const hasArguments = at < texts.length;
  return onward(flow, (states) =>
    goOn(
      ...states.map((one) =>
        ran(
          hasArguments
            ? withEnv(one, { args: call.args?.slice(texts[at] === '--' ? at + 1 : at) ?? null })
            : one,
          bit,
        ),
      ),
    ),
  );
}

/** The word after `-o` is no argument of its own. */
function optionsEnd(texts: readonly string[], stop: number): number {
  let at = stop < 0 ? texts.length : stop;
  while (at > 0 && at < texts.length && /^[-+][a-zA-Z]*o$/.test(texts[at - 1] ?? '')) {
    const rest = texts
      .slice(at + 1)
      .findIndex((text) => text === '--' || text === '-' || !/^[-+]/.test(text));
    at = rest < 0 ? texts.length : at + 1 + rest;
  }
  return at;
}

/** Options of `set` or of a shell that starts. */
export function setOptions(state: State, texts: readonly string[], context: Context): Flow {
  const change: { -readonly [K in keyof Env]?: Env[K] } = {};
  for (let at = 0; at < texts.length; at += 1) {
    const text = texts[at] ?? '';
    const isOn = text.startsWith('-');
    for (const letter of text.slice(1)) {
      if (letter === 'e') change.errexit = isOn ? 'on' : 'off';
      else if (letter === 'u') change.nounset = isOn;
      else if (letter === 'o') {
        const name = texts[at + 1];
        if (name === undefined) continue;
        at += 1;
        if (name === 'errexit') change.errexit = isOn ? 'on' : 'off';
        else if (name === 'pipefail') change.pipefail = isOn;
        else if (name === 'nounset') change.nounset = isOn;
        else if (!HARMLESS_NAMES.test(name)) return distrust(state, context.machine);
      } else if (!HARMLESS.test(letter)) return distrust(state, context.machine);
    }
  }
  return goOn(withEnv(state, change));
}

const HARMLESS_SHOPTS =
  /^(autocd|cdable_vars|cdspell|checkhash|checkjobs|checkwinsize|cmdhist|direxpand|dirspell|dotglob|extglob|globasciiranges|globstar|gnu_errfmt|histappend|lithist|localvar_inherit|login_shell|nocaseglob|no_empty_cmd_completion|progcomp|progcomp_alias|promptvars|shift_verbose|expand_aliases|huponexit|inherit_errexit|interactive_comments)$/;

/** `shopt`: most options change nothing of what a status means; the others end the trust. */
export function runShopt(call: Call): Flow {
  const { state, bit, context } = call;
  const texts = knownArguments(call);
  const names = texts?.filter((text) => !text.startsWith('-')) ?? null;
  const sets = texts?.some((text) => /^-[a-z]*s/.test(text)) === true;
  const unsets = texts?.some((text) => /^-[a-z]*u/.test(text)) === true;
  const isSetO = texts?.some((text) => /^-[a-z]*o/.test(text)) === true;
  if (texts === null || names === null) return distrust(fell(state, bit), context.machine);
  if (!sets && !unsets) return eitherWay(state, bit);
  if (isSetO) {
    const options = names.flatMap((name) => [sets ? '-o' : '+o', name]);
    return onward(setOptions(state, options, context), (states) =>
      goOn(...states.map((one) => ran(one, bit))),
    );
  }
  const isHarmless = unsets || names.every((name) => HARMLESS_SHOPTS.test(name));
  return isHarmless ? eitherWay(state, bit) : distrust(fell(state, bit), context.machine);
}
