// Programs that start a command line many times, elsewhere, or later.
import { restAfter, sortArguments } from './arguments.ts';
import { is, options, row } from './rows.ts';
import type { Outcome, Row, Words } from './types.ts';

/** `find . -exec cmd {} \;`: what stands behind the first -exec. */
const find = is('inert', {
  decide: ({ words }) => {
    const at = words.findIndex((word) => word !== null && /^-(exec|execdir|ok|okdir)$/.test(word));
    if (at < 0) return null;
    const rest = words.slice(at + 1);
    const end = rest.findIndex((word) => word === ';' || word === '+');
    return { kind: 'command', words: end < 0 ? rest : rest.slice(0, end) };
  },
});

const XARGS_VALUED = options(
  '-I -i -n -L -P -d -E -s -a --max-args --max-procs --delimiter --arg-file --replace',
);

/** Without input, `-r` and `-I` start nothing at all. */
const xargs = is('inert', {
  decide: ({ words }) => {
    const own = sortArguments(words, XARGS_VALUED, true);
    const mayNotRun = ['-r', '--no-run-if-empty', '-I', '-i', '--replace', '-a', '--arg-file'].find((name) =>
      own.has(name),
    );
    return {
      kind: 'command',
      words: restAfter(own),
      ...(mayNotRun === undefined ? {} : { masked: `xargs ${mayNotRun}` }),
    };
  },
});

const PARALLEL_VALUED = options(
  '-j --jobs -n -N -a --arg-file -S --joblog --tmpdir --timeout --delay --halt',
);

/** `parallel cmd {} ::: a b`. */
const parallel = is('inert', {
  decide: ({ words }) => {
    const given = sortArguments(words, PARALLEL_VALUED, true);
    if (given.has('--dry-run', '--dryrun', '--version'))
      return { kind: 'does', class: 'inert', disarmed: '--dry-run' };
    const rest = restAfter(given);
    const end = rest.findIndex((word) => word !== null && /^:::/.test(word));
    const own = end < 0 ? rest : rest.slice(0, end);
    return shellWords(own);
  },
});

/** Words that the program hands to a shell as one text; a single one may be a whole line. */
export function shellWords(words: Words): Outcome {
  const [only] = words;
  if (words.length === 1 && only !== undefined)
    return { kind: 'line', text: only, pipefail: false, errexit: false };
  return { kind: 'command', words };
}

const WATCH_VALUED = options('-n --interval');

/** A watcher never ends by itself with the status of what it runs. */
const watch = is('inert', {
  decide: ({ words }) => {
    const outcome = shellWords(restAfter(sortArguments(words, WATCH_VALUED, true)));
    return outcome?.kind === 'command' || outcome?.kind === 'line'
      ? { ...outcome, masked: 'watch' }
      : outcome;
  },
});

const SSH_VALUED = options('-p -i -o -l -F -J -L -R -D -b -c -E -e -I -m -O -Q -S -W -w -B');

/** `ssh host cmd`: the far shell gets the words joined. */
const ssh = is('inert', {
  decide: ({ words }) => {
    const own = sortArguments(words, SSH_VALUED, true);
    const rest = restAfter(own, 1);
    if (rest.length === 0 || own.has('-N', '-V', '-G', '-Q')) return null;
    const text = rest.some((word) => word === null) ? null : rest.join(' ');
    return {
      kind: 'line',
      text,
      pipefail: false,
      errexit: false,
      directory: null,
      ...(own.has('-f') ? { masked: 'ssh -f' } : {}),
    };
  },
});

const SCRIPT_VALUED = options('-c --command -o -O -I -T -B -m -E');

/** `script -q -c 'cmd' /dev/null`, and `script -q /dev/null cmd` of the BSDs. Without -e it ends 0 whatever the command did. */
const script = is('inert', {
  decide: ({ words }) => {
    const own = sortArguments(words, SCRIPT_VALUED);
    const cluster = words.findIndex((word) => word !== null && /^-[a-z]+c$/.test(word));
    const text = cluster < 0 ? own.value('-c', '--command') : (words[cluster + 1] ?? null);
    const tells = own.has('-e', '--return') || /^-\w*e/.test(words[0] ?? '');
    if (text !== undefined)
      return { kind: 'line', text, pipefail: false, errexit: false, ...(tells ? {} : { masked: 'script' }) };
    const bsd = restAfter(sortArguments(words, options('-t'), true), 1);
    return bsd.length === 0 ? null : { kind: 'command', words: bsd };
  },
});

export const indirect: readonly Row[] = [
  row('find gfind', find),
  row(
    'fd fdfind',
    is('inert', {
      decide: ({ words }) => {
        const at = words.findIndex((word) => word !== null && /^(-x|-X|--exec|--exec-batch)$/.test(word));
        return at < 0 ? null : { kind: 'command', words: words.slice(at + 1) };
      },
    }),
  ),
  row('xargs gxargs', xargs),
  row('parallel', parallel),
  row('watch', watch),
  row(
    'entr',
    is('inert', {
      decide: ({ words }) => ({
        kind: 'command',
        words: restAfter(sortArguments(words, [], true)),
        masked: 'entr',
      }),
    }),
  ),
  row(
    'watchexec onchange',
    is('inert', {
      decide: ({ words }, { name }) => ({
        ...shellWords(
          restAfter(
            sortArguments(
              words,
              options('-e --exts -w --watch -i --ignore -f --filter -s --signal -d --delay'),
              true,
            ),
          ),
        ),
        masked: name,
      }),
    }),
  ),
  row('ssh autossh', ssh),
  row('script', script),
  row(
    'hyperfine',
    is('inert', {
      decide: ({ words }) => {
        const own = sortArguments(
          words,
          options(
            '-w --warmup -r --runs -m --min-runs -M --max-runs -p --prepare -n --export-json --export-markdown -S --shell',
          ),
        );
        return {
          kind: 'line',
          text: own.operands[0] ?? null,
          pipefail: false,
          errexit: false,
          ...(own.has('-i', '--ignore-failure') ? { masked: '-i' } : {}),
        };
      },
    }),
  ),
];
