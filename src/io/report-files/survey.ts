import { type Dirent, existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type FolderKind, folderKind, isReportName } from '../../core/report-places.ts';

/** How far one look goes. A folder with more entries counts as one that was not looked into, one with fewer may be likely. */
const surveyLimits = { folders: 500, likely: 100, entries: 2_000, files: 3_000, depth: 3 } as const;

/** What one look at runners' usual places found. Paths are absolute. */
export type Survey = {
  files: readonly string[];
  /** Folders whose entries are all known. */
  listed: ReadonlySet<string>;
  /** All folders that are there, those that were not looked into as well. */
  seen: ReadonlySet<string>;
};

type Folder = { path: string; kind: FolderKind; depth: number };

/**
 * Files below these folders that may be reports by their names, nearest first: in modules so deep, in folders that a build
 * makes (`target`, `build`), and in folders of reports so deep again. Links are not followed. A folder that was too large once
 * is not listed again.
 */
export function openSurvey(): (starts: readonly string[]) => Survey {
  const large = new Set<string>();
  return (starts) => {
    const files = new Set<string>();
    const listed = new Set<string>();
    const seen = new Set<string>();
    const modules: Folder[] = starts.map((path) => ({ path, kind: 'module', depth: 0 }));
    // What is likely to hold reports comes before the next module, unless it is an archive of them.
    const likely: Folder[] = [];
    while (listed.size < surveyLimits.folders && files.size < surveyLimits.files) {
      const folder = likely.pop() ?? modules.shift();
      if (folder === undefined) break;
      if (listed.has(folder.path)) continue;
      seen.add(folder.path);
      const entries = entriesOf(folder.path, large);
      if (entries === null) continue;
      listed.add(folder.path);
      for (const entry of entries) {
        const path = join(folder.path, entry.name);
        if (entry.isFile() && isReportName(entry.name, folder.kind)) files.add(path);
        if (!entry.isDirectory()) continue;
        seen.add(path);
        const inner = entered(folder, path, entry.name);
        const isLikely = inner?.kind !== 'module' && entries.length <= surveyLimits.likely;
        if (inner !== null) (isLikely ? likely : modules).push(inner);
      }
    }
    return { files: [...files], listed, seen };
  };
}

/** Folders of each kind count their own depth; in a folder of reports every folder is one. */
function entered(from: Folder, path: string, name: string): Folder | null {
  const own = folderKind(name);
  const kind = from.kind === 'reports' && own !== 'nothing' ? 'reports' : own;
  if (kind === 'nothing' || (from.kind === 'output' && kind === 'module')) return null;
  const depth = from.kind === kind ? from.depth + 1 : 0;
  return depth > surveyLimits.depth ? null : { path, kind, depth };
}

/** Null: there are too many, or it cannot be read. A folder that is not there has none. */
function entriesOf(path: string, large: Set<string>): readonly Dirent[] | null {
  if (large.has(path)) return null;
  try {
    const entries = readdirSync(path, { withFileTypes: true });
    if (entries.length <= surveyLimits.entries) return entries;
    large.add(path);
    return null;
  } catch {
    return existsSync(path) ? null : [];
  }
}

/** A file that a later look found cannot have been there at this one. */
export function wasMissing({ listed, seen }: Survey, path: string): boolean {
  let folder = dirname(path);
  while (!listed.has(folder)) {
    if (seen.has(folder) || folder === dirname(folder)) return false;
    folder = dirname(folder);
  }
  return true;
}
