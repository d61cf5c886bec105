// Tool calls: may this be written, may this line run?
import { fromRoot } from '../core/paths.ts';
import { protectedLine, protectedWrite } from '../core/rules/self-protection.ts';
import { refusedLine, refusedWrite } from '../core/rules/write-cap.ts';
import type { Decision, FactBody } from '../core/types.ts';
import { readLine, type SessionContext } from './context.ts';
import { nextCommandOf } from './suggestion.ts';

export const ALLOW: Decision = { decision: 'allow', context: null, note: null };

/** `path` is relative to the root. */
export function decideWrite(context: SessionContext, path: string): Decision {
  const { policy, gated, ports } = context.options;
  if (!gated) return ALLOW;
  const asked = { ledger: context.ledger, limit: policy.limits.writeCap, code: policy.code };
  const placed = fromRoot({ root: ports.root, directory: '.', path });
  if (placed === null) return refused(context, 'write', protectedWrite(path));
  const reason =
    protectedWrite(placed) ?? refusedWrite({ ...asked, path: placed, command: () => nextCommandOf(context) });
  return refused(context, 'write', reason);
}

export function decideLine(context: SessionContext, command: string, directory: string): Decision {
  const { policy, gated, ports } = context.options;
  if (!gated) return ALLOW;
  const reading = readLine(context, command, directory);
  const place = { root: ports.root, directory };
  const asked = { ledger: context.ledger, limit: policy.limits.writeCap, code: policy.code };
  const reason =
    protectedLine(reading, place) ??
    refusedLine({ ...asked, reading, place, command: () => nextCommandOf(context) });
  return refused(context, 'run', reason);
}

function refused(
  context: SessionContext,
  about: Extract<FactBody, { type: 'refused' }>['about'],
  reason: string | null,
): Decision {
  if (reason === null) return ALLOW;
  context.append({ type: 'refused', about, reason });
  return { decision: 'deny', reason };
}
