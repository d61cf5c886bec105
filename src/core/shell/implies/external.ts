import type { NestedScript } from '../nested.ts';
import { literalText, nestedScript } from '../nested.ts';
import type { Command } from '../parse.ts';
import { SHELL_SETTERS } from './assignments.ts';
import { setOptions } from './builtins/options.ts';
import type { Call } from './call.ts';
import type { Env } from './env.ts';
import { changed, freshEnv } from './env.ts';
import type { Context } from './machine.ts';
import { assuming, distrust, eitherWay, fell, judge, step, unseen } from './machine.ts';
import { isTampered } from './names.ts';
import { ANY } from './range.ts';
import { endShell, runScript } from './shells.ts';
import type { Flow, State } from './state.ts';
import { goOn, join, merge, onward, pop, push, top, withStatus } from './state.ts';
import { entriesOf, including } from './table.ts';

/** Why the status of what a program starts is not in its own, or only on an assumption. */
export type Carrier = { lost: string | null; assumption: string | null };

const texts = (command: Command): readonly string[] =>
  command.args.map((word) => (word.type === 'Word' ? (literalText(word) ?? word.text) : word.text));

/** What is known of programs that start another one and do not hand its status on. */
export function carrierOf(command: Command): Carrier {
  const known = carriers.get(command);
  if (known !== undefined) return known;
  const found = lookForCarrier(command);
  carriers.set(command, found);
  return found;
}

const carriers = new WeakMap<Command, Carrier>();

function lookForCarrier(command: Command): Carrier {
  const name = command.name === undefined ? null : literalText(command.name);
  if (name === null || command.args.length === 0) return { lost: null, assumption: null };
  const words = texts(command);
  const all = [name, ...words].map((word) => word.slice(word.lastIndexOf('/') + 1));
  const find = all.indexOf('find');
  if (find >= 0 && find < 4) return findCarrier(all.slice(find + 1));
  const xargs = all.indexOf('xargs');
  if (xargs >= 0 && xargs < 4) return xargsCarrier(all.slice(xargs + 1));
  const setsid = all.indexOf('setsid');
  const waits =
    words.includes('-w') || words.includes('--wait') || words.includes('-cw') || words.includes('-wc');
  if (setsid >= 0 && setsid < 4 && !waits) return { lost: 'setsid', assumption: null };
  if (/^(docker|podman|docker-compose|podman-compose)$/.test(all[0] ?? '')) return dockerCarrier(words);
  return { lost: looseStarter(all[0] ?? '', words), assumption: null };
}

/** Programs that come back before what they started has ended, or with a status of their own. */
function looseStarter(name: string, words: readonly string[]): string | null {
  const has = (option: RegExp) => words.some((word) => option.test(word));
  if (name === 'flock' && words.includes('0')) return 'flock -E 0';
  if (name === 'script' && !has(/^(-[a-z]*e[a-z]*|--return)$/)) return 'script without -e';
  if (name === 'sudo' && has(/^(-[a-zA-Z]*b[a-zA-Z]*|--background)$/)) return 'sudo -b';
  if (name === 'systemd-run' && !has(/^(--wait|--scope|-P|--pipe|-t|--pty)$/)) return 'systemd-run';
  return /^(tmux|screen|daemonize|start-stop-daemon|pm2|at|batch)$/.test(name) ? name : null;
}

function findCarrier(words: readonly string[]): Carrier {
  const at = words.findIndex((word) => /^-(exec|execdir|ok|okdir)$/.test(word));
  if (at < 0) return { lost: null, assumption: null };
  const execs = words.filter((word) => /^-(exec|execdir|ok|okdir)$/.test(word));
  const endsWithPlus = words.at(-1) === '+' && execs.length === 1 && words[at] !== '-ok';
  if (!endsWithPlus) return { lost: `find ${words[at]} ... \\;`, assumption: null };
  const tests = words.slice(0, at).filter((word) => word.startsWith('-'));
  const isOnlyItself =
    tests.every((word) => word === '-maxdepth') && words[words.indexOf('-maxdepth') + 1] === '0';
  return { lost: null, assumption: isOnlyItself ? null : 'find finds a file' };
}

function xargsCarrier(words: readonly string[]): Carrier {
  const options = words.filter((word) => word.startsWith('-'));
  const isPicky = options.some((word) =>
    /^-(r|I|i|L|l|0r|r0)|^--(no-run-if-empty|replace|max-lines)/.test(word),
  );
  return { lost: null, assumption: isPicky ? 'xargs gets input' : null };
}

function dockerCarrier(words: readonly string[]): Carrier {
  const isStarted = words.includes('run') || words.includes('exec');
  const isDetached = words.some((word) => /^(-[a-z]*d[a-z]*|--detach)$/.test(word));
  return { lost: isStarted && isDetached ? 'docker -d' : null, assumption: null };
}

