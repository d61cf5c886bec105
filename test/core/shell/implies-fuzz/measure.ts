import { proveLine } from '../../../../src/core/shell/implies/index.ts';
import { parseLine } from '../../../../src/core/shell/parse.ts';
import { bashVersion } from '../../../bash-version.ts';
import type { Answers, Execution, Sandbox } from './executions.ts';
import { openSandbox } from './executions.ts';
import { random, randomLine } from './grammar.ts';

/** What is claimed of the probes of a line: an assumption, '' for none. A probe that is not there is not claimed. */
export type Claims = ReadonlyMap<string, string>;

/** What is claimed of a line hangs on the bash that runs it. */
const IS_OLD = bashVersion().number < 400;

const NESTS = /\b(bash|sh|eval|trap)\b/;

/** Probes whose success is said to follow; `oldBash`: where a bash 3.2 may run the line. Null: the line does not parse. */
export function claimsOf(line: string, oldBash = false): Claims | null {
  const parsed = parseLine(line);
  if (!parsed.parsed) return null;
  const claims = new Map<string, string>();
  const open = new Set<string>();
  const proofs = proveLine(parsed, { pipefail: true, oldBash });
  for (const [command, proof] of proofs) {
    const words = [command.name, ...command.args].flatMap((word) => (word === undefined ? [] : [word.text]));
    const text = words.filter((word) => !word.includes('$(')).join(' ');
    // A name among what a shell is given is no program, but for that which `"$@"` then runs.
    if (NESTS.test(text) || /^(:|alias) /.test(text)) continue;
    if (text.startsWith('set ') && runsArguments(proofs) === 'open') continue;
    for (const [probe] of text.matchAll(/\bp\d+\b/g)) {
      if (!proof.proven) open.add(probe);
      else if (!claims.has(probe) || proof.assumption !== null) claims.set(probe, proof.assumption ?? '');
    }
  }
  for (const probe of open) claims.delete(probe);
  return claims;
}

function runsArguments(proofs: ReturnType<typeof proveLine>): 'proven' | 'open' {
  const all = [...proofs].filter(([command]) => command.name?.text === '"$@"');
  return all.length > 0 && all.every(([, proof]) => proof.proven) ? 'proven' : 'open';
}

/** Status assignments to try: all of 0 and 1, some with other statuses, some in which a later run answers otherwise. */
export function assignments(probes: readonly string[], next: () => number): readonly Answers[] {
  const all: Answers[] = [];
  for (let mask = 0; mask < 2 ** probes.length; mask += 1) {
    all.push(new Map(probes.map((probe, at) => [probe, [(mask >> at) & 1]])));
  }
  const draw = (statuses: readonly number[]) => statuses[Math.floor(next() * statuses.length)] ?? 0;
  const extra = () =>
    new Map(
      probes.map((probe) => {
        const first = draw([0, 0, 0, 1, 2, 3, 64, 127, 128, 130, 255]);
        return [probe, next() < 0.5 ? [first] : [first, draw([0, 0, 1, 2, 128])]] as const;
      }),
    );
  return [...all, extra(), extra()];
}

export type Contradiction = { line: string; probe: string; assumption: string; execution: Execution };

export type Measured = {
  lines: number;
  unparsed: number;
  executions: number;
  contradictions: readonly Contradiction[];
  /** Implications that held in every execution that was tried, and those of them that were claimed. */
  holding: number;
  found: number;
  missed: readonly { line: string; probe: string }[];
};

/** An execution ended 0 although a claimed probe did not run, or failed. */
function contradicts(execution: Execution, probe: string): boolean {
  if (execution.status !== 0) return false;
  const runs = execution.runs.filter((run) => run.probe === probe);
  return runs.length === 0 || runs.some(({ status }) => status !== 0);
}

/** Assumptions that no execution of the sandbox breaks; the others are left to the person who reads them. */
const SAFE = /^(echo can write|no command reads the script|no signal|xargs gets|find finds)/;

/** Runs one line under the assignments and compares with what is claimed. */
export async function measureLine(sandbox: Sandbox, line: string, next: () => number) {
  const claims = claimsOf(line, IS_OLD);
  const probes = [...new Set([...line.matchAll(/\bp\d+\b/g)].map(([probe]) => probe))];
  const executions: Execution[] = [];
  const contradictions: Contradiction[] = [];
  if (claims === null) return { claims, executions, contradictions, holding: [] as string[] };
  for (const answers of assignments(probes, next)) {
    const execution = await sandbox.run(line, answers);
    if (execution.status === null) break;
    executions.push(execution);
    for (const [probe, assumption] of claims) {
      if ((assumption === '' || SAFE.test(assumption)) && contradicts(execution, probe)) {
        contradictions.push({ line, probe, assumption, execution });
      }
    }
  }
  const greens = executions.filter(({ status }) => status === 0);
  const holding =
    greens.length === 0 ? [] : probes.filter((probe) => !greens.some((one) => contradicts(one, probe)));
  return { claims, executions, contradictions, holding };
}

/**
 * Measures random lines until `goesOn` says no. `share`: how many of the lines of which nothing is claimed are run as
 * well (for the completeness), from 0 to 1.
 */
export async function measure(
  seed: number,
  goesOn: (lines: number) => boolean,
  share = 1,
): Promise<Measured> {
  const next = random(seed);
  const sandbox = openSandbox(9, 500);
  let lines = 0;
  let unparsed = 0;
  let executions = 0;
  let holding = 0;
  let found = 0;
  const contradictions: Contradiction[] = [];
  const missed: { line: string; probe: string }[] = [];
  try {
    while (goesOn(lines)) {
      const line = randomLine(next, next() < 0.7 ? 2 : 4);
      lines += 1;
      if (claimsOf(line, IS_OLD)?.size === 0 && next() > share) continue;
      const one = await measureLine(sandbox, line, next);
      if (one.claims === null) unparsed += 1;
      executions += one.executions.length;
      contradictions.push(...one.contradictions);
      holding += one.holding.length;
      for (const probe of one.holding) {
        if (one.claims?.has(probe) === true) found += 1;
        else missed.push({ line, probe });
      }
    }
  } finally {
    sandbox.close();
  }
  return { lines, unparsed, executions, contradictions, holding, found, missed };
}

/** One paragraph for people. */
export function summary(measured: Measured): string {
  const share = ((100 * measured.found) / Math.max(1, measured.holding)).toFixed(1);
  return (
    `${measured.lines} lines (${measured.unparsed} do not parse), ${measured.executions} executions, ` +
    `${measured.contradictions.length} contradictions; ${measured.found} of ${measured.holding} implications found (${share} %)`
  );
}
