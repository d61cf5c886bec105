// A claim of the whole task: the checks run, the rules speak, and the verdict is recorded.
import { fileKind } from '../core/code-files.ts';
import { gate, selfProtection } from '../core/feedback.ts';
import { answerClaim, verdictOf } from '../core/gate.ts';
import { hasWrittenNothing, isUnverified, unverifiedFiles } from '../core/ledger.ts';
import { levelOf } from '../core/policy.ts';
import { reachRule } from '../core/rules/reach.ts';
import { runRuleFinding } from '../core/rules/run-rule.ts';
import type { Decision, Finding } from '../core/types.ts';
import { runChecks } from './checks.ts';
import type { SessionContext } from './context.ts';
import { noteOtherChanges } from './look.ts';
import { planFindings } from './plan.ts';
import { goneFiles, nextCommandOf, projectCommand } from './suggestion.ts';

export type Claim = { text: string; signal?: AbortSignal };

/** Judges the claim and answers it. Throws only what is a fault of ours; the session turns that into a refusal. */
export async function judgeClaim(context: SessionContext, claim: Claim): Promise<Decision> {
  if (!context.options.gated) return accept(context, claim, gate.notGated);
  const look = await noteOtherChanges(context);
  if (look.id === null) {
    const message = gate.treeUnreadable(look.why ?? 'no reason is known');
    return conclude(context, claim, [blocking(message, null)]);
  }
  const around = [...damageFindings(context), ...(await planFindings(context))];
  const isUnchanged = hasWrittenNothing(context.ledger) && context.options.checkUnchanged !== true;
  if (isUnchanged) return conclude(context, claim, around);
  if (isOldNews(context) && !hasExecuted(context) && !isProvenSince(context)) return letGo(context, []);
  if (wasAccepted(context)) return conclude(context, claim, around);
  const findings = [...(await codeFindings(context, claim)), ...around];
  if (claim.signal?.aborted === true) return { decision: 'send_back', reason: gate.interrupted };
  if (!isOldNews(context) || verdictOf(findings) === 'proven') return conclude(context, claim, findings);
  recordVerdict(context, claim, findings);
  return letGo(context, findings);
}

/** What stands against changed code. The order is that of the world: checks, runs, the diff. */
async function codeFindings(context: SessionContext, claim: Claim): Promise<readonly Finding[]> {
  const { ledger, options } = context;
  const checks = await runChecks(context, claim.signal);
  const runs = await runFinding(context);
  const diff = await options.diffRules.judge({ scope: 'task', seenRed: [...ledger.seenRed.values()] });
  const reach = reachRule(ledger);
  return [
    ...checks,
    ...(runs === null || isSaidBy(checks, runs) ? [] : [runs]),
    ...diff,
    ...(reach === null ? [] : [reach]),
  ];
}

/** What the run rule says, at the level that the configuration gives it. */
async function runFinding(context: SessionContext): Promise<Finding | null> {
  const { ledger, options } = context;
  const level = levelOf(options.policy, 'run-rule');
  if (level === 'off') return null;
  const found = runRuleFinding({
    ledger,
    hasChecks: await hasChecks(context),
    command: projectCommand(context),
    direct: nextCommandOf(context),
    directory: options.ports.directory,
    gone: goneFiles(context),
  });
  return found === null || level === 'block' ? found : { ...found, level };
}

/** A red check is the last run as well: one finding says it. */
function isSaidBy(checks: readonly Finding[], runs: Finding): boolean {
  const facts = runs.evidence.flatMap((evidence) => ('fact' in evidence ? [evidence.fact] : []));
  return checks.some(
    ({ level, evidence }) =>
      level === 'block' && evidence.some((pointer) => 'fact' in pointer && facts.includes(pointer.fact)),
  );
}

function damageFindings(context: SessionContext): readonly Finding[] {
  const damage = context.options.ports.log.damage();
  return damage === null ? [] : [blocking(selfProtection.damage(damage), selfProtection.damageFix)];
}

function blocking(message: string, fix: string | null): Finding {
  return { check: 'run-rule', level: 'block', says: 'unproven', message, fix, evidence: [] };
}

/** A person was told already that this tree is not proven, and nothing was written since. */
function isOldNews({ ledger }: SessionContext): boolean {
  return ledger.reported.has(ledger.state) && ledger.turnChanges.length === 0;
}

/** Runs since then have proven what the person was told of. */
function isProvenSince({ ledger }: SessionContext): boolean {
  const told = ledger.reported.get(ledger.state) ?? 0;
  return !isUnverified(ledger) && ledger.lastRun !== null && ledger.lastRun.seq > told;
}

function hasExecuted({ ledger }: SessionContext): boolean {
  return ledger.turnRuns.some((run) => run.ran.judged.result !== 'none');
}

/** The same content was accepted before, and this turn did nothing that could change that. */
function wasAccepted({ ledger }: SessionContext): boolean {
  return (
    ledger.accepted.has(ledger.state) &&
    ledger.turnChanges.length === 0 &&
    !isUnverified(ledger) &&
    ledger.fault === null
  );
}

async function hasChecks(context: SessionContext): Promise<boolean> {
  if (projectCommand(context) !== null) return true;
  const { options } = context;
  const files = await options.ports.tree.files();
  return files.some((path) => fileKind(path, options.policy.code) === 'test');
}

function letGo(context: SessionContext, findings: readonly Finding[]): Decision {
  const reason = gate.letGo(unverifiedFiles(context.ledger), findings);
  context.append({ type: 'let_go', note: reason });
  context.append({ type: 'ended', outcome: 'gate_failed', summary: reason });
  return { decision: 'end', outcome: 'gate_failed', reason };
}

function accept(context: SessionContext, claim: Claim, reason: string): Decision {
  context.append({
    type: 'claim_judged',
    text: claim.text,
    verdict: 'unproven',
    accepted: true,
    findings: [],
  });
  context.append({ type: 'ended', outcome: 'done', summary: reason });
  return { decision: 'end', outcome: 'done', reason };
}

/** Records the verdict and answers. A refusal counts, whatever its reason; the last one that is allowed ends the session. */
export function conclude(context: SessionContext, claim: Claim, findings: readonly Finding[]): Decision {
  const { ledger, options } = context;
  const answer = answerClaim({
    findings,
    refusals: ledger.refusals,
    limit: options.policy.limits.gateFailures,
    code: ledger.code.size === 0 ? 'unchanged' : isUnverified(ledger) ? 'unverified' : 'verified',
  });
  recordVerdict(context, claim, findings);
  if (answer.decision === 'end') {
    context.append({ type: 'ended', outcome: answer.outcome, summary: answer.reason });
  }
  return answer;
}

function recordVerdict(context: SessionContext, { text }: Claim, findings: readonly Finding[]): void {
  const verdict = verdictOf(findings);
  context.append({ type: 'claim_judged', text, verdict, accepted: verdict === 'proven', findings });
}
