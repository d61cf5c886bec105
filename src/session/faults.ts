// Open on actions, closed on claims.
import { nextCommand, runRule } from '../core/feedback.ts';
import { answerClaim } from '../core/gate.ts';
import type { Decision, Finding } from '../core/types.ts';
import { UserError } from '../core/user-error.ts';
import { type Claim, conclude, judgeClaim } from './claim.ts';
import type { SessionContext } from './context.ts';

/** Does the work of an action; where it fails, the fault is recorded and the host goes on as if nothing stood against it. */
export async function whenWorks<T>(
  context: SessionContext,
  where: string,
  otherwise: T,
  work: () => Promise<T>,
): Promise<T> {
  try {
    context.catchUp();
    return await work();
  } catch (error) {
    context.fault(where, error);
    return otherwise;
  }
}

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Judges a claim; where that fails it is refused with the error's text, up to the limit, also where nothing can be recorded
 * any more (a full disk).
 */
export async function whenClaimed(context: SessionContext, claim: Claim): Promise<Decision> {
  try {
    context.catchUp();
    return await judgeClaim(context, claim);
  } catch (error) {
    const findings = [faultFinding(error)];
    try {
      return conclude(context, claim, findings);
    } catch {
      const { gateFailures: limit } = context.options.policy.limits;
      const answer = answerClaim({ findings, refusals: context.ledger.refusals, limit, code: 'unchanged' });
      context.ledger.refusals += 1;
      return answer;
    }
  }
}

/** A fault of ours while a claim was judged: nothing is proven by it. What a person has to mend is said as such. */
function faultFinding(error: unknown): Finding {
  const text = errorText(error);
  const said =
    error instanceof UserError
      ? { message: runRule.cannotJudge(text), fix: error.hint === null ? null : runRule.toMend(error.hint) }
      : { message: runRule.fault('judging the claim', text), fix: nextCommand(null) };
  return { check: 'run-rule', level: 'block', says: 'unproven', ...said, evidence: [] };
}
