import { describe, expect, it } from 'vitest';
import { readAs } from './read-as.ts';

const rows: readonly [line: string, as: string][] = [
  ['timeout -k 5 60 pytest', 'test'],
  ['timeout 60 ls', 'inert'],
  ['env -i A=1 pytest', 'test'],
  ['env', 'inert'],
  ['nice -n 5 pytest', 'test'],
  ['time -p pytest', 'test'],
  ['sudo -u x pytest', 'test'],
  ['sudo -l pytest', 'inert'],
  ['nohup pytest', 'test'],
  ['stdbuf -oL pytest', 'test'],
  ['xvfb-run -a npm test', 'test'],
  ['strace -f -o log pytest', 'test'],
  ['flock lock pytest', 'test'],
  ["flock lock -c 'pytest'", 'test'],
  ["script -qec 'pytest' log", 'test'],
  ['exec pytest', 'test'],
  ['exec -a pytest true', 'inert'],
  ['command pytest', 'test'],
  ['xargs -n1 pytest', 'test'],
  ['xargs ls', 'inert'],
  ["find . -name '*_test.py' -exec python {} \\;", 'run'],
  ['find . -name x -exec rm {} +', 'inert'],
  ['parallel pytest ::: a b', 'test'],
  ['parallel --dry-run pytest ::: a b', 'disarmed'],
  ['watch -n1 pytest', 'test'],
  ['docker run --rm -v "$PWD:/w" -w /w img pytest -q', 'test'],
  ['docker run --rm img ls', 'inert'],
  ['docker compose exec -T app npm test', 'test'],
  ['docker compose up -d', 'inert'],
  ['podman run img make test', 'test'],
  ['docker build .', 'check'],
  ['docker ps', 'inert'],
  ['kubectl exec pod -- pytest', 'test'],
  ['kubectl get pods', 'inert'],
  ["ssh host 'cd x && pytest'", 'test'],
  ['ssh host', 'inert'],
  ["wsl -e sh -c 'go test ./...'", 'test'],
  ['bundle exec rake test', 'test'],
  ['dotenv -- pytest', 'test'],
  ['cross-env CI=1 jest', 'test'],
  ['direnv exec . pytest', 'test'],
  ['nix develop -c pytest', 'test'],
  ['conda run -n x pytest', 'test'],
  ['env FOO=1 timeout 5 nice uv run python -m pytest', 'test'],
  ["bash -c 'pytest'", 'test'],
  ["bash -c 'ls'", 'inert'],
  ['rtk git status', 'inert'],
  ['systemd-run --wait pytest', 'test'],
];

describe('wrappers', () => {
  it.each(rows)('%s', (line, as) => {
    expect(readAs(line)).toBe(as);
  });
});
