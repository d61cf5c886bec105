// Programs that run another command line and report its status.
import { restAfter, sortArguments } from './arguments.ts';
import { shellWords } from './indirect.ts';
import { assigning, each, INERT, is, options, row, runs, wraps } from './rows.ts';
import type { Row } from './types.ts';

const ENV_VALUED = options('-u --unset -C --chdir -S --split-string');

/** `env -i A=1 cmd`, `env -C dir cmd`. */
const env = is('inert', {
  decide: ({ words }) => {
    const own = sortArguments(words, ENV_VALUED, true);
    if (own.has('--help', '--version')) return { kind: 'does', class: 'inert' };
    if (own.has('-S', '--split-string')) return { kind: 'does', class: 'unknown' };
    const outcome = assigning(restAfter(own));
    const directory = own.value('-C', '--chdir');
    return outcome.kind === 'command' && directory !== undefined ? { ...outcome, directory } : outcome;
  },
});

const FLOCK_VALUED = options('-w --wait --timeout -E --conflict-exit-code');

/** `flock file cmd args` and `flock file -c 'line'`. */
const flock = is('inert', {
  decide: ({ words }) => {
    const rest = restAfter(sortArguments(words, FLOCK_VALUED, true), 1);
    const [flag, text] = rest;
    if (flag === '-c' || flag === '--command')
      return { kind: 'line', text: text ?? null, pipefail: false, errexit: false };
    return rest.length === 0 ? null : { kind: 'command', words: rest };
  },
});

/** `fnm exec --using=20 cmd`, `nvm exec 20 cmd`, `nvm run 20 x.js`, `rbenv exec cmd`, `rvm 3.2 do cmd`. */
const VERSIONED = is('inert', {
  decide: ({ words }, { name }) => {
    const at = words.findIndex((word) => word === 'exec' || word === 'run' || word === 'do');
    if (at < 0 || at > 1) return null;
    const rest = restAfter(
      sortArguments(words.slice(at + 1), options('--using --node --npm --pnpm --yarn'), true),
    );
    const [first] = rest;
    const isVersion =
      typeof first === 'string' &&
      /^(v?\d[\w.]*|lts(\/\S*)?|node|stable|current|default|latest|system)$/.test(first);
    const command = isVersion && /^(nvm|n)$/.test(name) ? rest.slice(1) : rest;
    return { kind: 'command', words: name === 'nvm' && words[at] === 'run' ? ['node', ...command] : command };
  },
});

