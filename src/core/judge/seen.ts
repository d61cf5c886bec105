import type { ReadCommand } from '../reading-types.ts';
import type { JudgedRun } from '../types.ts';
import type { JudgeRequest } from './request.ts';
import type { Traced } from './trace/traced.ts';
import { witnessedStatuses } from './witnessed.ts';

/** Nobody makes a gate command of these alone. */
const TRIVIAL = /^(echo|printf|cd|pushd|popd|export|set|unset|true|:|source|\.|cat|ls|sleep|head|tail|pwd)?$/;
const MOST_SEEN = 40;

/** What bash testified of the commands that are not judged: a plan may ask for `test -f dist/x`. */
export function seenBesides(
  request: JudgeRequest,
  judged: readonly ReadCommand[],
  traced: Traced | null,
): Pick<JudgedRun, 'seen'> | Record<string, never> {
  const others = request.reading.commands
    .filter((command) => command.disarmed === null && !judged.includes(command))
    .filter(({ words }) => !TRIVIAL.test(words[0] ?? ''))
    .slice(0, MOST_SEEN);
  const seen = witnessedStatuses(request, others, [], traced).flatMap((status, at) => {
    const text = others[at]?.text;
    if (status === null || text === undefined) return [];
    if (status.kind === 'ended_zero') return [{ text, exit: 0 }];
    return status.kind === 'ended_otherwise' && status.status !== null ? [{ text, exit: status.status }] : [];
  });
  return seen.length === 0 ? {} : { seen };
}
