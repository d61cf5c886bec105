// The plan's part of a session: what binds, which step is due, and what the milestone answers.
import { plan as say } from '../core/feedback-plan.ts';
import { gateScript } from '../core/plan/block.ts';
import { type Contract, contractOf, currentStep as stepOf } from '../core/plan/contract.ts';
import { reminderText } from '../core/plan/reminder.ts';
import { gateStanding } from '../core/plan/standing.ts';
import {
  changeState,
  entryOfFact,
  parseState,
  type StateEntry,
  withoutStep,
  withStep,
} from '../core/plan/state.ts';
import {
  judgeMilestone,
  type MilestoneQuestion,
  milestoneStatus,
  obstacleTo,
  resetText,
  stepStandings,
} from '../core/rules/milestone.ts';
import type { Finding } from '../core/types.ts';
import type { MilestoneAnswer, MilestoneRequest } from '../session-types.ts';
import { readLine, type SessionContext } from './context.ts';
import { runLine } from './runs.ts';

/** What the state file said when it was last read: steps that earlier sessions have done. */
const lastRead = new WeakMap<SessionContext, readonly StateEntry[]>();

/** Records the plan if its text is new to this session. */
export async function notePlan(context: SessionContext, by: 'start' | 'agent'): Promise<void> {
  const { plan } = context.options;
  if (plan === null) return;
  await readEntries(context);
  const text = await plan.readPlan();
  const seen = context.ledger.planFacts.findLast((fact) => fact.type === 'plan_seen');
  const before = seen?.type === 'plan_seen' ? seen.text : null;
  if (text === before || (text === null && before === null)) return;
  // A plan that is gone is a plan without steps: what was seen before still binds.
  context.append({ type: 'plan_seen', text: text ?? '', by });
}

/** Open steps stand against a claim of the whole task if the session was started with a plan; else they are mentioned. */
export async function planFindings(context: SessionContext): Promise<readonly Finding[]> {
  const wrong = await readEntries(context);
  const contract = contractNow(context);
  if (contract === null) return [];
  const level = context.options.planRequired ? 'block' : 'warn';
  const made = (message: string, fix: string | null): Finding => ({
    check: 'plan',
    level,
    says: 'unproven',
    message,
    fix,
    evidence: [],
  });
  const current = stepOf(contract);
  const open = contract.steps.filter(({ done }) => !done);
  const findings = current === null ? [] : [made(say.openSteps(open), say.openStepsFix(current))];
  return wrong === null ? findings : [...findings, made(say.wrongState(wrong), null)];
}

export function currentStep(context: SessionContext): number | null {
  const contract = contractNow(context);
  return contract === null ? null : (stepOf(contract)?.step ?? null);
}

export async function milestone(
  context: SessionContext,
  request: MilestoneRequest,
): Promise<MilestoneAnswer> {
  await notePlan(context, 'agent');
  const wrong = await readEntries(context);
  const contract = contractNow(context);
  if (contract === null) return answered(context, 'deny', say.none);
  if (wrong !== null && request.action !== 'status') return denied(context, say.wrongState(wrong));
  switch (request.action) {
    case 'status': {
      const text = milestoneStatus(questionOf(context, contract));
      return answered(context, 'allow', wrong === null ? text : `${text}\n${say.wrongState(wrong)}`);
    }
    case 'done':
      return claimStep(context, contract, request);
    case 'reset':
      return resetStep(context, contract, request.step);
  }
}

/** What the model must see after its history was dropped. */
export async function reminder(context: SessionContext): Promise<string | null> {
  await notePlan(context, 'agent');
  const contract = contractNow(context);
  return reminderText(context.ledger, contract === null ? null : questionOf(context, contract));
}

async function claimStep(
  context: SessionContext,
  contract: Contract,
  { step, run }: Extract<MilestoneRequest, { action: 'done' }>,
): Promise<MilestoneAnswer> {
  if (run || context.options.policy.plan.run) await runMissing(context, contract, step);
  const verdict = judgeMilestone(questionOf(context, contract), step);
  if (!verdict.accepted) return denied(context, verdict.reason);
  if (verdict.again) return answered(context, 'allow', say.isDone(verdict.step));
  const { id } = await context.options.ports.tree.look();
  const fact = context.append({
    type: 'step_done',
    step,
    title: verdict.step.title,
    gates: verdict.gates,
    facts: verdict.facts,
    tree: id,
    commit: null,
  });
  if (fact.type === 'step_done') {
    const entry = entryOfFact(fact, context.options.id);
    await changeSteps(context, (steps) => withStep(steps, entry));
  }
  const after = contractNow(context);
  return answered(context, 'allow', say.accepted(verdict.step, after === null ? null : stepOf(after)));
}

/** Runs the gate commands that are not green yet, all of them, each with the time limit of a check. */
async function runMissing(context: SessionContext, contract: Contract, number: number): Promise<void> {
  const step = obstacleTo(contract, number);
  if (typeof step === 'string' || step.done) return;
  const question = questionOf(context, contract);
  for (const gate of step.gates) {
    if (gateStanding({ ...question, gate }).lacks === null) continue;
    const command = gateScript(gate);
    context.options.onProgress?.(`gate command: ${command}`);
    const timeoutMs = context.options.policy.timeoutSeconds * 1000;
    await runLine(context, { command, directory: '.', timeoutMs }, 'gate');
  }
}

async function resetStep(
  context: SessionContext,
  contract: Contract,
  step: number,
): Promise<MilestoneAnswer> {
  const text = resetText(contract, step);
  if (text === null) {
    const known = contract.steps.map((one) => one.step);
    return denied(context, say.unknownStep(step, known));
  }
  context.append({ type: 'step_reset', step });
  await changeSteps(context, (steps) => withoutStep(steps, step));
  return answered(context, 'allow', text);
}

async function changeSteps(
  context: SessionContext,
  change: (steps: readonly StateEntry[]) => readonly StateEntry[],
): Promise<void> {
  const { plan, policy } = context.options;
  await plan?.updateState((before) => changeState(before, { plan: policy.plan.file, change }));
  await readEntries(context);
}

/** Reads the state file; answers what is wrong with it, or null. */
async function readEntries(context: SessionContext): Promise<string | null> {
  const read = parseState((await context.options.plan?.readState()) ?? null);
  if (read.kind === 'wrong') return read.why;
  lastRead.set(context, read.kind === 'none' ? [] : read.state.steps);
  return null;
}

function contractNow(context: SessionContext): Contract | null {
  return contractOf({
    facts: context.ledger.planFacts,
    entries: lastRead.get(context) ?? [],
    session: context.options.id,
  });
}

function questionOf(context: SessionContext, contract: Contract): MilestoneQuestion {
  return {
    contract,
    ledger: context.ledger,
    root: context.options.ports.root,
    read: (command, directory) => readLine(context, command, directory),
  };
}

function denied(context: SessionContext, reason: string): MilestoneAnswer {
  context.append({ type: 'refused', about: 'milestone', reason });
  return answered(context, 'deny', reason);
}

function answered(
  context: SessionContext,
  decision: MilestoneAnswer['decision'],
  text: string,
): MilestoneAnswer {
  const contract = contractNow(context);
  const step = contract === null ? null : stepOf(contract);
  const standings =
    contract === null || step === null ? [] : stepStandings(questionOf(context, contract), step);
  return {
    decision,
    text,
    structured: {
      current: step?.step ?? null,
      title: step?.title ?? null,
      gates: standings.map(({ command, lacks }) => ({ command, lacks })),
      done: contract === null ? [] : contract.steps.filter(({ done }) => done).map((one) => one.step),
    },
  };
}
