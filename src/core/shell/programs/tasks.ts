import { type Arguments, restAfter, sortArguments } from './arguments.ts';
import { each, INERT, is, options, row, wraps } from './rows.ts';
import type { Outcome, Row, Rule, TaskRunner } from './types.ts';

/** A runner whose operands are names of tasks. `first`: only the first one is, the others are its arguments. */
function tasks(
  more: { valued?: string; off?: string; dry?: string; first?: true; none?: string } = {},
): Rule {
  return is('run', {
    decide: ({ words }) => {
      const own = sortArguments(words, options(more.valued ?? ''), more.first === true);
      const dry = options(more.dry ?? '--dry-run -n').find((name) => own.has(name));
      if (dry !== undefined) return { kind: 'does', class: 'inert', disarmed: dry };
      if (own.has(...options(more.off ?? ''), '--list', '-l', '-h', '--help', '--version'))
        return { kind: 'does', class: 'inert' };
      const names = own.operands.filter((word) => word === null || !/^[A-Za-z_]\w*:?=/.test(word));
      if (names.length === 0)
        return more.none === undefined
          ? { kind: 'does', class: 'inert' }
          : { kind: 'task', names: [more.none] };
      return own.has('--watch', '-w')
        ? { kind: 'does', class: 'run', masked: '--watch' }
        : { kind: 'task', names: more.first === true ? names.slice(0, 1) : names };
    },
  });
}

/** The same, of a runner whose file can be read. `just name=value task words`. */
function followed(runner: TaskRunner, more: Parameters<typeof tasks>[0] = {}): Rule {
  const base = tasks({ ...more, first: true });
  return is('run', {
    decide: ({ words: all }, around) => {
      const begin = all.findIndex((word) => word === null || !/^[A-Za-z_]\w*:?=/.test(word));
      const words = all.slice(Math.max(0, begin));
      const outcome = base.decide?.(sortArguments(words, []), around) ?? null;
      if (outcome?.kind !== 'task') return outcome;
      const own = sortArguments(words, options(more.valued ?? ''), true);
      const behind = words.slice((own.places[0] ?? words.length) + 1);
      // `mise run lint ::: test`
      const end = behind.indexOf(':::');
      const rest = end < 0 ? behind : behind.slice(0, end);
      return {
        ...outcome,
        names: end < 0 ? outcome.names : [...outcome.names, behind[end + 1] ?? null],
        runner,
        isDefault: own.places[0] === undefined,
        file: runner === 'just' ? (own.value('-f', '--justfile') ?? null) : null,
        arguments: rest[0] === '--' ? rest.slice(1) : rest,
      };
    },
  });
}

/** `nx run app:test`, `nx test app`, `nx run-many -t test lint`, `turbo run test lint`. */
function monorepo({ words }: Arguments): Outcome | null {
  const own = sortArguments(
    words,
    options(
      '-t --target --targets -p --projects --filter -F --exclude --parallel --base --head -c --configuration --scope --ignore --concurrency --cache-dir --log-order --output-logs --ui --runner --skip-nx-cache-x --include',
    ),
  );
  if (own.has('--dry-run', '--dry', '--graph'))
    return { kind: 'does', class: 'inert', disarmed: '--dry-run' };
  const [first, second] = own.operands;
  const named = own.value('-t', '--target', '--targets');
  if (named !== undefined)
    return { kind: 'task', names: [...(named?.split(',') ?? [null]), ...own.operands.slice(1)] };
  if (first === undefined) return { kind: 'does', class: 'inert' };
  if (first === 'run' || first === 'run-many' || first === 'affected') {
    const name =
      typeof second === 'string' && second.includes(':') ? (second.split(':')[1] ?? null) : (second ?? null);
    return {
      kind: 'task',
      names:
        own.operands.length > 2 && first === 'run'
          ? own.operands.slice(1).map((word) => word?.split(':').at(-1)?.split('#').at(-1) ?? null)
          : [name],
    };
  }
  if (
    typeof first === 'string' &&
    /^(graph|list|show|report|migrate|reset|init|g|generate|login|link|prune|daemon|add|import|connect|repair|sync|ls|info|bin|telemetry|release|format|format:write|bootstrap|changed|version|publish|clean|query|watch|gen|unlink|logout)$/.test(
      first,
    )
  )
    return { kind: 'does', class: 'inert' };
  if (first === 'exec' || first === 'format:check')
    return first === 'exec'
      ? { kind: 'command', words: restAfter(sortArguments(words.slice(1), [], true)) }
      : { kind: 'does', class: 'check' };
  return { kind: 'task', names: own.operands.slice(0, 1) };
}

