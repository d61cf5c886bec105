// Folds facts into what follows from them. The cost of one more fact does not grow with the number of facts.
import { applyChanges, watchReach } from './ledger/changes.ts';
import { recordRun } from './ledger/runs.ts';
import type { Content, Ledger } from './ledger/types.ts';
import { covers } from './shell/scope.ts';
import { EMPTY_STATE } from './state.ts';
import type { Fact, JudgedRun, RunResult, StateView } from './types.ts';

export type { Ledger, OpenRed, RunRecord } from './ledger/types.ts';

/** A ledger before the first fact. */
export function emptyLedger(): Ledger {
  return {
    seq: 0,
    session: null,
    turn: 0,
    code: new Map(),
    state: EMPTY_STATE,
    foreign: new Set(),
    sinceVerified: new Map(),
    standings: new Map(),
    streak: new Set(),
    lastRun: null,
    lastTelling: null,
    turnRuns: [],
    turnChanges: [],
    refusals: 0,
    reported: new Map(),
    accepted: new Set(),
    seenRed: new Map(),
    preexisting: new Set(),
    greenBefore: [],
    madeByRuns: new Set(),
    leftovers: new Map(),
    unopened: new Map(),
    planFacts: [],
    opened: new Map(),
    fault: null,
    lastVerdict: null,
    ended: null,
  };
}

/** The ledger of a whole log, in the order of its facts. */
export function replayFacts(facts: Iterable<Fact>): Ledger {
  const ledger = emptyLedger();
  for (const fact of facts) record(ledger, fact);
  return ledger;
}

/** Folds one fact in, in place. */
export function record(ledger: Ledger, fact: Fact): void {
  ledger.seq = fact.seq;
  switch (fact.type) {
    case 'session_started':
      ledger.session = fact;
      return;
    case 'turn_started':
      startTurn(ledger);
      return;
    case 'files_changed':
      applyChanges(ledger, fact.seq, fact.changes);
      if (fact.by === 'between_turns') for (const { path } of fact.changes) ledger.foreign.add(path);
      if (fact.authored) watchReach(ledger, fact.changes);
      if (fact.authored)
        for (const change of fact.changes) if (change.hash !== null) ledger.streak.add(change.path);
      return;
    case 'run_opened':
      ledger.opened.set(fact.id, fact.command);
      return;
    case 'ran':
      recordRun(ledger, fact);
      return;
    case 'claim_judged':
      if (!fact.accepted) ledger.refusals += 1;
      else if (fact.verdict === 'proven') ledger.accepted.add(ledger.state);
      ledger.lastVerdict = { verdict: fact.verdict, accepted: fact.accepted, seq: fact.seq };
      return;
    case 'plan_seen':
    case 'step_done':
    case 'step_reset':
      ledger.planFacts.push(fact);
      return;
    case 'gave_up':
      // Nobody judged it then: a green that stands already is not taken back.
      ledger.reported.set(ledger.state, ledger.reported.get(ledger.state) ?? 0);
      return;
    case 'let_go':
      ledger.reported.set(ledger.state, fact.seq);
      return;
    case 'faulted':
      ledger.fault = { where: fact.where, error: fact.error };
      return;
    case 'ended':
      ledger.ended = { outcome: fact.outcome, summary: fact.summary };
      if (fact.outcome === 'gate_failed') ledger.reported.set(ledger.state, fact.seq);
      return;
    case 'resumed':
      ledger.ended = null;
      return;
    case 'refused':
    case 'compacted':
      return;
  }
}

function startTurn(ledger: Ledger): void {
  ledger.turn += 1;
  ledger.refusals = 0;
  ledger.turnRuns = [];
  ledger.turnChanges = [];
  ledger.ended = null;
}

/** Code differs from the baseline, and no green run stands for the content that it has now. */
export function isUnverified(ledger: Ledger): boolean {
  return ledger.code.size > 0 && !isVerified(ledger);
}

/** The session itself has changed no code: what differs from the baseline is the person's work. */
export function hasWrittenNothing(ledger: Ledger): boolean {
  return [...ledger.code.keys()].every((path) => ledger.foreign.has(path));
}

/** A green run stands for the present code state, and no red one is open on it. */
export function isVerified(ledger: Ledger): boolean {
  const standing = ledger.standings.get(ledger.state);
  return standing !== undefined && standing.greens.length > 0 && standing.reds.length === 0;
}

/** All that is red in it was seen green before anything was changed: then nothing of it is older. */
export function wasGreenBefore({ greenBefore }: Ledger, { commands }: JudgedRun): boolean {
  const reds = commands.filter(({ result }) => result === 'red');
  return reds.length > 0 && reds.every((red) => greenBefore.some((green) => covers(green, red)));
}

/** Files whose present content nothing stands for, sorted. */
export function unverifiedFiles(ledger: Ledger): readonly string[] {
  return isUnverified(ledger) ? [...ledger.sinceVerified.keys()].sort() : [];
}

/** Files whose content now differs from what it was after the fact with this number; that fact must belong to this turn. */
export function changedSince(ledger: Ledger, seq: number): readonly string[] {
  const first = new Map<string, Content>();
  for (let index = ledger.turnChanges.length - 1; index >= 0; index -= 1) {
    const change = ledger.turnChanges[index];
    if (change === undefined || change.seq <= seq) break;
    first.set(change.path, change.before);
  }
  return [...first]
    .filter(([path, before]) => ledger.code.get(path)?.hash !== before)
    .map(([path]) => path)
    .sort();
}

/** What `replay`, `status` and hosts show. `step` is the plan's matter. */
export function stateView(ledger: Ledger, step: number | null): StateView {
  const result: RunResult | null = ledger.lastRun?.ran.judged.result ?? null;
  return {
    unverified: isUnverified(ledger),
    files: unverifiedFiles(ledger),
    streak: ledger.streak.size,
    lastRun: result,
    step,
  };
}
