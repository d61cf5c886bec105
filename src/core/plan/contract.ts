// What binds: the plan as it was first seen, or as the person last approved it, and what was added since.
import type { Fact } from '../types.ts';
import { gateKey, scriptKey } from './gate-key.ts';
import { parsePlan } from './parse.ts';
import type { StateEntry } from './state.ts';
import type { Gate, Plan, PlanProblem, Step } from './types.ts';

export type PlanFact = Extract<Fact, { type: 'plan_seen' | 'step_done' | 'step_reset' }>;

/** `line`: where it stands in the plan now; null = it was taken out, and binds all the same. */
export type BoundGate = { command: string; context: readonly string[]; line: number | null };

export type ContractStep = {
  step: number;
  title: string;
  scope: string;
  gates: readonly BoundGate[];
  /** Its section stands in the plan as it is now. */
  inPlan: boolean;
  done: boolean;
  /** Why a step that was accepted before is open again; null = it never was, or still is. */
  reopened: string | null;
  /** Why its gate commands are not all known: what is wrong in its section. */
  errors: readonly PlanProblem[];
};

export type Contract = {
  /** In order of their numbers. */
  steps: readonly ContractStep[];
  /** The frozen plan: as first seen, or as last approved. */
  agreed: readonly Step[];
  /** What is wrong in the plan as it is now. */
  errors: readonly PlanProblem[];
  /** Entries of the state file that are not believed, as sentences. */
  doubts: readonly string[];
};

/** A step that was accepted: by a fact of this session, or in an earlier one. `seq` null: earlier. */
type Accepted = { gates: readonly string[]; seq: number | null };

type Fold = {
  base: Plan | null;
  now: Plan | null;
  done: Map<number, Accepted>;
  /** For each step that has gone from the plan the fact with which it went. */
  vanished: Map<number, number>;
};

/**
 * The contract that follows from a session's facts and from the steps that earlier sessions have done.
 * Null: no plan was seen.
 * Limit: an entry of the state file that names another session cannot be checked here; it is believed.
 */
export function contractOf(given: {
  facts: readonly PlanFact[];
  /** Steps that the state file names. */
  entries: readonly StateEntry[];
  session: string | null;
}): Contract | null {
  const fold: Fold = { base: null, now: null, done: new Map(), vanished: new Map() };
  const doubts: string[] = [];
  for (const entry of given.entries) {
    if (given.session !== null && entry.session === given.session) {
      if (!given.facts.some((fact) => fact.type === 'step_done' && fact.step === entry.step))
        doubts.push(
          `Step ${entry.step} stands as done in the state file, but the log of this session does not know it.`,
        );
      continue;
    }
    fold.done.set(entry.step, { gates: entry.gates, seq: null });
  }
  for (const fact of given.facts) foldFact(fold, fact);
  const { base, now } = fold;
  if (base === null || now === null) return null;
  const numbers = new Set([...base.steps, ...now.steps].map(({ step }) => step));
  const steps = [...numbers].sort((a, b) => a - b).map((number) => contractStep(number, base, now, fold));
  return { steps, agreed: base.steps, errors: now.errors, doubts };
}

/** The first step that is not done; null = all are. */
export function currentStep(contract: Contract): ContractStep | null {
  return contract.steps.find(({ done }) => !done) ?? null;
}

function foldFact(fold: Fold, fact: PlanFact): void {
  switch (fact.type) {
    case 'plan_seen': {
      const plan = parsePlan(fact.text);
      if (fact.by === 'person' || fold.base === null || fold.base.steps.length === 0) fold.base = plan;
      fold.now = plan;
      noteVanished(fold, plan, fact.seq);
      return;
    }
    case 'step_done':
      fold.done.set(fact.step, { gates: fact.gates, seq: fact.seq });
      return;
    case 'step_reset':
      fold.done.delete(fact.step);
      return;
  }
}

function noteVanished(fold: Fold, plan: Plan, seq: number): void {
  const present = new Set(plan.steps.map(({ step }) => step));
  for (const step of present) fold.vanished.delete(step);
  for (const { step } of fold.base?.steps ?? []) {
    if (!present.has(step) && !fold.vanished.has(step)) fold.vanished.set(step, seq);
  }
}

function contractStep(number: number, base: Plan, now: Plan, fold: Fold): ContractStep {
  const bound = stepOf(base, number);
  const present = stepOf(now, number);
  const shown = present ?? bound;
  const gates = boundGates(bound, present);
  const accepted = fold.done.get(number);
  const reopened = accepted === undefined ? null : whyOpenAgain(accepted, gates, fold.vanished.get(number));
  return {
    step: number,
    title: shown?.title ?? '',
    scope: shown?.scope ?? '',
    gates,
    inPlan: present !== undefined,
    done: accepted !== undefined && reopened === null,
    reopened,
    errors: now.errors.filter(({ step }) => step === number),
  };
}

function stepOf(plan: Plan, number: number): Step | undefined {
  return plan.steps.find(({ step }) => step === number);
}

/** The frozen gate commands, then those that were added. */
function boundGates(bound: Step | undefined, present: Step | undefined): readonly BoundGate[] {
  const lines = new Map<string, number>();
  for (const gate of present?.gates ?? []) {
    const key = gateKey(gate);
    if (!lines.has(key)) lines.set(key, gate.line);
  }
  const found = new Map<string, BoundGate>();
  for (const gate of bound?.gates ?? []) add(found, gate, lines.get(gateKey(gate)) ?? null);
  for (const gate of present?.gates ?? []) add(found, gate, gate.line);
  return [...found.values()];
}

function add(found: Map<string, BoundGate>, { command, context }: Gate, line: number | null): void {
  const key = gateKey({ command, context });
  if (!found.has(key)) found.set(key, { command, context, line });
}

function whyOpenAgain(
  accepted: Accepted,
  gates: readonly BoundGate[],
  vanishedAt: number | undefined,
): string | null {
  if (vanishedAt !== undefined && (accepted.seq === null || accepted.seq < vanishedAt))
    return 'its section is no longer in the plan';
  const known = new Set(accepted.gates.map(scriptKey));
  const fresh = gates.filter((gate) => !known.has(gateKey(gate)));
  const [first] = fresh;
  if (first === undefined) return null;
  const more = fresh.length > 1 ? ` and ${fresh.length - 1} more` : '';
  return `its gate commands have changed: \`${first.command}\`${more} was not asked when it was accepted`;
}
