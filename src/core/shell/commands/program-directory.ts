import { joinPath } from './directory.ts';

/** Options by which a program is told to work somewhere else. `join`: also written `--cwd=DIR`. */
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  git: ['-C'],
  make: ['-C', '--directory'],
  gmake: ['-C', '--directory'],
  ninja: ['-C'],
  npm: ['--prefix', '-C'],
  pnpm: ['-C', '--dir', '--prefix'],
  yarn: ['--cwd'],
  bun: ['--cwd'],
  uv: ['--directory'],
  poetry: ['-C', '--directory'],
  pdm: ['-p', '--project'],
  go: ['-C'],
  cargo: ['-C'],
  just: ['-d', '--working-directory'],
  task: ['-d', '--dir'],
  mise: ['-C', '--cd'],
  tar: ['-C', '--directory'],
  composer: ['-d', '--working-dir'],
};

/** Where the program of these words works when its shell stands in `shell`; null = not known. */
export function programDirectory(words: readonly (string | null)[], shell: string | null): string | null {
  const [name, ...rest] = words;
  if (name === null || name === undefined) return shell;
  const options = OPTIONS[name];
  if (options === undefined) return shell;
  let place = shell;
  for (let at = 0; at < rest.length; at += 1) {
    const word = rest[at];
    if (word === '--') break;
    if (word === null || word === undefined) continue;
    if (options.includes(word)) {
      const value = rest[at + 1];
      place = value === null || value === undefined ? null : joinPath(place, value);
      at += 1;
      continue;
    }
    const long = options.find((option) => option.startsWith('--') && word.startsWith(`${option}=`));
    if (long !== undefined) place = joinPath(place, word.slice(long.length + 1));
    // `git -C x commit -C y`: options of the subcommand mean something else.
    else if (!word.startsWith('-') && (name === 'git' || name === 'go')) break;
  }
  return isInPackages(name, rest) ? null : place;
}

/** `pnpm --filter web exec x`: it works in the folders of the packages, wherever they are. */
function isInPackages(name: string, rest: readonly (string | null)[]): boolean {
  const at = rest.indexOf('exec');
  if (at < 0) return false;
  const isChoice = (word: string | null): boolean =>
    /^(--filter\b|-F|-r$|--recursive$|--workspaces?$|--workspace=|-ws$|workspaces?$)/.test(word ?? '') ||
    (word === '-w' && name === 'npm');
  return /^(pnpm|npm|yarn)$/.test(name) && rest.slice(0, at + 2).some(isChoice);
}

const APART = /^(docker|podman|nerdctl|finch|(docker|podman)-compose|kubectl|oc|chroot|lxc|incus|multipass)$/;

/** True for a program whose commands find other files under the same paths (a container); it may stand behind wrappers. */
export function isApart(words: readonly (string | null)[]): boolean {
  return words.slice(0, 6).some((word) => word !== null && APART.test(word));
}