export const wrappers: readonly Row[] = [
  row('timeout gtimeout', wraps({ valued: '-k --kill-after -s --signal', skip: 1 })),
  row('env', env),
  row('nice', wraps({ valued: '-n --adjustment' })),
  row('ionice', wraps({ valued: '-c --class -n --classdata -p' })),
  row('time', wraps({ valued: '-f --format -o --output' })),
  row(
    'sudo',
    wraps({
      valued: '-u --user -g --group -h --host -p --prompt -C -D --chdir -T -R',
      assigns: true,
      disarm: '-l -v -V',
    }),
  ),
  row('doas', wraps({ valued: '-u -C' })),
  row(
    'su runuser',
    is('inert', {
      decide: ({ words }, { name }) => {
        const own = sortArguments(words, options('-s -g -u --user'), true);
        if (name === 'runuser' && own.has('-u', '--user')) return { kind: 'command', words: restAfter(own) };
        const text = sortArguments(words, options('-c --command -s -g')).value('-c', '--command');
        return text === undefined ? null : { kind: 'line', text, pipefail: false, errexit: false };
      },
    }),
  ),
  row(
    'nohup setsid unbuffer chronic catchsegv eatmydata fakeroot prlimit tini dumb-init proxychains proxychains4 torsocks tsocks -',
    wraps(),
  ),
  row('stdbuf', wraps({ valued: '-i -o -e' })),
  row('caffeinate', wraps({ valued: '-t -w' })),
  row('arch', wraps({ valued: '-e -d -arch' })),
  row('ltrace', wraps({ valued: '-e -o -p -s -u -n -l -x -a -A -D -F -N' })),
  row('numactl', wraps({ valued: '-i -N -m -p -C -M' })),
  row('faketime', wraps({ valued: '-p', skip: 1 })),
  row('su-exec gosu setuidgid s6-setuidgid', wraps({ skip: 1 })),
  row('taskset', wraps({ valued: '-c --cpu-list', skip: 0 })),
  row('chrt', wraps({ skip: 1 })),
  row('strace', wraps({ valued: '-e -o -p -s -S -u -E -P -a -b -I -O -X' })),
  row('valgrind', wraps({ valued: '' })),
  row(
    'perf',
    is('inert', {
      sub: { stat: wraps({ valued: '-e -r -p -o' }), record: wraps({ valued: '-e -F -p -o -c' }) },
    }),
  ),
  row(
    'xvfb-run',
    wraps({ valued: '-n --server-num -s --server-args -e --error-file -f --auth-file -w --wait -p' }),
  ),
  row('dbus-run-session', wraps()),
  row('flock', flock),
  row('sshpass', wraps({ valued: '-p -f -d' })),
  row(
    'command builtin',
    is('inert', {
      decide: ({ words }) =>
        words[0] === '-v' || words[0] === '-V'
          ? null
          : { kind: 'command', words: restAfter(sortArguments(words, [], true)) },
    }),
  ),
  row('exec', wraps({ valued: '-a' })),
  row('then', INERT),
  row(
    'dotenv dotenvx',
    is('inert', {
      decide: ({ words }) => {
        const rest = restAfter(sortArguments(words, options('-e -c -v -f --env-file -o')));
        const own =
          rest[0] === 'run'
            ? restAfter(sortArguments(rest.slice(1), options('-f --env-file -e'), true))
            : rest;
        return { kind: 'command', words: own[0] === '--' ? own.slice(1) : own };
      },
    }),
  ),
  row('cross-env', is('inert', { decide: ({ words }) => assigning(words.filter((word) => word !== '--')) })),
  row(
    'cross-env-shell',
    is('inert', {
      decide: ({ words }) => {
        const outcome = assigning(words);
        return outcome.kind === 'command' ? shellWords(outcome.words) : outcome;
      },
    }),
  ),
  row('env-cmd', wraps({ valued: '-f --file -e --environments' })),
  row('direnv', is('inert', { sub: { exec: wraps({ skip: 1 }) } })),
  row(
    'op doppler infisical chamber teller sops aws-vault',
    is('inert', {
      decide: ({ words }) => {
        const at = words.indexOf('--');
        return at < 0 ? null : { kind: 'command', words: words.slice(at + 1) };
      },
    }),
  ),
  row(
    'nix',
    is('inert', {
      decide: ({ words }) => {
        const at = words.findIndex((word) => word === '-c' || word === '--command');
        if (at >= 0) return { kind: 'command', words: words.slice(at + 1) };
        const [sub] = words;
        return sub === 'build' || sub === 'flake'
          ? { kind: 'does', class: sub === 'build' ? 'build' : 'check' }
          : null;
      },
    }),
  ),
  row(
    'nix-shell',
    is('inert', {
      decide: ({ words }) => {
        const text = sortArguments(words, options('--run --command -p -I -A')).value('--run', '--command');
        return text === undefined ? null : { kind: 'line', text, pipefail: false, errexit: false };
      },
    }),
  ),
  row('devbox', is('inert', { sub: { run: runs() } })),
  row('volta fnm nvm n rbenv pyenv asdf goenv nodenv jenv rvm', VERSIONED),
  row(
    'conda mamba micromamba',
    is('inert', { sub: { run: wraps({ valued: '-n --name -p --prefix --cwd' }) } }),
  ),
  row('wsl', wraps({ valued: '-d --distribution -u --user --cd', apart: true })),
  row('winpty', wraps()),
  row(
    'rtk',
    is('inert', {
      sub: {
        ...each('test err summary proxy', wraps()),
        lint: is('check'),
        '*': is('inert', { decide: ({ words }, { name }) => ({ kind: 'command', words: [name, ...words] }) }),
      },
    }),
  ),
];
