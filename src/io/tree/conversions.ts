import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { splitZ } from './git.ts';
import type { Layer } from './layer.ts';

/** Attributes by which git keeps other bytes than those of the file, line ends apart. */
const converting = ['filter', 'ident', 'working-tree-encoding'] as const;
const named = new RegExp(`\\b(${converting.join('|')})\\b`);

/**
 * Does git keep one of these paths in another form than it stands on disk? Asks git only where an attributes file names
 * such a conversion. `attributesFile`: core.attributesFile, or null.
 * Limit: of the system's attributes files only /etc/gitattributes is known.
 */
export async function isAnyConverted(
  layer: Layer,
  attributesFile: string | null,
  paths: readonly string[],
): Promise<boolean> {
  const asked = paths.filter(namingOf(layer, attributesFile));
  if (asked.length === 0) return false;
  const input = asked.map((path) => `${path}\0`).join('');
  const answer = await layer.tryRun(['check-attr', '-z', '--stdin', ...converting], input);
  const fields = splitZ(answer.stdout);
  if (answer.code !== 0 || fields.length !== asked.length * converting.length * 3) return true;
  return fields.some((value, at) => at % 3 === 2 && value !== 'unspecified' && value !== 'unset');
}

/** Line ends are converted by many rules, but only where there are such. */
export function hasDosLines(bytes: Buffer): boolean {
  return bytes.includes('\r\n');
}

function namingOf(layer: Layer, attributesFile: string | null): (path: string) => boolean {
  const { root, commonDirectory } = layer.repository;
  const standard = join(process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'git/attributes');
  const isEverywhere = [
    join(commonDirectory, 'info/attributes'),
    attributesFile ?? standard,
    '/etc/gitattributes',
  ].some(namesConversion);
  const folders = new Map<string, boolean>();
  const isBelow = (folder: string): boolean => {
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const answer =
      namesConversion(join(root, folder, '.gitattributes')) || (folder !== '.' && isBelow(dirname(folder)));
    folders.set(folder, answer);
    return answer;
  };
  return (path) => isEverywhere || isBelow(dirname(path));
}

function namesConversion(path: string): boolean {
  try {
    return named.test(readFileSync(path, 'utf8'));
  } catch {
    return false;
  }
}
