import { z } from 'zod';
import { answered, type Tool } from './tool.ts';

const INPUT = z.object({
  action: z.enum(['status', 'done', 'reset']),
  step: z.coerce.number().int().positive().nullish().describe('number of the step; not needed for status'),
});

export const milestone: Tool<z.infer<typeof INPUT>> = {
  name: 'milestone',
  description:
    'The plan. status: the current step, its scope and what its gate commands still lack. done: claims a step; accepted only if every gate command of it was green in this turn for the files as they are now. reset: reopens a step.',
  input: INPUT,
  async run({ action, step }, { session, milestoneRun, signal }) {
    if (action === 'status') return answered(true, (await session.milestone({ action })).text);
    if (step === undefined || step === null) {
      return answered(
        false,
        `milestone ${action} needs the number of the step, e.g. {"action": "${action}", "step": 1}.`,
      );
    }
    const answer = await session.milestone(
      action === 'done' ? { action, step, run: milestoneRun, signal } : { action, step },
    );
    return {
      ok: answer.decision === 'allow',
      text: answer.text,
      decision: { about: 'milestone', decision: answer.decision, reason: answer.text },
      end: null,
    };
  },
};
