// Random work in a real repository; after each step the tree must say exactly what a walk over all files says, with one
// id for one content, however the tree came to it.
import { spawnSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bytesOf, nameOf, onDisk } from '../src/io/tree/names.ts';
import { locateRepository } from '../src/io/tree/repository.ts';
import { type OpenedTree, openTree } from '../src/io/tree.ts';

type Random = (below: number) => number;

/** Arguments: seconds (default 30), seed. Ends 1 at the first difference, and names the steps that led to it. */
export async function run([seconds = '30', seed = '1']: string[]): Promise<void> {
  const random = generator(Number(seed));
  const deadline = performance.now() + Number(seconds) * 1000;
  let sessions = 0;
  let looks = 0;
  let changes = 0;
  while (performance.now() < deadline) {
    sessions += 1;
    const steps = await session(random, (changed) => {
      looks += 1;
      changes += changed;
    });
    if (steps === null) continue;
    process.stdout.write(`${steps.join('\n')}\n`);
    process.exitCode = 1;
    break;
  }
  process.stdout.write(
    `${sessions} sessions, ${looks} looks with ${changes} changed paths compared, ${process.exitCode === 1 ? 1 : 0} differences\n`,
  );
}

function generator(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state * 16_807) % 2_147_483_647;
    return state % below;
  };
}

const paths = [
  'a.py',
  'b.py',
  'd/a.py',
  'd/b.py',
  'd/e/c.py',
  'x.log',
  'ignored/y',
  'l',
  'name with space',
  'd/ü"q',
  'd/caf\\351\\351.py',
  '\\351',
  '\\134351',
];

