import { stderr } from 'node:process';
import { type Interruption, interruptible } from '../agent/interruption.ts';
import { milestoneRequest } from '../agent/tools/milestone.ts';
import { harmless } from '../agent/view/layout.ts';
import { EXIT } from '../core/exit-status.ts';
import { UserError } from '../core/user-error.ts';
import type { MilestoneAnswer, MilestoneRequest } from '../session-types.ts';
import { type Attached, attachedSession } from './attached-session.ts';
import { givenPlan } from './plan-file.ts';
import { colorsFor, print } from './terminal.ts';

export type MilestoneOptions = {
  action: MilestoneRequest['action'];
  step: number | null;
  plan: string | null;
  /** Run the gate commands that are missing. */
  run: boolean;
  json: boolean;
  cwd: string;
  color: boolean;
};

/** The milestone tool for a shell. Status 1: the claim was refused. */
export async function milestone(options: MilestoneOptions): Promise<number> {
  const { action, json } = options;
  const request = requestOf(options);
  if (options.plan !== null) givenPlan(options.cwd, options.plan);
  const quiet = json || stderr.isTTY !== true;
  const onProgress = quiet ? undefined : (text: string) => void stderr.write(`${text}\n`);
  const interruption = endedBySignals();
  const attached = await attachedSession({
    cwd: options.cwd,
    plan: options.plan,
    ...(onProgress === undefined ? {} : { onProgress }),
  });
  try {
    const answer = await askMilestone(attached, request);
    if (json) {
      const { decision, text, structured } = answer;
      await print(`${JSON.stringify({ decision, text, ...structured })}\n`);
    } else {
      const colors = colorsFor(options);
      const paint = answer.decision === 'deny' ? colors.red : action === 'done' ? colors.green : String;
      await print(`${paint(harmless(answer.text))}\n`);
    }
    return answer.decision === 'allow' ? EXIT.proven : EXIT.notProven;
  } finally {
    interruption.end();
    await attached.workspace.close();
  }
}

function requestOf({ action, step, run }: MilestoneOptions): MilestoneRequest {
  if (run && action !== 'done')
    throw new UserError('--run goes with done', 'donegate milestone done 1 --run');
  const request = milestoneRequest({ action, step, run });
  if (request !== null) return request;
  throw new UserError(`milestone ${action} needs the number of a step`, `donegate milestone ${action} 1`);
}

/** Asks the session; without one there is no log, so a step can only be claimed by running its gate commands. */
export async function askMilestone(attached: Attached, request: MilestoneRequest): Promise<MilestoneAnswer> {
  const { session, workspace, isLive } = attached;
  const runs = request.action === 'done' && (request.run || workspace.policy.plan.run);
  if (request.action !== 'done' || isLive || runs) return session.milestone(request);
  const { structured, text } = await session.milestone({ action: 'status' });
  const isPlanned = structured.current !== null || structured.done.length > 0;
  return { decision: 'deny', text: isPlanned ? noSession(request.step) : text, structured };
}

function noSession(step: number): string {
  return `No session is live in this working tree, so there is no record of what was run. Step ${step} can be claimed with \`donegate milestone done ${step} --run\`, which runs its gate commands.`;
}

/** What runs is killed when this process exits, which a signal alone would not let it do. */
export function endedBySignals(): Interruption {
  return interruptible({ status: EXIT.interrupted, onFirst: () => process.exit(EXIT.interrupted) });
}
