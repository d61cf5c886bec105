// Takes off what stands around a program: `sudo`, `timeout 60`, `xargs`, `find -exec`, `npx`, `uv run`.
import type { Words } from './written.ts';

/** `many`: the program is called with names that are not in the line (xargs, find). */
export type Peeled = { words: Words; many: boolean };

const MAX_WRAPPERS = 8;

/** Options of wrappers that take the next word as their value. */
const WRAPPERS: Readonly<Record<string, readonly string[]>> = {
  sudo: ['-u', '-g', '-C', '-D', '-h', '-p', '--user', '--group'],
  doas: ['-u'],
  env: ['-u', '-C', '-S', '--unset', '--chdir'],
  nice: ['-n', '--adjustment'],
  ionice: ['-c', '-n', '-p'],
  nohup: [],
  time: ['-f', '-o'],
  command: [],
  builtin: [],
  exec: ['-a'],
  stdbuf: ['-i', '-o', '-e'],
  setsid: [],
  unbuffer: [],
  npx: ['-p', '--package', '-c', '--call'],
  bunx: [],
  pnpx: [],
  uvx: ['--from', '--with', '-p', '--python'],
  pipx: [],
  xargs: ['-I', '-n', '-P', '-d', '-L', '-s', '-a', '-E', '--max-args', '--max-procs', '--delimiter'],
};

/** Runners with a subcommand in front of the program. */
const RUNNERS: Readonly<Record<string, readonly string[]>> = {
  uv: ['run'],
  poetry: ['run'],
  pdm: ['run'],
  hatch: ['run'],
  rye: ['run'],
  pipenv: ['run'],
  pnpm: ['exec', 'dlx'],
  npm: ['exec'],
  yarn: ['exec', 'dlx'],
  bun: ['x'],
  bundle: ['exec'],
  pipx: ['run'],
  mise: ['exec', 'x'],
};

const RUNNER_VALUED = new Set([
  '--directory',
  '--with',
  '--extra',
  '--group',
  '-p',
  '--python',
  '--project',
  '--filter',
  '-F',
  '-C',
]);

/** The program that does the work, and its arguments. */
export function peel(words: Words): Peeled {
  let rest = words;
  let many = false;
  for (let round = 0; round < MAX_WRAPPERS; round += 1) {
    const name = rest[0];
    if (name === null || name === undefined) break;
    const program = baseName(name);
    if (program === 'find') {
      const inner = executed(rest);
      if (inner === null) break;
      rest = inner;
      many = true;
      continue;
    }
    const inner = unwrapped(program, rest.slice(1));
    if (inner === null) break;
    if (program === 'xargs') many = true;
    rest = inner;
  }
  return { words: rest, many };
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function unwrapped(program: string, rest: Words): Words | null {
  if (program === 'timeout' || program === 'gtimeout') {
    const inner = behindOptions(rest, ['-s', '-k', '--signal', '--kill-after']);
    return inner.slice(1);
  }
  if (program === 'busybox') return rest;
  const valued = WRAPPERS[program];
  if (valued !== undefined && !(program === 'pipx' && rest[0] === 'run')) {
    const inner = behindOptions(rest, valued).filter(
      (word, at, all) => !(program === 'env' && isAssignment(word) && all.slice(0, at).every(isAssignment)),
    );
    if (program === 'time' || inner.length > 0) return inner;
    return null;
  }
  const commands = RUNNERS[program];
  if (commands === undefined) return null;
  const behind = behindOptions(rest, [...RUNNER_VALUED]);
  const [command] = behind;
  if (typeof command !== 'string' || !commands.includes(command)) return null;
  return behindOptions(behind.slice(1), [...RUNNER_VALUED]);
}

function isAssignment(word: string | null): boolean {
  return word !== null && /^[A-Za-z_]\w*=/.test(word);
}

function behindOptions(words: Words, valued: readonly string[]): Words {
  let at = 0;
  while (at < words.length) {
    const word = words[at] ?? null;
    if (word === '--') return words.slice(at + 1);
    if (word === null || !word.startsWith('-')) break;
    at += valued.includes(word) ? 2 : 1;
  }
  return words.slice(at);
}

/** The command that `find` executes, or null. */
function executed(words: Words): Words | null {
  const at = words.findIndex((word) => word !== null && /^-(exec|execdir|ok|okdir)$/.test(word));
  if (at < 0) return null;
  const end = words.findIndex((word, place) => place > at && (word === ';' || word === '+'));
  return words.slice(at + 1, end < 0 ? words.length : end);
}
