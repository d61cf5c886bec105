import { resolve } from 'node:path';
import { splitZ } from './git.ts';
import type { Layer } from './layer.ts';

/** Files beside the repository that the person's configuration names; absolute, null where none is named. */
export type Settings = { excludesFile: string | null; attributesFile: string | null };

/** One git process for both. */
export async function readSettings(layer: Layer): Promise<Settings> {
  const args = ['config', '-z', '--type=path', '--get-regexp', '^core\\.(excludesfile|attributesfile)$'];
  const found = new Map<string, string>();
  for (const entry of splitZ((await layer.tryRun(args)).stdout)) {
    const end = entry.indexOf('\n');
    // Of several the last one rules.
    if (end >= 0) found.set(entry.slice(0, end), entry.slice(end + 1));
  }
  const pathOf = (key: string) => {
    const path = found.get(key) ?? '';
    return path === '' ? null : resolve(layer.repository.root, path);
  };
  return { excludesFile: pathOf('core.excludesfile'), attributesFile: pathOf('core.attributesfile') };
}