export const taskRunners: readonly Row[] = [
  row(
    'just',
    followed('just', {
      valued: '-f --justfile -d --working-directory --set --shell --dotenv-filename --dotenv-path',
      off: '--summary --evaluate --show -s --dump --choose --fmt --variables',
      dry: '--dry-run -n',
      none: 'build',
    }),
  ),
  // Limit: a Taskfile is YAML, which nothing here reads: its tasks are taken at their names.
  row(
    'task go-task',
    tasks({
      valued: '-t --taskfile -d --dir -C --concurrency -o --output',
      off: '-a --list-all --summary --status --init',
      dry: '--dry -n',
      none: 'default',
    }),
  ),
  row(
    'mise rtx',
    is('inert', {
      valued: options('-C --cd -E --env -j --jobs'),
      sub: {
        ...each(
          'run r',
          followed('mise', { valued: '-C --cd -j --jobs -o --output -t --tool', dry: '--dry-run -n' }),
        ),
        ...each(
          'exec x',
          is('inert', {
            decide: ({ words }) => {
              const at = words.indexOf('--');
              if (at >= 0) return { kind: 'command', words: words.slice(at + 1) };
              const text = sortArguments(words, options('-c --command')).value('-c', '--command');
              return text === undefined ? null : { kind: 'line', text, pipefail: false, errexit: false };
            },
          }),
        ),
        watch: is('run', { decide: () => ({ kind: 'does', class: 'run', masked: 'watch' }) }),
        ...each(
          'install i use u ls list current env trust activate doctor where which upgrade up outdated plugins plugin settings set unset cache config prune self-update tasks task deactivate version reshim uninstall search registry alias latest link sync completion bin-paths generate shell-alias implode fmt backends en hook-env',
          INERT,
        ),
        '*': is('run', {
          decide: ({ words }, { name }) => ({
            kind: 'task',
            names: [name],
            runner: 'mise',
            arguments: words,
          }),
        }),
        '': INERT,
      },
    }),
  ),
  row('nx turbo lerna rush moon', is('run', { decide: monorepo })),
  row('gulp grunt jake', tasks({ none: 'default', off: '-T --tasks --help' })),
  row('mage dagger', tasks({ off: '-l', none: 'build' })),
  row(
    'earthly',
    is('run', {
      decide: ({ words }) => {
        const target = words.find((word) => word?.includes('+') === true);
        return target === undefined
          ? { kind: 'does', class: 'inert' }
          : { kind: 'task', names: [target ?? null] };
      },
    }),
  ),
  row('poe', followed('poe')),
  row('taskipy', followed('taskipy')),
  row('duty doit makim pyinvoke', tasks({ first: true })),
  row('act', is('run', { disarm: options('-l --list -n --dryrun') })),
  row(
    'tilt skaffold',
    is('run', {
      sub: { ...each('ci test', is('test')), build: is('check'), ...each('up dev', is('run')), '*': INERT },
    }),
  ),
  row('foreman overmind honcho hivemind', wraps()),
  row('supervisord pm2', INERT),
];

const DOCKER_RUN = options(
  '-v --volume -e --env -p --publish -w --workdir -u --user --name --network --net --entrypoint --env-file --mount -l --label -h --hostname --platform --cpus -m --memory --shm-size --gpus --add-host --cap-add --cap-drop --device --dns --log-driver --log-opt --pull --restart --security-opt --tmpfs --ulimit --volumes-from --ipc --pid --runtime --stop-timeout --expose --link --ip -c --cpu-shares --cidfile --userns --group-add --health-cmd --isolation --annotation --cgroupns --index --detach-keys --privileged-x',
);

