// The one orchestration: message -> facts -> decide -> checks -> verdict -> facts.
import { gate, start } from './core/feedback.ts';
import { stateView } from './core/ledger.ts';
import type { Decision } from './core/types.ts';
import { ALLOW, decideLine, decideWrite } from './session/actions.ts';
import { createContext, type SessionContext } from './session/context.ts';
import { whenClaimed, whenWorks } from './session/faults.ts';
import { noteEdit, noteOtherChanges } from './session/look.ts';
import { answerMilestone } from './session/milestone.ts';
import { currentStep, notePlan, reminder } from './session/plan.ts';
import { openRun, recordRun, runForAgent } from './session/runs.ts';
import type { Session, SessionOptions } from './session-types.ts';

/**
 * Opens a session on its log: a new one, or one that other processes have written to before.
 * A fault of ours never stops an action of the host (it is recorded, and stands against a claim until a green run follows);
 * at a claim it refuses. Throws only where the log cannot be begun.
 */
export async function openSession(options: SessionOptions): Promise<Session> {
  const context = createContext(options);
  await begin(context);
  return {
    id: options.id,
    user: (text) => whenWorks(context, 'user', ALLOW, () => startTurn(context, text)),
    beforeWrite: ({ path }) =>
      whenWorks(context, 'beforeWrite', ALLOW, async () => decideWrite(context, path)),
    wrote: ({ path }) =>
      whenWorks(context, 'wrote', undefined, async () => {
        await noteEdit(context, path);
        await notePlan(context, 'agent');
      }),
    beforeRun: ({ command, directory }) =>
      whenWorks(context, 'beforeRun', ALLOW, async () => {
        const decision = decideLine(context, command, directory);
        if (decision.decision === 'allow') await openRun(context, { command, directory });
        return decision;
      }),
    run: (request) => runForAgent(context, request),
    ran: (seen) =>
      whenWorks(context, 'ran', ALLOW, async () => {
        const { note } = await recordRun(context, seen, 'agent');
        await notePlan(context, 'agent');
        return { decision: 'allow', context: null, note };
      }),
    claim: (claim) => whenClaimed(context, claim),
    milestone: (request) => answerMilestone(context, request),
    giveUp: (reason) => {
      const outcome = { decision: 'end', outcome: 'gave_up', reason: gate.gaveUp(reason) } as const;
      return whenWorks(context, 'giveUp', outcome, async () => {
        context.append({ type: 'gave_up', reason });
        return end(context, 'gave_up', outcome.reason);
      });
    },
    compacted: (summary) =>
      whenWorks(context, 'compacted', null, async () => {
        context.append({ type: 'compacted', summary });
        await noteOtherChanges(context);
        return reminder(context);
      }),
    ended: (outcome, summary) =>
      whenWorks(context, 'ended', undefined, async () => void end(context, outcome, summary)),
    state: () => stateView(context.ledger, currentStep(context)),
    facts: () => options.ports.log.facts(),
  };
}

async function begin(context: SessionContext): Promise<void> {
  const { id, host, ports, planRequired } = context.options;
  if (context.ledger.session !== null) {
    if (wasCutShort(context)) context.append({ type: 'resumed', session: id });
    return;
  }
  const { id: baseline } = await ports.tree.baseline();
  const { root } = ports;
  context.append({ type: 'session_started', session: id, root, host, baseline, planRequired });
  await notePlan(context, 'start');
}

/** The session ended in the middle of its work; the end of a turn is no such end. */
function wasCutShort({ ledger }: SessionContext): boolean {
  const outcome = ledger.ended?.outcome ?? null;
  return outcome === 'cut_off' || outcome === 'out_of_tokens' || outcome === 'out_of_turns';
}

async function startTurn(context: SessionContext, text: string): Promise<Decision> {
  const isFirst = context.ledger.turn === 0;
  const wasLetGo = isFirst || context.ledger.ended !== null;
  await noteOtherChanges(context, wasLetGo ? 'between_turns' : 'other');
  await notePlan(context, 'agent');
  context.append({ type: 'turn_started', text });
  const { previousFeedback } = context.options;
  const told = isFirst && previousFeedback !== null ? start.previous(previousFeedback) : null;
  return { decision: 'allow', context: told, note: null };
}

function end(context: SessionContext, outcome: Parameters<Session['ended']>[0], summary: string): Decision {
  context.append({ type: 'ended', outcome, summary });
  return { decision: 'end', outcome, reason: summary };
}
