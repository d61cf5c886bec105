import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileKind, isData } from '../../core/code-files.ts';
import type { ReportPlaces } from '../../core/ports.ts';
import { reportPathsIn } from '../../core/report-places.ts';
import { standing, textOf } from './standing.ts';

/** Of texts that may name reports; sizes in bytes. */
const textLimits = { texts: 40, size: 64 * 1024, paths: 200 } as const;

/**
 * Absolute paths that a line, the scripts that it calls or the configuration where it starts name, with the command of the
 * line that does (null: not the line itself). Texts are read again only when they have changed.
 */
export function openNamedPaths(): (places: ReportPlaces) => ReadonlyMap<string, number | null> {
  const known = new Map<string, { identity: string; paths: readonly string[] }>();
  const pathsIn = (path: string): readonly string[] => {
    const file = standing(path);
    if (file === null || file.size > textLimits.size) return [];
    const before = known.get(path);
    if (before?.identity === file.identity) return before.paths;
    const paths = reportPathsIn(textOf(path) ?? '');
    known.set(path, { identity: file.identity, paths });
    return paths;
  };
  return ({ folders, named, scripts }) => {
    const found = new Map<string, number | null>();
    for (const { path, command } of named) if (!found.has(path)) found.set(path, command);
    const texts = [...scripts, ...folders.flatMap(configurationIn)].slice(0, textLimits.texts);
    for (const { path, directory } of texts) {
      for (const inner of pathsIn(path).slice(0, textLimits.paths)) {
        const absolute = resolve(directory, inner);
        if (!found.has(absolute)) found.set(absolute, null);
      }
    }
    return found;
  };
}

/** Configuration of test runners that no other name tells. */
const OTHER_CONFIGURATION = /\.(?:xml|xml\.dist|conf\.[cm]?[jt]s)$|^\.rspec$/;

function configurationIn(directory: string): readonly { path: string; directory: string }[] {
  try {
    const names = readdirSync(directory).filter(
      (name) => (fileKind(name) === 'config' && !isData(name)) || OTHER_CONFIGURATION.test(name),
    );
    return names.map((name) => ({ path: join(directory, name), directory }));
  } catch {
    return [];
  }
}