/** `docker run [options] image cmd`. Started in the background, it says nothing about the command. */
const dockerRun: Rule = is('inert', {
  decide: ({ words }) => {
    const own = sortArguments(words, DOCKER_RUN, true);
    if (own.has('--help')) return { kind: 'does', class: 'inert' };
    const before = words.slice(0, own.places[0] ?? words.length);
    const detached = before.some((word) => word !== null && /^(-[a-z]*d[a-z]*|--detach)$/.test(word));
    const rest = restAfter(own, 1);
    const entry = own.value('--entrypoint');
    const inner = entry === undefined || entry === '' ? rest : [entry, ...rest];
    if (inner.length === 0) return { kind: 'does', class: detached ? 'inert' : 'unknown' };
    return { kind: 'command', words: inner, directory: null, ...(detached ? { masked: '-d' } : {}) };
  },
});

const COMPOSE: Rule = is('inert', {
  valued: options('-f --file -p --project-name --profile --env-file --project-directory --ansi --progress'),
  sub: {
    run: dockerRun,
    exec: dockerRun,
    up: is('inert', {
      decide: ({ has }) =>
        has('--abort-on-container-exit', '--exit-code-from', '--abort-on-container-failure')
          ? { kind: 'does', class: 'run', ...(has('--exit-code-from') ? {} : { masked: 'up' }) }
          : { kind: 'does', class: 'inert' },
    }),
    build: is('check'),
    config: is('check'),
    '*': INERT,
  },
});

const DOCKER: Rule = is('inert', {
  valued: options('-H --host -c --context -l --log-level --config'),
  sub: {
    run: dockerRun,
    exec: dockerRun,
    container: is('inert', { sub: { run: dockerRun, exec: dockerRun, '*': INERT } }),
    compose: COMPOSE,
    ...each('build', is('check')),
    ...each('buildx', is('inert', { sub: { ...each('build bake', is('check')), '*': INERT } })),
    '*': INERT,
  },
});

export const containers: readonly Row[] = [
  row('docker podman nerdctl finch', DOCKER),
  row('docker-compose podman-compose', COMPOSE),
  row(
    'devcontainer',
    is('inert', {
      sub: {
        exec: wraps({ valued: '--workspace-folder --container-id --remote-env', apart: true }),
        '*': INERT,
      },
    }),
  ),
  row(
    'kubectl oc k3s microk8s',
    is('inert', {
      sub: {
        exec: is('inert', {
          decide: ({ words }) => {
            const at = words.indexOf('--');
            return at < 0 ? null : { kind: 'command', words: words.slice(at + 1), directory: null };
          },
        }),
        ...each('diff', is('check')),
        '*': INERT,
      },
    }),
  ),
  row(
    'lxc incus multipass vagrant',
    is('inert', {
      decide: ({ words }) => {
        const at = words.indexOf('--');
        if (words[0] === 'ssh') {
          const text = sortArguments(words, options('-c --command')).value('-c', '--command');
          return text === undefined
            ? null
            : { kind: 'line', text, pipefail: false, errexit: false, directory: null };
        }
        return words[0] === 'exec' && at >= 0
          ? { kind: 'command', words: words.slice(at + 1), directory: null }
          : null;
      },
    }),
  ),
  row(
    'chroot unshare nsenter firejail bwrap systemd-run',
    is('inert', {
      decide: ({ words }, { name }) => {
        const at = words.indexOf('--');
        const rest =
          at >= 0
            ? words.slice(at + 1)
            : restAfter(
                sortArguments(words, options('--property -p --unit --setenv -E'), true),
                name === 'chroot' ? 1 : 0,
              );
        const detached =
          name === 'systemd-run' &&
          !words.some((word) => word !== null && /^(--wait|--scope|-t|--pty|-P|--pipe)$/.test(word));
        return rest.length === 0
          ? null
          : { kind: 'command', words: rest, ...(detached ? { masked: 'systemd-run' } : {}) };
      },
    }),
  ),
];
