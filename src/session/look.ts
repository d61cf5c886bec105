import type { TreeLook } from '../core/ports.ts';
import { differences } from '../core/state.ts';
import type { FileChange } from '../core/types.ts';
import type { SessionContext } from './context.ts';

/** Looks at the tree: what it is now, and which code files differ from what the ledger knows. Records nothing. */
export async function lookAround(
  context: SessionContext,
): Promise<{ look: TreeLook; changes: readonly FileChange[] }> {
  const look = await context.options.ports.tree.look();
  // A tree that cannot be read says nothing, above all not that everything is back at the baseline.
  const changes = look.id === null ? [] : differences(context.ledger.code, look);
  return { look, changes };
}

/** Records changes that no tool call of the session made. */
export async function noteOtherChanges(context: SessionContext): Promise<TreeLook> {
  const { look, changes } = await lookAround(context);
  if (changes.length > 0) {
    context.append({ type: 'files_changed', by: 'other', authored: false, changes });
  }
  return look;
}

/** Records what an edit tool changed: its own path counts for the write cap, what else changed meanwhile does not. */
export async function noteEdit(context: SessionContext, path: string): Promise<void> {
  const { changes } = await lookAround(context);
  const own = changes.filter((change) => change.path === path);
  const others = changes.filter((change) => change.path !== path);
  if (own.length > 0) context.append({ type: 'files_changed', by: 'edit', authored: true, changes: own });
  if (others.length > 0)
    context.append({ type: 'files_changed', by: 'other', authored: false, changes: others });
}
