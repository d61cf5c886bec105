import { setupOf } from './begin.ts';
import type { Difference } from './differences.ts';
import type { Layer } from './layer.ts';
import { standsFor } from './lfs.ts';
import { bytesOf } from './names.ts';

/**
 * Differences from a commit, without those that are only the other form in which git keeps a file: line ends, an encoding,
 * the content that an LFS pointer stands for. Asks the person's git, with the attributes and filters as they are now.
 * Limit: so a filter that was set up on this machine can hide an edit here.
 */
export async function withoutConverted(
  layer: Layer,
  raw: readonly Difference[],
): Promise<readonly Difference[]> {
  if (!setupOf(layer).converts) return raw;
  const { format } = layer.repository;
  const edits = raw.filter(isEdit);
  const cleaned = await cleanedHashes(
    layer,
    edits.map(({ path }) => path),
  );
  const forms = new Map(edits.map(({ path }, n) => [path, cleaned[n]]));
  return raw.flatMap((change) => {
    const { path, before, after } = change;
    if (before === null || after === null || !isEdit(change)) return [change];
    const content = standsFor(format, Buffer.from(before.hash, 'hex')).toString('hex');
    if (forms.get(path) !== before.hash && after.hash !== content) return [change];
    return before.mode === after.mode ? [] : [{ path, before, after: { ...after, hash: before.hash } }];
  });
}

function isEdit({ before, after }: Difference): boolean {
  const isFile = (mode: string | undefined) => mode === '100644' || mode === '100755';
  return isFile(before?.mode) && isFile(after?.mode);
}

/** What git would keep of the files, in their order; null: a filter refuses one. */
async function cleanedHashes(layer: Layer, paths: readonly string[]): Promise<readonly (string | null)[]> {
  if (paths.length === 0) return [];
  const input = paths.map((path) => `${quoted(path)}\n`).join('');
  const answer = await layer.tryAsPerson(['hash-object', '--stdin-paths'], { input });
  const hashes = answer.stdout.toString('latin1').split('\n').slice(0, -1);
  if (answer.code === 0) return hashes;
  // Git stops at the first one.
  const [, ...rest] = paths.slice(hashes.length);
  return [...hashes, null, ...(await cleanedHashes(layer, rest))];
}

/** As git reads a name that stands on a line of its own. */
function quoted(path: string): string {
  const octal = [...bytesOf(path)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`);
  return /["\\\n]/.test(path) ? `"${octal.join('')}"` : path;
}
