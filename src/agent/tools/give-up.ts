import { z } from 'zod';
import { answered, type Tool } from './tool.ts';

const INPUT = z.object({ reason: z.string().min(1) });

export const giveUp: Tool<z.infer<typeof INPUT>> = {
  name: 'give_up',
  description:
    'Ends the session honestly when the task cannot be done: say what is missing or what stands in the way. Better than a claim that is not true.',
  input: INPUT,
  async run({ reason }, { session }) {
    const decision = await session.giveUp(reason);
    if (decision.decision === 'end') return { ...answered(true, decision.reason), end: decision };
    return answered(false, 'reason' in decision ? decision.reason : 'The session goes on.');
  },
};
