import { EMPTY_STATE, toggled } from '../state.ts';
import type { FileChange } from '../types.ts';
import type { Ledger } from './types.ts';

/** Applies changes of code files to the code state and to all that hangs on it. */
export function applyChanges(ledger: Ledger, seq: number, changes: readonly FileChange[]): void {
  for (const change of changes) applyChange(ledger, seq, change);
  if (ledger.code.size === 0) ledger.state = EMPTY_STATE;
  const standing = ledger.standings.get(ledger.state);
  const verified = standing !== undefined && standing.greens.length > 0 && standing.reds.length === 0;
  if (verified || ledger.code.size === 0) ledger.sinceVerified.clear();
}

function applyChange(ledger: Ledger, seq: number, change: FileChange): void {
  const { path, kind } = change;
  ledger.madeByRuns.delete(path);
  ledger.foreign.delete(path);
  if (kind === 'other') {
    becomeLeftover(ledger, change);
    return;
  }
  ledger.leftovers.delete(path);
  const before = ledger.code.get(path);
  const beforeContent = before === undefined ? undefined : before.hash;
  const after = change.atBaseline ? undefined : change.hash;
  if (beforeContent === after) return;
  if (before !== undefined) ledger.state = toggled(ledger.state, path, before.hash);
  if (after === undefined) ledger.code.delete(path);
  else {
    ledger.code.set(path, { hash: after, kind });
    ledger.state = toggled(ledger.state, path, after);
  }
  const verified = ledger.sinceVerified.get(path);
  if (verified === undefined) ledger.sinceVerified.set(path, { content: beforeContent, kind });
  else if (verified.content === after) ledger.sinceVerified.delete(path);
  ledger.turnChanges.push({ seq, path, before: beforeContent, after });
  ledger.unopened.delete(path);
}

/** The file is no code any more: the code state is as if it had never been changed. */
function becomeLeftover(ledger: Ledger, { path, hash, atBaseline }: FileChange): void {
  const before = ledger.code.get(path);
  if (before !== undefined) ledger.state = toggled(ledger.state, path, before.hash);
  ledger.code.delete(path);
  ledger.sinceVerified.delete(path);
  ledger.unopened.delete(path);
  if (atBaseline) ledger.leftovers.delete(path);
  else ledger.leftovers.set(path, hash);
}

/** Files that the session authored: from now on it is watched whether a run opens them. */
export function watchReach(ledger: Ledger, changes: readonly FileChange[]): void {
  for (const { path, hash, atBaseline, kind } of changes) {
    if (hash !== null && !atBaseline && kind !== 'other') ledger.unopened.set(path, { measured: false });
  }
}