/** Runs a program: it ends 0 or not. Its own script (`bash -c`) is run first, in a shell of its own. */
export function runExternal(call: Call): Flow {
  const { command, bit, state, context } = call;
  const { machine } = context;
  const carrier = carrierOf(command);
  const nested = nestedScript(command);
  const isLost =
    carrier.lost !== null || isTampered(state.env.tampered, call.name) || hasShellSetter(command);
  let flow: Flow;
  if (nested === null || nested.kind === 'eval' || nested.kind === 'trap') flow = eitherWay(state, bit);
  else flow = runNested(call, nested, isLost);
  if (isLost) {
    // Whatever it says, what was meant to run may have failed.
    const ends = flow.normal.map((end) => ({ ...end, failed: end.failed | bit }));
    return { normal: merge(ends), left: flow.left };
  }
  if (carrier.assumption === null) return flow;
  const against = state.against ?? carrier.assumption;
  machine.touched |= bit;
  return join([flow, goOn({ ...fell(state, bit), status: ANY, against })]);
}

/** Whether a command gives what it starts a variable that changes a shell. */
export function hasShellSetter(command: Command): boolean {
  const isSetting =
    command.prefix.length > 0 || command.args.some(({ text }) => /[=\\]|BASH_FUNC/.test(text));
  if (!isSetting) return false;
  const names = command.prefix.flatMap((item) => (item.type === 'Assignment' ? [item.name] : []));
  const words = texts(command).flatMap((word) => /^(\w+)=/.exec(word)?.[1] ?? []);
  return (
    [...names, ...words].some((name) => SHELL_SETTERS.test(name)) ||
    texts(command).some((word) => word.startsWith('BASH_FUNC'))
  );
}

function runNested(call: Call, nested: NestedScript, isLost: boolean): Flow {
  const { state, bit, context } = call;
  const { machine } = context;
  step(machine);
  const shell = nested.kind.startsWith('sh') ? 'sh' : nested.kind.startsWith('bash') ? 'bash' : 'other';
  const runs = (states: readonly State[]) => runProcess(states, nested, context);
  if (isLost || shell === 'other' || context.depth > 12) {
    const after = unseen([state], machine, () => {
      runs([state]);
    });
    return join(after.map((one) => eitherWay(one, bit)));
  }
  const before = machine.touched;
  machine.touched = 0n;
  const ends = runs([state]);
  const inside = machine.touched;
  machine.touched |= before;
  const outs: State[] = [...judge(ends, bit)];
  // It may not have started, or be killed half-way.
  const killed = fell({ ...state, failed: state.failed | inside }, bit);
  outs.push(killed);
  if (nested.assumption !== null) {
    outs.push({ ...killed, status: ANY, against: state.against ?? nested.assumption });
  }
  return goOn(...merge(outs));
}

/** Runs a script in a shell of its own; the states come back with its status. */
function runProcess(states: readonly State[], nested: NestedScript, context: Context): readonly State[] {
  const isPosix = nested.kind.startsWith('sh');
  const inner: Context = {
    ...context,
    ignoresErrors: false,
    loops: 0,
    besideLoop: false,
    inFunction: false,
    posix: isPosix,
    keepsErrexit: isPosix || nested.source.includes('inherit_errexit'),
    depth: context.depth + 1,
    calls: new Map(),
    source: nested.source,
  };
  const entered = merge(states.map((state) => push(state, inherited(state.env))));
  const flows = entered.map((state): Flow => {
    const started = startOptions(withStatus(state, { low: 0, high: 0 }), nested, context);
    const between = nested.kind.endsWith('stdin') ? stopsEarly(context) : null;
    const normal =
      started.normal.length === 0 ? started : runScript(nested.script, started.normal, inner, between);
    return join([normal, { normal: [], left: started.left }]);
  });
  const ends = endShell(join(flows), inner);
  return merge(ends.map((state) => ({ ...pop(state, top(state).saved), pipe: null })));
}

/** Environment of a new shell. Changed names hold in it as well, and so do functions, which may have been exported. */
function inherited(env: Env): Env {
  const { tampered, functions } = env;
  const names = entriesOf(functions).map(([name]) => name);
  return changed(freshEnv(), { tampered: tampered === 'all' ? 'all' : including(tampered, names) });
}

function startOptions(state: State, nested: NestedScript, context: Context): Flow {
  const plain: string[] = [];
  const { options } = nested;
  const isLogin = options.some((option) => /^-[a-z]*l|^--login$/.test(option));
  for (let at = 0; at < options.length; at += 1) {
    const option = options[at] ?? '';
    if (/^--(norc|noprofile|login|verbose)$/.test(option)) continue;
    if (/^--/.test(option) || /^[-+]O$/.test(option)) return distrust(state, context.machine);
    if (/^-[a-z]*[ni]/.test(option)) return distrust(state, context.machine);
    const letters = option.replace(/[cls]/g, '');
    if (letters !== '-' && letters !== '+') plain.push(letters);
    // The name of an option of `-o` is a word of its own.
    if (/^[-+][a-zA-Z]*o$/.test(option)) plain.push(options[(at += 1)] ?? '');
  }
  const assumption = isLogin ? 'the start-up files of the shell change no command' : null;
  return onward(assuming(state, context.machine, assumption), (states) =>
    plain.length === 0 ? goOn(...states) : join(states.map((one) => setOptions(one, plain, context))),
  );
}

/** A command that reads standard input eats the rest of a script that comes from there. */
function stopsEarly(context: Context): (states: readonly State[]) => Flow {
  return (states) => {
    const ended: Flow[] = states.map((state) => ({
      normal: [],
      left: [
        {
          end: 'gone',
          state: { ...state, against: state.against ?? 'no command reads the script from its input' },
        },
      ],
    }));
    step(context.machine);
    return join([goOn(...states), ...ended]);
  };
}
