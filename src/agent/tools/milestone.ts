import { z } from 'zod';
import { forPerson } from '../../core/feedback.ts';
import { UserError } from '../../core/user-error.ts';
import type { MilestoneRequest } from '../../session-types.ts';
import { answered, type Tool } from './tool.ts';

const INPUT = z.object({
  action: z.enum(['status', 'done', 'reset']),
  step: z.coerce.number().int().positive().nullish().describe('number of the step; not needed for status'),
});

/** What is asked of the session; null: the number of the step is missing. `run`: run the gate commands that are missing. */
export function milestoneRequest(given: {
  action: MilestoneRequest['action'];
  step: number | null;
  run: boolean;
  signal?: AbortSignal;
}): MilestoneRequest | null {
  const { action, step, run, signal } = given;
  if (action === 'status') return { action };
  if (step === null) return null;
  return action === 'done'
    ? { action, step, run, ...(signal === undefined ? {} : { signal }) }
    : { action, step };
}

export const milestone: Tool<z.infer<typeof INPUT>> = {
  name: 'milestone',
  description:
    'The plan. status: the current step, its scope and what its gate commands still lack. done: claims a step; accepted only if every gate command of it was green in this turn for the files as they are now. reset: reopens a step.',
  input: INPUT,
  async run({ action, step }, { session, milestoneRun, signal }) {
    const request = milestoneRequest({ action, step: step ?? null, run: milestoneRun, signal });
    if (request === null) {
      return answered(
        false,
        `milestone ${action} needs the number of the step, e.g. {"action": "${action}", "step": 1}.`,
      );
    }
    try {
      const { decision, text } = await session.milestone(request);
      if (action === 'status') return answered(true, text);
      return {
        ok: decision === 'allow',
        text,
        decision: { about: 'milestone', decision, reason: text },
        end: null,
      };
    } catch (error) {
      if (error instanceof UserError) return answered(false, forPerson(error));
      throw error;
    }
  },
};
