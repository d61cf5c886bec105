// What a gate command of a plan still lacks: read from the runs of this turn, for the tree as it stands.
import { statusOf } from '../exit.ts';
import { lacks } from '../feedback-plan.ts';
import { changedSince, type Ledger, type RunRecord } from '../ledger.ts';
import type { ReadCommand, Reading } from '../reading-types.ts';
import { countParts, type GateRun, gateRuns, PROBE } from '../shell/same.ts';
import type { JudgedCommand } from '../types.ts';
import { gateScript } from './block.ts';
import type { BoundGate } from './contract.ts';

/** Reads a line that ran in a directory (relative to the root). */
export type ReadLine = (command: string, directory: string) => Reading;

export type StandingRequest = {
  gate: BoundGate;
  ledger: Ledger;
  /** Absolute. */
  root: string;
  read: ReadLine;
};

export type GateStanding = {
  /** The gate command as a script. */
  command: string;
  /** Null: it is green for the tree as it stands, in this turn. */
  lacks: string | null;
  /** Output of the run that was red. */
  output: string | null;
  /** Sequence numbers of the runs that show it green. */
  facts: readonly number[];
};

type PartStanding = { lacks: string | null; output: string | null; fact: number | null };

/** Where one gate command stands. */
export function gateStanding(request: StandingRequest): GateStanding {
  const command = gateScript(request.gate);
  const parts = countParts(request.gate);
  if (parts === 0) return { command, lacks: lacks.noShell, output: null, facts: [] };
  const standings = Array.from({ length: parts }, (_, part) => partStanding(request, part));
  const open = standings.find((standing) => standing.lacks !== null);
  if (open !== undefined) return { command, lacks: open.lacks, output: open.output, facts: [] };
  const facts = standings.flatMap(({ fact }) => (fact === null ? [] : [fact]));
  return { command, lacks: null, output: null, facts: [...new Set(facts)] };
}

/** The last run counts if it is red; one that proves nothing leaves an earlier green as it is. */
function partStanding(request: StandingRequest, part: number): PartStanding {
  const { ledger } = request;
  let reason: PartStanding | null = null;
  for (let at = ledger.turnRuns.length - 1; at >= 0; at -= 1) {
    const run = ledger.turnRuns[at];
    if (run === undefined) continue;
    for (const result of resultsIn(request, run, part)) {
      const standing = standingOf(ledger, run, result);
      if (standing.lacks === null) return standing;
      if (result.result === 'red' && run.state === ledger.state) return standing;
      reason ??= standing;
    }
  }
  return reason ?? { lacks: lacks.notRun, output: null, fact: null };
}

/** How one part of a gate command ended in a run. */
type PartResult =
  | { result: 'green' }
  | { result: 'red'; exit: number | null; why: string | null }
  | { result: 'masked'; by: string }
  | { result: 'empty'; why: string | null }
  | { result: 'unknown'; why: string }
  | { result: 'disarmed'; how: string };

function standingOf(ledger: Ledger, run: RunRecord, result: PartResult): PartStanding {
  const open = (text: string): PartStanding => ({ lacks: text, output: null, fact: null });
  switch (result.result) {
    case 'green':
      if (run.state === null) return open(lacks.moved(run.ran.changes.map(({ path }) => path)));
      if (run.state !== ledger.state) return open(lacks.stale(changedSince(ledger, run.seq)));
      return { lacks: null, output: null, fact: run.seq };
    case 'red':
      return { lacks: lacks.red(result.exit, result.why), output: run.ran.output, fact: null };
    case 'masked':
      // Nothing changed, and it is evidence for nothing all the same: the line moved the tree away and back.
      return open(
        run.state === null && run.ran.changes.length === 0 ? lacks.moved([]) : lacks.masked(result.by),
      );
    case 'empty':
      return open(lacks.empty(result.why));
    case 'unknown':
      return open(lacks.unknown(result.why));
    case 'disarmed':
      return open(lacks.disarmed(result.how));
  }
}

/** The part's results in one run, the last one first. */
function resultsIn(request: StandingRequest, run: RunRecord, part: number): readonly PartResult[] {
  const { gate, root } = request;
  const { command, directory } = run.ran;
  const matches = gateRuns(gate, { line: command, parsed: true }, { root, directory }).filter(
    (match) => match.part === part,
  );
  if (matches.length === 0) return [];
  const reading = request.read(command, directory);
  if (!reading.parsed) return [];
  return matches.map((match) => resultOf(request, run, reading, match)).reverse();
}

