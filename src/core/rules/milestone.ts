// May a step be called done? Only by runs of its gate commands, in this turn, for the tree that stands now.
import { plan as say } from '../feedback-plan.ts';
import type { Ledger } from '../ledger.ts';
import { type Contract, type ContractStep, currentStep } from '../plan/contract.ts';
import { type GateStanding, gateStanding, type ReadLine } from '../plan/standing.ts';

export type MilestoneQuestion = {
  contract: Contract;
  ledger: Ledger;
  /** Absolute path of the repository's root. */
  root: string;
  read: ReadLine;
};

export type MilestoneVerdict =
  | { accepted: true; step: ContractStep; gates: readonly string[]; facts: readonly number[]; again: boolean }
  /** `standings`: of the gate commands, if they are what is missing. */
  | { accepted: false; reason: string; standings: readonly GateStanding[] };

/** Where each gate command of a step stands now. */
export function stepStandings(question: MilestoneQuestion, step: ContractStep): readonly GateStanding[] {
  const { ledger, root, read } = question;
  return step.gates.map((gate) => gateStanding({ gate, ledger, root, read }));
}

/** Judges `done` for the step with this number. A step that is done stays done. */
export function judgeMilestone(question: MilestoneQuestion, number: number): MilestoneVerdict {
  const obstacle = obstacleTo(question.contract, number);
  if (typeof obstacle === 'string') return { accepted: false, reason: obstacle, standings: [] };
  const step = obstacle;
  if (step.done) return { accepted: true, step, gates: [], facts: [], again: true };
  const standings = stepStandings(question, step);
  if (standings.some(({ lacks }) => lacks !== null))
    return { accepted: false, reason: say.lacking(step, standings), standings };
  const facts = [...new Set(standings.flatMap((standing) => standing.facts))].sort((a, b) => a - b);
  return { accepted: true, step, gates: standings.map(({ command }) => command), facts, again: false };
}

/** Why no run can make this step acceptable now, or the step. Asked before gate commands are run for it. */
export function obstacleTo(contract: Contract, number: number): ContractStep | string {
  const step = contract.steps.find((one) => one.step === number);
  if (step === undefined) {
    const known = contract.steps.map((one) => one.step);
    return say.unknownStep(number, known);
  }
  if (step.done) return step;
  const earlier = contract.steps.filter((one) => one.step < number && !one.done);
  if (earlier.length > 0) return say.earlierFirst(step, earlier);
  if (step.errors.length > 0) return say.errors(step, step.errors);
  return step.gates.length === 0 ? say.noGates(step) : step;
}

/** The answer to `status`. */
export function milestoneStatus(question: MilestoneQuestion): string {
  const { contract } = question;
  const step = currentStep(contract);
  if (step === null) return say.allDone(contract.steps);
  return say.status({
    step,
    standings: stepStandings(question, step),
    done: contract.steps.filter(({ done }) => done),
    errors: contract.errors,
    doubts: contract.doubts,
  });
}

/** The answer to `reset`: the step opens again, if it was done; later ones that are done are named. Null: there is no such step. */
export function resetText(contract: Contract, number: number): string | null {
  const step = contract.steps.find((one) => one.step === number);
  if (step === undefined) return null;
  const accepted = step.done || step.reopened !== null;
  if (!accepted) return say.wasOpen(step);
  return say.reset(
    step,
    contract.steps.filter((one) => one.step > number && one.done),
  );
}
