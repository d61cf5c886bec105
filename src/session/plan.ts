// The plan's part of a session (thin: the engine is being written).
import type { Finding } from '../core/types.ts';
import type { MilestoneAnswer, MilestoneRequest } from '../session-types.ts';
import type { SessionContext } from './context.ts';

export async function notePlan(_context: SessionContext, _by: 'start' | 'agent'): Promise<void> {}

export async function planFindings(_context: SessionContext): Promise<readonly Finding[]> {
  return [];
}

export function currentStep(_context: SessionContext): number | null {
  return null;
}

export async function milestone(
  _context: SessionContext,
  _request: MilestoneRequest,
): Promise<MilestoneAnswer> {
  return {
    decision: 'deny',
    text: 'no plan',
    structured: { current: null, title: null, gates: [], done: [] },
  };
}

export async function reminder(_context: SessionContext): Promise<string | null> {
  return null;
}
