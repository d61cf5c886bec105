// Whole sessions killed by SIGKILL at random moments: the log stays readable, no accepted claim is lost, no refused one is
// accepted, and the session goes on to an honest end.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { systemClock } from '../src/io/clock.ts';
import { openFactLog } from '../src/io/fact-log.ts';

const test = (cases: string) => `set -e\n${cases}echo "2 passed"\n`;
const wrong = 'echo $(($1 - $2))\n';
const right = 'echo $(($2 + $1))\n';
const write = (path: string, content: string) => ({ tools: [{ name: 'write', input: { path, content } }] });
const caseOf = (a: number, b: number) => `sum=$(bash total.sh ${a} ${b})\n[ "$sum" = ${a + b} ]\n`;
const tested = write('total_test.sh', test(caseOf(1, 2) + caseOf(2, 2)));
const trueClaim = { text: 'true claim' };

/** Arguments: rounds (default 30), seed. Uses the built command line: `$DONEGATE_CLI`, or dist/cli.js. */
export async function run([rounds = '30', seed = '1']: string[]): Promise<void> {
  const place = mkdtempSync(join(tmpdir(), 'donegate-bench-crash-'));
  let state = Number(seed);
  const random = () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  for (let n = 0; n < 10; n += 1) random();
  const sums = { rounds: 0, killed: 0, beforeASession: 0, claims: 0, accepted: 0 };
  const wrongs: string[] = [];
  try {
    const template = join(place, 'template');
    prepare(template);
    const whole = await session({ cwd: copyOf(template, join(place, 'whole')), killAfterMs: null });
    for (let round = 0; round < Number(rounds); round += 1) {
      const root = copyOf(template, join(place, `${round}`));
      const seen = await session({ cwd: root, killAfterMs: (0.1 + random()) * whole.durationMs });
      sums.rounds += 1;
      sums.killed += seen.wasKilled ? 1 : 0;
      const found = judge(root, seen.lines);
      sums.beforeASession += found.session === null ? 1 : 0;
      sums.claims += found.claims;
      sums.accepted += found.accepted;
      wrongs.push(...found.wrongs, ...(found.session === null ? [] : goOn(root, found)));
      rmSync(root, { recursive: true, force: true });
    }
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
  process.stdout.write(`${JSON.stringify({ ...sums, wrongs }, null, 2)}\n`);
  if (wrongs.length > 0) process.exitCode = 1;
}

function prepare(root: string): void {
  mkdirSync(root);
  writeFileSync(join(root, 'total.sh'), 'echo $(($1 + $2))\n');
  writeFileSync(join(root, 'total_test.sh'), test(caseOf(1, 2)));
  writeFileSync(join(root, 'donegate.toml'), 'checks = ["bash total_test.sh"]\n');
  const turns = [write('total.sh', wrong), tested, { text: 'false claim' }, write('total.sh', right)];
  writeFileSync(join(root, '../first.json'), JSON.stringify({ turns, final: trueClaim }));
  const rest = { turns: [write('total.sh', right), tested], final: trueClaim };
  writeFileSync(join(root, '../rest.json'), JSON.stringify(rest));
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    ['-c', 'user.name=n', '-c', 'user.email=n@example.org', 'commit', '-qm', 'x'],
  ])
    spawnSync('git', args, { cwd: root, stdio: 'ignore', timeout: 20_000 });
}

function copyOf(template: string, to: string): string {
  cpSync(template, to, { recursive: true, preserveTimestamps: true });
  return to;
}

const cli = () => resolve(process.env.DONEGATE_CLI ?? 'dist/cli.js');

/** Starts `run --script` and ends it after so long; answers what it had printed by then. */
async function session(options: { cwd: string; killAfterMs: number | null }): Promise<{
  lines: readonly string[];
  durationMs: number;
  wasKilled: boolean;
}> {
  const begun = performance.now();
  const child = spawn(process.execPath, [cli(), 'run', 'x', '--script', '../first.json', '--json'], {
    cwd: options.cwd,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), options.killAfterMs ?? 60_000);
  const closed = new Promise<boolean>((done) => {
    child.once('close', (_code, signal) => done(signal !== null));
  });
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) lines.push(line);
  const wasKilled = await closed;
  clearTimeout(timer);
  return { lines, durationMs: performance.now() - begun, wasKilled };
}

type Judged = {
  session: string | null;
  claims: number;
  accepted: number;
  wrongs: readonly string[];
};

/** Compares the log with what was printed: all that was printed about claims must be in the log. */
function judge(root: string, lines: readonly string[]): Judged {
  const printed = lines.flatMap((line) => {
    try {
      return [JSON.parse(line) as { type: string; about?: string; outcome?: string }];
    } catch {
      return [];
    }
  });
  const [session = null] = listed(join(root, '.git/donegate/sessions'));
  if (session === null)
    return { session, claims: 0, accepted: 0, wrongs: printed.length > 0 ? ['no log'] : [] };
  const path = join(root, '.git/donegate/sessions', session, 'facts.jsonl');
  const log = openFactLog({ path, mode: 'new', clock: systemClock });
  const claims = log.facts().flatMap((fact) => (fact.type === 'claim_judged' ? [fact] : []));
  const wrongs: string[] = [];
  const damage = log.damage();
  if (damage !== null) wrongs.push(damage);
  const accepted = claims.filter((claim) => claim.accepted);
  if (accepted.some((claim) => claim.text !== 'true claim')) wrongs.push('a false claim was accepted');
  const decided = printed.filter((event) => event.type === 'decision' && event.about === 'claim').length;
  if (claims.length < decided) wrongs.push(`${decided} decisions printed, ${claims.length} claims recorded`);
  const isDone = printed.some((event) => event.type === 'outcome' && event.outcome === 'done');
  if (isDone && accepted.length === 0) wrongs.push('an accepted claim was lost');
  const isStarted = log.facts()[0]?.type === 'session_started';
  return { session: isStarted ? session : null, claims: claims.length, accepted: accepted.length, wrongs };
}

function listed(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

/** The killed session is taken up again, and must end as done with the log whole. */
function goOn(root: string, { session, accepted }: Judged): readonly string[] {
  const args = [cli(), 'run', '--resume', session ?? '', '--script', '../rest.json', '--json'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
  const after = judge(root, stdout.split('\n'));
  const isOver = accepted > 0 && /is over|ended|done/.test(stderr);
  const wrongs =
    status === 0 || isOver ? [] : [`resumed, it ended ${status}: ${stderr}${stdout.slice(-600)}`];
  return [...wrongs, ...after.wrongs, ...(after.accepted < accepted ? ['an accepted claim was lost'] : [])];
}
