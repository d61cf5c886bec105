// What the model must see again after its history was dropped. Computed at that moment, never kept.
import { reminder, plan as say } from '../feedback-plan.ts';
import { type Ledger, type RunRecord, unverifiedFiles } from '../ledger.ts';
import { type MilestoneQuestion, milestoneStatus } from '../rules/milestone.ts';
import { currentStep } from './contract.ts';

/** The reminder of a session, with its plan or (`question` null) without one; null: there is nothing open. */
export function reminderText(ledger: Ledger, question: MilestoneQuestion | null): string | null {
  const contract = question?.contract ?? null;
  if (question !== null && contract !== null && contract.steps.length > 0 && currentStep(contract) === null)
    return say.allDone(contract.steps);
  const parts: string[] = [];
  if (question !== null && contract !== null && contract.steps.length > 0)
    parts.push(milestoneStatus(question));
  const files = unverifiedFiles(ledger);
  if (files.length > 0) parts.push(reminder.unverified(files));
  const red = openRed(ledger);
  if (red !== null) parts.push(reminder.lastRed(red.ran.command, red.ran.output));
  return parts.length === 0 ? null : [reminder.head, ...parts].join('\n\n');
}

/** The last red run that nothing has superseded. */
function openRed(ledger: Ledger): RunRecord | null {
  const reds = ledger.standings.get(ledger.state)?.reds ?? [];
  const last = reds.at(-1)?.run ?? null;
  if (last !== null) return last;
  return ledger.lastRun?.ran.judged.result === 'red' ? ledger.lastRun : null;
}
