import { createHash } from 'node:crypto';
import { sparsePaths } from './begin.ts';
import { type Difference, rawDifferences, withNested } from './differences.ts';
import type { Survey } from './fingerprint.ts';
import { keep, kept } from './kept.ts';
import type { Layer } from './layer.ts';
import { overlaid } from './overlay.ts';

/** `id`: equal for equal working trees, whatever the index holds of them; the baseline's own if nothing differs. */
export type Comparison = { id: string; found: readonly Difference[] };

/** What differs between a baseline's tree and the working tree. The last answer is remembered. */
export function comparing(
  layer: Layer,
  isCommit: boolean,
): (from: string, now: Survey) => Promise<Comparison> {
  let base: KeptDifferences | null = null;
  let last: Comparison | null = null;
  return async (from, now) => {
    if (base?.from !== from || base.to !== now.tree) base = await differencesOf(layer, from, now.tree);
    const raw = overlaid(base.raw, now.overlay);
    const id = idOf(layer, from, raw);
    if (last?.id === id) return last;
    const found = await withNested(layer, raw, { isCommit });
    // A commit knows nothing of what a sparse checkout leaves out.
    const sparse = isCommit ? sparsePaths(layer) : new Set<string>();
    last = { id, found: found.filter(({ path, after }) => after !== null || !sparse.has(path)) };
    return last;
  };
}

function idOf(layer: Layer, from: string, raw: readonly Difference[]): string {
  if (raw.length === 0) return from;
  const lines = raw.map(({ path, after }) => `${after?.mode ?? ''} ${after?.hash ?? ''} ${path}\0`);
  return createHash(layer.repository.format)
    .update(`${from}\0${lines.join('')}`)
    .digest('hex');
}

/** Droppable: git is asked again without it. */
type KeptDifferences = { from: string; to: string; raw: readonly Difference[] };

async function differencesOf(layer: Layer, from: string, to: string): Promise<KeptDifferences> {
  const known = from === to ? null : kept<KeptDifferences>(layer, 'differences');
  if (known?.from === from && known.to === to) return known;
  const raw = await rawDifferences(layer, from, to);
  if (raw.length > 0) keep(layer, 'differences', { from, to, raw });
  return { from, to, raw };
}
