import { z } from 'zod';
import { describeExit } from '../../core/exit.ts';
import { clipForModel } from '../clip-for-model.ts';
import { answered, refused, type Tool } from './tool.ts';

const LONGEST_SECONDS = 3600;

const INPUT = z.object({
  command: z.string().min(1).describe('the command line, for bash with pipefail'),
  timeout: z.coerce
    .number()
    .positive()
    .nullish()
    .describe(`seconds until it is killed, at most ${LONGEST_SECONDS}`),
});

const HIDDEN_RED = '[a check in this line failed, although the line ended with 0: it counts as red]';

export const bash: Tool<z.infer<typeof INPUT>> = {
  name: 'bash',
  description:
    'Runs a command line in the working directory and answers with its output and exit status. Each call is a new shell: no `cd` and no variable outlives it. There is no terminal and no stdin.',
  input: INPUT,
  async run({ command, timeout }, context) {
    const { session, directory } = context;
    const decision = await session.beforeRun({ command, directory });
    if (decision.decision === 'deny') return refused('write', decision.reason);
    const timeoutMs =
      timeout === undefined || timeout === null
        ? context.defaultTimeoutMs
        : Math.min(timeout, LONGEST_SECONDS) * 1000;
    const { seen, result, note } = await session.run({
      command,
      directory,
      timeoutMs,
      onOutput: context.onOutput,
      signal: context.signal,
    });
    const shown = clipForModel(seen.output, { log: seen.log, whole: seen.outputWhole });
    const isZero = seen.exit.kind === 'exited' && seen.exit.code === 0;
    const hidden = isZero && result === 'red' ? HIDDEN_RED : null;
    const parts = [shown.trimEnd(), `[${describeExit(seen.exit)}]`, note ?? hidden];
    const text = parts.filter((part) => part !== null && part !== '').join('\n');
    return answered(isZero && hidden === null, text);
  },
};
