import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Folders that an installation fills and that hold no code of the project. */
const installed = new Set(['node_modules', '.venv', 'venv', '.yarn', 'vendor', 'Pods', 'deps', '.bundle']);

/**
 * Makes the installed dependencies of a project visible in a copy of it, by links. A link of a workspace that leads into the
 * project leads into the copy instead, else the copy would run the original's code.
 */
export function linkDependencies(root: string, copy: string): void {
  for (const path of findInstalled(root, copy, '')) {
    if (path.endsWith('node_modules')) linkModules({ root, copy, path });
    else {
      mkdirSync(dirname(join(copy, path)), { recursive: true });
      symlinkSync(join(root, path), join(copy, path));
    }
  }
}

/** At the root and beside every file of the copy, so deep. */
const depthLimit = 4;

function findInstalled(root: string, copy: string, under: string, depth: number = 0): readonly string[] {
  if (depth > depthLimit) return [];
  return readdirSync(join(root, under), { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory() || entry.name === '.git' || entry.name === '.donegate') return [];
    const path = join(under, entry.name);
    if (installed.has(entry.name)) return existsSync(join(copy, path)) ? [] : [path];
    return existsSync(join(copy, path)) ? findInstalled(root, copy, path, depth + 1) : [];
  });
}

function linkModules(request: { root: string; copy: string; path: string }): void {
  const { root, copy, path } = request;
  mkdirSync(join(copy, path), { recursive: true });
  for (const entry of readdirSync(join(root, path), { withFileTypes: true })) {
    const inner = join(path, entry.name);
    if (entry.isDirectory() && entry.name.startsWith('@')) linkModules({ root, copy, path: inner });
    else symlinkSync(targetOf(root, inner) ?? join(root, inner), join(copy, inner));
  }
}

/** Where a workspace's link has to lead in the copy; null: it is no link into the project's own code. */
function targetOf(root: string, path: string): string | null {
  const absolute = join(root, path);
  if (!lstatSync(absolute).isSymbolicLink() || !existsSync(absolute)) return null;
  const target = relative(realpathSync(root), realpathSync(absolute));
  if (target.startsWith('..') || target.split('/').includes('node_modules')) return null;
  const link = readlinkSync(absolute);
  return link.startsWith('/') ? relative(dirname(path), target) : link;
}
