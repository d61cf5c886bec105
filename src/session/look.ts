import type { Ledger } from '../core/ledger.ts';
import { fromRoot } from '../core/paths.ts';
import type { TreeLook } from '../core/ports.ts';
import { differences } from '../core/state.ts';
import type { FileChange, FileKind } from '../core/types.ts';
import type { SessionContext } from './context.ts';

/** Looks at the tree: what it is now, and which code files differ from what the ledger knows. Records nothing. */
export async function lookAround(
  context: SessionContext,
): Promise<{ look: TreeLook; changes: readonly FileChange[] }> {
  const look = await context.options.ports.tree.look();
  return { look, changes: changesSeen(context.ledger, look) };
}

/** What a look shows that the ledger does not know. */
export function changesSeen(ledger: Ledger, look: TreeLook): readonly FileChange[] {
  // A tree that cannot be read says nothing, above all not that everything is back at the baseline.
  if (look.id === null) return [];
  return differences(knownFiles(ledger), look).map((change) => asKnown(ledger, change));
}

/** Code as the ledger knows it, and what test runs have left behind. */
function knownFiles(ledger: Ledger): ReadonlyMap<string, { hash: string | null; kind: FileKind }> {
  if (ledger.leftovers.size === 0) return ledger.code;
  const leftovers = [...ledger.leftovers].map(
    ([path, hash]) => [path, { hash, kind: 'other' as const }] as const,
  );
  return new Map([...ledger.code, ...leftovers]);
}

/** What was left behind before is so again, whoever changes it now; an edit tool makes code of it. */
function asKnown(ledger: Ledger, change: FileChange): FileChange {
  return ledger.leftovers.has(change.path) ? { ...change, kind: 'other' } : change;
}

/** Records changes that no tool call of the session made. */
export async function noteOtherChanges(
  context: SessionContext,
  by: 'other' | 'between_turns' = 'other',
): Promise<TreeLook> {
  const { look, changes } = await lookAround(context);
  if (changes.length > 0) {
    context.append({ type: 'files_changed', by, authored: false, changes });
  }
  return look;
}

/** Records what an edit tool changed: its own path counts for the write cap, what else changed meanwhile does not. */
export async function noteEdit(context: SessionContext, path: string): Promise<void> {
  const { look, changes } = await lookAround(context);
  const { kinds } = look;
  const placed = fromRoot({ root: context.options.ports.root, directory: '.', path });
  const own = changes
    .filter((change) => change.path === placed)
    .map((change) => ({ ...change, kind: kinds.get(change.path) ?? change.kind }));
  const others = changes.filter((change) => change.path !== placed);
  if (own.length > 0) context.append({ type: 'files_changed', by: 'edit', authored: true, changes: own });
  if (others.length > 0)
    context.append({ type: 'files_changed', by: 'other', authored: false, changes: others });
}
