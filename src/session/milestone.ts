// The milestone: status, done, reset.

import { gate, selfProtection } from '../core/feedback.ts';
import { plan as say } from '../core/feedback-plan.ts';
import { type Contract, type ContractStep, currentStep } from '../core/plan/contract.ts';
import { changeState, entryOfFact, withoutStep, withStep } from '../core/plan/state.ts';
import {
  judgeMilestone,
  milestoneStatus,
  obstacleTo,
  resetText,
  stepStandings,
} from '../core/rules/milestone.ts';
import { UserError } from '../core/user-error.ts';
import type { MilestoneAnswer, MilestoneRequest } from '../session-types.ts';
import type { SessionContext } from './context.ts';
import { errorText } from './faults.ts';
import { noteOtherChanges } from './look.ts';
import { planView, questionOf } from './plan.ts';
import { runLine } from './runs.ts';

type Told = Pick<MilestoneAnswer, 'decision' | 'text'>;

/**
 * Answers the milestone tool. A refusal is an answer, never an error; where we fail ourselves nothing is accepted. Throws
 * UserError where a person has to mend something first (a state file that cannot be written).
 */
export async function answerMilestone(
  context: SessionContext,
  request: MilestoneRequest,
): Promise<MilestoneAnswer> {
  try {
    context.catchUp();
    return await milestone(context, request);
  } catch (error) {
    if (error instanceof UserError) throw error;
    context.fault('milestone', error);
    return { decision: 'deny', text: gate.notJudged(errorText(error)), structured: nothing };
  }
}

async function milestone(context: SessionContext, request: MilestoneRequest): Promise<MilestoneAnswer> {
  const { id: tree } = await noteOtherChanges(context);
  const { contract, wrong } = await planView(context);
  if (contract === null) return { ...denied(context, request, say.none), structured: nothing };
  const told = await answerTo({ context, contract, wrong, request, tree });
  return { ...told, structured: await structured(context) };
}

type Asked = {
  context: SessionContext;
  contract: Contract;
  /** Why the state file cannot be believed. */
  wrong: string | null;
  request: MilestoneRequest;
  /** Hash of the tree as it stands. */
  tree: string | null;
};

async function answerTo(asked: Asked): Promise<Told> {
  const { context, contract, wrong, request } = asked;
  if (request.action === 'status') {
    const text = milestoneStatus(questionOf(context, contract));
    return { decision: 'allow', text: wrong === null ? text : `${wrong}\n\n${text}` };
  }
  if (wrong !== null) return denied(context, request, wrong);
  switch (request.action) {
    case 'done':
      return claimStep(asked, request);
    case 'reset':
      return resetStep(asked, request.step);
  }
}

async function claimStep(
  asked: Asked,
  request: Extract<MilestoneRequest, { action: 'done' }>,
): Promise<Told> {
  const { context, contract } = asked;
  const { options } = context;
  const question = questionOf(context, contract);
  if (!options.gated) return acceptUngated(asked, request.step);
  const damage = options.ports.log.damage();
  if (damage !== null) return denied(context, request, selfProtection.damage(damage));
  const obstacle = obstacleTo(contract, request.step);
  if (typeof obstacle === 'string') return denied(context, request, obstacle);
  if ((request.run || options.policy.plan.run) && !obstacle.done)
    await runMissing(asked, obstacle, request.signal);
  const verdict = judgeMilestone(question, request.step);
  if (!verdict.accepted) return denied(context, request, verdict.reason);
  if (verdict.again) return { decision: 'allow', text: say.isDone(verdict.step) };
  const findings = await options.diffRules.judge({
    scope: 'step',
    seenRed: [...context.ledger.seenRed.values()],
  });
  const blocks = findings.filter(({ level }) => level === 'block');
  if (blocks.length > 0) return denied(context, request, gate.stepRefused(findings));
  return acceptStep(asked, verdict);
}

/** Runs the gate commands of a step that are not green yet, in their order. */
async function runMissing(
  { context, contract }: Asked,
  step: ContractStep,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { policy, onProgress } = context.options;
  const timeoutMs = policy.timeoutSeconds * 1000;
  for (const { command, lacks } of stepStandings(questionOf(context, contract), step)) {
    if (lacks === null) continue;
    if (signal?.aborted) return;
    onProgress?.(`gate command: ${command}`);
    const line = { command, directory: '.', timeoutMs, ...(signal === undefined ? {} : { signal }) };
    await runLine(context, line, 'gate');
  }
}

type Accepted = { step: ContractStep; gates: readonly string[]; facts: readonly number[] };

async function acceptStep(
  { context, contract, tree }: Asked,
  { step, gates, facts }: Accepted,
): Promise<Told> {
  const { options } = context;
  const { title, step: number } = step;
  const commit = (await options.plan?.commit()) ?? null;
  const fact = context.append({ type: 'step_done', step: number, title, gates, facts, tree, commit });
  if (fact.type === 'step_done') {
    try {
      await keepState(context, (steps) => withStep(steps, entryOfFact(fact, options.id)));
    } catch (error) {
      // What no later session would know of is not done.
      context.append({ type: 'step_reset', step: number });
      throw error;
    }
  }
  const next = contract.steps.find((other) => !other.done && other.step !== number) ?? null;
  return { decision: 'allow', text: say.accepted(step, next) };
}

async function keepState(
  { options }: SessionContext,
  change: Parameters<typeof changeState>[1]['change'],
): Promise<void> {
  const plan = options.policy.plan.file;
  await options.plan?.updateState((before) => changeState(before, { plan, change }));
}

function acceptUngated(asked: Asked, number: number): Promise<Told> | Told {
  const step = asked.contract.steps.find((one) => one.step === number);
  if (step === undefined)
    return denied(
      asked.context,
      { action: 'done', step: number, run: false },
      say.unknownStep(
        number,
        asked.contract.steps.map((one) => one.step),
      ),
    );
  return acceptStep(asked, { step, gates: [], facts: [] });
}

async function resetStep({ context, contract, request }: Asked, number: number): Promise<Told> {
  const text = resetText(contract, number);
  if (text === null)
    return denied(
      context,
      request,
      say.unknownStep(
        number,
        contract.steps.map(({ step }) => step),
      ),
    );
  context.append({ type: 'step_reset', step: number });
  await keepState(context, (steps) => withoutStep(steps, number));
  return { decision: 'allow', text };
}

function denied(context: SessionContext, request: MilestoneRequest, text: string): Told {
  if (request.action !== 'status') context.append({ type: 'refused', about: 'milestone', reason: text });
  return { decision: request.action === 'status' ? 'allow' : 'deny', text };
}

const nothing: MilestoneAnswer['structured'] = { current: null, title: null, gates: [], done: [] };

async function structured(context: SessionContext): Promise<MilestoneAnswer['structured']> {
  const { contract } = await planView(context);
  if (contract === null) return nothing;
  const step = currentStep(contract);
  const standings = step === null ? [] : stepStandings(questionOf(context, contract), step);
  return {
    current: step?.step ?? null,
    title: step?.title ?? null,
    gates: standings.map(({ command, lacks }) => ({ command, lacks })),
    done: contract.steps.filter(({ done }) => done).map((one) => one.step),
  };
}
