import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Layer } from './layer.ts';
import { splitZ } from './names.ts';
import type { FileSystem } from './own-git.ts';

/** What the person's configuration says that a look has to know. Read once, when a session begins. */
export type Settings = {
  /** Absolute, as names. */
  excludesFile: string;
  attributesFile: string;
  /** `core.autocrlf` makes line ends of all texts. */
  convertsLineEnds: boolean;
  system: FileSystem;
};

const wanted =
  '^core\\.(excludesfile|attributesfile|autocrlf|filemode|ignorecase|symlinks|precomposeunicode)$';

/** One git process for all. */
export async function readSettings(layer: Layer): Promise<Settings> {
  const found = new Map<string, string>();
  const { stdout } = await layer.tryAsPerson(['config', '-z', '--get-regexp', wanted]);
  for (const entry of splitZ(stdout)) {
    const end = entry.indexOf('\n');
    // Of several the last one rules. A key without a value says yes.
    found.set(end < 0 ? entry : entry.slice(0, end), end < 0 ? 'true' : entry.slice(end + 1));
  }
  const isSaid = (key: string, otherwise: boolean) => {
    const value = found.get(key);
    return value === undefined ? otherwise : !/^(false|no|off|0|)$/i.test(value);
  };
  const fileOf = (key: string, standard: string) => {
    const path = found.get(key) ?? '';
    if (path === '') return join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'git', standard);
    return resolve(layer.repository.root, path.replace(/^~(?=\/)/, homedir()));
  };
  return {
    excludesFile: fileOf('core.excludesfile', 'ignore'),
    attributesFile: fileOf('core.attributesfile', 'attributes'),
    convertsLineEnds: isSaid('core.autocrlf', false),
    system: {
      fileMode: isSaid('core.filemode', true),
      ignoreCase: isSaid('core.ignorecase', false),
      symlinks: isSaid('core.symlinks', true),
      precomposeUnicode: isSaid('core.precomposeunicode', false),
    },
  };
}
