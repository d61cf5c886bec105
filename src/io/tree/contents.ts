import { readFileSync, statSync } from 'node:fs';
import type { Layer } from './layer.ts';
import { onDisk, splitZ } from './names.ts';
import { nestedLayer, wasNested } from './nested-layer.ts';
import { keptContent } from './seen-content.ts';

/** Larger files are no text for anybody. Bytes. */
export const textLimit = 2 * 1024 * 1024;

/** Text of a path in a tree; null: it is not there, or no text. */
export async function baselineText(layer: Layer, tree: string, path: string): Promise<string | null> {
  const object = await objectAt(layer, tree, path);
  const text = object === null ? null : await blobText(layer, object);
  const outer = text === null ? foldersOf(path).find((folder) => wasNested(layer, folder)) : undefined;
  if (outer === undefined) return text;
  const link = await objectAt(layer, tree, outer);
  const inner = link === null ? null : await layer.tryRun(['rev-parse', '--verify', link]);
  const nested = inner?.code === 0 ? await nestedLayer(layer, outer) : null;
  return nested === null || inner === null
    ? null
    : await baselineText(nested, inner.stdout.toString('latin1').trim(), path.slice(outer.length + 1));
}

/** From the outermost to the innermost. */
function foldersOf(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, n) => parts.slice(0, n + 1).join('/'));
}

/** Text of a content by its hash as a look named it (see differences.ts). */
export async function keptText(layer: Layer, hash: string): Promise<string | null> {
  const object = hash.split(':')[0] ?? hash;
  const seen = keptContent(layer, object);
  return seen === null ? await blobText(layer, object) : asText(seen);
}

/** Text of a file as it stands. */
export function currentText(root: string, path: string): string | null {
  try {
    const file = onDisk(root, path);
    const stat = statSync(file);
    return stat.isFile() && stat.size <= textLimit ? asText(readFileSync(file)) : null;
  } catch {
    return null;
  }
}

async function blobText(layer: Layer, object: string): Promise<string | null> {
  const answer = await layer.tryRun(['cat-file', 'blob', object]);
  return answer.code === 0 ? asText(answer.stdout) : null;
}

function asText(bytes: Buffer): string | null {
  return bytes.length > textLimit || bytes.includes(0) ? null : bytes.toString('utf8');
}

/** How git is asked for what stands at a path of a tree. A name that is no UTF-8 can be no argument: it is looked for. */
async function objectAt(layer: Layer, tree: string, path: string): Promise<string | null> {
  if (!path.includes('\\')) return `${tree}:${path}`;
  let object = tree;
  for (const part of path.split('/')) {
    const entries = splitZ((await layer.tryRun(['ls-tree', '-z', object])).stdout);
    // `100644 blob <hash>\t<name>`
    const found = entries.find((entry) => entry.slice(entry.indexOf('\t') + 1) === part);
    if (found === undefined) return null;
    object = found.slice(0, found.indexOf('\t')).split(' ')[2] ?? '';
  }
  return object;
}
