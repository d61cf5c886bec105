import type { InnerMask } from '../../reading-types.ts';
import { type Context, isExecuting, type ProgramReading } from '../programs/program-reading.ts';
import { classOfTask } from '../programs/rows.ts';
import type { Words } from '../programs/types.ts';

/** What a named script of the project is for, by its name and by what it does: a test that executes nothing is none. */
export function asTask(
  reading: ProgramReading,
  task: { name: string; body: string; words: Words; mask: InnerMask | null; context: Context },
): ProgramReading {
  const named = classOfTask(task.name);
  const className =
    named === 'build' && (reading.class === 'check' || reading.class === 'run') ? 'build' : reading.class;
  const promises = isExecuting(named) && named !== 'run';
  const disarmed =
    className === 'inert' && promises
      ? (reading.disarmed ?? `"${task.name}": "${clipped(task.body)}" executes nothing`)
      : reading.disarmed;
  return {
    ...reading,
    class: className,
    executes: isExecuting(className),
    words: task.words,
    disarmed,
    innerMask: className === 'inert' ? null : task.mask,
  };
}

function clipped(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
