// From findings to a verdict, and from a verdict to what the host must do.
import { type CodeStanding, gate } from './feedback.ts';
import type { Decision, Finding, Verdict } from './types.ts';

/** Refuted, if the world says no; unproven, if nothing says yes; else proven. Warnings do not count. */
export function verdictOf(findings: readonly Finding[]): Verdict {
  const blocks = findings.filter((finding) => finding.level === 'block');
  if (blocks.some((finding) => finding.says === 'refuted')) return 'refuted';
  return blocks.length > 0 ? 'unproven' : 'proven';
}

/**
 * The answer to a claim. `refusals`: claims refused in this turn before this one; `limit`: with this many the session ends.
 * `code`: what became of it (it only chooses the words).
 */
export function answerClaim(given: {
  findings: readonly Finding[];
  refusals: number;
  limit: number;
  code: CodeStanding;
}): Decision {
  const { findings, limit } = given;
  const refusal = given.refusals + 1;
  if (verdictOf(findings) === 'proven') {
    const warnings = findings.filter((finding) => finding.level === 'warn');
    return { decision: 'end', outcome: 'done', reason: gate.accepted({ code: given.code, warnings }) };
  }
  const reason = gate.refused({ findings, refusal, limit });
  return refusal >= limit
    ? { decision: 'end', outcome: 'gate_failed', reason }
    : { decision: 'send_back', reason };
}
