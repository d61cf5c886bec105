// Open on actions, closed on claims.
import { nextCommand, runRule } from '../core/feedback.ts';
import type { Finding } from '../core/types.ts';
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

/** A fault of ours while a claim was judged: nothing is proven by it. */
export function faultFinding(error: unknown): Finding {
  const text = error instanceof Error ? error.message : String(error);
  return {
    check: 'run-rule',
    level: 'block',
    says: 'unproven',
    message: runRule.fault('judging the claim', text),
    fix: nextCommand(null),
    evidence: [],
  };
}
