// The plan's part of a session: what was seen of it, which steps are open, and the milestone.
import { plan as say } from '../core/feedback-plan.ts';
import type { PlanFact } from '../core/plan/contract.ts';
import { type Contract, contractOf, currentStep as firstOpen } from '../core/plan/contract.ts';
import { reminderText } from '../core/plan/reminder.ts';
import { parseState } from '../core/plan/state.ts';
import type { MilestoneQuestion } from '../core/rules/milestone.ts';
import type { Finding } from '../core/types.ts';
import { readLine, type SessionContext } from './context.ts';

/** The plan as it stands: the contract, or why its state cannot be believed. `contract` null: no plan was seen. */
export type PlanView = { contract: Contract | null; wrong: string | null };

const views = new WeakMap<SessionContext, { key: string; view: PlanView }>();

/** Records the plan where its text is not the one that was seen last. A plan that is gone again counts as an empty one. */
export async function notePlan(context: SessionContext, by: 'start' | 'agent'): Promise<void> {
  const { plan } = context.options;
  if (plan === null) return;
  const text = await plan.readPlan();
  const last = lastSeen(context.ledger.planFacts);
  if (text === null ? last !== null && last !== '' : text !== last) {
    context.append({ type: 'plan_seen', text: text ?? '', by });
  }
  await refreshView(context);
}

function lastSeen(facts: readonly PlanFact[]): string | null {
  return facts.findLast((fact) => fact.type === 'plan_seen')?.text ?? null;
}

async function refreshView(context: SessionContext): Promise<PlanView> {
  const { plan, id } = context.options;
  const text = plan === null ? null : await plan.readState();
  const facts = context.ledger.planFacts;
  const key = `${facts.length}\0${text}`;
  const known = views.get(context);
  if (known?.key === key) return known.view;
  const state = parseState(text);
  const entries = state.kind === 'state' ? state.state.steps : [];
  const view: PlanView = {
    contract: contractOf({ facts, entries, session: id }),
    wrong: state.kind === 'wrong' ? say.wrongState(state.why) : null,
  };
  views.set(context, { key, view });
  return view;
}

/** The plan as it stands now. */
export async function planView(context: SessionContext): Promise<PlanView> {
  await notePlan(context, 'agent');
  return refreshView(context);
}

/** The number of the first step that is not done, as of the last message; null = no plan, or all are done. */
export function currentStep(context: SessionContext): number | null {
  const contract = views.get(context)?.view.contract ?? null;
  return contract === null ? null : (firstOpen(contract)?.step ?? null);
}

export function questionOf(context: SessionContext, contract: Contract): MilestoneQuestion {
  return {
    contract,
    ledger: context.ledger,
    root: context.options.ports.root,
    read: (command, directory) => readLine(context, command, directory),
  };
}

/** What the plan holds against a claim of the whole task. Open steps of a plan that merely lies there are only mentioned. */
export async function planFindings(context: SessionContext): Promise<readonly Finding[]> {
  const { contract, wrong } = await planView(context);
  if (contract === null) return [];
  const level = context.options.policy.rules.plan ?? (isRequired(context) ? 'block' : 'warn');
  if (level === 'off') return [];
  const made = (message: string, fix: string | null): Finding => ({
    check: 'plan',
    level,
    says: 'unproven',
    message,
    fix,
    evidence: [],
  });
  if (wrong !== null) return [made(wrong, null)];
  if (contract.steps.length === 0) {
    return contract.errors.map(({ line, message }) => made(`The plan, line ${line}: ${message}.`, null));
  }
  const current = firstOpen(contract);
  if (current === null) return [];
  const open = contract.steps.filter(({ done }) => !done);
  return [made(say.openSteps(open), say.openStepsFix(current))];
}

function isRequired({ ledger, options }: SessionContext): boolean {
  return options.planRequired || ledger.session?.planRequired === true;
}

/** What the model has to see after its history was dropped; null = nothing is open. */
export async function reminder(context: SessionContext): Promise<string | null> {
  const { contract } = await planView(context);
  return reminderText(context.ledger, contract === null ? null : questionOf(context, contract));
}
