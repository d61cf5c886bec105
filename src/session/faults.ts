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

/** A claim that could not be judged: nothing is proven by it. What can be mended from outside is said as such. */
function faultFinding(error: unknown): Finding {
  const mendable = mendableFault(error);
  const said =
    mendable === null
      ? { message: runRule.fault('judging the claim', errorText(error)), fix: nextCommand(null) }
      : {
          message: runRule.cannotJudge(mendable.message),
          fix: mendable.hint === null ? null : runRule.toMend(mendable.hint),
        };
  return { check: 'run-rule', level: 'block', says: 'unproven', ...said, evidence: [] };
}

/** An error that is no fault of ours; null: it is one. */
function mendableFault(error: unknown): { message: string; hint: string | null } | null {
  if (error instanceof UserError) return { message: error.message, hint: error.hint };
  const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC';
  return isFull ? { message: 'the disk is full', hint: 'some space on it' } : null;
}