function resultOf(request: StandingRequest, run: RunRecord, reading: Reading, match: GateRun): PartResult {
  if (match.kind === 'statement') return statementResult(request, run, reading, match);
  const results = match.commands.map((index) => commandResult(run, reading, index));
  return results.find((result) => result.result !== 'green') ?? { result: 'green' };
}

/** A loop, `[[ ]]`, `a || b`: its status is what the line's success proves of it, whatever the commands inside did. */
function statementResult(
  request: StandingRequest,
  run: RunRecord,
  reading: Reading,
  match: Extract<GateRun, { kind: 'statement' }>,
): PartResult {
  const { exit, directory } = run.ran;
  if (exit.kind === 'unknown') return { result: 'unknown', why: 'its status was not reported' };
  const inside = match.commands.map((index) => commandResult(run, reading, index));
  const against = inside.find(({ result }) => result === 'disarmed' || result === 'empty');
  if (exit.kind === 'exited' && exit.code === 0) {
    const probe = request.read(match.probe, directory).commands.find(({ words }) => words[0] === PROBE);
    if (probe?.proven === true) return against ?? { result: 'green' };
    return { result: 'masked', by: probe?.maskedBy ?? 'the rest of the line' };
  }
  if (match.alone) return { result: 'red', exit: statusOf(exit), why: null };
  return { result: 'unknown', why: 'the line failed, and not only it stands there' };
}

function commandResult(run: RunRecord, reading: Reading, index: number): PartResult {
  const command = reading.commands[index];
  if (command === undefined) return { result: 'unknown', why: 'the line is read differently now' };
  const judged = judgedOf(run, reading, command);
  return judged === null ? readResult(run, reading, command) : judgedResult(run, judged);
}

/** The judged command that this one is: the n-th with its text. */
function judgedOf(run: RunRecord, reading: Reading, command: ReadCommand): JudgedCommand | null {
  const isLike = (other: ReadCommand) => other.text === command.text && other.disarmed === null;
  const before = reading.commands.slice(0, command.index).filter(isLike).length;
  if (command.disarmed !== null) return null;
  const alike = run.ran.judged.commands.filter(({ text }) => text === command.text);
  return alike[before] ?? null;
}

function judgedResult(run: RunRecord, judged: JudgedCommand): PartResult {
  switch (judged.result) {
    case 'green':
      return { result: 'green' };
    case 'red':
      return { result: 'red', exit: judged.exit, why: failuresOf(run, judged) };
    case 'masked':
      return { result: 'masked', by: judged.maskedBy ?? 'the rest of the line' };
    case 'empty':
      return { result: 'empty', why: null };
    case 'unknown':
      return { result: 'unknown', why: run.ran.judged.why };
    case 'none':
      return { result: 'unknown', why: 'it did not run' };
  }
}

function failuresOf(run: RunRecord, { maskedBy }: JudgedCommand): string | null {
  const failed = run.ran.judged.tests?.failed ?? 0;
  const said = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(maskedBy === null ? [] : [`its status is masked by "${maskedBy}"`]),
  ];
  return said.length === 0 ? null : said.join(', ');
}

/** What executes nothing was not judged: its own words are its status, as far as the line's tells it. */
function readResult(run: RunRecord, reading: Reading, command: ReadCommand): PartResult {
  if (command.disarmed !== null && !saysSoItself(command))
    return { result: 'disarmed', how: command.disarmed };
  const { exit, judged } = run.ran;
  const told = judged.seen?.find(({ text }) => text === command.text);
  if (told !== undefined)
    return told.exit === 0 ? { result: 'green' } : { result: 'red', exit: told.exit, why: null };
  if (exit.kind === 'unknown' || command.background)
    return { result: 'unknown', why: 'its status was not reported' };
  if (exit.kind === 'exited' && exit.code === 0) {
    if (command.proven) return { result: 'green' };
    return { result: 'masked', by: command.maskedBy ?? 'the rest of the line' };
  }
  const isAlone = reading.commands.every((other) => other === command || isPreparing(other));
  if (isAlone) return { result: 'red', exit: statusOf(exit), why: null };
  return { result: 'unknown', why: 'the line failed, and not only it stands there' };
}

/** The words that disarm it are its own (`pytest --collect-only`): then the plan asks for just that. */
function saysSoItself(command: ReadCommand): boolean {
  return command.disarmed !== null && command.text.includes(command.disarmed);
}

function isPreparing(command: ReadCommand): boolean {
  return /^(cd|pushd|export|set|source|\.)$/.test(command.words[0] ?? '');
}