/** The steps to a difference; null: there was none. */
async function session(
  random: Random,
  counted: (changed: number) => void,
): Promise<readonly string[] | null> {
  const root = mkdtempSync(join(tmpdir(), 'donegate-bench-fuzz-'));
  const steps: string[] = [];
  const act = () => {
    const step = stepOf(random);
    steps.push(step);
    spawnSync('bash', [], {
      cwd: root,
      env: environment(root),
      input: bytesOf(step),
      stdio: ['pipe', 'ignore', 'ignore'],
      timeout: 20_000,
    });
  };
  try {
    steps.push('git init -q -b main; printf "ignored/\\n*.log\\n" >.gitignore');
    spawnSync('bash', ['-c', steps[0] ?? ''], { cwd: root, env: environment(root), stdio: 'ignore' });
    for (const path of paths.slice(0, 6)) put(root, path, 'one\n');
    for (let n = random(8); n > 0; n -= 1) act();
    const located = await locateRepository(root);
    const directory = join(located.stateDirectory, 'sessions/s');
    const open = (id: string | null) =>
      openTree({
        located,
        directory,
        baseline: id === null ? { kind: 'now' } : { kind: 'tree', id },
        kindOf: () => 'source',
      });
    let tree: OpenedTree = open(null);
    const { id } = await tree.baseline();
    const before = walk(root);
    const ids = new Map<string, string>();
    steps.push('--- session');
    for (let n = 0; n < 12; n += 1) {
      for (let more = random(3); more >= 0; more -= 1) act();
      if (random(4) === 0) tree = open(id);
      // Without what the last look has kept, the index is made anew.
      if (random(8) === 0) rmSync(join(directory, 'look.json'), { force: true });
      const look = await tree.look();
      const now = walk(root);
      const expected = differing(before, now);
      const got = [...look.code.keys()].filter((path) => !isIgnored(path)).sort();
      counted(expected.length);
      if (look.why !== null || JSON.stringify(got) !== JSON.stringify(expected)) {
        return [...steps, `why ${look.why}`, `expected ${expected.join(' ')}`, `got      ${got.join(' ')}`];
      }
      const ignored = [...look.code].filter(([path]) => isIgnored(path)).sort();
      const content = JSON.stringify([[...now].sort(), ignored]);
      const known = [...ids].find(([one, other]) => (one === content) !== (other === look.id));
      if (known !== undefined) return [...steps, `id ${look.id}`, content, ...known];
      ids.set(content, look.id ?? '');
    }
    return null;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function stepOf(random: Random): string {
  const path = paths[random(paths.length)] ?? 'a.py';
  const other = paths[random(paths.length)] ?? 'b.py';
  const text = ['one', 'two', 'six', 'longer text'][random(4)];
  const steps: readonly string[] = [
    `mkdir -p "$(dirname '${path}')"; echo ${text} >'${path}'`,
    `mkdir -p "$(dirname '${path}')"; echo ${text} >'${path}'; git add '${path}'; echo uno >'${path}'`,
    // Not in the second in which git may have read it: see the limit in private-index.ts.
    `while [ "$(stat -c %Z '${path}')" = "$(date +%s)" ]; do sleep 0.1; done; touch -r '${path}' t; echo ${text} >'${path}'; touch -r t '${path}'; rm t`,
    `rm -rf '${path}'`,
    `rm -rf d`,
    `mv '${path}' '${other}'`,
    `chmod ${random(2) === 0 ? '+x' : '-x'} '${path}'`,
    `ln -sf ${text} '${path}'`,
    `rm -rf '${path}'; mkdir -p '${path}'; echo 1 >'${path}/in'`,
    `rm -rf d; ln -s . d`,
    `git add -A; git commit -qm x --allow-empty`,
    `git add -f '${path}'`,
    `git stash -q; git stash pop -q`,
    `git checkout -q -b b$RANDOM; git reset -q --hard HEAD~1`,
    `git checkout -q main`,
    `printf '%s\\n' '* ${['text=auto', 'eol=crlf', 'ident', 'filter=one', '-text', 'binary'][random(6)]}' >.gitattributes`,
    `git config core.autocrlf ${['true', 'input', 'false'][random(3)]}`,
    `git config filter.one.clean 'echo one'`,
    `git update-index --assume-unchanged '${path}'; git update-index --skip-worktree '${other}'`,
    `git rm -q --cached '${path}'`,
    `touch '${path}'`,
    `cp -p '${path}' c; mv c '${path}'`,
    `git status`,
    `mkdir -p "$(dirname '${path}')"; printf 'one\\r\\n' >'${path}'`,
    `mkdir -p d; for n in $(seq 1 30); do echo ${text} >d/many$n; done`,
    `rm -f d/many*`,
  ];
  return steps[random(steps.length)] ?? 'true';
}

function environment(root: string): Record<string, string> {
  const who = { NAME: 'n', EMAIL: 'n@example.org' };
  return {
    PATH: process.env.PATH ?? '',
    HOME: root,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    ...Object.fromEntries(
      Object.entries(who).flatMap(([key, value]) => [
        [`GIT_AUTHOR_${key}`, value],
        [`GIT_COMMITTER_${key}`, value],
      ]),
    ),
  };
}

function put(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** Every file that is no ignored one, as `mode content`. Ignored files count once git tracks them: they are left out here. */
function walk(root: string, under: string = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const bytes of readdirSync(onDisk(root, under), { encoding: 'buffer' })) {
    const name = nameOf(bytes);
    const path = under === '' ? name : `${under}/${name}`;
    if (name === '.git' || isIgnored(path)) continue;
    const file = onDisk(root, path);
    const stat = lstatSync(file);
    if (stat.isDirectory()) for (const [inner, content] of walk(root, path)) found.set(inner, content);
    else if (stat.isSymbolicLink()) found.set(path, `link ${readlinkSync(file)}`);
    else found.set(path, `${(stat.mode & 0o100) !== 0} ${readFileSync(file, 'latin1')}`);
  }
  return found;
}

function isIgnored(path: string): boolean {
  return path.startsWith('ignored/') || /\.log(\/|$)/.test(path);
}

function differing(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  const all = new Set([...before.keys(), ...after.keys()]);
  return [...all].filter((path) => before.get(path) !== after.get(path)).sort();
}
